/*
 * A table element that can be touched. Boards wrap the drawing of `queue.2` or `hand.17` in a
 * Target (HTML) or a TargetG (inside an svg), which adds light, choice, the mark of a change,
 * keyboard, screen reader, and the refusal after a touch that is not legal. The button lies over
 * the drawing and not around it, so a screen reader hears the label instead of the text in the
 * picture.
 */
import { computed } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { useTable } from "./context";
import type { TableStore } from "./store/table";
import { words } from "./words";

interface TargetProps {
  /** The id that the moves of the engine name. */
  id: string;
  /** What lies there, in words, as far as this viewer knows. */
  label: string;
  /** Read aloud after the label; a change of the note does not mark the element as new. */
  note?: string | undefined;
  /** The identity of the physical card, by which it glides from place to place. */
  flip?: string | undefined;
  /** The `data-place` of the pile that a new card comes from. */
  from?: string;
  class?: string;
  children: ComponentChildren;
}

let holding = 0;
let held = false; // a long press has opened the inspector: its click is no touch

const LIT = 1;
const CHOSEN = 2;
const CHANGED = 4;
const HINTED = 8;
const FOCUS = 16;

/* The state as one number, so that only elements whose own state changes are drawn again. */
function stateOf(store: TableStore, id: string) {
  return computed(
    () =>
      (store.draft.lit.value.has(id) ? LIT : 0) |
      (store.draft.chosen.value.has(id) ? CHOSEN : 0) |
      (store.marked.value.has(id) ? CHANGED : 0) |
      (store.hints.targets.value.has(id) ? HINTED : 0) |
      (store.focus.value === id ? FOCUS : 0),
  );
}

function useProps({ id, label, note }: TargetProps) {
  const store = useTable();
  const now = useMemo(() => stateOf(store, id), [store, id]).value;
  const lit = !!(now & LIT);
  const chosen = !!(now & CHOSEN);
  const changed = !chosen && !!(now & CHANGED);
  const hinted = !!(now & HINTED);
  const state = [
    note,
    lit && words.target.lit,
    chosen && words.target.chosen,
    changed && words.target.changed,
  ].filter(Boolean);
  const inspect = (event: Event) => {
    if (event.cancelable) event.preventDefault();
    store.inspected.value = id;
  };
  return {
    "data-target": id,
    "data-label": label,
    class: ["target", lit && "lit", chosen && "chosen", changed && "changed", hinted && "hinted"]
      .filter(Boolean)
      .join(" "),
    "aria-label": [label, ...state].join(", "),
    "aria-pressed": chosen,
    tabIndex: now & FOCUS ? 0 : -1,
    onClick: () => {
      if (!held) store.draft.touch(id);
      held = false;
    },
    onFocus: () => (store.focus.value = id),
    onContextMenu: inspect,
    onTouchStart: (event: Event) => {
      window.clearTimeout(holding);
      held = false;
      holding = window.setTimeout(() => {
        held = true;
        inspect(event);
      }, 550);
    },
    onTouchEnd: () => window.clearTimeout(holding),
    onTouchMove: () => window.clearTimeout(holding),
  };
}

export function Target(all: TargetProps) {
  return (
    <div
      class={["spot", all.class].filter(Boolean).join(" ")}
      data-flip={all.flip}
      data-from={all.from}
    >
      <div aria-hidden="true">{all.children}</div>
      <button type="button" {...useProps(all)} />
    </div>
  );
}

interface TargetGProps extends TargetProps {
  /** The shape that carries the light and takes the touch: a rect, circle or path. */
  ring: VNode;
}

/** Inside an svg. */
export function TargetG({ ring, ...all }: TargetGProps) {
  // svg wants the attribute in lower case; without it every target would be a Tab stop.
  const { tabIndex, ...props } = useProps(all);
  return (
    <g
      class={["spot", all.class].filter(Boolean).join(" ")}
      data-flip={all.flip}
      data-from={all.from}
    >
      <g aria-hidden="true">{all.children}</g>
      <g role="button" tabindex={tabIndex} {...props}>
        <g class="ring">{ring}</g>
      </g>
    </g>
  );
}
