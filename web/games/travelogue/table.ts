/* What the server sends of this game, and how its cards look. No rule is known here. */
import { MUSTARD_TEXT, NAVY, PLUM, SAGE_TEXT, type ShapeName, TEAL, TOMATO } from "../../art";
import type { BoardProps } from "../../shell/board";
import type { Deck, Facts } from "../../shell/types";
import { en as w } from "./words.en";

/* Numbers of the view that are no card: one nobody may see, and none. */
/** A card or a place that the viewer does not know. */
export const HIDDEN = "?";

export interface View {
  seats: number;
  seat: number;
  actor: number;
  trader: number;
  partner: number;
  agents: (number | null)[]; // null: no card
  piles: (number | typeof HIDDEN | null)[][]; // from the top; null: no card
  destinations: (number | null)[];
  hands: number[][];
  unknown: number[];
  scored: number[][];
  albums: number[];
  chosen: number[];
  given: (number | typeof HIDDEN | null)[];
}

export interface Traveller {
  hand: number;
  points: number;
  album: number;
  destination: number | null;
  scored: number[];
  known?: number[];
  maybe?: number[];
  told?: number[];
}

export interface Row {
  count: number;
  limit: number;
  value: number;
}

export interface TlFacts extends Facts {
  deck_count: number;
  discards: number[];
  bonuses: number;
  clouds: number;
  cloud_limit: number | null;
  travellers: Traveller[];
  visit: {
    seat: number;
    destination: number;
    value: number;
    rows: Row[];
    scoring: number[];
  } | null;
  reach: { value: number; card: number; points: number; discards: number } | null;
  trade: {
    agent: number;
    active: number;
    partner: number;
    card: number | null;
    given: number;
    returned: number;
    given_seen: number[];
    returned_seen: number[];
  } | null;
}

export interface TlDeck extends Deck {
  cards: Record<"key" | "activity" | "number" | "mark" | "name", string>[];
  destinations: Record<string, string>[];
}

export type Props = BoardProps<View, TlFacts, TlDeck>;

/* ---- Activities ---- */

export interface Look {
  key: string;
  colour: string;
  text: string; // the page's colour for words, by light
  icon: string; // drawn into 20 by 20
  scenes: readonly (readonly ShapeName[])[];
}

/* In the order of the cards. */
export const ACTIVITIES: readonly Look[] = [
  {
    key: "dining",
    colour: TOMATO,
    text: "var(--tomato-text)",
    icon: "M4 1v6a2.6 2.6 0 0 0 1.9 2.5V19h2.2V9.5A2.6 2.6 0 0 0 10 7V1H8.6v5.4h-.9V1H6.3v5.4h-.9V1zM16 1c-2.6.8-3.6 4-3.6 8v2h1.8v8H16z",
    scenes: [["dish"], ["cup"], ["market"], ["vines", "cup"]],
  },
  {
    key: "shopping",
    colour: MUSTARD_TEXT,
    text: "var(--mustard-text)",
    icon: "M3 7h3V5.5a4 4 0 0 1 8 0V7h3l1 12H2zm5 0h4V5.5a2 2 0 0 0-4 0z",
    scenes: [["bag"], ["market"], ["houses", "bag"], ["painting"]],
  },
  {
    key: "lodging",
    colour: NAVY,
    text: "var(--navy-text)",
    icon: "M1 3h2.2v8H17a2 2 0 0 1 2 2v5h-2.2v-3H3.2v3H1zm4 3h4a2 2 0 0 1 2 2v2H4.2V7A1 1 0 0 1 5 6z",
    scenes: [["tent"], ["bed"], ["huts"], ["lighthouse"], ["castle"]],
  },
  {
    key: "culture",
    colour: PLUM,
    text: "var(--plum-text)",
    icon: "M10 1l9 5v2H1V6zM3 9h2.5v6H3zm5.7 0h2.6v6H8.7zm5.8 0H17v6h-2.5zM1 16h18v3H1z",
    scenes: [["mask"], ["guitar"], ["trumpet"], ["painting"], ["temple"]],
  },
  {
    key: "leisure",
    colour: TEAL,
    text: "var(--teal-text)",
    icon: "M10 1a9 9 0 0 1 9 8.5H1A9 9 0 0 1 10 1zM9 10h2v6.2a3 3 0 0 1-6 0h2a1 1 0 0 0 2 0z",
    scenes: [["beach", "boat"], ["palm"], ["balloon"], ["waves", "bird"], ["hills", "trees"]],
  },
  {
    key: "sightseeing",
    colour: SAGE_TEXT,
    text: "var(--sage-text)",
    icon: "M7.2 3.5 8.4 1.5h3.2l1.2 2H17A2 2 0 0 1 19 5.5v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2zM10 6a4.2 4.2 0 1 0 .01 0zm0 2a2.2 2.2 0 1 1-.01 0z",
    scenes: [["arch"], ["clocktower"], ["bridge"], ["falls"], ["pyramid"], ["dome"]],
  },
];

