import { storage } from "./page";
import { test } from "node:test";
import assert from "node:assert/strict";
import { cardsMove, kept, motion, theme } from "../shell/settings";

test("a setting begins with its standard and is kept when it changes", () => {
  const colour = kept("colour", "red");
  assert.equal(colour.value, "red");
  colour.value = "blue";
  assert.equal(storage.kept.get("valise.colour"), '"blue"');
  assert.equal(kept("colour", "red").value, "blue");
});

test("objects are kept as JSON", () => {
  kept<Record<string, number>>("read", {}).value = { M: 3 };
  assert.deepEqual(kept<Record<string, number>>("read", {}).value, { M: 3 });
});

test("what cannot be read is the standard", () => {
  storage.kept.set("valise.broken", "{not json");
  assert.equal(kept("broken", 7).value, 7);
});

test("false and empty are values too", () => {
  storage.kept.set("valise.off", "false");
  storage.kept.set("valise.name", '""');
  assert.equal(kept("off", true).value, false);
  assert.equal(kept("name", "Ada").value, "");
});

test("a browser that refuses to keep anything still has the setting for this visit", () => {
  storage.refuse = true;
  const colour = kept("other", "red");
  colour.value = "blue";
  assert.equal(colour.value, "blue");
  storage.refuse = false;
  assert.equal(storage.kept.has("valise.other"), false);
});

test("the light of the page follows the setting", () => {
  const { dataset } = document.documentElement;
  theme.value = "dark";
  assert.equal(dataset.theme, "dark");
  theme.value = "auto";
  assert.equal("theme" in dataset, false);
});

test("cards move unless that is switched off", () => {
  assert.equal(cardsMove(), true);
  motion.value = "off";
  assert.equal(cardsMove(), false);
});
