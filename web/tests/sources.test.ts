/* What holds for every source file of the client. */
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import assert from "node:assert/strict";

const MOST_LINES = 500;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : sources(path);
    return /\.(ts|tsx|css|mjs|js)$/.test(entry.name) ? [path] : [];
  });
}

const files = sources(`${PROJECT}/web`).map((path) => ({
  path: path.slice(PROJECT.length + 1),
  text: readFileSync(path, "utf8"),
}));

test("no file is longer than 500 lines", () => {
  const long = files
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES);
  assert(files.length > 100);
  assert.deepEqual(long, []);
});

test("every file of shell, art and games opens with what it is for", () => {
  const silent = files
    .filter(({ path }) => /^web\/(shell|art|games)\//.test(path))
    .filter(({ text }) => !text.startsWith("/*"))
    .map(({ path }) => path);
  assert.deepEqual(silent, []);
});

test("the stores draw nothing", () => {
  for (const { path, text } of files) {
    if (!path.startsWith("web/shell/store/")) continue;
    assert(path.endsWith(".ts") && !/from "preact/.test(text), path);
  }
});
