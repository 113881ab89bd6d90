import { fire, FakeSocket, pass, settled } from "./page";
import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import type { Refused } from "../shell/api";
import { link, reconnect, request, watchAgain, watchSeat } from "../shell/connection";
import type { Seat, Table } from "../shell/types";
import { seat, table } from "./tables";

interface Heard {
  tables: Table[];
  seats: Seat[][];
  left: (string | null)[];
  refused: string[];
  next: string[];
}

let stop: () => void = () => {};
let heard: Heard;
let seen: number | undefined;
let words = false;

/** Watches a seat, and notes what it hears. */
function watch(viewer: number | null = 0): () => void {
  heard = { tables: [], seats: [], left: [], refused: [], next: [] };
  return watchSeat({
    match: "M",
    seat: viewer,
    seen: () => seen,
    heard: () => 0,
    words: () => words,
    table: (one) => heard.tables.push(one),
    presence: (seats) => heard.seats.push(seats),
    chat: () => {},
    rematch: (next) => heard.next.push(next),
    left: (how) => heard.left.push(how),
    refused: (why) => heard.refused.push(why.message),
  });
}

const is = (code: string) => (error: Error) => (error as Refused).code === code;

/** Each test begins with one watcher on an open connection. */
beforeEach(() => {
  stop();
  if (FakeSocket.all.length) FakeSocket.last.lose();
  seen = undefined;
  words = false;
  stop = watch();
  FakeSocket.last.open();
});

test("the connection goes to the page's own folder, and watches what is wanted", () => {
  assert.equal(String(FakeSocket.last.url), "wss://example.org/valise/ws");
  assert.equal(FakeSocket.last.protocol, "valise.1");
  const { id, ...message } = FakeSocket.last.latest("watch");
  assert.equal(typeof id, "number");
  assert.deepEqual(message, { type: "watch", match: "M", seat: 0, changes: true });
  assert.equal(link.value, "open");
});

test("pushes of changes add up", async () => {
  const socket = FakeSocket.last;
  await socket.answer("watch", { ...table({ view: { a: 1, b: 1 } }) });
  await socket.say({
    type: "table",
    match: "M",
    seat: 0,
    changes: true,
    position: 5,
    view_changes: { b: 2 },
  });
  await socket.say({ type: "table", match: "M", seat: 0, changes: true, view_changes: { a: 3 } });
  assert.deepEqual(heard.tables[2]!.view, { a: 3, b: 2 });
  assert.equal(heard.tables[2]!.position, 5);
  assert.equal(heard.tables[2]!.game, "game");
});

test("messages go to the viewer they are for", async () => {
  const socket = FakeSocket.last;
  await socket.say({ ...table({ seat: 1 }) });
  await socket.say({ ...table({ match: "OTHER" }) });
  assert.equal(heard.tables.length, 0);
  await socket.say({ type: "presence", match: "M", seats: [seat(0)] });
  assert.equal(heard.seats.length, 1);
  await socket.say({ type: "rematch", match: "M", next: "N" });
  assert.deepEqual(heard.next, ["N"]);
  await socket.say({ type: "left", match: "M", seat: 0, how: "voted" });
  await socket.say({ type: "gone", match: "M" });
  assert.deepEqual(heard.left, ["voted", null]);
});

test("answers find their request by its number", async () => {
  const socket = FakeSocket.last;
  const first = request<{ n: number }>({ type: "try" });
  const second = request<{ n: number }>({ type: "hint" });
  await socket.answer("hint", { type: "hint", n: 2 });
  await socket.answer("try", { type: "tried", n: 1 });
  assert.equal((await first).n, 1);
  assert.equal((await second).n, 2);
});

test("an error refuses the request, with its clause", async () => {
  const wanted = request({ type: "try" });
  const refused = assert.rejects(wanted, (error) => {
    const { code, message, clause } = error as Refused;
    return code === "illegal" && message === "no coins" && clause === "XX-2.1";
  });
  await FakeSocket.last.answer("try", {
    type: "error",
    code: "illegal",
    message: "no coins",
    clause: "XX-2.1",
  });
  await refused;
});

