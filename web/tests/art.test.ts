import { test } from "node:test";
import assert from "node:assert/strict";
import { between, oneOf, rand, seedOf } from "../art/random";

test("the same seed draws the same picture", () => {
  const draw = (key: string) => {
    const r = rand(seedOf(key));
    return Array.from({ length: 8 }, () => r());
  };
  assert.deepEqual(draw("otis"), draw("otis"));
  assert.notEqual(draw("otis")[0], draw("greta")[0]);
  assert(draw("otis").every((n) => n >= 0 && n < 1));
});

test("numbers lie between their bounds, in tenths", () => {
  const r = rand(1);
  for (let i = 0; i < 200; i++) {
    const n = between(r, -2, 3);
    assert(n >= -2 && n <= 3 && Math.abs(n * 10 - Math.round(n * 10)) < 1e-9);
  }
});

test("every member of a list comes up", () => {
  const r = rand(7);
  const seen = new Set(Array.from({ length: 100 }, () => oneOf(r, ["a", "b", "c"])));
  assert.equal(seen.size, 3);
});
