import { test } from "node:test";
import assert from "node:assert/strict";
import { otherSeats, parts, within } from "../shell/boardtools";
import { seat } from "./tables";

test("an id is a kind and a key", () => {
  assert.deepEqual(parts("queue.2"), { kind: "queue", key: "2" });
  assert.deepEqual(parts("deck"), { kind: "deck", key: "" });
});

test("a key may have dots of its own", () => {
  assert.deepEqual(parts("route.pier39-alcatraz.b"), { kind: "route", key: "pier39-alcatraz.b" });
  assert.deepEqual(parts("odd."), { kind: "odd", key: "" });
});

test("the others are all seats but mine", () => {
  const seats = [seat(0), seat(1), seat(2)];
  assert.deepEqual(otherSeats({ seats, me: 1 }), [0, 2]);
  assert.deepEqual(otherSeats({ seats, me: null }), [0, 1, 2]);
});

test("a value stays within its bounds", () => {
  assert.equal(within(5, 1, 9), 5);
  assert.equal(within(-5, 1, 9), 1);
  assert.equal(within(50, 1, 9), 9);
  assert.equal(within(5, 7, 3), 7, "the lower bound wins if they contradict each other");
});
