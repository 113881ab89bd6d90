/*
 * Cards: one frame for all games, 132 by 184, corners 11. `Card` shows a poster, a name, a line
 * and a pill; `SmallCard` (132 by 146) is for a phone: less of the poster, larger words;
 * `MiniCard` (60 by 84) keeps only the poster and its letter; `CardBack` is what nobody may see.
 * Drawings are silent: the element around them carries the words.
 */
import type { ComponentChildren } from "preact";
import { CARD, CREAM, INK, LINE, MUSTARD, NAVY, PILL, SUN, TOMATO } from "./colours";
import { Scene } from "./scene";
import type { ShapeName } from "./shapes";

interface FrameProps {
  /** The small one, 60 by 84; otherwise the height is 184. */
  mini?: boolean;
  wide?: number;
  high?: number;
  children: ComponentChildren;
}

/** The empty card. */
export function Frame({ mini = false, wide = 132, high = 184, children }: FrameProps) {
  return (
    <svg class="card" viewBox={mini ? "0 0 60 84" : `0 0 ${wide} ${high}`} aria-hidden="true">
      {mini ? (
        <rect x=".5" y=".5" width="59" height="83" rx="5" fill={CARD} stroke={LINE} />
      ) : (
        <rect
          x=".75"
          y=".75"
          width={wide - 1.5}
          height={high - 1.5}
          rx="11"
          fill={CARD}
          stroke={LINE}
          stroke-width="1.5"
        />
      )}
      {children}
    </svg>
  );
}

interface Face {
  /** Printed colour of the poster and the line below the name. */
  colour: string;
  shapes: readonly ShapeName[];
  seed: string;
}

/** The poster in the upper part of a card. */
export function Picture({ colour, shapes, seed }: Face) {
  return (
    <g transform="translate(8 8)" clip-path="url(#valise-poster)">
      <g transform="translate(0 -8)">
        <Scene base={colour} shapes={shapes} seed={seed} />
      </g>
    </g>
  );
}

interface CardProps extends Face {
  name: string;
  line?: string;
  /** Text on the pill at the foot. */
  pill?: string;
  /** A badge in the corner of the poster: a letter, a number, a cost. */
  badge?: string;
  /** The least size of a text; what does not fit then is broken. */
  least?: number;
}

const fit = (text: string, size: number, room: number) =>
  Math.min(size, (room / Math.max(1, text.length)) * 1.86);

/** Below this size a text is hard to read, and rather takes more lines. */
const LEAST = 14;

/** A text in as few lines as keep it readable, at most three, broken where they are most alike. */
function lines(text: string, least: number, room: number): string[] {
  const cuts = [...text.matchAll(/[ -]/g)].map((found) => found.index + 1);
  const longest = (parts: string[]) => Math.max(...parts.map((part) => part.length));
  const split = (...at: number[]) =>
    [0, ...at].map((from, i) => text.slice(from, at[i] ?? text.length).trimEnd());
  const best = (all: string[][]) =>
    all.reduce((one, other) => (longest(other) < longest(one) ? other : one));
  let found = [text];
  for (const more of [
    cuts.map((cut) => split(cut)),
    cuts.flatMap((cut, i) => cuts.slice(i + 1).map((next) => split(cut, next))),
  ]) {
    if (!more.length || fit("x".repeat(longest(found)), least, room) >= least) break;
    const broken = best(more);
    if (longest(broken) < longest(found)) found = broken;
  }
  const small = fit(text, least, room) < least * TINY;
  return found.length === 1 && small ? hyphened(text) : found;
}

/** A word that would be tiny in one line is divided, between two consonants near its middle. */
const TINY = 0.9;

function hyphened(word: string): string[] {
  const middle = (cut: number) => Math.abs(cut - word.length / 2);
  const cuts = [...word.matchAll(/[^aeiouy](?=[^aeiouy])(?!h)/gi)]
    .map((found) => found.index + 1)
    .filter((cut) => cut > 2 && cut < word.length - 2)
    .sort((a, b) => middle(a) - middle(b));
  const cut = cuts[0];
  return cut ? [`${word.slice(0, cut)}-`, word.slice(cut)] : [word];
}

/** How many lines name and line of a card take. */
export function cardRows(name: string, line: string, least = LEAST): number {
  return lines(name, least, 116).length + (line ? lines(line, least, 122).length : 0);
}

/** What three lines and more are apart, and where the last of them stands above a pill. */
const PITCH = 16;
const FOOT = 150;
/** Where the poster ends. */
const POSTER = 104;

interface WordsProps {
  name: string;
  line: string;
  colour: string;
  least: number;
}

/** Name and line below the poster; where they are many lines they take a part of it. */
function Words({ name, line, colour, least }: WordsProps) {
  const names = lines(name, least, 116);
  const rows = [...names, ...(line ? lines(line, least, 122) : [])];
  const many = rows.length > 2;
  const first = many ? FOOT - (rows.length - 1) * PITCH : 125;
  const top = first - least;
  const most = many ? Math.max(15.5, least) : 20;
  const below = many ? most : 17;
  return (
    <>
      {top < POSTER && <rect x="7" y={top} width="118" height={POSTER + 6 - top} fill={CARD} />}
      {rows.map((text, i) => (
        <text
          key={i}
          {...(i < names.length ? { class: "card-name" } : {})}
          x="66"
          y={many ? first + i * PITCH : first + i * 21}
          font-size={i < names.length ? fit(text, most, 116) : fit(text, below, 122)}
          text-anchor="middle"
          fill={i < names.length ? INK : colour}
        >
          {text}
        </text>
      ))}
    </>
  );
}

