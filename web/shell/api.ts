/*
 * HTTP requests: everything that is asked once rather than pushed. Addresses are relative to the
 * page, so the server may live under a sub-path.
 */
import { awayWords, reached, unreached } from "./reach";
import { words } from "./words";
import type {
  ChatRule,
  ClockChoice,
  Created,
  Deck,
  Games,
  Match,
  NewSeat,
  ReviewState,
  Verdict,
} from "./types";

export class Refused extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly clause: string,
    readonly where = "",
  ) {
    super(message);
  }
}

/** The text of an error, as shown to the player. */
export function trouble(e: Error): string {
  return e instanceof Refused && e.code === "offline" ? e.message : words.net.failed(e.message);
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(new URL(path, document.baseURI), { credentials: "same-origin", ...init });
  } catch {
    unreached();
    throw new Refused(awayWords(), "offline", "");
  }
  if (!answer.ok) {
    let error = {
      code: "broken",
      message: `${answer.status} ${answer.statusText}`,
      clause: "",
      where: "",
    };
    try {
      error = ((await answer.json()) as { error: typeof error }).error ?? error;
    } catch {
      // Not JSON. With such a status it comes from a proxy that cannot reach the server.
      if (answer.status >= 502 && answer.status <= 504) {
        unreached();
        error = { ...error, code: "offline", message: awayWords() };
      }
    }
    throw new Refused(error.message, error.code, error.clause, error.where);
  }
  reached();
  return answer;
}

async function get<T>(path: string): Promise<T> {
  return (await ask(path)).json() as Promise<T>;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json() as Promise<T>;
}

/** Caches answers that never change while the page is open; a failed request may be repeated. */
function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key) => {
    let promise = kept.get(key);
    if (!promise) {
      promise = make(key);
      kept.set(key, promise);
      promise.catch(() => kept.delete(key));
    }
    return promise;
  };
}

const gamesOnce = once(() => get<Games>("api/games"));

/** A single-use link to a seat. */
export interface SeatLink {
  seat: number;
  link: string;
  expires: number;
  /** It adds a device; otherwise the seat moves. */
  stay?: boolean;
}

/** A seat that this browser no longer holds. */
export interface LeftSeat {
  match: string;
  game: string;
  seat: number;
  name: string;
  time: number;
  how: "moved" | "voted" | "forgotten";
}

export interface Tally {
  played: number;
  won: number;
  shared: number;
  average: number;
  best: number;
  match: string | null;
  last: number;
}

export interface GameStatistics extends Tally {
  game: string;
  against: (Tally & { level: number | null })[];
  tables: (Tally & { seats: number })[];
}

export interface Imported {
  match: string;
  game: string;
  over: boolean;
}

interface NewFork {
  position: number;
  view: number | null;
  open: boolean;
  seats: NewSeat[];
}

export const api = {
  games: () => gamesOnce(""),
  deck: once((idAndHash: string) => get<Deck>(`api/decks/${idAndHash}`)),
  rules: once(async (id: string) => (await ask(`api/rules/${id}`)).text()),
  match: (match: string) => get<Match>(`api/matches/${match}`),
  create: (wish: {
    game: string;
    options: Record<string, string>;
    seats: NewSeat[];
    clock: ClockChoice;
    chat: ChatRule;
  }) => post<Created>("api/matches", wish),
  claim: (match: string, claim: { seat: number; secret: string; key: string; name: string }) =>
    post<Match>(`api/matches/${match}/claim`, claim),
  /** Asks the holder of a seat whose link was used; the match once the holder has agreed. */
  ask: (match: string, question: { seat: number; secret: string; key: string }) =>
    post<Match | { status: "waiting" }>(`api/matches/${match}/ask`, question),
  rematch: (match: string) => post<Match>(`api/matches/${match}/rematch`, {}),
  verify: (match: string) => get<Verdict>(`api/matches/${match}/verify`),
  review: (match: string) => get<ReviewState>(`api/matches/${match}/review`),
  beginReview: (match: string) => post<ReviewState>(`api/matches/${match}/review`, {}),
  recordLink: (match: string) => `api/matches/${match}/record`,
  mine: async () => (await get<{ matches: Match[] }>("api/my/matches")).matches,
  forget: (match: string) => post<object>("api/my/forget", { match }),
  move: (match: string, seat: number, stay: boolean) =>
    post<SeatLink>(`api/matches/${match}/move`, { seat, stay }),
  take: (match: string, seat: number, token: string) =>
    post<Match>(`api/matches/${match}/take`, { seat, token }),
  vote: (match: string, seat: number, agree: boolean) =>
    post<Match>(`api/matches/${match}/reissue`, { seat, agree }),
  reissueLink: (match: string, seat: number) =>
    post<SeatLink>(`api/matches/${match}/reissue/link`, { seat }),
  left: async () => (await get<{ left: LeftSeat[] }>("api/my/left")).left,
  leftRead: (match: string) => post<object>("api/my/left", { match }),
  fork: (match: string, fork: NewFork) => post<Created>(`api/matches/${match}/fork`, fork),
  import: async (records: string) =>
    (await post<{ matches: Imported[] }>("api/import", { records })).matches,
  myRecords: (skip: number) =>
    get<{ records: string; count: number; next: number | null }>(
      `api/my/records${skip ? `?skip=${skip}` : ""}`,
    ),
  statistics: async () => (await get<{ games: GameStatistics[] }>("api/my/statistics")).games,
  dropStatistics: (game?: string) => post<object>("api/my/statistics/delete", game ? { game } : {}),
  erase: () => post<{ more: boolean }>("api/my/delete", { everything: true }),
};
