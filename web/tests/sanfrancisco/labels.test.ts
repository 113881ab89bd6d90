/* Where the names stand on the map of the deck that we ship. */
import { readFileSync } from "node:fs";
import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type Box,
  boxOf,
  coversFlag,
  flagAt,
  type Label,
  labels,
} from "../../games/sanfrancisco/labels";
import {
  along,
  band,
  line,
  offset,
  position,
  routes,
  type SfDeck,
} from "../../games/sanfrancisco/table";

/** The rows of a table of the deck, as the server sends them. */
function rows(name: string): Record<string, string>[] {
  const text = readFileSync(`${PROJECT}/data/sanfrancisco/${name}.tsv`, "utf8");
  const [head = [], ...body] = text
    .split("\n")
    .filter((row) => row && !row.startsWith("#"))
    .map((row) => row.split("\t"));
  return body.map((cells) => Object.fromEntries(head.map((key, i) => [key, cells[i] ?? ""])));
}

const open = () =>
  Object.fromEntries(
    ["cards", "places", "tokens", "links", "routes", "tickets"].map((name) => [name, rows(name)]),
  ) as SfDeck;
const deck = open();
const keys = deck.places.map((place) => place.key);
/** What is drawn of the map, and the part of it that names are given. */
const MAP = { left: 0, right: 1076, top: 16, foot: 728 };
const ROOM = { left: 10, right: 1066, top: 20, foot: 724 };
const SIZES = [22, 26, 32];

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.foot, b.foot) - Math.max(a.top, b.top));

const near = (a: number, b: number) => Math.abs(a - b) < 0.01;

for (const size of SIZES) {
  const placed = labels(deck, keys, size, ROOM);
  const boxes = placed.map((label) => boxOf(label, size));

  test(`size ${size}: every place has its whole name`, () => {
    assert.deepEqual(
      placed.map((label) => label.key),
      keys,
    );
    placed.forEach((label, i) => assert.equal(label.lines.join(" "), deck.places[i]!.name));
  });

  test(`size ${size}: no name lies on another`, () => {
    boxes.forEach((a, i) =>
      boxes.slice(i + 1).forEach((b, j) => {
        const names = `${keys[i]} and ${keys[i + 1 + j]}`;
        assert.equal(overlap(a, b), 0, names);
      }),
    );
  });

  test(`size ${size}: every name stays on the map`, () => {
    boxes.forEach((box, i) => {
      const inside = box.left >= MAP.left && box.right <= MAP.right;
      assert(inside && box.top >= MAP.top && box.foot <= MAP.foot, keys[i]!);
    });
  });

  test(`size ${size}: no name covers a place`, () => {
    boxes.forEach((box, i) => {
      for (const key of keys) {
        const at = position(deck, key);
        const on = at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.foot;
        assert(!on, `${keys[i]} lies on ${key}`);
      }
    });
  });
}

test("the same deck gives the same names, and they are worked out once", () => {
  assert.equal(labels(deck, keys, 22, ROOM), labels(deck, keys, 22, ROOM));
  assert.deepEqual(labels(open(), keys, 22, ROOM), labels(deck, keys, 22, ROOM));
});

test("only the places asked for are named; an unknown one is left out", () => {
  const some = labels(deck, [keys[3]!, "atlantis"], 22, ROOM);
  assert.deepEqual(
    some.map((label) => label.key),
    [keys[3]],
  );
});

test("names keep away from what covers the map", () => {
  const [first] = labels(deck, [keys[0]!], 40, ROOM, 0.01);
  const covered = boxOf(first!, 40);
  const [moved] = labels(deck, [keys[0]!], 40, ROOM, 0.01, [covered]);
  assert.equal(overlap(boxOf(moved!, 40), covered), 0);
});

test("a name is as wide as its longest line, on the side of its anchor", () => {
  const label = (anchor: Label["anchor"]): Label => ({
    key: "x",
    x: 100,
    y: 50,
    anchor,
    lines: ["Ferry", "Building"],
  });
  const start = boxOf(label("start"), 20);
  assert(near(start.left, 100) && near(start.right - start.left, 8 * 20 * 0.53));
  assert(near(boxOf(label("end"), 20).right, 100));
  const middle = boxOf(label("middle"), 20);
  assert(near((middle.left + middle.right) / 2, 100));
  assert(start.top < 50 && start.foot > 50 + 20 * 0.8, "two lines");
});

test("a flag flies above its place, and a name over it is noticed", () => {
  const at = { x: 100, y: 100 };
  const flag = flagAt(at);
  assert(flag.foot < at.y && flag.left < at.x && flag.right > at.x);
  const label: Label = { key: "x", x: 100, y: 75, anchor: "middle", lines: ["Name"] };
  assert.equal(coversFlag(label, at, 20), true);
  assert.equal(coversFlag({ ...label, y: 140 }, at, 20), false);
});

test("routes: two lanes of a link lie on both sides of its middle", () => {
  const all = routes(deck);
  assert.equal(all.length, deck.routes.length);
  const a = all.find((route) => route.lane === "a")!;
  const b = all.find((route) => route.from === a.from && route.to === a.to && route.lane === "b")!;
  assert.equal(a.key.replace(/\.a$/, ".b"), b.key);
  assert.equal(offset(a, 12), -offset(b, 12));
  assert.equal(
    offset(
      all.find((route) => !route.lane)!,
      12,
    ),
    0,
  );
});

test("routes: spaces follow each other from place to place, with gaps between them", () => {
  for (const route of routes(deck)) {
    const { spots, size } = line(deck, route, 0);
    assert.equal(spots.length, route.spaces, route.key);
    const from = position(deck, route.from);
    const far = spots.map((spot) => Math.hypot(spot.x - from.x, spot.y - from.y));
    assert(far.every((one, i) => i === 0 || one > far[i - 1]!));
    spots.slice(1).forEach((spot, i) => {
      const gap = Math.hypot(spot.x - spots[i]!.x, spot.y - spots[i]!.y);
      // Spaces are cut by the straight line: on a bend the outer ones lie a little closer.
      assert(gap > (route.bend ? 0.9 : 1) * size, `${route.key}: ${gap} < ${size}`);
    });
  }
});

test("a bent link bulges to its left, most in the middle", () => {
  const [a, b] = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ];
  assert(near(along(a, b, 10, 0.5, 0).y, -10));
  assert(near(along(a, b, 10, 0, 0).y, 0) && near(along(a, b, 10, 1, 0).y, 0));
  assert(near(along(a, b, 0, 0.25, 12).y, -12));
  assert(near(along(a, b, 0, 0.25, 0).turn, 0));
  assert(near(along(a, b, 10, 0.5, 0).turn, 0));
});

test("the band that takes a touch is a closed outline", () => {
  const route = routes(deck)[0]!;
  assert.match(band(deck, route, -10, 10, 20), /^M[\d. -]+(L[\d. -]+)+Z$/);
});
