/* What the server sends of this game, and how its cards and routes look. No rule is known here. */
import { MUSTARD, PLUM, SAGE_TEXT, TOMATO } from "../../art";
import type { BoardProps } from "../../shell/board";
import type { Deck, Facts } from "../../shell/types";

export const KINDS = 7;
export const FERRY = 6;

export interface View {
  seats: number;
  seat: number;
  phase: number;
  claimed: number[][]; // routes by seat
  hands: number[]; // seven numbers a seat
  unknown: number[];
  row: number[];
  tickets: number[][];
  offers: number[][];
  symbols: (number | null)[]; // by place
  left: number[];
  tokens: number[][];
  cars: number[];
}

export interface TicketFact {
  ticket: number;
  key: string;
  from: string;
  to: string;
  points: number;
  completed: boolean;
  possible: boolean;
  missing: number;
  way: string[];
}

export interface SeatFact {
  note?: string;
  cars: number;
  cards: number;
  tickets: number;
  routes: number;
  tokens: number;
}

export interface SfFacts extends Facts {
  seats: SeatFact[];
  tickets: TicketFact[][];
  closed: string[];
  last_round: boolean;
  starter: number; // -1 before it is drawn
  deck_count: number;
  discard_count: number;
  ticket_count: number;
}

export interface SfDeck extends Deck {
  cards: Record<"key" | "name" | "letter" | "count", string>[];
  places: Record<"key" | "name" | "lon" | "lat" | "x" | "y" | "label", string>[];
  tokens: Record<"key" | "name" | "place", string>[];
  links: Record<"key" | "from" | "to" | "spaces" | "ferries" | "bend", string>[];
  routes: Record<"link" | "lane" | "colour", string>[];
  tickets: Record<"key" | "from" | "to" | "points", string>[];
}

export type Props = BoardProps<View, SfFacts, SfDeck>;

/* ---- Looks ---- */

export interface Look {
  colour: string;
  on: string; // letters and patterns on it
  pattern: string;
}

const LOOKS: Record<string, Look> = {
  blue: { colour: "#2f6fa8", on: "#fff", pattern: "waves" },
  green: { colour: SAGE_TEXT, on: "#fff", pattern: "checks" },
  black: { colour: "#26282c", on: "#fff", pattern: "plain" },
  purple: { colour: PLUM, on: "#fff", pattern: "crosses" },
  red: { colour: TOMATO, on: "#fff", pattern: "stripes" },
  orange: { colour: MUSTARD, on: "#1f2a37", pattern: "dots" },
  ferry: { colour: "#15716b", on: "#fff", pattern: "bars" },
};

const GREY: Look = { colour: "#b4ab9a", on: "#1f2a37", pattern: "plain" };

export const look = (key: string): Look => LOOKS[key] ?? GREY;

/* ---- The deck by numbers and keys ---- */

export interface Route {
  id: number;
  key: string;
  from: string;
  to: string;
  spaces: number;
  ferry: boolean;
  colour: string; // "-" for grey
  letter: string;
  lane: string; // "", "a" or "b"
  bend: number;
}

const known = new WeakMap<SfDeck, Route[]>();

export function routes(deck: SfDeck): Route[] {
  let list = known.get(deck);
  if (!list) {
    const links = new Map(deck.links.map((link) => [link.key, link]));
    list = deck.routes.map((row, id) => {
      const link = links.get(row.link)!;
      const lane = row.lane === "single" ? "" : row.lane;
      return {
        id,
        key: lane ? `${row.link}.${lane}` : row.link,
        from: link.from,
        to: link.to,
        spaces: Number(link.spaces),
        ferry: Number(link.ferries) > 0,
        colour: row.colour,
        letter: deck.cards.find((card) => card.key === row.colour)?.letter ?? "",
        lane,
        bend: Number(link.bend),
      };
    });
    known.set(deck, list);
  }
  return list;
}

export function placeName(deck: SfDeck, key: string): string {
  return deck.places.find((place) => place.key === key)?.name ?? key;
}

export const handOf = (view: View, seat: number): number[] =>
  view.hands.slice(seat * KINDS, (seat + 1) * KINDS);

/* ---- Where things lie ---- */

export interface Point {
  x: number;
  y: number;
}

export interface Spot extends Point {
  turn: number; // degrees
}

export function position(deck: SfDeck, key: string): Point {
  const place = deck.places.find((row) => row.key === key)!;
  return { x: Number(place.x), y: Number(place.y) };
}

export const ROOM = 21; // around a place, free of spaces
export const LANE = 12; // from the middle of a double link to its routes

/** A point of a link, as part of the way, and its direction; `off` moves it to the side. */
export function along(a: Point, b: Point, bend: number, t: number, off: number): Spot {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const ux = (b.x - a.x) / length;
  const uy = (b.y - a.y) / length;
  const bulge = 4 * bend * t * (1 - t);
  const slope = (4 * bend * (1 - 2 * t)) / length;
  return {
    x: a.x + (b.x - a.x) * t + (bulge + off) * uy,
    y: a.y + (b.y - a.y) * t - (bulge + off) * ux,
    turn: (Math.atan2(uy - slope * ux, ux + slope * uy) * 180) / Math.PI,
  };
}

export interface Line {
  spots: Spot[]; // the middle of each space
  size: number; // length of a space
  path: string; // through all of them
}

export function line(deck: SfDeck, route: Route, off: number): Line {
  const a = position(deck, route.from);
  const b = position(deck, route.to);
  const chord = Math.hypot(b.x - a.x, b.y - a.y);
  const length = chord + (8 * route.bend * route.bend) / (3 * chord);
  const room = ROOM / length;
  const part = (1 - 2 * room) / route.spaces;
  const spots = Array.from({ length: route.spaces }, (_, i) =>
    along(a, b, route.bend, room + part * (i + 0.5), off),
  );
  const steps = route.bend ? 10 : 1;
  const path = Array.from({ length: steps + 1 }, (_, i) => {
    const p = along(a, b, route.bend, room + ((1 - 2 * room) * i) / steps, off);
    return `${i ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  }).join("");
  return { spots, size: part * length - 4, path };
}

/** The outline of a band along a link, between two distances from its middle: what a finger feels. */
export function band(deck: SfDeck, route: Route, from: number, to: number, free: number): string {
  const a = position(deck, route.from);
  const b = position(deck, route.to);
  const room = free / Math.hypot(b.x - a.x, b.y - a.y);
  const steps = route.bend ? 10 : 1;
  const side = (off: number) =>
    Array.from({ length: steps + 1 }, (_, i) =>
      along(a, b, route.bend, room + ((1 - 2 * room) * i) / steps, off),
    );
  const points = [...side(from), ...side(to).reverse()];
  return `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`;
}

/** Lanes lie left and right of the middle, going from the first place to the second. */
export const offset = (route: Route, by: number) =>
  route.lane === "a" ? by : route.lane === "b" ? -by : 0;
