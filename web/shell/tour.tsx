/*
 * The first game: a card beside the board explains one thing at a time, when it matters for the
 * first time. The board provides the steps; a step is due when the engine names its clause. The
 * card never blocks a move.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { tourOn, toured } from "./settings";
import type { TableStore } from "./store/table";
import { words } from "./words";

export interface TourStep {
  /** Never changes: browsers remember it as read. */
  key: string;
  title: string;
  text: string;
  /** Selectors of the subject: the first element on the screen counts. */
  at: string;
  /** Due when the engine's clause begins with one of these; without: on the first turn. */
  on?: readonly string[];
  /** The clause with the full rule. */
  clause: string;
}

/** Marks every step of a game as read. */
export function endTour(game: string, steps: readonly TourStep[]): void {
  toured.value = { ...toured.value, [game]: steps.map((step) => step.key) };
}

export function restartTour(game: string): void {
  tourOn.value = true;
  toured.value = { ...toured.value, [game]: [] };
}

/** The first unread step that is due at this clause. */
export function dueStep(
  steps: readonly TourStep[],
  read: readonly string[],
  clause: string,
): TourStep | undefined {
  return steps.find(
    (step) => !read.includes(step.key) && (!step.on || step.on.some((on) => includes(on, clause))),
  );
}

/* A section includes its clauses: XX-2 includes XX-2.1. XX-2.1 does not include XX-2.10. */
function includes(on: string, clause: string): boolean {
  return clause === on || clause.startsWith(`${on}.`);
}

/* Lengths in pixels, as styles have them. */
interface Spot {
  ring: { left: string; top: string; width: string; height: string } | null;
  card: { left: string; top: string };
}

const px = (value: number) => `${Math.round(value)}px`;

const GAP = 12;
const EDGE = 8;

/** The subject of a step: the first matching element that is drawn. */
function subjectOf(at: string): Element | undefined {
  return at
    .split(",")
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .find((element) => element.getClientRects().length > 0);
}

/** The visible part of an element: scrolling frames around it may hide the rest. */
function seen(element: Element): DOMRect {
  let { left, top, right, bottom } = element.getBoundingClientRect();
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).overflow === "visible") continue;
    const frame = box.getBoundingClientRect();
    left = Math.max(left, frame.left);
    top = Math.max(top, frame.top);
    right = Math.min(right, frame.right);
    bottom = Math.min(bottom, frame.bottom);
  }
  return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
}

/* Beside the subject without covering it, or at the bottom if no side has room. */
function place(card: HTMLElement, at: string): Spot {
  const wide = document.documentElement.clientWidth;
  const high = document.documentElement.clientHeight;
  const { offsetWidth: w, offsetHeight: h } = card;
  const element = subjectOf(at);
  const box = element && seen(element);
  const subject = box && box.width > 0 && box.height > 0 ? box : undefined;
  const inside = (value: number, most: number) => Math.max(EDGE, Math.min(value, most - EDGE));
  const foot = [inside((wide - w) / 2, wide - w), high - h - EDGE] as const;
  if (!subject) return { ring: null, card: { left: px(foot[0]), top: px(foot[1]) } };
  const x = inside(subject.left + (subject.width - w) / 2, wide - w);
  const y = inside(subject.top + (subject.height - h) / 2, high - h);
  const places: [boolean, number, number][] = [
    [subject.bottom + GAP + h <= high - EDGE, x, subject.bottom + GAP],
    [subject.top - GAP - h >= EDGE, x, subject.top - GAP - h],
    [subject.right + GAP + w <= wide - EDGE, subject.right + GAP, y],
    [subject.left - GAP - w >= EDGE, subject.left - GAP - w, y],
    [true, ...foot],
  ];
  const [, left, top] = places.find(([fits]) => fits)!;
  const ring = {
    left: px(subject.left - 4),
    top: px(subject.top - 4),
    width: px(subject.width + 8),
    height: px(subject.height + 8),
  };
  return { ring, card: { left: px(left), top: px(top) } };
}

interface Props {
  store: TableStore;
  onClause: (clause: string) => void;
}

export function Tour({ store, onClause }: Props) {
  const steps = store.board.value?.tour ?? [];
  const read = toured.value[store.game.value?.id ?? ""] ?? [];
  const shown = tourOn.value && store.myTurn.value && store.replay.back.value === null;
  const step = shown ? dueStep(steps, read, store.shown.value?.facts.clause ?? "") : undefined;
  const card = useRef<HTMLElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const at = step?.at ?? "";
  // Scroll the subject into view once; after that the player scrolls.
  useLayoutEffect(() => {
    const subject = at && subjectOf(at);
    if (!subject) return;
    const room = subject.closest(".board")?.clientHeight ?? Infinity;
    const block = subject.getBoundingClientRect().height > room ? "start" : "nearest";
    subject.scrollIntoView({ block, inline: "nearest" });
  }, [step?.key]);
  useLayoutEffect(() => {
    if (!at) return;
    const move = () => {
      if (!card.current) return;
      const next = place(card.current, at);
      setSpot((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
    };
    move();
    // Cards fly, fonts load, the screen is turned: the subject may move at any time.
    const follow = window.setInterval(move, 250);
    window.addEventListener("resize", move);
    document.addEventListener("scroll", move, true);
    return () => {
      window.clearInterval(follow);
      window.removeEventListener("resize", move);
      document.removeEventListener("scroll", move, true);
    };
  });
  if (!step) return null;
  const game = store.game.value!.id;
  const next = () => (toured.value = { ...toured.value, [game]: [...read, step.key] });
  const w = words.tour;
  return (
    <>
      {spot?.ring && <div class="tour-ring" style={spot.ring} aria-hidden="true" />}
      <section
        ref={card}
        class="tour"
        data-step={step.key}
        aria-label={w.region}
        style={spot?.card ?? {}}
      >
        <div role="status">
          <h2>{step.title}</h2>
          <p>{step.text}</p>
        </div>
        <div class="row">
          <button type="button" onClick={next}>
            {w.next}
          </button>
          <button type="button" class="quiet" onClick={() => onClause(step.clause)}>
            {words.about.rule(step.clause)}
          </button>
          <button type="button" class="quiet skip" onClick={() => endTour(game, steps)}>
            {w.skip}
          </button>
        </div>
      </section>
    </>
  );
}
