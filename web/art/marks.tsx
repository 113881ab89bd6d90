/* Small signs: seats, vehicles, the suitcase, patterns. A sign never depends on colour alone. */
import { CREAM, MUSTARD, SEATS, SUN, TOMATO } from "./colours";

/** Seats are circle, diamond, triangle, square, each in its colour with a light edge. */
export function SeatMark({ seat, size = 26 }: { seat: number; size?: number }) {
  const fill = SEATS[seat % SEATS.length]!;
  const edge = { fill, stroke: CREAM, "stroke-width": 1.6, "stroke-linejoin": "round" as const };
  return (
    <svg class="seat-mark" width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      {seat % 4 === 0 && <circle cx="13" cy="13" r="10.5" {...edge} />}
      {seat % 4 === 1 && <path d="M13 1.5 24.5 13 13 24.5 1.5 13z" {...edge} />}
      {seat % 4 === 2 && <path d="M13 2 24.6 23H1.4z" {...edge} />}
      {seat % 4 === 3 && <rect x="3" y="3" width="20" height="20" rx="1" {...edge} />}
    </svg>
  );
}

/** The same sign inside a drawing, centred on x, y. */
export function SeatSign({
  seat,
  x,
  y,
  r = 9,
}: {
  seat: number;
  x: number;
  y: number;
  r?: number;
}) {
  const fill = SEATS[seat % SEATS.length]!;
  const s = r / 11;
  return (
    <g transform={`translate(${x} ${y}) scale(${s})`} fill={fill} stroke={CREAM} stroke-width="2">
      {seat % 4 === 0 && <circle r="10.5" />}
      {seat % 4 === 1 && <path d="M0-12 12 0 0 12-12 0z" />}
      {seat % 4 === 2 && <path d="M0-11 12 10h-24z" />}
      {seat % 4 === 3 && <path d="M-10-10h20v20h-20z" />}
    </g>
  );
}

export function Suitcase({ size = 34 }: { size?: number }) {
  return (
    <svg width={size} height={(size * 32) / 34} viewBox="0 0 34 32" aria-hidden="true">
      <path
        d="M11 9V5a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v4"
        fill="none"
        stroke={CREAM}
        stroke-width="2.4"
      />
      <rect x="1" y="9" width="32" height="21" rx="4" fill={TOMATO} />
      <path d="M7 9h3v21H7zM24 9h3v21h-3z" fill={MUSTARD} />
      <circle cx="17" cy="19.5" r="4.6" fill={SUN} />
    </svg>
  );
}

/* Vehicles, each in a box of 34 by 24, filled with the current colour. */

export const BUS =
  "M2 3h27a3 3 0 0 1 3 3v12H1V5a2 2 0 0 1 1-2zM5 7v5h5V7zm8 0v5h5V7zm8 0v5h6V7zM8 16a4 4 0 1 0 .1 0zm17 0a4 4 0 1 0 .1 0z";
export const TRAIN =
  "M2 2h20q9 0 11 10v6H2zM6 6v5h5V6zm8 0v5h5V6zm8 0v5h6q-1-4-4-5zM2 20h31v2H2zM6 17a2.6 2.6 0 1 0 .1 0zm10 0a2.6 2.6 0 1 0 .1 0zm11 0a2.6 2.6 0 1 0 .1 0z";
export const PLANE = "M1 14 33 1l-9 21-8-6-5 7-1-9zM10 14l6 2 12-12z";
export const SHIP = "M4 12h26l-4 9H9zM9 11V7h14v4zM12 6V2h4v4zM19 6V3h3v3z";
export const FOOT =
  "M17 1a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM14 8h6l5 6-2 1.6-4-4-1 5 4 6.4h-3.6L15 17l-3 6H9l4-9z";

/** Patterns that stand beside a colour, on routes and lanes; url(#valise-NAME). */
export const PATTERNS = ["plain", "dots", "stripes", "checks", "waves", "crosses", "bars"] as const;

/** One hidden drawing on the page holds the patterns and clips that all others use. */
export function Defs() {
  const paint = "#fff";
  return (
    <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="valise-dots" width="8" height="8" patternUnits="userSpaceOnUse">
          <circle cx="3" cy="3" r="1.7" fill={paint} />
        </pattern>
        <pattern
          id="valise-stripes"
          width="7"
          height="7"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0h3v7H0z" fill={paint} />
        </pattern>
        <pattern id="valise-checks" width="8" height="8" patternUnits="userSpaceOnUse">
          <path d="M0 0h4v4H0zM4 4h4v4H4z" fill={paint} />
        </pattern>
        <pattern id="valise-waves" width="12" height="8" patternUnits="userSpaceOnUse">
          <path d="M0 5q3-4 6 0t6 0" fill="none" stroke={paint} stroke-width="2" />
        </pattern>
        <pattern id="valise-crosses" width="9" height="9" patternUnits="userSpaceOnUse">
          <path d="M4.5 1.5v6M1.5 4.5h6" stroke={paint} stroke-width="1.8" />
        </pattern>
        <pattern id="valise-bars" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M0 0h2.4v6H0z" fill={paint} />
        </pattern>
        <pattern id="valise-plain" width="8" height="8" patternUnits="userSpaceOnUse" />
        <clipPath id="valise-poster">
          <rect width="116" height="96" rx="7" />
        </clipPath>
        <clipPath id="valise-small">
          <rect width="116" height="80" rx="7" />
        </clipPath>
        <clipPath id="valise-cover">
          <rect width="116" height="104" rx="4" />
        </clipPath>
      </defs>
    </svg>
  );
}
