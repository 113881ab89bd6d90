/* What the server sends of this game, and how its cards look. No rule is known here. */
import { mix, MUSTARD_TEXT, PLUM, SAGE_TEXT, type ShapeName, TOMATO } from "../../art";
import type { BoardProps } from "../../shell/board";
import { parts } from "../../shell/boardtools";
import type { Deck, Facts, Way } from "../../shell/types";
import { SCENES } from "./scenes";

export const COLUMNS = 5;
export const ROWS = 4;

export interface View {
  seats: number;
  seat: number;
  round: number;
  coins: number;
  phase: number;
  tourist: number | null; // its cell
  ending: number;
  tableau: (number | null)[];
  line: (number | null)[];
  at: (number | null)[]; // two for each seat; null: not on the map
  open: number[]; // a bit for each traveller of a seat
  suitcase: (number | null)[]; // two for each seat
  deck: number[];
  tour_deck: number[];
  held: number[][];
  tours: number[][];
}

export interface Ask {
  text: string;
  colour: number; // -1 for any
  icon: number;
  met: boolean;
}

export interface TourFact {
  place: number;
  tour: number;
  value: number;
  takeable: boolean;
  asks: Ask[];
  lacking: number[];
}

export interface CellFact {
  cell: number;
  gap: boolean;
  asks?: Ask[];
  leads: number[]; // north, west, east, south; -1 for none
}

export interface Reach {
  traveller: number;
  cell: number;
  cost: number;
  left: number;
  holiday: boolean;
  targets: string[];
  ways: (Way & { cost: number })[];
}

export interface PcFacts extends Facts {
  for: number;
  tours: TourFact[];
  cells: CellFact[];
  collections: { icons: number[][]; suitcases: number[]; cards: number }[];
  ways: Reach[];
}

export interface PcDeck extends Deck {
  postcards: Record<
    | "key"
    | "name"
    | "country"
    | "continent"
    | "cost"
    | "asks"
    | "icons"
    | "north"
    | "west"
    | "east"
    | "south"
    | "lore",
    string
  >[];
  tours: Record<"key" | "name" | "value" | "asks" | "line", string>[];
  travellers: Record<"key" | "name" | "colour" | "icon", string>[];
}

export type Props = BoardProps<View, PcFacts, PcDeck>;

export const ICONS = ["sun", "mountain", "city", "food", "art", "wildlife"] as const;
export type IconName = (typeof ICONS)[number];

export interface Continent {
  colour: string; // printed, 4.5:1 on a card
  text: string; // on the page, by light
  short: string; // stands beside the colour everywhere
  pattern: string;
}

/* In the order of the columns. */
export const CONTINENTS: readonly Continent[] = [
  { colour: TOMATO, text: "var(--tomato-text)", short: "Am", pattern: "stripes" },
  { colour: PLUM, text: "var(--head)", short: "Eu", pattern: "dots" },
  { colour: MUSTARD_TEXT, text: "var(--mustard-text)", short: "Af", pattern: "checks" },
  { colour: SAGE_TEXT, text: "var(--sage-text)", short: "As", pattern: "bars" },
  { colour: "#1d5a86", text: "var(--navy-text)", short: "Oc", pattern: "waves" },
];

/* Suitcases are brown, black, white and orange leather. */
export const LEATHER: Record<string, string> = {
  orange: "#c86a1e",
  black: "#2b2f36",
  white: "#efe6d2",
  brown: "#6d4426",
};

export const DIRECTIONS = ["north", "west", "east", "south"] as const;

/** "c2", as the notation has it. */
export const coordinates = (cell: number) =>
  "abcde"[cell % COLUMNS]! + String(Math.floor(cell / COLUMNS) + 1);

export const cellOf = (id: string) => {
  const place = parts(id).key;
  return "abcde".indexOf(place[0] ?? "?") + COLUMNS * (Number(place[1]) - 1);
};

export interface Place {
  id: number;
  key: string;
  name: string;
  country: string;
  continent: number;
  cost: number;
  icons: IconName[];
  arrows: number[];
  lore: string;
}

export function place(deck: PcDeck, id: number): Place {
  const row = deck.postcards[id]!;
  const each = deck.postcards.length / CONTINENTS.length;
  return {
    id,
    key: row.key,
    name: row.name,
    country: row.country,
    continent: Math.floor(id / each),
    cost: Number(row.cost),
    icons: row.icons.split(" ") as IconName[],
    arrows: DIRECTIONS.map((direction) => Number(row[direction])),
    lore: row.lore,
  };
}

/* Pictures: by key where the place is known, else by what its icons say. */
const BY_ICON: Record<IconName, readonly ShapeName[]> = {
  sun: ["beach", "palm"],
  mountain: ["mountain"],
  city: ["skyline"],
  food: ["market"],
  art: ["painting"],
  wildlife: ["hills", "bird"],
};

export function sceneOf(p: Place): readonly ShapeName[] {
  return SCENES[p.key] ?? p.icons.slice(0, 2).flatMap((icon) => BY_ICON[icon] ?? []);
}

/** The print of a card: its continent's colour, a shade of its own. */
export function printOf(p: Place): string {
  const { colour } = CONTINENTS[p.continent]!;
  const shade = p.id % 3;
  return shade === 0
    ? colour
    : shade === 1
      ? mix(colour, "#0d1722", 0.22)
      : mix(colour, "#fffaf0", 0.16);
}

export interface Traveller {
  seat: number;
  index: number;
  cell: number | null; // null: not on the map
  open: boolean;
  suitcase: number;
}

export function travellers(view: View): Traveller[] {
  const all: Traveller[] = [];
  for (let seat = 0; seat < view.seats; seat++) {
    for (let index = 0; index < 2; index++) {
      const suitcase = view.suitcase[seat * 2 + index] ?? null;
      if (suitcase === null) continue;
      all.push({
        seat,
        index,
        cell: view.at[seat * 2 + index] ?? null,
        open: (((view.open[seat] ?? 0) >> index) & 1) === 1,
        suitcase,
      });
    }
  }
  return all;
}

/** How many cards of a continent are still to come. */
export function leftIn(view: View, deck: PcDeck, column: number): number {
  const each = deck.postcards.length / CONTINENTS.length;
  return view.deck.filter((card) => Math.floor(card / each) === column).length;
}
