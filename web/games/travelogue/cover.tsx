/* The poster in the lobby: an open album, and what was kept of four visits. */
import { CREAM, MUSTARD_TEXT, NAVY, PLUM, Poster, Scene, TEAL, TOMATO, tones } from "../../art";
import type { ShapeName } from "../../art";

interface Kept {
  base: string;
  shape: ShapeName;
  x: number;
  y: number;
  turn: number;
}

const KEPT: readonly Kept[] = [
  { base: TEAL, shape: "palm", x: 18, y: 27, turn: -4 },
  { base: MUSTARD_TEXT, shape: "pagoda", x: 22, y: 58, turn: 3 },
  { base: TOMATO, shape: "dome", x: 65, y: 26, turn: 3 },
  { base: NAVY, shape: "mountain", x: 63, y: 58, turn: -3 },
];

/** A photograph with its white edge. */
function Photograph({ base, shape, x, y, turn }: Kept) {
  return (
    <g transform={`rotate(${turn} ${x + 16} ${y + 13})`}>
      <rect x={x + 1} y={y + 1.4} width="32" height="26" fill={PLUM} opacity="0.28" />
      <rect x={x} y={y} width="32" height="26" fill="#ffffff" />
      <svg x={x + 2} y={y + 2} width="28" height="22" viewBox="0 6 116 92">
        <Scene base={base} shapes={[shape]} seed={`travelogue-cover ${shape}`} />
      </svg>
    </g>
  );
}

export function Cover() {
  const t = tones(PLUM);
  return (
    <Poster base={PLUM} shapes={[]} seed="travelogue-cover" sun={false}>
      <path d="M58-60 20-60-60 164H20zM58-60 96-60 176 164H96z" fill={t.far} opacity="0.4" />
      <rect x="6" y="17" width="104" height="76" rx="5" fill={t.deep} />
      <path d="M58 22q-22-5-47-1v66q25-4 47 1z" fill={CREAM} />
      <path d="M58 22q22-5 47-1v66q-25-4-47 1z" fill={CREAM} />
      <path d="M58 22v66" stroke={t.mid} stroke-width="1.2" />
      {KEPT.map((kept) => (
        <Photograph {...kept} />
      ))}
      <path d="M84 87v14l-4-3.4-4 3.4V86z" fill={t.sun} />
    </Poster>
  );
}
