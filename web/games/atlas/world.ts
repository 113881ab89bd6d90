/* Where the countries lie on the map, and frames: which part of the world is shown. */
import { within } from "../../shell/boardtools";
import type { Box } from "../../shell/box";
import world from "./map.json";

export interface Spot {
  x: number;
  y: number;
  path?: string;
}

export const SPOTS = new Map<string, Spot>(
  (world.countries as ({ id: string } & Spot)[]).map((c) => [c.id, c]),
);
export const WIDE = world.width;
export const HIGH = world.height;
/** The width of the visible part at the largest zoom. */
export const NEAREST = 160;

export interface Frame {
  x: number;
  y: number;
  wide: number; // the width of the visible part
}

/* The frame that fits the whole world into a box of pixels. */
export function whole(box: Box): Frame {
  const wide = Math.max(WIDE, (HIGH * box.width) / box.height);
  const high = (wide * box.height) / box.width;
  return { x: (WIDE - wide) / 2, y: (HIGH - high) / 2, wide };
}

/* The frame around these countries, with a margin. */
export function around(ids: readonly string[], box: Box, least = 2 * NEAREST): Frame | null {
  const spots = ids.flatMap((id) => SPOTS.get(id) ?? []);
  if (!spots.length) return null;
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, foot] = [Math.min(...ys), Math.max(...ys)];
  const wide = within(
    Math.max(right - left, ((foot - top) * box.width) / box.height) * 1.25,
    least,
    whole(box).wide,
  );
  return {
    x: (left + right - wide) / 2,
    y: (top + foot - (wide * box.height) / box.width) / 2,
    wide,
  };
}