export interface Activity {
  id: number;
  key: string;
  name: string;
  number: number;
  mark: string; // none, bonus or cloud
  look: Look;
  activity: number;
}

export function card(deck: TlDeck, id: number): Activity {
  const row = deck.cards[id]!;
  const activity = ACTIVITIES.findIndex((a) => a.key === row.activity);
  return {
    id,
    key: row.key,
    name: row.name,
    number: Number(row.number),
    mark: row.mark,
    activity,
    look: ACTIVITIES[activity]!,
  };
}

export function sceneOf(a: Activity): readonly ShapeName[] {
  return a.look.scenes[(a.number * 3 + a.activity) % a.look.scenes.length]!;
}

export const sayCard = (a: Activity) => w.card(w.activities[a.activity]!, a.number, a.mark);

/** Cards in hand by activity (as they are numbered) or by number, the highest first. */
export function sorted(deck: TlDeck, hand: number[], byNumber: boolean): number[] {
  const list = [...hand].sort((a, b) => a - b);
  if (byNumber) list.sort((a, b) => card(deck, b).number - card(deck, a).number || a - b);
  return list;
}

/* ---- Destinations ---- */

export interface Place {
  id: number;
  key: string;
  name: string;
  lore: string;
  limits: number[];
  values: number[];
  colour: string;
  shapes: readonly ShapeName[];
}

/* What a country's poster shows; others take the shape of their strongest activity. */
const POSTERS: Record<string, readonly ShapeName[]> = {
  italy: ["dome"],
  "united-arab-emirates": ["desert", "tower"],
  thailand: ["elephant"],
  brazil: ["mountain", "palm"],
  france: ["tower"],
  egypt: ["pyramid", "camel"],
  japan: ["mountain", "pagoda"],
  "united-kingdom": ["clocktower"],
  "united-states": ["skyline"],
  iceland: ["volcano", "waves"],
  jamaica: ["palm"],
  morocco: ["arch"],
  portugal: ["tram"],
  switzerland: ["mountain", "trees"],
  "new-zealand": ["falls"],
  india: ["onion"],
  "south-korea": ["pagoda"],
  singapore: ["wheel"],
};

export function place(deck: TlDeck, id: number): Place {
  const row = deck.destinations[id]!;
  const limits = ACTIVITIES.map((a) => Number(row[a.key]));
  const best = limits.indexOf(Math.max(...limits));
  return {
    id,
    key: row.key!,
    name: row.name!,
    lore: row.lore!,
    limits,
    values: ["one", "two", "three", "four", "five"]
      .map((n) => Number(row[n]))
      .filter((value) => value > 0),
    colour: ACTIVITIES[best]!.colour,
    shapes: POSTERS[row.key!] ?? ACTIVITIES[best]!.scenes[0]!,
  };
}

export function sayPlace(p: Place): string {
  const limits = p.limits.map((n, a) => `${n} ${w.activities[a]}`).join(", ");
  return w.place(p.name, limits, p.values.join(", "));
}
