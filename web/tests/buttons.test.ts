import "./page";
import { test } from "node:test";
import assert from "node:assert/strict";
import { buttonsFor, commonWords } from "../shell/buttons";
import { move } from "./tables";

test("labels share their first whole words", () => {
  assert.equal(commonWords(["Claim Pier 39: 2 blue", "Claim Pier 39: 1 red"]), "Claim Pier 39");
  assert.equal(commonWords(["Sell", "Sell out"]), "Sell");
  assert.equal(commonWords(["Sell", "Buy"]), "");
  assert.equal(commonWords(["Sell two"]), "Sell two");
  assert.equal(commonWords([]), "");
});

const pay = (what: string, how: string) =>
  move(`pay ${what} ${how} @ ${what}`, { label: `Pay ${what} with ${how}` });

test("up to five moves are buttons of their own", () => {
  const free = ["a", "b", "c", "d", "e"].map((how) => pay("route.x", how));
  assert.deepEqual(buttonsFor(free, new Set(), []), free);
});

test("many moves for the same thing are one button", () => {
  const free = [
    ...["a", "b", "c"].map((how) => pay("x", how)),
    ...["a", "b"].map((how) => pay("y", how)),
    move("pass"),
  ];
  assert.deepEqual(buttonsFor(free, new Set(), []), [
    { target: "x", label: "Pay x with" },
    { target: "y", label: "Pay y with" },
    move("pass"),
  ]);
});

test("the element that the board does not draw makes the group", () => {
  const free = Array.from({ length: 6 }, (_, i) =>
    move(`m${i} @ hand.${i} goal.${i % 2}`, { label: `Reach goal ${i % 2} now with ${i}` }),
  );
  const drawn = new Set(free.flatMap((one) => one.targets[0]!));
  assert.deepEqual(buttonsFor(free, drawn, []), [
    { target: "goal.0", label: "Reach goal 0 now with" },
    { target: "goal.1", label: "Reach goal 1 now with" },
  ]);
});

test("moves that are all alike, or share no word, stay as they are", () => {
  const same = Array.from({ length: 6 }, (_, i) => pay("x", String(i)));
  assert.deepEqual(buttonsFor(same, new Set(), []), same);
  const unlike = Array.from({ length: 6 }, (_, i) =>
    move(`m${i} @ t${i % 2}`, { label: `${"ABCDEF"[i]} it` }),
  );
  assert.deepEqual(buttonsFor(unlike, new Set(), []).length, 6);
});
