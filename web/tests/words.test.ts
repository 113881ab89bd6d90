import "./page";
import { test } from "node:test";
import assert from "node:assert/strict";
import { capital, labelOf, seatNames, sentence, withNames, words } from "../shell/words";
import { en } from "../shell/words.en";
import { seat } from "./tables";

test("a browser without a catalogue of its language gets English", () => {
  assert.equal(words, en); // page.ts asks for German first
});

test("names take the place of {0} to {3}", () => {
  assert.equal(withNames("{1} pays {0}.", ["Ada", "Ben"]), "Ben pays Ada.");
  assert.equal(withNames("{3} waits", ["Ada"]), "#3 waits");
  assert.equal(withNames("{x} {12}", ["Ada"]), "{x} {12}");
  assert.equal(withNames("{0}", ["$& {1}"]), "$& {1}", "a name is never a pattern");
});

test("what the seats are called", () => {
  const bot = (n: number, name = "greedy") => seat(n, { kind: "bot", name, bot: "greedy" });
  assert.deepEqual(seatNames([seat(0), bot(1)]), ["Ada", "Greedy bot"]);
  assert.deepEqual(seatNames([seat(0, { name: "" }), bot(1, "Robbie")]), ["Seat 1", "Robbie"]);
});

test("seats of the same name are told apart by a number", () => {
  const seats = [0, 1, 2].map((n) => seat(n, { name: "Ada" }));
  assert.deepEqual(seatNames(seats), ["Ada", "Ada 2", "Ada 3"]);
});

test("a seat that the game plays has the game's name", () => {
  assert.deepEqual(seatNames([seat(0), seat(1)], [{}, { name: "The Rival" }]), [
    "Ada",
    "The Rival",
  ]);
});

test("a move is called by its label, or by its text", () => {
  assert.equal(labelOf({ move: "take 1", label: "Take {0}" }, ["Otis"]), "Take Otis");
  assert.equal(labelOf({ move: "take 1" }, []), "Take 1");
  assert.equal(labelOf({ move: "take 1", label: "" }, []), "Take 1");
});

test("capitals and full stops", () => {
  assert.equal(capital("choose a card"), "Choose a card");
  assert.equal(capital(""), "");
  assert.equal(sentence("Choose a card"), "Choose a card.");
  assert.equal(sentence("Which one?"), "Which one?");
  assert.equal(sentence("Done."), "Done.");
});

test("one is singular", () => {
  assert.equal(en.lobby.seats(1, 1), "1 traveller");
  assert.equal(en.lobby.seats(2, 2), "2 travellers");
  assert.equal(en.lobby.seats(2, 4), "2–4 travellers");
  assert.equal(en.table.pointsOf(1), "1 point");
  assert.equal(en.table.pointsOf(0), "0 points");
  assert.equal(en.table.pointsOf(null), "points hidden");
  assert.equal(en.people.exported(1), "1 record downloaded.");
});

test("how long ago", () => {
  const { ago } = en.lobby;
  assert.equal(ago(20), "just now");
  assert.equal(ago(600), "10 min ago");
  assert.equal(ago(7200), "2 h ago");
  assert.equal(ago(2 * 86400), "2 days ago");
  assert.equal(ago(36 * 3600), "2 days ago");
});

test("clocks", () => {
  const { left, choice } = en.clock;
  assert.equal(left(9), "0:09");
  assert.equal(left(75), "1:15");
  assert.equal(left(3600), "1 h 0 min");
  assert.equal(left(90000), "1 day 1 h");
  assert.equal(left(3 * 86400), "3 days 0 h");
  assert.equal(choice({ kind: "none" }), "No clock");
  assert.equal(choice({ kind: "move", seconds: 30 }), "30 seconds a move");
  assert.equal(choice({ kind: "move", seconds: 60 }), "1 minute a move");
  assert.equal(choice({ kind: "days", days: 3 }), "3 days a move, by correspondence");
});

test("how much of a set is chosen", () => {
  const { set } = en.composer;
  assert.equal(set(2, 2, 1), "1 of 2 chosen");
  assert.equal(set(1, 3, 0), "0 chosen, at least 1");
  assert.equal(set(1, 3, 2), "2 chosen, at most 3");
});

test("refusals end in one full stop", () => {
  assert.equal(en.net.failed("no coins."), "That did not work: no coins.");
  assert.equal(en.net.failed("no coins"), "That did not work: no coins.");
});

test("every word is there, and functions fill in what they are given", () => {
  let count = 0;
  const check = (value: unknown, path: string): void => {
    if (typeof value === "string") {
      count++;
      assert(value.trim() === value && !/ {2}/.test(value), `${path}: "${value}"`);
    } else if (Array.isArray(value)) {
      value.forEach((one, i) => check(one, `${path}.${i}`));
    } else if (value && typeof value === "object") {
      for (const [key, one] of Object.entries(value)) check(one, `${path}.${key}`);
    }
  };
  check(en, "en");
  assert(count > 250, `only ${count} words`);
});
