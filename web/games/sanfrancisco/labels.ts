/*
 * Placing the names of the places on the map. Each name has about a hundred candidate positions
 * around its place, on one line or on two. The cost of a candidate counts the points of routes, the
 * flags, token counts and places that it would cover, its distance, and the part outside the map.
 * Names also avoid each other: starting from several orders, each name takes its cheapest candidate
 * given the others, a few times over; the cheapest result wins. Computed once for a deck and size.
 */
import { LANE, line, offset, type Point, routes, type SfDeck } from "./table";

export interface Label {
  key: string;
  x: number;
  y: number; // base line of the first line
  anchor: "start" | "middle" | "end";
  lines: string[];
}

/** The part of the map that names may stand on. */
interface Room {
  left: number;
  right: number;
  top: number;
  foot: number;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  foot: number;
}

/** The distance of two lines and the mean width of a letter, as parts of the font size. */
const PITCH = 0.88;
const LETTER = 0.53;
/** The distance that a name keeps from points of routes. */
const AIR = 2;

export function boxOf({ x, y, anchor, lines }: Label, size: number): Box {
  const wide = Math.max(...lines.map((text) => text.length)) * size * LETTER;
  const left = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
  return {
    left,
    right: left + wide,
    top: y - size * 0.74,
    foot: y + (lines.length - 1) * size * PITCH + size * 0.2,
  };
}

const inside = (p: Point, box: Box) =>
  p.x > box.left - AIR && p.x < box.right + AIR && p.y > box.top - AIR && p.y < box.foot + AIR;

function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.foot, b.foot) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Where a flag flies at a place. */
export const flagAt = (at: Point): Box => ({
  left: at.x - 14,
  right: at.x + 14,
  top: at.y - 40,
  foot: at.y - 14,
});

/** Where the number of tokens stands at a place. */
const countAt = (at: Point): Box => ({
  left: at.x + 6,
  right: at.x + 30,
  top: at.y - 30,
  foot: at.y - 5,
});

/** Whether a name covers the flag of its place. */
export const coversFlag = (label: Label, at: Point, size: number) =>
  shared(boxOf(label, size), flagAt(at)) > 0;

/** A point of a space, and the cost of covering it. */
interface Covered extends Point {
  weight: number;
}

/** The weight of the middle of a space, where its letter is. */
const MIDDLE = 5;

/* A grid of points on every space of the routes. */
function spacesOf(deck: SfDeck): Covered[] {
  return routes(deck).flatMap((route) => {
    const { spots, size } = line(deck, route, offset(route, LANE));
    return spots.flatMap(({ x, y, turn }) => {
      const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
      return [-0.5, -0.33, -0.17, 0, 0.17, 0.33, 0.5].flatMap((along) =>
        [-10, -5, 0, 5, 10].map((across) => ({
          x: x + along * size * cos - across * sin,
          y: y + along * size * sin + across * cos,
          weight: along === 0 ? MIDDLE : 1,
        })),
      );
    });
  });
}

/* The positions around a place, near ones first. */
function candidates(key: string, name: string, at: Point, size: number): Label[] {
  const words = name.split(" ");
  const forms = [[name], ...(words.length > 1 ? [[words[0]!, words.slice(1).join(" ")]] : [])];
  const found: Label[] = [];
  for (const lines of forms) {
    const more = (lines.length - 1) * size * PITCH;
    const side = size * 0.33 - more / 2;
    for (const dx of [23, 36, 50]) {
      for (const dy of [0, -6, 6, -12, 12, -18, 18, -24, 24, -30, 30]) {
        found.push({ key, lines, x: at.x + dx, y: at.y + side + dy, anchor: "start" });
        found.push({ key, lines, x: at.x - dx, y: at.y + side + dy, anchor: "end" });
      }
    }
    for (const dx of [0, -12, 12, -24, 24, -36, 36, -48, 48, -60, 60]) {
      for (const far of [0, 8, 16]) {
        const low = at.y + 21 + size * 0.78 + far;
        found.push({ key, lines, x: at.x + dx, y: low, anchor: "middle" });
        found.push({ key, lines, x: at.x + dx, y: at.y - 25 - more - far, anchor: "middle" });
      }
    }
  }
  return found;
}

