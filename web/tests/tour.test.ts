import "./page";
import { test } from "node:test";
import assert from "node:assert/strict";
import { dueStep, endTour, restartTour, type TourStep } from "../shell/tour";
import { tourOn, toured } from "../shell/settings";

const step = (key: string, ...on: string[]): TourStep => ({
  key,
  title: key,
  text: "",
  at: "",
  clause: "",
  ...(on.length ? { on } : {}),
});
const STEPS = [step("welcome"), step("queue", "XX-2"), step("price", "XX-2.1", "XX-4")];
const due = (read: string[], clause: string) => dueStep(STEPS, read, clause)?.key;

test("a step without a clause is due at once", () => {
  assert.equal(due([], "XX-9.9"), "welcome");
});

test("a step is due at its clauses, once", () => {
  assert.equal(due(["welcome"], "XX-2.5"), "queue");
  assert.equal(due(["welcome", "queue"], "XX-2.1"), "price");
  assert.equal(due(["welcome", "queue"], "XX-4.7"), "price");
  assert.equal(due(["welcome", "queue", "price"], "XX-2.1"), undefined);
});

test("a clause does not include those whose number begins like it", () => {
  assert.equal(due(["welcome", "queue"], "XX-2.10"), undefined);
  assert.equal(due(["welcome"], "XX-20.1"), undefined);
});

test("a tour can be ended and started again", () => {
  endTour("game", STEPS);
  assert.deepEqual(toured.value.game, ["welcome", "queue", "price"]);
  tourOn.value = false;
  restartTour("game");
  assert.deepEqual(toured.value.game, []);
  assert.equal(tourOn.value, true);
});