test("a lost connection refuses what is open, except a commit, which is sent again", async () => {
  const tried = assert.rejects(request({ type: "try" }), is("lost"));
  const commit = request<{ position: number }>({ type: "commit", key: "K" }, true);
  const before = FakeSocket.last;
  const { id } = before.latest("commit");
  seen = 7;
  before.lose();
  await tried;
  assert.equal(link.value, "lost");
  pass(15000);
  assert.notEqual(FakeSocket.last, before);
  FakeSocket.last.open();
  assert.equal(FakeSocket.last.latest("watch").seen, 7);
  assert.deepEqual(FakeSocket.last.latest("commit"), { type: "commit", key: "K", id });
  await FakeSocket.last.answer("commit", { type: "ack", position: 8 });
  assert.equal((await commit).position, 8);
});

test("without a connection a request is refused at once", async () => {
  FakeSocket.last.lose();
  await assert.rejects(request({ type: "try" }), is("lost"));
});

test("a commit is sent again while the server is too busy to store it", async () => {
  const socket = FakeSocket.last;
  const commit = request<{ position: number }>({ type: "commit" }, true);
  await socket.answer("commit", { type: "error", code: "busy", message: "later" });
  assert.equal(socket.of("commit").length, 1);
  pass(1000);
  assert.equal(socket.of("commit").length, 2);
  await socket.answer("commit", { type: "ack", position: 5 });
  assert.equal((await commit).position, 5);
});

test("an older server is asked for whole tables", async () => {
  const socket = FakeSocket.last;
  await socket.answer("watch", { type: "error", code: "bad_input", message: "changes?" });
  assert.equal(socket.of("watch").length, 2);
  assert(!("changes" in socket.latest("watch")));
  await socket.answer("watch", { type: "error", code: "bad_input", message: "what?" });
  assert.deepEqual(heard.refused, ["what?"]);
});

test("too many requests: asks again, and gives up in the end", async () => {
  const socket = FakeSocket.last;
  for (let i = 0; i < 20 && !heard.refused.length; i++) {
    await socket.answer("watch", { type: "error", code: "too_many", message: "too many" });
    pass(1000);
  }
  assert.equal(socket.of("watch").length, 9);
  assert.deepEqual(heard.refused, ["too many"]);
});

test("a seat that went elsewhere, and a match that is gone", async () => {
  await FakeSocket.last.answer("watch", { type: "error", code: "not_yours", message: "" });
  watchAgain("M");
  await FakeSocket.last.answer("watch", { type: "error", code: "not_found", message: "" });
  assert.deepEqual(heard.left, ["moved", null]);
});

test("asking for words watches again", () => {
  words = true;
  watchAgain("M");
  assert.equal(FakeSocket.last.latest("watch").words, true);
  watchAgain("OTHER");
  assert.equal(FakeSocket.last.of("watch").length, 2);
});

test("a page that nobody sees does not take its seat back from the bot", async () => {
  Object.assign(document, { visibilityState: "hidden" });
  watchAgain("M");
  assert.equal(FakeSocket.last.latest("watch").idle, true);
  Object.assign(document, { visibilityState: "visible" });
  fire("pointerdown");
  watchAgain("M");
  assert(!("idle" in FakeSocket.last.latest("watch")));
  await settled();
});

test("a new cookie needs a new connection", () => {
  const old = FakeSocket.last;
  reconnect();
  assert.equal(old.readyState, FakeSocket.CLOSED);
  assert.notEqual(FakeSocket.last, old);
});

test("who stops watching says so, and nothing is opened again", () => {
  stop();
  assert.deepEqual(FakeSocket.last.latest("unwatch").match, "M");
  const connections = FakeSocket.all.length;
  FakeSocket.last.lose();
  pass(20000);
  assert.equal(FakeSocket.all.length, connections);
  assert.equal(link.value, "idle");
});
