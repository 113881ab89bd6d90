/*
 * On a phone the board scrolls. When the player may touch something out of sight, the board scrolls
 * there once by itself; the other touchable elements out of sight are counted at the edge behind
 * which they lie. The count is no button, so that it never covers an element below it.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { cardsMove } from "./settings";
import type { TableStore } from "./store/table";
import { words } from "./words";

interface Unseen {
  above: HTMLElement[];
  below: HTMLElement[];
  seen: number;
  frames: HTMLElement[]; // scrolling frames that hide some of their own content
}

/* The scrolling frame inside the board that hides it, if any: such a frame has its own buttons. */
function cutBy(element: Element, board: Element, x: number, y: number): HTMLElement | null {
  for (let at = element.parentElement; at && at !== board; at = at.parentElement) {
    if (getComputedStyle(at).overflowY === "visible") continue;
    const { left, right, top, bottom } = at.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return at;
  }
  return null;
}

/* Whether nothing covers its middle, so that a touch reaches it. */
function free(element: HTMLElement): boolean {
  const box = (element.querySelector(".feel, .ring") ?? element).getBoundingClientRect();
  const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return !!at && element.contains(at);
}

/* The elements out of sight: less than half of each is visible. */
function unseen(board: HTMLElement): Unseen {
  const frame = board.getBoundingClientRect();
  const found: Unseen = { above: [], below: [], seen: 0, frames: [] };
  for (const element of board.querySelectorAll<HTMLElement>(".target.lit")) {
    const box = element.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    const hider = cutBy(element, board, (box.left + box.right) / 2, middle);
    if (hider) found.frames.push(hider);
    else if (middle < frame.top) found.above.push(element);
    else if (middle > frame.bottom) found.below.push(element);
    else if (free(element)) found.seen++;
  }
  return found;
}

export function Beyond({ store }: { store: TableStore }) {
  const ref = useRef<HTMLDivElement>(null);
  const asked = useRef("");
  const [count, setCount] = useState({ above: 0, below: 0 });
  const lit = [...store.draft.lit.value].join();
  const table = store.table.value;
  const stamp = store.myTurn.value ? `${table?.position} ${lit}` : "";
  const board = () => ref.current?.closest<HTMLElement>(".board") ?? null;
  const look = () => {
    const at = board();
    if (!at) return;
    const { above, below } = unseen(at);
    setCount((now) =>
      now.above === above.length && now.below === below.length
        ? now
        : { above: above.length, below: below.length },
    );
  };
  const go = (element: HTMLElement | undefined) =>
    element?.scrollIntoView({
      block: "center",
      inline: "nearest",
      behavior: cardsMove() ? "smooth" : "auto",
    });
  useEffect(() => {
    const at = board();
    if (!at) return;
    at.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(at);
    return () => {
      at.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, []);
  useEffect(() => {
    const at = board();
    if (at && stamp && asked.current !== stamp) {
      const { above, below, seen, frames } = unseen(at);
      if (!seen) go(below[0] ?? above.at(-1) ?? frames[0]);
    }
    asked.current = stamp;
    look();
  }, [stamp]);
  return (
    <div class="beyond" ref={ref}>
      {stamp && count.above + count.below > 0 && (
        <p>
          {[
            count.above > 0 && words.table.above(count.above),
            count.below > 0 && words.table.below(count.below),
          ]
            .filter(Boolean)
            .join("  ")}
        </p>
      )}
    </div>
  );
}
