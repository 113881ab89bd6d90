/* The seven symbols of tokens, each in a box of 24 by 24 around 0, 0, drawn in one colour. */
import type { VNode } from "preact";

const SIGNS: Record<string, VNode> = {
  lighthouse: (
    <path d="M-3-6h6l2 16H-5zM-4-8h8v-1.500h-8zM-2.500-10h5L0-12zM-8-8l3 1v-2zM8-8 5-7v-2z" />
  ),
  bridge: (
    <path
      d="M-6-9h2V9h-2zM4-9h2V9H4zM-12 4h24v2.500h-24zM-12 1q4-1 6.500-8Q0 4 5-7q2.500 7 7 8"
      fill-rule="evenodd"
    />
  ),
  clock: (
    <path
      d="M-4-5 0-12l4 7v16h-8zM0-4a3 3 0 1 0 .1 0zM-.5-3.400h1v2H1.500v1h-2zM-8 11h16v1.500H-8z"
      fill-rule="evenodd"
    />
  ),
  surfboard: (
    <path d="M0-12q6 8 5 15-1 6-5 9-4-3-5-9-1-7 5-15zM-.700-7v15h1.400V-7z" fill-rule="evenodd" />
  ),
  bread: (
    <path
      d="M-11 3q0-9 11-9t11 9q0 5-11 5t-11-5zM-5-3l3 6h1.600l-3-6.400zM0-4l3 6.500h1.600L1.600-4zM4.800-3.400l2.600 5H9L6.600-2.800z"
      fill-rule="evenodd"
    />
  ),
  crab: (
    <path d="M-6 2q0-6 6-6t6 6q0 5-6 5T-6 2zM-7-2q-5-2-4-8l3 3 2-3q1 5 0 7zM7-2q5-2 4-8L8-7 6-10q-1 5 0 7zM-6 5l-4 5 1 1 5-4zM6 5l4 5-1 1-5-4zM-7 3l-5 2v1.500l5-1.500zM7 3l5 2v1.500L7 5z" />
  ),
  sealion: (
    <path
      d="M-9 9q2-3 6-4Q-6-3-1-9q2-3 6-2l4 2-3 2q0 5 2 9 1 4-1 6h5v2H-9zM4-8.500a1 1 0 1 0 .1 0z"
      fill-rule="evenodd"
    />
  ),
};

export function Sign({
  symbol,
  x,
  y,
  scale = 1,
  fill,
}: {
  symbol: string;
  x: number;
  y: number;
  scale?: number;
  fill: string;
}) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} fill={fill} stroke="none">
      {SIGNS[symbol] ?? <circle r="8" />}
    </g>
  );
}

/** A token by itself, for hands and desks. */
export function TokenSign({ symbol, name }: { symbol: string; name: string }) {
  return (
    <svg class="sf-token" viewBox="-16 -16 32 32" role="img" aria-label={name}>
      <circle r="15" />
      <Sign symbol={symbol} x={0} y={0} fill="#16324f" />
    </svg>
  );
}

/** A ferry seen from the side, in a box of 34 by 24 around 0, 0. */
export const BOAT = "M-15 1h30l-5 9h-21zM-9 0v-5H9v5zM-6-6v-5h5v5zM2-6v-4h4v4z";

/** A cable car seen from the side, in a box of 40 by 24 around 0, 0. */
export const CABLE_CAR =
  "M-18-9q18-5 36 0v3h-2V4h3v3h-38V4h3V-6h-2zM-13-5v6h5v-6zM-5-5v6H5v-6zM8-5v6h5v-6zM-10 7a3 3 0 1 0 .1 0zM10 7a3 3 0 1 0 .1 0z";

/** A ticket with a bite on either side, in a box of 22 by 16 around 0, 0. */
export const TICKET =
  "M-10-7h20v4a3 3 0 0 0 0 6v4h-20v-4a3 3 0 0 0 0-6zM-4-4v8h1.500v-8zM-1-3v1.500h6v-1.500zM-1 1.500v1.500h6v-1.500z";
