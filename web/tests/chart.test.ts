import { test } from "node:test";
import assert from "node:assert/strict";
import { apart, bends, MARK, tickStep } from "../shell/chart";
import type { ReviewStep } from "../shell/types";

const far = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y);

test("marks that do not touch stay where they are", () => {
  const marks = [
    { x: 0, y: 100 },
    { x: 100, y: 100 },
  ];
  assert.deepEqual(apart(marks, 0, 200), marks);
});

test("marks that would overlap move up or down, within the chart", () => {
  const marks = [0, 3, 6, 9].map((x) => ({ x, y: 100 }));
  const placed = apart(marks, 0, 200);
  assert.deepEqual(placed[0], marks[0]);
  placed.forEach((a, i) => {
    assert.equal(a.x, marks[i]!.x);
    assert(a.y >= -MARK / 2 && a.y <= 200);
    for (const b of placed.slice(i + 1)) assert(far(a, b) > 2 * MARK);
  });
});

test("where there is no room at all, a mark stays", () => {
  const marks = [0, 1, 2].map((x) => ({ x, y: 5 }));
  assert.equal(apart(marks, 0, 10)[2]!.y, 5);
});

test("a line bends where the chance changes", () => {
  const steps = [0.5, 0.5, 0.5, 0.7, 0.7].map((win, position) => ({
    position,
    actor: 0,
    win: [win],
  })) as ReviewStep[];
  assert.deepEqual(
    [1, 2, 3].map((i) => bends(steps, i, 0)),
    [false, true, true],
  );
});

test("ticks are round numbers, and not too many", () => {
  assert.equal(tickStep(8, 10), 1);
  assert.equal(tickStep(60, 10), 10);
  assert.equal(tickStep(230, 10), 25);
  assert.equal(tickStep(99999, 2), 99999);
  for (let last = 1; last < 900; last += 7) assert(last / tickStep(last, 9) <= 9);
});
