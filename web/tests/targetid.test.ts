import { test } from "node:test";
import assert from "node:assert/strict";
import { parts } from "../shell/targetid";

test("an id is a kind and a key", () => {
  assert.deepEqual(parts("queue.2"), { kind: "queue", key: "2" });
  assert.deepEqual(parts("deck"), { kind: "deck", key: "" });
});

test("a key may have dots of its own", () => {
  assert.deepEqual(parts("route.pier39-alcatraz.b"), { kind: "route", key: "pier39-alcatraz.b" });
  assert.deepEqual(parts("odd."), { kind: "odd", key: "" });
});
