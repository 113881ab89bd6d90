import { FakeSocket } from "./page";
import { test } from "node:test";
import assert from "node:assert/strict";
import { ChatStore, mergeLines, sayable } from "../shell/store/chat";
import { ClockStore } from "../shell/store/clock";
import type { ChatLine, ChatMessage } from "../shell/types";

const now = Math.round(Date.now() / 1000);
const line = (number: number, seat = 1, time = now): ChatLine => ({
  number,
  seat,
  time,
  text: `line ${number}`,
});
const message = (lines: ChatLine[], more: Partial<ChatMessage> = {}): ChatMessage => ({
  match: "M",
  seat: 0,
  whole: false,
  muted: [],
  lines,
  ...more,
});

test("a text becomes one line without what cannot be seen", () => {
  assert.equal(sayable("  two\n lines\t here "), "two lines here");
  assert.equal(sayable("a\u200bb\u0007c\u202e"), "abc");
  assert.equal(sayable("Grüße, 你好 👋"), "Grüße, 你好 👋");
});

test("a line that comes twice is there once", () => {
  const lines = mergeLines([line(1), line(2)], [line(2), line(3)]);
  assert.deepEqual(
    lines.map((one) => one.number),
    [1, 2, 3],
  );
});

test("lines are kept by viewer", () => {
  let viewer: number | null = 0;
  const chat = new ChatStore("A", () => viewer);
  chat.hear(message([line(1)]));
  chat.hear(message([line(1), line(2)], { seat: null }));
  assert.equal(chat.lines.value.length, 1);
  assert.equal(chat.heard(null), 2);
  assert.equal(chat.heard(1), 0);
  viewer = null;
  assert.equal(new ChatStore("A", () => viewer).lines.value.length, 0);
});

test("a complete list replaces the lines: muting takes some away", () => {
  const chat = new ChatStore("B", () => 0);
  chat.hear(message([line(1), line(2, 2)]));
  chat.hear(message([line(1)], { whole: true, muted: [2] }));
  assert.equal(chat.lines.value.length, 1);
  assert.deepEqual(chat.muted.value, [2]);
});

test("unread are the lines of others since it was open", () => {
  const chat = new ChatStore("C", () => 0);
  chat.hear(message([line(1), line(2, 0), line(3)]));
  assert.equal(chat.unread.value, 2);
  chat.markRead();
  assert.equal(chat.unread.value, 0);
  chat.hear(message([line(4)]));
  assert.equal(chat.unread.value, 1);
  const again = new ChatStore("C", () => 0);
  again.hear(message([line(3), line(4)]));
  assert.equal(again.unread.value, 1, "the browser remembers");
});

test("new lines of others are read aloud", () => {
  const chat = new ChatStore("D", () => 0);
  assert.equal(chat.hear(message([line(1, 1, now - 3600)])), null, "said before the page came");
  assert.equal(chat.hear(message([line(2)]))?.number, 2);
  assert.equal(chat.hear(message([line(3, 0)])), null, "my own");
  assert.equal(chat.hear(message([line(4)], { whole: true })), null);
  chat.open = true;
  assert.equal(chat.hear(message([line(5)])), null, "the open chat reads itself");
});

test("without a connection nothing is said, and that is told", async () => {
  const chat = new ChatStore("E", () => 0);
  assert.equal(await chat.say("hello"), false);
  assert.match(chat.refused.value, /^Not connected/);
  assert.equal(FakeSocket.all.length, 0);
});

test("a clock counts down from what the server said last", () => {
  const clock = new ClockStore();
  assert.equal(clock.left(), null);
  clock.hear({ kind: "move", seconds: 60, left: 60000 });
  assert(clock.left()! > 59000 && clock.left()! <= 60000);
  clock.hear(undefined);
  assert(clock.left()! > 59000, "no news is no change");
  clock.hear({ kind: "move", seconds: 60, left: 0 });
  assert.equal(clock.left(), 0);
  clock.hear({ kind: "none", left: null });
  assert.equal(clock.left(), null);
});
