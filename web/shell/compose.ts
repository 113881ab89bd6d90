/*
 * Composing a move by touching, without a rule: the server says which moves there are and which
 * table elements each touches; touching narrows them down until one is meant. Pure functions.
 */
import type { Choice, MoveInfo, Tried } from "./types";

/** What may be added next: the candidates of a set in any order, and every legal move. */
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

/** The only move that can follow: asking for it would be asking for nothing. */
export function forcedNext(tried: Tried): MoveInfo | null {
  if (tried.turn_over || tried.stopped) return null;
  const pool = poolOf(tried.legal, tried.choice);
  const only = pool[0];
  if (!only || pool.length > 1 || tried.facts.ways?.length) return null;
  if (tried.choice.chosen?.length) return null; // what was chosen can be chosen otherwise
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
  | { kind: "move"; move: MoveInfo } // this one is meant
  | { kind: "narrow"; touched: string[]; menu: MoveInfo[] } // several are left
  | { kind: "none" }; // nothing here can be touched: ask why

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
 * The moves left when one that was touched is given back: within the set at hand only that one
 * goes; a step before it takes everything after it along.
 */
export function giveBack(moves: readonly MoveInfo[], choice: Choice, index: number): MoveInfo[] {
  const gone = moves[index];
  if (gone && choice.set && (choice.chosen ?? []).some((chosen) => chosen.move === gone.move)) {
    return moves.filter((_, i) => i !== index);
  }
  return moves.slice(0, index);
}
