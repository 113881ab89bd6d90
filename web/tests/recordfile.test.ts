import "./page";
import { test } from "node:test";
import assert from "node:assert/strict";
import { Refused } from "../shell/api";
import { inWholeFile, plainLines, recordParts } from "../shell/recordfile";

const record = (n: number, size = 0) => `valise record 2\nmatch ${n}\n${"x".repeat(size)}\n`;

test("line ends of every kind become plain", () => {
  assert.equal(plainLines("a\r\nb\rc\nd  \n\n\n"), "a\nb\nc\nd\n");
});

test("few records are one part", () => {
  const text = record(1) + record(2);
  assert.deepEqual(recordParts(text), [text]);
});

test("parts hold fifty records at most, and nothing is lost", () => {
  const text = Array.from({ length: 120 }, (_, n) => record(n)).join("");
  const parts = recordParts(text);
  assert.deepEqual(
    parts.map((part) => part.split("valise record ").length - 1),
    [50, 50, 20],
  );
  assert.equal(parts.join(""), text);
});

test("large records go into parts of their own", () => {
  const text = record(1, 300000) + record(2, 300000) + record(3);
  assert.equal(recordParts(text).length, 2);
  assert.equal(recordParts(text).join(""), text);
});

test("a record begins a line: the words inside one do not cut it", () => {
  const text = `${record(1)}note see valise record 9\n`;
  assert.equal(recordParts(text).length, 1);
});

test("an error names the line of the whole file", () => {
  const error = inWholeFile(new Refused("no such move", "bad_input", "", "line 7"), 100) as Refused;
  assert.equal(error.where, "line 107");
  assert.equal(error.message, "no such move");
});

test("an error without a line stays as it is", () => {
  const plain = new Error("offline");
  assert.equal(inWholeFile(plain, 100), plain);
  const elsewhere = new Refused("too large", "too_large", "", "records");
  assert.equal(inWholeFile(elsewhere, 100), elsewhere);
});
