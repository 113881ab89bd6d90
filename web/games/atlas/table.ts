/* What the server sends of this game, and how its things look. No rule is known here. */
import { MUSTARD_TEXT, NAVY, SAGE_TEXT, type ShapeName, TEAL, TOMATO } from "../../art";
import type { BoardProps } from "../../shell/board";
import type { Deck, Facts } from "../../shell/types";

export const PLACE = 200;

export interface SeatView {
  hand: number[];
  guides: number[];
  explored: number[];
  tableau: [number, number][];
  icons: number[];
  covered: number[];
  disliked: number[];
  likes: number[];
  souvenirs: number[];
  used: number[];
  circles: number[];
  friends: number[];
  learned: number[];
  money: number;
  energy: number;
  tokens: number;
  blog: number;
  blogged: number;
  character: number | null;
  offered: (number | null)[];
  home: number | null;
  at: number | null;
  dante: number;
  unknown_cards: number;
}

export interface View {
  seats: number;
  seat: SeatView[];
  row: (number | null)[];
  token_at: (number | null)[];
  souvenir_at: (number | null)[];
  lock: number | null;
  locked: number;
  active_seat: number;
  round: number;
  over: number;
  pile: number[];
}

export interface GoalFact {
  pile: string;
  key: string;
  name: string;
  text: string;
  points: number;
  progress: number;
  target: number;
}

/** A country in reach. */
export interface Reach {
  country: string;
  cost: number;
  means: string;
}

export interface AtFacts extends Facts {
  goals: GoalFact[];
  sheet: number[][];
  cards: { card: number; price: number; barred: boolean; ready: boolean }[];
  reach?: Record<"ground" | "airports", Record<string, number>>; // what each country costs
  flights?: { card: string; country: string; cost: number; from_here: boolean }[];
  blocked: string[];
  areas: { area: number; closed: boolean; delay: number }[];
  pile_count: number;
  quick: boolean;
  me: number;
  like_face?: number;
  dislike_face?: number;
}

type Row<K extends string> = Record<K, string>;

export interface AtDeck extends Deck {
  countries: Row<
    | "id"
    | "name"
    | "continent"
    | "area"
    | "languages"
    | "main"
    | "elements"
    | "layout"
    | "isolated"
    | "airport"
    | "flag"
  >[];
  continents: Row<"id" | "name">[];
  colours: Row<"id" | "name">[];
  elements: Row<"id" | "name">[];
  destinations: Row<
    | "id"
    | "name"
    | "country"
    | "country2"
    | "cost"
    | "icons"
    | "need_count"
    | "need"
    | "bonus_kind"
    | "bonus"
    | "bonus_points"
    | "lore"
  >[];
  places: Row<"id" | "country" | "slot" | "name" | "cost" | "icons" | "lore">[];
  experiences: Row<"id" | "name">[];
  souvenirs: Row<"id" | "name">[];
  languages: Row<"id" | "name">[];
  blog: Row<"slot" | "points" | "reward" | "line_after" | "text">[];
  board: Row<"id" | "row" | "paid" | "token" | "effects" | "text">[];
  bonus: Row<"id" | "name" | "likes" | "circles">[];
  routes: Row<"a" | "b" | "kind">[];
  party: Row<"id" | "name" | "home">[];
  characters: Row<"id" | "name" | "home" | "languages" | "text">[];
}

export type Props = BoardProps<View, AtFacts, AtDeck>;

/** The countries in reach, by their ids. */
export function reachOf({ reach }: AtFacts): Map<string, Reach> {
  const found = new Map<string, Reach>();
  for (const [means, costs] of Object.entries(reach ?? {}))
    for (const [country, cost] of Object.entries(costs))
      found.set(country, { country, cost, means });
  return found;
}

/** Seats keep their colour on the map; a letter stands beside it. */
export const SEATS = [TOMATO, TEAL, MUSTARD_TEXT, NAVY] as const;

interface Look {
  colour: string;
  shapes: readonly ShapeName[];
}

export const EXPERIENCES: Record<string, Look> = {
  architecture: { colour: NAVY, shapes: ["arch"] },
  beach: { colour: TEAL, shapes: ["beach"] },
  city: { colour: NAVY, shapes: ["skyline"] },
  culinary: { colour: TOMATO, shapes: ["cup"] },
  culture: { colour: MUSTARD_TEXT, shapes: ["mask"] },
  diving: { colour: TEAL, shapes: ["waves"] },
  hiking: { colour: SAGE_TEXT, shapes: ["hills"] },
  history: { colour: MUSTARD_TEXT, shapes: ["clocktower"] },
  nature: { colour: SAGE_TEXT, shapes: ["flower"] },
  party: { colour: TOMATO, shapes: ["guitar"] },
  relaxing: { colour: TEAL, shapes: ["palm"] },
  religion: { colour: MUSTARD_TEXT, shapes: ["houses"] },
  scenery: { colour: SAGE_TEXT, shapes: ["hills"] },
  "world-heritage": { colour: NAVY, shapes: ["bridge"] },
  wildlife: { colour: SAGE_TEXT, shapes: ["bird"] },
};

export const icons = (text: string) => text.split(" ");

export function countryName(deck: AtDeck, id: string): string {
  return deck.countries.find((row) => row.id === id)?.name ?? id;
}

export function experienceName(deck: AtDeck, id: string): string {
  return deck.experiences.find((row) => row.id === id)?.name ?? id;
}

export function iconNames(deck: AtDeck, text: string): string {
  return icons(text)
    .map((id) => experienceName(deck, id))
    .join(", ");
}

/** A tableau entry: a destination card or a place of a country card. */
export function visitOf(deck: AtDeck, country: number, card: number) {
  if (card < PLACE) {
    const row = deck.destinations[card]!;
    return { name: row.name, icons: row.icons };
  }
  const id = deck.countries[country]!.id;
  const row = deck.places.find((p) => p.country === id && Number(p.slot) === card - PLACE + 1);
  return { name: row?.name ?? "", icons: row?.icons ?? "" };
}
