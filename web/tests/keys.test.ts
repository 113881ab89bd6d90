import { test } from "node:test";
import assert from "node:assert/strict";
import { nearestPoint } from "../shell/keys";

/** Two rows of three, and one far below. */
const GRID = [
  [0, 0],
  [100, 0],
  [200, 0],
  [0, 100],
  [100, 100],
  [200, 100],
  [110, 400],
] as const;

const from = (index: number, key: "Left" | "Right" | "Up" | "Down") =>
  nearestPoint(GRID[index]!, GRID, `Arrow${key}`);

test("arrows follow rows and columns", () => {
  assert.equal(from(0, "Right"), 1);
  assert.equal(from(1, "Right"), 2);
  assert.equal(from(4, "Left"), 3);
  assert.equal(from(1, "Down"), 4);
  assert.equal(from(5, "Up"), 2);
});

test("the nearest one ahead is found where none is straight ahead", () => {
  assert.equal(from(4, "Down"), 6);
  assert.equal(from(6, "Up"), 4);
});

test("at the edge there is nothing", () => {
  assert.equal(from(2, "Right"), -1);
  assert.equal(from(0, "Up"), -1);
  assert.equal(nearestPoint([0, 0], [], "ArrowDown"), -1);
});

test("what lies at the same height is not above", () => {
  assert.equal(nearestPoint([0, 0], [[50, -2]], "ArrowUp"), -1);
});
