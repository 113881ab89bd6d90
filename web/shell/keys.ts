/*
 * The keyboard: arrows move from one table element to the nearest in that direction, letters are
 * short cuts. Keys do nothing while the player types or a dialog is open.
 */
import type { TableStore } from "./store/table";

type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export function targetsOnScreen(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".table [data-target]")].filter(
    (element) => element.getClientRects().length > 0,
  );
}

function centre(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * The point that an arrow key leads to from another one: ahead of it in that direction, and near;
 * a distance to the side counts more than twice, so that rows and columns are followed.
 */
export function nearestPoint(
  [x, y]: readonly [number, number],
  points: readonly (readonly [number, number])[],
  direction: Direction,
): number {
  let best = -1;
  let least = Infinity;
  points.forEach(([px, py], index) => {
    const dx = px - x;
    const dy = py - y;
    const [ahead, aside] =
      direction === "ArrowLeft"
        ? [-dx, dy]
        : direction === "ArrowRight"
          ? [dx, dy]
          : direction === "ArrowUp"
            ? [-dy, dx]
            : [dy, dx];
    if (ahead < 4) return;
    const cost = ahead + Math.abs(aside) * 2.2;
    if (cost < least) {
      least = cost;
      best = index;
    }
  });
  return best;
}

function nearest(from: HTMLElement, direction: Direction): HTMLElement | null {
  const others = targetsOnScreen().filter((element) => element !== from);
  return others[nearestPoint(centre(from), others.map(centre), direction)] ?? null;
}

/** The element of the board that has the Tab stop, or its first element. */
function board(): HTMLElement | null {
  const all = targetsOnScreen();
  return all.find((element) => element.tabIndex === 0) ?? all[0] ?? null;
}

/* The hint that N or P has already visited: a new hint is visited first, once. */
let led = "";

function step(by: number): void {
  const lit = targetsOnScreen().filter((element) => element.classList.contains("lit"));
  const hinted = lit.find((element) => element.classList.contains("hinted"));
  const hint = hinted
    ? `${hinted.dataset.target} ${hinted.closest<HTMLElement>(".table")?.dataset.at}`
    : "";
  const leads = hint !== led;
  led = hint;
  if (hinted && leads) {
    hinted.focus();
    return;
  }
  const others = [
    ...document.querySelectorAll<HTMLElement>(
      ".composer [data-move], .composer [data-group], .composer [data-hint], .composer .commit:enabled",
    ),
  ];
  const all = [...lit, ...others];
  if (!all.length) return;
  const index = all.indexOf(document.activeElement as HTMLElement);
  all[(index + by + all.length) % all.length]?.focus();
}

export interface Doors {
  hint: () => void;
  rules: () => void;
  text: () => void;
  log: () => void;
  side: () => void;
  keys: () => void;
}

export function onKey(event: KeyboardEvent, store: TableStore, doors: Doors): void {
  const element = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (element.closest("input, select, textarea, dialog")) return;
  // The focused element of a dialog may be gone while the dialog is still open.
  if (document.querySelector("dialog[open]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const here = element.closest<HTMLElement>("[data-target]");
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight":
    case "ArrowUp":
    case "ArrowDown": {
      const next = here ? nearest(here, key) : element === document.body ? board() : null;
      if (!next) return;
      next.focus();
      break;
    }
    case "Enter":
    case " ":
      // The browser clicks a real button by itself, but not an element of a drawing.
      if (!here || here instanceof HTMLButtonElement) return;
      store.draft.touch(here.dataset.target!);
      break;
    case "Escape":
      store.draft.takeBack();
      break;
    case "n":
      step(1);
      break;
    case "p":
      step(-1);
      break;
    case "c":
      void store.draft.commit();
      break;
    case "i":
      if (!here) return;
      store.inspected.value = here.dataset.target!;
      break;
    case "b":
      board()?.focus();
      break;
    case "h":
      doors.hint();
      break;
    case "r":
      doors.rules();
      break;
    case "t":
      doors.text();
      break;
    case "l":
      doors.log();
      break;
    case "s":
      doors.side();
      break;
    case "?":
      doors.keys();
      break;
    default:
      return;
  }
  event.preventDefault();
}