export function Card({ name, line, pill, badge, least = LEAST, ...face }: CardProps) {
  return (
    <Frame>
      <Picture {...face} />
      {badge && <Badge text={badge} colour={face.colour} scale={Math.max(1, least / 16)} />}
      <Words name={name} line={line ?? ""} colour={face.colour} least={least} />
      {pill && (
        <>
          <rect x="7" y="154" width="118" height="23" rx="11.5" fill={PILL} />
          <text
            x="66"
            y="171"
            font-size={fit(pill, Math.max(16, least), 110)}
            text-anchor="middle"
            fill={INK}
          >
            {pill}
          </text>
        </>
      )}
    </Frame>
  );
}

function Badge({ text, colour, scale }: { text: string; colour: string; scale: number }) {
  const w = Math.max(24, text.length * 11 + 8);
  return (
    <g transform={`translate(11 11) scale(${scale})`}>
      <rect width={w} height="24" rx="12" fill={CARD} stroke={colour} stroke-width="2" />
      <text x={w / 2} y="17.5" font-size="16" text-anchor="middle" fill={colour}>
        {text}
      </text>
    </g>
  );
}

/** How high a small card is; it is as wide as any other. */
const SMALL = 146;

/** Shown some 75 pixels wide every text still has 12: the pill lies on the poster. */
export function SmallCard({ name, line = "", pill, badge, ...face }: Omit<CardProps, "least">) {
  const wide = (pill?.length ?? 0) * 12.5 + 18;
  return (
    <Frame high={SMALL}>
      <g transform="translate(8 8)" clip-path="url(#valise-small)">
        <g transform="translate(0 -14)">
          <Scene base={face.colour} shapes={face.shapes} seed={face.seed} />
        </g>
      </g>
      {badge && <Badge text={badge} colour={face.colour} scale={1.35} />}
      {pill && (
        <g transform={`translate(${121 - wide} 60)`}>
          <rect width={wide} height="26" rx="13" fill={PILL} stroke={CARD} stroke-width="2" />
          <text x={wide / 2} y="20.5" font-size="21.5" text-anchor="middle" fill={INK}>
            {pill}
          </text>
        </g>
      )}
      <text
        class="card-name"
        x="66"
        y="112"
        font-size={fit(name, 24, 124)}
        text-anchor="middle"
        fill={INK}
      >
        {name}
      </text>
      <text x="66" y="136" font-size={fit(line, 22.5, 127)} text-anchor="middle" fill={face.colour}>
        {line}
      </text>
    </Frame>
  );
}

/** One to three letters, large, below the poster. */
export function MiniCard({ colour, shapes, seed, letter }: Face & { letter: string }) {
  return (
    <Frame mini>
      <g transform="translate(4 4) scale(.4483)" clip-path="url(#valise-cover)">
        <Scene base={colour} shapes={shapes} seed={seed} />
      </g>
      <text
        x="30"
        y="75"
        font-size={letter.length > 2 ? 18 : 22}
        text-anchor="middle"
        fill={colour}
      >
        {letter}
      </text>
    </Frame>
  );
}

/** The back: a luggage label with the sun in the middle. */
export function CardBack({ colour = NAVY, mini = false }: { colour?: string; mini?: boolean }) {
  return (
    <svg class="card" viewBox={mini ? "0 0 60 84" : "0 0 132 184"} aria-hidden="true">
      <g transform={mini ? "scale(.4545 .4565)" : undefined}>
        <rect
          x=".75"
          y=".75"
          width="130.5"
          height="182.5"
          rx="11"
          fill={colour}
          stroke={LINE}
          stroke-width="1.5"
        />
        <rect
          x="9"
          y="9"
          width="114"
          height="166"
          rx="7"
          fill="none"
          stroke={SUN}
          stroke-width="2"
        />
        <path d="M9 118q19-14 38 0t38 0 38 0v50a7 7 0 0 1-7 7H16a7 7 0 0 1-7-7z" fill={TOMATO} />
        <path d="M9 134q19-14 38 0t38 0 38 0" fill="none" stroke={CREAM} stroke-width="3" />
        <path d="M9 152q19-14 38 0t38 0 38 0" fill="none" stroke={MUSTARD} stroke-width="3" />
        <circle cx="66" cy="78" r="26" fill={SUN} />
      </g>
    </svg>
  );
}

/** An empty place where a card would lie. */
export function CardPlace({ mini = false, small = false }: { mini?: boolean; small?: boolean }) {
  const high = small ? SMALL : 184;
  return (
    <svg class="card place" viewBox={mini ? "0 0 60 84" : `0 0 132 ${high}`} aria-hidden="true">
      {mini ? (
        <rect x="1" y="1" width="58" height="82" rx="5" />
      ) : (
        <rect x="2" y="2" width="128" height={high - 4} rx="11" />
      )}
    </svg>
  );
}
