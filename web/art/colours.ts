/*
 * The palette. The page's own colours live in shell/style.css as custom properties, because they
 * change with the light; what is printed on cards and posters does not change and lives here.
 * A test computes the contrast of every pair named in PAIRS and of the properties in style.css.
 */

export const PAPER = "#f4ead5";
export const CARD = "#fffaf0";
export const INK = "#1f2a37";
export const SOFT = "#5b6470";
export const LINE = "#cdbf9f";
export const NAVY = "#16324f";
export const TEAL = "#15716b";
export const TOMATO = "#c23b25";
export const MUSTARD = "#dd9f1f";
export const MUSTARD_TEXT = "#8f5f08";
export const SAGE = "#5f7f53";
export const SAGE_TEXT = "#4c6842";
export const SKY = "#9cc3d1";
export const ROSE = "#d99a8b";
export const PLUM = "#6b3f69";
export const SUN = "#f6d98b";
export const CREAM = "#fdf6e3";
export const GLOW = "#b26f00";
export const PILL = "#e6dcc4";

/** Seats by colour; SeatMark gives each its own shape as well. */
export const SEATS = [TOMATO, TEAL, MUSTARD_TEXT, NAVY] as const;

/** [front, back, least ratio] of everything printed on cards: checked by the contrast test. */
export const PAIRS: readonly (readonly [string, string, number])[] = [
  [INK, CARD, 4.5],
  [SOFT, CARD, 4.5],
  [NAVY, CARD, 4.5],
  [TEAL, CARD, 4.5],
  [TOMATO, CARD, 4.5],
  [MUSTARD_TEXT, CARD, 4.5],
  [SAGE_TEXT, CARD, 4.5],
  [PLUM, CARD, 4.5],
  [INK, PILL, 4.5],
  [CREAM, NAVY, 4.5],
  [CREAM, TEAL, 4.5],
  [CREAM, TOMATO, 4.5],
  [CREAM, MUSTARD_TEXT, 4.5],
  [CREAM, PLUM, 4.5],
  [INK, MUSTARD, 4.5],
  [SAGE, CARD, 3],
  [GLOW, CARD, 3],
  [GLOW, PAPER, 3],
];

function channels(colour: string): [number, number, number] {
  const n = parseInt(colour.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** The colour a part of the way from one to the other. */
export function mix(from: string, to: string, part: number): string {
  const a = channels(from);
  const b = channels(to);
  const out = a.map((v, i) => Math.round(v + (b[i]! - v) * part));
  return "#" + out.map((v) => v.toString(16).padStart(2, "0")).join("");
}

/** The tones a poster is printed in, all from one colour. */
export interface Tones {
  base: string; // the sky of the poster
  deep: string; // darkest: foreground silhouettes
  far: string; // hills and towers in the haze
  mid: string; // between far and light
  light: string; // the subject
  sun: string;
}

export function tones(base: string): Tones {
  return {
    base,
    deep: mix(base, "#0d1722", 0.45),
    far: mix(base, CARD, 0.28),
    mid: mix(base, CARD, 0.58),
    light: CREAM,
    sun: SUN,
  };
}
