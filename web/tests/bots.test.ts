import "./page";
import { test } from "node:test";
import assert from "node:assert/strict";
import { botList, botNote, ownSeat, sayWord, standardBot } from "../shell/bots";
import type { Bot, Game, Games, Option } from "../shell/types";

const bot = (name: string, level: number, styled = false): Bot => ({
  name,
  help: `plays like ${name}`,
  styled,
  level,
});

const game = {
  levels: [{ bot: "easy" }, { bot: "fair", wins: 71.6, low: 69.2, high: 74.1 }, { bot: "hard" }],
  styles: [
    { name: "plain", help: "" },
    { name: "bold", help: "" },
  ],
  own_seats: [{ option: "rival", word: "1", seats: 2, seat: 1, name: "The Rival" }],
} as unknown as Game;

const games = {
  bots: [bot("random", 0), bot("hard", 3), bot("fair", 2, true), bot("easy", 1), bot("other", 4)],
} as unknown as Games;

test("levels come first, from weak to strong, then bots for experiments", () => {
  assert.deepEqual(
    botList(games, game).map((one) => one.value),
    ["easy", "fair", "fair:bold", "hard", "random"],
  );
  assert.equal(botList(games, game)[2]!.label, "Bot: Fair, bold");
});

test("the standard bot is a good middle, later seats are stronger", () => {
  assert.equal(standardBot(game, 1), "fair");
  assert.equal(standardBot(game, 2), "hard");
  assert.equal(standardBot(game, 3), "hard");
  assert.equal(standardBot({ ...game, levels: [] }, 1), "");
});

test("a bot is described, with its measured strength if there is one", () => {
  assert.equal(botNote(games, game, "easy"), "plays like easy");
  assert.equal(
    botNote(games, game, "fair"),
    "Plays like fair. Wins 72 in 100 against Easy (measured: 69 to 74).",
  );
  assert.equal(botNote(games, game, "fair:bold"), "plays like fair");
  assert.equal(botNote(games, game, "nobody"), "");
});

test("0 and 1 are no and yes; other values have their names", () => {
  const option = (...words: string[]) => ({ words }) as Option;
  assert.equal(sayWord(option("0", "1"), "1"), "Yes");
  assert.equal(sayWord(option("0", "1"), "0"), "No");
  assert.equal(sayWord(option("0", "1", "2"), "1"), "1");
  assert.equal(sayWord(option("short", "long"), "long"), "Long");
});

test("a seat that the game plays, with these options and seats only", () => {
  assert.equal(ownSeat(game, { rival: "1" }, 2, 1), "The Rival");
  assert.equal(ownSeat(game, { rival: "0" }, 2, 1), undefined);
  assert.equal(ownSeat(game, { rival: "1" }, 3, 1), undefined);
  assert.equal(ownSeat(game, { rival: "1" }, 2, 0), undefined);
});
