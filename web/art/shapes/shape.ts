/* What a shape is: it draws itself into a poster of 116 by 104 with the ground at about 94. */
import type { VNode } from "preact";
import type { Tones } from "../colours";
import type { Rand } from "../random";

export const WIDE = 116;
export const HIGH = 104;

export type Shape = (r: Rand, t: Tones) => VNode;

/** One digit after the point is enough for a path. */
export const n = (v: number) => Math.round(v * 10) / 10;
