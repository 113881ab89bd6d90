/*
 * The contract of a board, and how its bundle is loaded: web/games/ID/board.tsx exports Board and,
 * if seats hold cards, Hand. The page fetches the bundle when a table of that game opens. See
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
  /** The names of the seats. */
  names: string[];
  /** The seat of the viewer; null for a spectator. */
  me: number | null;
  /** The seat to move, -1 chance, -2 over. */
  toAct: number;
  /** A phone held upright. */
  narrow: boolean;
  /** True while looking back and after the end: nothing can be touched. */
  still: boolean;
  /** The view of the present position, and the moves being tried from there. */
  present: V;
  steps: MoveInfo[];
  lit: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  touch: (target: string) => void;
}

/** The content of the inspector for a table element. */
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
  /** The board needs the width of small screens: the side is folded there at first. */
  wide?: boolean;
  about?: (target: string, props: BoardProps) => About | null;
  /** The steps of the first game, in order. */
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
