/*
 * Addresses inside the page. They stand in the fragment, which browsers do not send to the server:
 * so the secret of a seat never shows up in a log.
 */

export type Route =
  | { page: "lobby" }
  | { page: "mine" }
  | { page: "setup"; game: string }
  | { page: "table"; match: string }
  | { page: "invite"; match: string; seat: number; secret: string }
  | { page: "take"; match: string; seat: number; token: string; adds: boolean };

/** The page that a fragment such as "#/m/ABC/s/1/SECRET" names; the lobby if it names none. */
export function parseRoute(fragment: string): Route {
  const [, page, id = "", part, seat = "", secret = ""] = fragment.split("/");
  if (page === "mine") return { page: "mine" };
  if (page === "new" && id) return { page: "setup", game: id };
  if (page !== "m" || !id) return { page: "lobby" };
  if (part === "s") return { page: "invite", match: id, seat: Number(seat), secret };
  if (part === "t" || part === "a")
    return { page: "take", match: id, seat: Number(seat), token: secret, adds: part === "a" };
  return { page: "table", match: id };
}

export const lobbyRoute = "#/";
export const mineRoute = "#/mine";
export const setupRoute = (game: string) => `#/new/${game}`;
export const tableRoute = (match: string) => `#/m/${match}`;
