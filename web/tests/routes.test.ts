import { test } from "node:test";
import assert from "node:assert/strict";
import { lobbyRoute, mineRoute, parseRoute, setupRoute, tableRoute } from "../shell/routes";

test("what the page writes, it reads", () => {
  assert.deepEqual(parseRoute(lobbyRoute), { page: "lobby" });
  assert.deepEqual(parseRoute(mineRoute), { page: "mine" });
  assert.deepEqual(parseRoute(setupRoute("chess")), { page: "setup", game: "chess" });
  assert.deepEqual(parseRoute(tableRoute("ABC")), { page: "table", match: "ABC" });
});

test("links of seats, as the server makes them", () => {
  assert.deepEqual(parseRoute("#/m/ABC/s/2/SECRET"), {
    page: "invite",
    match: "ABC",
    seat: 2,
    secret: "SECRET",
  });
  assert.deepEqual(parseRoute("#/m/ABC/t/0/TOKEN"), {
    page: "take",
    match: "ABC",
    seat: 0,
    token: "TOKEN",
    adds: false,
  });
  assert.deepEqual(parseRoute("#/m/ABC/a/0/TOKEN"), {
    page: "take",
    match: "ABC",
    seat: 0,
    token: "TOKEN",
    adds: true,
  });
});

test("anything else is the lobby, or the table it begins with", () => {
  for (const fragment of ["", "#", "#/", "#/m", "#/m/", "#/new", "#/new/", "#/elsewhere/x"]) {
    assert.deepEqual(parseRoute(fragment), { page: "lobby" }, fragment);
  }
  assert.deepEqual(parseRoute("#/m/ABC/x/1"), { page: "table", match: "ABC" });
});
