/*
 * Signs of this game: six icons, chips for what is asked, stamps, coins, suitcases, the tourist.
 * Colour never stands alone: a continent also has two letters, an icon its drawing.
 */
import { CARD, CREAM, INK, MUSTARD, SEATS, SeatSign } from "../../art";
import { type Ask, CONTINENTS, ICONS, type IconName, LEATHER } from "./table";

/* Each in a box of 20 by 20, filled with the current colour. */
const GLYPHS: Record<IconName, string> = {
  sun: "M10 5.4a4.6 4.6 0 1 1 0 9.2 4.6 4.6 0 0 1 0-9.2zM9 .8h2v3H9zM9 16.2h2v3H9zM.8 9h3v2h-3zM16.2 9h3v2h-3zM2.8 4.2l1.4-1.4 2.1 2.1-1.4 1.4zM13.7 15.1l1.4-1.4 2.1 2.1-1.4 1.4zM2.8 15.8l2.1-2.1 1.4 1.4-2.1 2.1zM13.7 4.9l2.1-2.1 1.4 1.4-2.1 2.1z",
  mountain: "M.8 17 7.4 4.4l3.2 6 1.8-2.8L19.2 17zM7.4 7.2 5.6 10.6l1.6 1 1.4-1 .7.4z",
  city: "M1.5 18V8.5h4.6V18zM7.2 18V2.2l3-1.4 2.6 1.4V18zM13.9 18V6.4h4.6V18zM2.8 10.4v1.6h2v-1.6zM9 4.6v1.6h2V4.6zm0 3.4v1.6h2V8zm0 3.4V13h2v-1.6zM15.2 8.6v1.6h2V8.6zm0 3.4v1.6h2V12zM2.8 13.6v1.6h2v-1.6z",
  food: "M4.2 1.4h1.3v5h1.1v-5h1.3v5H9v-5h1.3v6q0 2-2 2.4v9H5.9v-9q-2-.4-2-2.4zM12.4 1.2q4.2 1.8 3.6 9h-1.4v8.6h-2.2z",
  art: "M10 1.6c5 0 8.8 3.2 8.8 7.2 0 3-2.2 4.6-4.6 4.6h-1.8c-1.6 0-1.4 1.4-.8 2.2.8 1.2.2 2.8-1.6 2.8C5 18.4 1.2 14.6 1.2 10S5 1.6 10 1.6zM5 8.6a1.5 1.5 0 1 0 .1 0zm2.8-3.8a1.5 1.5 0 1 0 .1 0zm4.6 0a1.5 1.5 0 1 0 .1 0zm2.8 3.6a1.5 1.5 0 1 0 .1 0z",
  wildlife:
    "M10 9.4c3 0 5.6 2.8 5.6 5.4 0 2-1.6 3-3 2.8-1-.1-1.6-.6-2.6-.6s-1.6.5-2.6.6c-1.4.2-3-.8-3-2.8 0-2.6 2.6-5.4 5.6-5.4zM3 7.2c1.2-.2 2.2.9 2.3 2.3.1 1.3-.6 2.4-1.7 2.5-1.1.1-2.1-.9-2.3-2.2C1.1 8.4 1.8 7.3 3 7.2zM7.2 2.4c1.2 0 2.1 1.3 2.1 2.9S8.4 8.2 7.2 8.2 5.1 6.9 5.1 5.3s.9-2.9 2.1-2.9zM12.8 2.4c1.2 0 2.1 1.3 2.1 2.9s-.9 2.9-2.1 2.9-2.1-1.3-2.1-2.9.9-2.9 2.1-2.9zM17 7.2c1.2.1 1.9 1.2 1.7 2.6-.2 1.3-1.2 2.3-2.3 2.2-1.1-.1-1.8-1.2-1.7-2.5.1-1.4 1.1-2.5 2.3-2.3z",
};

export function Glyph({ icon, size = 18 }: { icon: IconName; size?: number }) {
  return (
    <svg class="pc-glyph" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d={GLYPHS[icon]} fill="currentColor" fill-rule="evenodd" />
    </svg>
  );
}

/** An icon of a card, on its continent's colour. */
export function IconDisc({ icon, continent }: { icon: IconName; continent: number }) {
  return (
    <span class="pc-disc" style={{ background: CONTINENTS[continent]!.colour }}>
      <Glyph icon={icon} />
    </span>
  );
}

/** What is asked: a colour by its letters, an icon by its drawing, or both; ticked when held. */
export function AskChip({ ask }: { ask: Ask }) {
  const continent = ask.colour >= 0 ? CONTINENTS[ask.colour] : undefined;
  return (
    <span
      class={`pc-ask ${ask.met ? "met" : ""} ${continent ? "coloured" : ""}`}
      style={continent ? { background: continent.colour } : {}}
    >
      {continent && <b>{continent.short}</b>}
      {ask.icon >= 0 && <Glyph icon={ICONS[ask.icon]!} size={17} />}
      {ask.met && (
        <svg class="tick" width="15" height="15" viewBox="0 0 15 15" aria-hidden="true">
          <circle cx="7.5" cy="7.5" r="7" fill={CARD} stroke={INK} stroke-width="1" />
          <path d="m4 7.7 2.5 2.6L11 5.2" fill="none" stroke={INK} stroke-width="2" />
        </svg>
      )}
    </span>
  );
}