/** The side that the deck asks for; it saves as much as one covered point costs. */
const WISH: Record<string, (label: Label, at: Point) => boolean> = {
  above: (label, at) => label.anchor === "middle" && label.y < at.y,
  below: (label, at) => label.anchor === "middle" && label.y > at.y,
  left: (label) => label.anchor === "end",
  right: (label) => label.anchor === "start",
};

/** The distance from the place to its name. */
const far = (label: Label, at: Point) => Math.hypot(label.x - at.x, label.y - at.y);

interface Offer {
  label: Label;
  box: Box;
  cost: number;
}

/** How often every name is placed again, given the positions of the others. */
const PASSES = 3;

/** Places these names; `spaces` is the weight of a covered point of a route. */
function arrange(
  deck: SfDeck,
  keys: readonly string[],
  size: number,
  room: Room,
  spaces: number,
  covered: readonly Box[],
) {
  const points = spacesOf(deck);
  const spots = deck.places.map((row) => ({ key: row.key, x: Number(row.x), y: Number(row.y) }));
  const offers = keys.flatMap((key) => {
    const row = deck.places.find((place) => place.key === key);
    if (!row) return [];
    const at = { x: Number(row.x), y: Number(row.y) };
    return [
      candidates(key, row.name, at, size).map((label) => {
        const box = boxOf(label, size);
        const near = {
          left: box.left - 18,
          right: box.right + 18,
          top: box.top - 18,
          foot: box.foot + 18,
        };
        const out =
          Math.max(0, room.left - box.left) +
          Math.max(0, box.right - room.right) +
          Math.max(0, room.top - box.top) +
          Math.max(0, box.foot - room.foot);
        const cost =
          far(label, at) * 0.04 +
          (label.lines.length - 1) -
          (WISH[row.label]?.(label, at) ? 1 : 0) +
          points.reduce((sum, p) => (inside(p, box) ? sum + p.weight : sum), 0) * spaces +
          spots.filter((spot) => shared(box, flagAt(spot)) > 0).length * 2 +
          spots.filter((spot) => shared(box, countAt(spot)) > 0).length * 2 +
          spots.filter((spot) => spot.key !== key && inside(spot, near)).length * 12 +
          covered.filter((other) => shared(box, other) > 0).length * 15 +
          out * 4;
        return { label, box, cost };
      }),
    ];
  });
  // The result depends on which name is placed first: try several, and keep the cheapest.
  let best: Offer[] = [];
  let least = Infinity;
  for (let start = 0; start < offers.length; start += 2) {
    const order = offers.map((_, i) => (start + i) % offers.length);
    const chosen: (Offer | undefined)[] = offers.map(() => undefined);
    const crowd = (offer: Offer, own: number) =>
      chosen.reduce(
        (sum, other, i) =>
          other && i !== own ? sum + 0.5 * shared(offer.box, grown(other.box)) : sum,
        0,
      );
    for (let pass = 0; pass < PASSES; pass++) {
      for (const own of order) {
        let most = Infinity;
        for (const offer of offers[own]!) {
          if (offer.cost >= most) continue;
          const cost = offer.cost + crowd(offer, own);
          if (cost < most) {
            most = cost;
            chosen[own] = offer;
          }
        }
      }
    }
    const all = chosen.filter((offer): offer is Offer => !!offer);
    const total = all.reduce((sum, offer, i) => sum + offer.cost + crowd(offer, i) / 2, 0);
    if (total < least) {
      least = total;
      best = all;
    }
  }
  return best.map(({ label }) => label);
}

/* The box of a name with the distance that other names keep. */
const grown = (box: Box): Box => ({
  left: box.left - 6,
  right: box.right + 6,
  top: box.top - 4,
  foot: box.foot + 4,
});

const worked = new WeakMap<SfDeck, Map<string, Label[]>>();

export function labels(
  deck: SfDeck,
  keys: readonly string[],
  size: number,
  room: Room,
  spaces = 1,
  covered: readonly Box[] = [],
): Label[] {
  const known = worked.get(deck) ?? new Map<string, Label[]>();
  worked.set(deck, known);
  const over = covered.map((box) => `${Math.round(box.left)},${Math.round(box.top)}`);
  const name = `${size} ${keys.join()} ${over.join()}`;
  let found = known.get(name);
  if (!found) {
    found = arrange(deck, keys, size, room, spaces, covered);
    known.set(name, found);
  }
  return found;
}
