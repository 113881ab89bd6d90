/* Small things that several boards need and that know no game. */

/**
 * The kind of a table element and its key, from its id: what stands before and after the first dot
 * of "queue.2" or "route.pier39-alcatraz.b". The key of "deck" is "".
 */
export function parts(target: string): { kind: string; key: string } {
  const dot = target.indexOf(".");
  return dot < 0
    ? { kind: target, key: "" }
    : { kind: target.slice(0, dot), key: target.slice(dot + 1) };
}

/** The seats that are not the viewer's, in order; all of them for a spectator. */
export function otherSeats(all: { seats: { seat: number }[]; me: number | null }): number[] {
  return all.seats.map(({ seat }) => seat).filter((seat) => seat !== all.me);
}

export const nameOf = (all: { names: string[] }, seat: number): string => all.names[seat] ?? "";

/** The value, or the bound that it exceeds. */
export function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