/** A postage stamp: its value is what a holiday costs. */
export function Stamp({
  value,
  colour,
  locked,
}: {
  value: number;
  colour: string;
  /** What the card asks for is not all held. */
  locked: boolean;
}) {
  return (
    <svg class="pc-stamp" viewBox="0 0 28 32" aria-hidden="true">
      <path
        d="M2 2h2a1.5 1.5 0 0 0 3 0h2a1.5 1.5 0 0 0 3 0h2a1.5 1.5 0 0 0 3 0h2a1.5 1.5 0 0 0 3 0h2v3a1.5 1.5 0 0 0 0 3v2.5a1.5 1.5 0 0 0 0 3V16a1.5 1.5 0 0 0 0 3v2.5a1.5 1.5 0 0 0 0 3V28h-2a1.5 1.5 0 0 0-3 0h-2a1.5 1.5 0 0 0-3 0h-2a1.5 1.5 0 0 0-3 0H9a1.5 1.5 0 0 0-3 0H2v-3.5a1.5 1.5 0 0 0 0-3V19a1.5 1.5 0 0 0 0-3v-2.5a1.5 1.5 0 0 0 0-3V8a1.5 1.5 0 0 0 0-3z"
        fill={CARD}
      />
      <rect x="4.5" y="4.5" width="17" height="21" fill={colour} />
      <text x="13" y="21" text-anchor="middle" fill={CREAM}>
        {value}
      </text>
      {locked && (
        <g transform="translate(15.5 18)">
          <path d="M2.5 5V3.5a3 3 0 0 1 6 0V5" fill="none" stroke={CARD} stroke-width="4" />
          <rect x="-1" y="4" width="13" height="9.5" rx="2.5" fill={CARD} />
          <path d="M2.5 5V3.5a3 3 0 0 1 6 0V5" fill="none" stroke={INK} stroke-width="1.7" />
          <rect x=".3" y="5.2" width="10.4" height="7" rx="1.5" fill={INK} />
        </g>
      )}
    </svg>
  );
}

export function Coin({ text, hollow = false }: { text?: string; hollow?: boolean }) {
  return (
    <svg class={`pc-coin ${hollow ? "hollow" : ""}`} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill={hollow ? "none" : MUSTARD} />
      <circle cx="12" cy="12" r="8.2" fill="none" class="rim" />
      {text && (
        <text x="12" y="17.2" text-anchor="middle" fill={INK}>
          {text}
        </text>
      )}
    </svg>
  );
}

/** A suitcase with the sign of its seat: closed, or open on a holiday. */
export function Luggage({ seat, colour, open }: { seat: number; colour: string; open: boolean }) {
  const leather = LEATHER[colour] ?? LEATHER["brown"]!;
  const band = SEATS[seat % SEATS.length]!;
  const edge = { stroke: colour === "white" ? "#8a7a5c" : CREAM, "stroke-width": 1.6 };
  return (
    <svg class="pc-luggage" viewBox="0 0 40 36" aria-hidden="true">
      {open ? (
        <>
          <path d="M6 16 9 3h22l3 13z" fill={leather} {...edge} />
          <path d="M9.5 14 11 6h18l1.5 8z" fill={MUSTARD} />
          <path d="M3 16h34v16a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3z" fill={leather} {...edge} />
          <path d="M8 16h24v3H8z" fill={band} />
        </>
      ) : (
        <>
          <path
            d="M14 10V6a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v4"
            fill="none"
            stroke={CREAM}
            stroke-width="5.4"
          />
          <path
            d="M14 10V6a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v4"
            fill="none"
            stroke={leather}
            stroke-width="2.6"
          />
          <rect x="3" y="10" width="34" height="25" rx="4" fill={leather} {...edge} />
          <path d="M8 10h3v25H8zM29 10h3v25h-3z" fill={band} />
        </>
      )}
      <SeatSign seat={seat} x={20} y={open ? 27 : 22.5} r={7.5} />
    </svg>
  );
}

/** Straw hat, loud shirt, camera. */
export function TouristFigure() {
  return (
    <svg class="pc-tourist" viewBox="0 0 36 44" aria-hidden="true">
      <path d="M6 43V30q0-9 12-9t12 9v13z" fill="#1d5a86" stroke={CREAM} stroke-width="1.6" />
      <path d="M10 32h4v4h-4zM22 36h4v4h-4zM22 27h4v4h-4z" fill={MUSTARD} />
      <circle cx="18" cy="15" r="7" fill="#e2b48a" stroke={CREAM} stroke-width="1.6" />
      <path
        d="M5 12q13-5 26 0l-6-2q-1-7-7-7t-7 7z"
        fill={MUSTARD}
        stroke={CREAM}
        stroke-width="1.4"
      />
      <rect x="12.5" y="26" width="11" height="8" rx="1.6" fill={INK} />
      <circle cx="18" cy="30" r="2.6" fill={CREAM} />
    </svg>
  );
}
