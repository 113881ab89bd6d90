/* Frames: which part of the world the map shows. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { around, type Frame, HIGH, NEAREST, SPOTS, whole, WIDE } from "../../games/atlas/world";

const BOXES = [
  { width: 900, height: 500 },
  { width: 360, height: 300 },
  { width: 300, height: 700 },
];

/** Whether a point lies in what a frame shows in a box of this shape. */
const shows = (frame: Frame, box: { width: number; height: number }, x: number, y: number) =>
  x >= frame.x &&
  x <= frame.x + frame.wide &&
  y >= frame.y &&
  y <= frame.y + (frame.wide * box.height) / box.width;

test("the map knows where every country lies, on the map", () => {
  assert(SPOTS.size > 150);
  for (const [id, { x, y }] of SPOTS) assert(x >= 0 && x <= WIDE && y >= 0 && y <= HIGH, id);
});

test("the whole world fits into a box of any shape", () => {
  for (const box of BOXES) {
    const frame = whole(box);
    assert(shows(frame, box, 0, 0) && shows(frame, box, WIDE, HIGH));
    const high = (frame.wide * box.height) / box.width;
    assert(Math.abs(frame.wide - WIDE) < 0.01 || Math.abs(high - HIGH) < 0.01, "and no smaller");
  }
});

test("a frame around countries shows all of them", () => {
  const ids = [...SPOTS.keys()];
  const pick = [ids[3]!, ids[40]!, ids[90]!];
  for (const box of BOXES) {
    const frame = around(pick, box)!;
    for (const id of pick) {
      const { x, y } = SPOTS.get(id)!;
      assert(shows(frame, box, x, y), id);
    }
  }
});

test("a frame around one country has it in the middle, and is not too close", () => {
  const [box] = BOXES as [(typeof BOXES)[number]];
  const [id, spot] = [...SPOTS][0]!;
  const frame = around([id], box)!;
  assert.equal(frame.wide, 2 * NEAREST);
  assert(Math.abs(frame.x + frame.wide / 2 - spot.x) < 0.01);
  assert.equal(around([id], box, 50)!.wide, 50);
});

test("countries that are not on the map give no frame, and never a wider one than the world", () => {
  const [box] = BOXES as [(typeof BOXES)[number]];
  assert.equal(around(["atlantis"], box), null);
  assert.equal(around([], box), null);
  assert(around([...SPOTS.keys()], box)!.wide <= whole(box).wide);
});
