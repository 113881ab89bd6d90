/* Geometry of the chart in the review of a match. */
import type { ReviewStep } from "./types";

export const MARK = 11; // radius of a numbered mark

export interface Point {
  x: number;
  y: number;
}

/** Moves numbers that would overlap up or down; the first one keeps its place. */
export function apart(marks: Point[], top: number, bottom: number): Point[] {
  const placed: Point[] = [];
  for (const mark of marks) {
    const shifts = [0, -1, 1, -2, 2, -3, 3].map((n) => mark.y + n * (2 * MARK + 1));
    const free = shifts.find(
      (y) =>
        y >= top - MARK / 2 &&
        y <= bottom &&
        placed.every((other) => Math.hypot(other.x - mark.x, other.y - y) > 2 * MARK),
    );
    placed.push({ x: mark.x, y: free ?? mark.y });
  }
  return placed;
}

/** Whether the line bends at this point; points on a straight part are left out. */
export function bends(steps: ReviewStep[], i: number, seat: number): boolean {
  const here = steps[i]!.win[seat]!;
  return here !== steps[i - 1]!.win[seat] || here !== steps[i + 1]!.win[seat];
}

/** A round distance between two ticks of the axis, so that at most `most` ticks fit. */
export function tickStep(last: number, most: number): number {
  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000];
  return steps.find((step) => last / step <= most) ?? last;
}
