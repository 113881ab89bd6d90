/* The poster in the lobby: the whole world, and a way round it. */
import { CREAM, MUSTARD_TEXT, NAVY, Poster, SUN, TOMATO, mix } from "../../art";

/** The lands of a globe of radius 36 round (0, 0), as seen from above the Atlantic. */
const LANDS = [
  "M-31-18q3-9 11-13 8-3 15-1l2 4-5 3 3 4-6 5 1 4-5 3-2 6-5 1 2 4 5 1 1 4-4-1q-8-3-11-8-3-8-2-16z",
  "M-15 6q5-2 10 1l8 5q3 3 0 7l-4 6-3 8-3 2q-3-3-3-9l-1-7-5-6z",
  "M6-27l5-5 7 1 6 5 5 7-4 3-5-1-3 3-5-2-4 2-3-3 2-4z",
  "M9-11l8-1 8 3 3 5 5 1-2 9-5 4-2 8-5 5-4-1-2-9-3-5-6-2-3-6 2-6z",
  "M-5-33l5-1 2 3-5 3z",
];

export function Cover() {
  return (
    <Poster base={MUSTARD_TEXT} shapes={[]} seed="atlas-cover" sun={false}>
      <circle cx="58" cy="52" r="54" fill={mix(MUSTARD_TEXT, CREAM, 0.08)} />
      <circle cx="58" cy="52" r="45" fill={mix(MUSTARD_TEXT, CREAM, 0.16)} />
      <g transform="translate(58 52)">
        <circle r="36" fill={mix(NAVY, "#9cc3d1", 0.75)} />
        <path
          d="M0-36v72M-36 0h72M0-36q-38 36 0 72M0-36q38 36 0 72M-31-18h62M-31 18h62"
          fill="none"
          stroke={CREAM}
          stroke-width="0.8"
          opacity="0.6"
        />
        {LANDS.map((d) => (
          <path d={d} fill={CREAM} stroke={CREAM} stroke-width="1.5" stroke-linejoin="round" />
        ))}
        <path
          d="M-20-10Q-2-30 17 4"
          fill="none"
          stroke={TOMATO}
          stroke-width="2"
          stroke-dasharray="3.5 2.5"
        />
        <circle cx="-20" cy="-10" r="3" fill={TOMATO} />
        <path d="M17 4q-7-8-7-12.5a7 7 0 0 1 14 0q0 4.5-7 12.5z" fill={TOMATO} />
        <circle cx="17" cy="-8.5" r="2.6" fill={CREAM} />
      </g>
      <path d="M98 16l-22 9 7 3.5 1 8 4-4.5 5 4z" fill={SUN} transform="rotate(-4 88 26)" />
    </Poster>
  );
}
