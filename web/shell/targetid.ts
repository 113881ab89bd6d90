/* Ids of table elements, such as "queue.2", "route.pier39-alcatraz.b" or "deck". */

/** The kind of an element and its key: what stands before and after the first dot. */
export function parts(target: string): { kind: string; key: string } {
  const dot = target.indexOf(".");
  return dot < 0
    ? { kind: target, key: "" }
    : { kind: target.slice(0, dot), key: target.slice(dot + 1) };
}
