/* The poster in the lobby: the great bridge from below one of its towers, under one sun. */
import { CREAM, mix, Poster, TEAL, tones } from "../../art";

const TOP = 15; // of the tower
const DECK = 66;

/** How high the cable hangs at x: a parabola on either side of the tower. */
const cable = (x: number) => TOP + 6 + (DECK - TOP - 11) * (1 - (1 - Math.abs(x - 58) / 66) ** 2);
const HANGERS = [4, 13, 22, 31, 40, 76, 85, 94, 103, 112];
const LINE = Array.from({ length: 31 }, (_, i) => i * 4 - 2);

export function Cover() {
  const t = tones(TEAL);
  return (
    <Poster base={TEAL} shapes={[]} seed="sanfrancisco-cover" sun={false}>
      <circle cx="84" cy="30" r="14" fill={t.sun} />
      <path d="M0 84V72q18-12 34-6t30 4 28-10 24 2v22z" fill={mix(TEAL, CREAM, 0.22)} />
      <path
        d={HANGERS.map((x) => `M${x} ${DECK}V${cable(x).toFixed(1)}`).join("")}
        stroke={t.mid}
        stroke-width="1.2"
      />
      <path
        d={`M${LINE.map((x) => `${x} ${cable(x).toFixed(1)}`).join("L")}`}
        fill="none"
        stroke={CREAM}
        stroke-width="2.4"
        stroke-linejoin="round"
      />
      <path d="M0 84h116v20H0z" fill={t.far} />
      <path d={`M0 ${DECK}h116v5H0z`} fill={CREAM} />
      <path
        d={`M48 94V${TOP}h6v79zM62 94V${TOP}h6v79zM46 ${TOP + 3}h24v5H46zM50 33h16v5H50zM50 48h16v5H50zM44 86h28v10H44z`}
        fill={CREAM}
      />
      <path d="M0 94q14-5 28 0t30 0 30 0 28 0v10H0z" fill={t.deep} />
    </Poster>
  );
}
