/*
 * What a board is, and how it gets here: web/games/ID/board.tsx exports Board and, where seats
 * hold cards, Hand; the bundle is fetched when a table of that game opens. See
 * docs/adding-a-board.md.
 */
import type { ComponentChildren, ComponentType } from "preact";
import type { TourStep } from "./tour";
import type { Deck, Facts, MoveInfo, Seat, View } from "./types";

export interface BoardProps<V = View, F = Facts, D = Deck> {
  view: V;
  facts: F;
  deck: D;
  seats: Seat[];
  /** What the seats are called. */
  names: string[];
  /** The seat whose eyes these are; null for a spectator. */
  me: number | null;
  /** The seat to move, -1 chance, -2 over. */
  toAct: number;
  /** A phone held upright. */
  narrow: boolean;
  /** True when the position is one looked back at, or the match is over. */
  still: boolean;
  /** The position as it stands, without what is being tried, and the moves that are. */
  present: V;
  steps: MoveInfo[];
  lit: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  touch: (target: string) => void;
}

/** What the inspector shows of a table element. */
export interface About {
  title: string;
  lines: string[];
  clause: string;
  /** The card, large. */
  picture?: ComponentChildren;
}

export interface BoardModule {
  Board: ComponentType<BoardProps>;
  Hand?: ComponentType<BoardProps>;
  /** On small screens it needs the width: the side begins folded there. */
  wide?: boolean;
  about?: (target: string, props: BoardProps) => About | null;
  /** What the first game explains, in order. */
  tour?: readonly TourStep[];
}

export interface CoverModule {
  Cover: ComponentType;
}

const parts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="parts"]')?.content ?? "{}",
) as Record<string, [string, string?]>;

const loading = new Map<string, Promise<unknown>>();

function style(href: string): Promise<void> {
  return new Promise((resolve) => {
    const element = document.createElement("link");
    element.rel = "stylesheet";
    element.href = href;
    element.onload = element.onerror = () => resolve();
    document.head.append(element);
  });
}

function load<T>(name: string): Promise<T | null> {
  let promise = loading.get(name);
  if (!promise) {
    const part = parts[name];
    if (!part) return Promise.resolve(null);
    promise = Promise.all([
      import(new URL(part[0], document.baseURI).href),
      part[1] ? style(part[1]) : undefined,
    ]).then(([module]) => module as T);
    loading.set(name, promise);
    promise.catch(() => loading.delete(name));
  }
  return promise as Promise<T>;
}

export const loadBoard = (game: string) => load<BoardModule>(`board-${game}`);
export const loadCover = (game: string) => load<CoverModule>(`cover-${game}`);
