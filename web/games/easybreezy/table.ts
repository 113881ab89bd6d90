/* What the server sends of this game, and how its cards look. No rule is known here. */
import {
  BUS,
  MUSTARD_TEXT,
  NAVY,
  PLANE,
  SAGE_TEXT,
  type ShapeName,
  TEAL,
  TOMATO,
  TRAIN,
} from "../../art";
import type { BoardProps } from "../../shell/board";
import type { Deck, Facts } from "../../shell/types";
import { en as w } from "./words.en";

export interface View {
  seats: number;
  seat: number;
  queue: (number | null)[]; // null: an empty place
  fares: number[];
  transports: (number | null)[]; // null: the city has left the ticker
  stock: number[];
  chosen: number[];
  hands: number[][];
  unknown: number[];
  waiting: number[][];
  tickets: number[][];
  money: number[];
  city: number;
}

/* By city, in the deck's order. */
export type Departures = Record<"seats" | "paying" | "riders" | "missing" | "earns", number[]>;

export interface EbFacts extends Facts {
  departures: Departures;
  deck_count: number;
  discard_count: number;
  boarding: { city: string; seats: number; aboard: number; earns: number } | null;
}

export interface EbDeck extends Deck {
  passengers: Record<"key" | "name" | "city" | "raises" | "reason", string>[];
  destinations: Record<"city" | "transport" | "seats", string>[];
}

export type Props = BoardProps<View, EbFacts, EbDeck>;

/* Looks by city, in the deck's order of cities; a fifth is for those who go anywhere. */
interface Look {
  colour: string;
  text: string; // the page's colour for the name, by light
  pattern: string;
  scenes: readonly (readonly ShapeName[])[];
}

const LOOKS: Record<string, Look> = {
  chicago: {
    colour: NAVY,
    text: "var(--navy-text)",
    pattern: "bars",
    scenes: [
      ["skyline"],
      ["river", "skyline"],
      ["wheel"],
      ["train"],
      ["clocktower"],
      ["lighthouse"],
    ],
  },
  miami: {
    colour: TEAL,
    text: "var(--teal-text)",
    pattern: "waves",
    scenes: [["palm"], ["beach", "boat"], ["waves", "bird"], ["palm"], ["liner"], ["flower"]],
  },
  "new-orleans": {
    colour: MUSTARD_TEXT,
    text: "var(--mustard-text)",
    pattern: "dots",
    scenes: [["houses"], ["trumpet"], ["tram"], ["mask"], ["guitar"], ["cup"]],
  },
  "new-york": {
    colour: TOMATO,
    text: "var(--tomato-text)",
    pattern: "stripes",
    scenes: [["skyline"], ["bridge"], ["arch"], ["liner"], ["skyline"], ["clocktower"]],
  },
};

const ANYWHERE: Look = {
  colour: SAGE_TEXT,
  text: "var(--sage-text)",
  pattern: "crosses",
  scenes: [["clocktower"], ["balloon"], ["liner"], ["wheel"], ["tent"], ["cactus"]],
};

export const look = (city: string): Look => LOOKS[city] ?? ANYWHERE;

export const VEHICLES: Record<string, string> = { bus: BUS, train: TRAIN, plane: PLANE };

/** "new-york" as people write it. */
export function title(key: string): string {
  return key.replace(
    /(^|-)([a-z])/g,
    (_, dash: string, letter: string) => (dash ? " " : "") + letter.toUpperCase(),
  );
}

export function initials(key: string): string {
  return key === "anywhere"
    ? w.any
    : key.replace(/(^|-)([a-z])[a-z]*/g, (_, __, l: string) => l.toUpperCase());
}

export function cities(deck: EbDeck): string[] {
  return [...new Set(deck.destinations.map((row) => row.city))];
}

export function transports(deck: EbDeck): string[] {
  return [...new Set(deck.destinations.map((row) => row.transport))];
}

export interface Passenger {
  id: number;
  key: string;
  name: string;
  city: string;
  raises: string; // "" for none
  reason: string;
  free: boolean;
}

export function passenger(deck: EbDeck, id: number): Passenger {
  const row = deck.passengers[id]!;
  return {
    id,
    key: row.key,
    name: row.name,
    city: row.city,
    raises: row.raises === "none" ? "" : row.raises,
    reason: row.reason,
    free: row.city === "anywhere",
  };
}

export function sceneOf(p: Passenger): readonly ShapeName[] {
  const { scenes } = look(p.city);
  return scenes[p.id % scenes.length]!;
}

export function sayPassenger(p: Passenger): string {
  return p.free ? w.rider(p.name) : w.passenger(p.name, title(p.city), p.raises && title(p.raises));
}
