/*
 * Composing a move by touching, without knowing a rule: the server lists the legal moves and the
 * table elements that each of them touches; every touch narrows the list until one move is left.
 * Pure functions.
 */
import type { Choice, Facts, MoveInfo, Tried } from "../types";

/**
 * The moves that may come next: every legal move and, while a set is chosen, its candidates. The
 * rules offer the members of a set in one fixed order; people touch them in any order.
 */
export function poolOf(legal: readonly MoveInfo[], choice: Choice): MoveInfo[] {
  const pool = new Map<string, MoveInfo>();
  const known = new Map(legal.map((move) => [move.move, move]));
  const put = (one: MoveInfo | { move: string }) => {
    pool.set(one.move, known.get(one.move) ?? { targets: [], ...one });
  };
  if (choice.set) {
    choice.candidates?.forEach(put);
    if (choice.done && (choice.chosen?.length ?? 0) >= (choice.least ?? 0)) put(choice.done);
  }
  legal.forEach(put);
  for (const chosen of choice.chosen ?? []) pool.delete(chosen.move);
  return [...pool.values()];
}

/** The next move if it is the only one: the player need not be asked for it. */
export function forcedNext(tried: Tried): MoveInfo | null {
  if (tried.turn_over || tried.stopped) return null;
  const pool = poolOf(tried.legal, tried.choice);
  const only = pool[0];
  if (!only || pool.length > 1 || tried.facts.ways?.length) return null;
  if (tried.choice.chosen?.length) return null; // the player may still change the set
  return { ...only, forced: true };
}

/** The moves that touch all of these elements. */
export function touching(pool: readonly MoveInfo[], touched: readonly string[]): MoveInfo[] {
  return pool.filter((move) => touched.every((target) => move.targets.includes(target)));
}

/** The elements that may be touched next. */
export function litTargets(pool: readonly MoveInfo[], touched: readonly string[]): Set<string> {
  const lit = new Set<string>();
  for (const move of touching(pool, touched)) for (const target of move.targets) lit.add(target);
  for (const target of touched) lit.delete(target);
  return lit;
}

export type Touch =
  | { kind: "move"; move: MoveInfo } // only this move is left
  | { kind: "narrow"; touched: string[]; menu: MoveInfo[] } // several moves are left
  | { kind: "none" }; // no legal move touches this element

/** What touching an element means after the elements touched before it. */
export function touchTarget(
  pool: readonly MoveInfo[],
  touched: readonly string[],
  target: string,
): Touch {
  const now = [...touched, target];
  const left = touching(pool, now);
  if (left.length === 0) return { kind: "none" };
  if (left.length === 1) return { kind: "move", move: left[0]! };
  const exact = left.filter((move) => move.targets.length === now.length);
  if (exact.length === 1 && left.length === exact.length) return { kind: "move", move: exact[0]! };
  return { kind: "narrow", touched: now, menu: left };
}

/**
 * The steps left when the player takes one back. A member of the set being chosen goes alone;
 * any other step takes all later steps with it, since they were chosen in the position after it.
 */
export function giveBack(steps: readonly MoveInfo[], choice: Choice, index: number): MoveInfo[] {
  const gone = steps[index];
  if (gone && choice.set && (choice.chosen ?? []).some((chosen) => chosen.move === gone.move)) {
    return steps.filter((_, i) => i !== index);
  }
  return steps.slice(0, index);
}

/** The step that "take back" removes: forced steps after it go with it. */
export function lastOwnStep(steps: readonly MoveInfo[]): number {
  let last = steps.length - 1;
  while (last > 0 && steps[last]!.forced) last--;
  return last;
}

/** Moves known by name alone; trying them tells which elements they touch. */
export const named = (moves: readonly string[]): MoveInfo[] =>
  moves.map((move) => ({ move, targets: [] }));

/**
 * The steps as the server took them: it puts the members of a set into their order, and its log
 * says what a step touches that was only named.
 */
export function takenSteps(steps: readonly MoveInfo[], tried: Tried): MoveInfo[] {
  const known = new Map(steps.map((step) => [step.move, step]));
  return tried.moves.map((move, i) => {
    const step = known.get(move);
    if (step?.targets.length) return step;
    return { ...step, move, targets: tried.log?.[i]?.targets ?? [] };
  });
}

/** The single moves, and the paths that lead further than one of them. */
export function touchableMoves(pool: readonly MoveInfo[], ways: Facts["ways"]): MoveInfo[] {
  if (!pool.length || !ways) return [...pool];
  const single = new Set(pool.map((move) => move.move));
  const far = ways
    .filter(({ ways: [best] }) => best!.moves.length > 1 || !single.has(best!.moves[0]!))
    .map(({ targets, ways }) => ({
      move: ways[0]!.moves.join("; "),
      label: ways[0]!.label,
      targets,
      ways,
    }));
  return [...pool, ...far];
}
