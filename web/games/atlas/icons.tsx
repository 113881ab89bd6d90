/*
 * The fifteen experiences as small pictures, 20 by 20, drawn in one line so that they read on a
 * card as well as on the pyramid. A colour of its family goes with each; the name stands in the
 * title, and on the pyramid beside it.
 */
import { EXPERIENCES, experienceName, type Props } from "./table";

const SIGNS: Record<string, string> = {
  architecture: "M3 8l7-5 7 5zM5 8v7M10 8v7M15 8v7M3 17h14",
  beach:
    "M10 4v13M3 10c1-8 13-8 14 0-2-2-3-2-4.700 0-1.600-2-3-2-4.600 0-1.700-2-2.700-2-4.700 0M5 17h11",
  city: "M3 17V9h4v8M7 17V3h6v14M13 17v-7h4v7M9.500 6h1M9.500 9h1M9.500 12h1",
  culinary: "M6 3v5a2 2 0 0 0 4 0V3M8 3v14M14 17V3c3 2 3 6 0 8",
  culture: "M4 4q6 3 12 0v6q-1 6-6 7-5-1-6-7zM7 8h2M11 8h2M7.500 12q2.500 2 5 0",
  diving: "M3 9q5-6 10 0q-5 6-10 0zM13 9l4-3v6zM6.500 8.500h.1M5 16q2.500-2 5 0t5 0",
  hiking: "M2 16l6-10 4 6 2-3 4 7zM8 6l1.500-3H12",
  history: "M5 3h10M5 17h10M6 3q0 5 4 7 4-2 4-7M6 17q0-5 4-7 4 2 4 7",
  nature: "M5 16Q3 5 16 4q1 12-9 11M5 17q3-6 7-9",
  party: "M7 15V5l9-2v10M7 15a2 2 0 1 1-2-2q2 0 2 2zM16 13a2 2 0 1 1-2-2q2 0 2 2z",
  relaxing: "M3 8q7 9 14 0M3 4v12M17 4v12M6 11v2M10 12.500v2M14 11v2",
  religion: "M5 17v-5q0-4 5-7 5 3 5 7v5zM10 5V2M8.700 3h2.600M8 17v-3q2-3 4 0v3",
  scenery: "M2 16l5-7 4 5 3-4 4 6zM14 5.500a1.800 1.800 0 1 0 .1 0z",
  "world-heritage":
    "M10 3a7 7 0 1 0 .1 0zM6.500 10L10 6.500l3.500 3.500L10 13.500zM3 10h3.500M13.500 10H17",
  wildlife:
    "M6 14q0-4 4-4t4 4q0 3-4 2-4 1-4-2zM4.500 9.500v-1M8 6.500v-1M12 6.500v-1M15.500 9.500v-1",
};

export function Sign({ id }: { id: string }) {
  return (
    <svg class="at-sign" viewBox="0 0 20 20" aria-hidden="true">
      <path d={SIGNS[id]} />
    </svg>
  );
}

/** An experience as it stands on a card: its sign on its colour. */
export function Icon({ id, deck }: { id: string; deck: Props["deck"] }) {
  return (
    <span
      class="at-icon"
      title={experienceName(deck, id)}
      style={{ background: EXPERIENCES[id]?.colour }}
    >
      <Sign id={id} />
    </span>
  );
}
