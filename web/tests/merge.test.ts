import { test } from "node:test";
import assert from "node:assert/strict";
import { mergeLog, mergeTable } from "../shell/store/merge";
import { line, moves, table } from "./tables";

test("the answer to a watch is the table", () => {
  const whole = table();
  assert.deepEqual(mergeTable(undefined, whole), whole);
});

test("a complete push keeps what never changes in a match", () => {
  const first = table({ commitment: "abc", options: { deck: "b" } });
  const { game, deck, options, commitment, ...push } = table({ position: 5 });
  assert.deepEqual(mergeTable(first, push), { ...first, position: 5 });
});

test("changes replace members of the table, the view and the facts", () => {
  const last = table({
    view: { queue: [1, 2], coins: [3, 3] },
    facts: { prompt: "old", clause: "X-1", points: [0, 0], ending: "soon" },
  });
  const next = mergeTable(last, {
    changes: true,
    position: 5,
    legal: moves("a"),
    view_changes: { coins: [3, 2] },
    facts_changes: { prompt: "new" },
  })!;
  assert.deepEqual(next.view, { queue: [1, 2], coins: [3, 2] });
  assert.deepEqual(next.facts, { prompt: "new", clause: "X-1", points: [0, 0], ending: "soon" });
  assert.equal(next.position, 5);
  assert.deepEqual(next.seats, last.seats);
  assert.deepEqual(last.view, { queue: [1, 2], coins: [3, 3] }, "the table before is untouched");
});

test("a member that changes as a whole is not mixed with the old one", () => {
  const last = table({ view: { hands: { 0: [1], 1: [2] } } });
  const next = mergeTable(last, { changes: true, view_changes: { hands: { 0: [9] } } })!;
  assert.deepEqual(next.view, { hands: { 0: [9] } });
});

test("a whole view may come with changes to the rest", () => {
  const last = table({ view: { a: 1, b: 2 } });
  assert.deepEqual(mergeTable(last, { changes: true, view: { a: 3 } })!.view, { a: 3 });
});

test("the message's own members do not stay in the table", () => {
  const next = mergeTable(table(), { changes: true, view_changes: {}, facts_changes: {} })!;
  for (const member of ["changes", "view_changes", "facts_changes"]) assert(!(member in next));
});

test("changes to a table that never came are no table", () => {
  assert.equal(mergeTable(undefined, { changes: true, position: 5 }), undefined);
});

test("the words go when a complete table comes without them, and stay with changes", () => {
  const last = table({ text: "Queue: Otis" });
  assert(!("text" in mergeTable(last, table({ position: 5 }))!));
  assert.equal(mergeTable(last, { changes: true, position: 5 })!.text, "Queue: Otis");
  assert.equal(mergeTable(last, table({ text: "Queue: Greta" }))!.text, "Queue: Greta");
});

test("a log goes on from the position that a message begins with", () => {
  const log = [line(0, "a"), line(1, "b"), line(2, "old")];
  const texts = (from: number, ...more: string[]) =>
    mergeLog(log, table({ from, log: more.map((text, i) => line(from + i, text)) })).map(
      (entry) => entry.text,
    );
  assert.deepEqual(texts(3, "c"), ["a", "b", "old", "c"]);
  assert.deepEqual(texts(2, "new", "c"), ["a", "b", "new", "c"]);
  assert.deepEqual(texts(0, "x"), ["x"]);
  assert.deepEqual(texts(3), ["a", "b", "old"]);
});
