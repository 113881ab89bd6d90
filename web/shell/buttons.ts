/*
 * The buttons for moves that have no place on the board. Up to five stand side by side; where there
 * are more, moves for the same thing become one button, which asks for the details when touched.
 */
import type { MoveInfo } from "./types";
import { labelOf } from "./words";

/** Several moves that share an element: touching the button touches that element. */
export interface Group {
  target: string;
  label: string;
}

const MOST = 5; // buttons that a player can take in at a glance

/** The whole words that all labels begin with. */
export function commonWords(labels: readonly string[]): string {
  const [first = [], ...others] = labels.map((label) => label.split(" "));
  let same = 0;
  while (same < first.length && others.every((words) => words[same] === first[same])) same++;
  return first
    .slice(0, same)
    .join(" ")
    .replace(/[\s:,(]+$/, "");
}

/** `free`: moves with an element that the board does not draw; `drawn`: the elements it does. */
export function buttonsFor(
  free: readonly MoveInfo[],
  drawn: ReadonlySet<string>,
  names: readonly string[],
): readonly (MoveInfo | Group)[] {
  if (free.length <= MOST) return free;
  const alike = new Map<string, MoveInfo[]>();
  for (const move of free) {
    const target = move.targets.find((id) => !drawn.has(id)) ?? "";
    alike.set(target, [...(alike.get(target) ?? []), move]);
  }
  if (alike.size < 2) return free;
  return [...alike].flatMap(([target, moves]): (MoveInfo | Group)[] => {
    const label = commonWords(moves.map((move) => labelOf(move, names)));
    return moves.length > 1 && target && label ? [{ target, label }] : moves;
  });
}
