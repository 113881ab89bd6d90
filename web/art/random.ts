/*
 * A small generator for drawing: the same seed always gives the same picture. It never has
 * anything to do with the games, whose chance lives in the engine.
 */

export interface Rand {
  /** A number from 0 up to, not including, 1. */
  (): number;
}

/** A seed from any text, such as the id of a card. */
export function seedOf(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  }
  return hash >>> 0;
}

export function rand(seed: number): Rand {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number between least and most, rounded to a tenth so that paths stay short. */
export function between(r: Rand, least: number, most: number): number {
  return Math.round((least + r() * (most - least)) * 10) / 10;
}

export function oneOf<T>(r: Rand, list: readonly T[]): T {
  return list[Math.floor(r() * list.length)]!;
}
