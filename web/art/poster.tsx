/* A whole travel poster, for covers: 116 by 150, a scene with a band for the name below it. */
import type { ComponentChildren } from "preact";
import { MUSTARD_TEXT, NAVY, PLUM, SAGE_TEXT, TEAL, TOMATO } from "./colours";
import { seedOf } from "./random";
import type { ShapeName } from "./shapes";
import { Scene, type SceneProps } from "./scene";

export const DARKS = [TEAL, TOMATO, NAVY, MUSTARD_TEXT, PLUM, SAGE_TEXT] as const;

const VIEWS: readonly (readonly ShapeName[])[] = [
  ["mountain"],
  ["palm"],
  ["dome"],
  ["balloon"],
  ["bridge"],
  ["pagoda"],
  ["lighthouse"],
];

/** The poster of a game that has none of its own. */
export function AnyPoster({ seed }: { seed: string }) {
  const n = seedOf(seed);
  return <Poster base={DARKS[n % DARKS.length]!} shapes={VIEWS[n % VIEWS.length]!} seed={seed} />;
}

export function Poster({ children, ...scene }: SceneProps & { children?: ComponentChildren }) {
  return (
    <svg class="poster" viewBox="0 0 116 104" preserveAspectRatio="xMidYMid slice">
      <Scene {...scene} />
      {children}
    </svg>
  );
}
