/*
 * A table element that can be touched. Boards wrap whatever stands for `queue.2` or `hand.17` in
 * a Target (in HTML) or a TargetG (inside a drawing); lighting, choosing, marking what changed,
 * keyboard, screen reader and the question why not all come with it. The button lies over the
 * drawing and not around it: what it is called in words need not repeat what the picture prints.
 */
import { computed } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { useTable } from "./context";
import type { TableStore } from "./store/table";
import { words } from "./words";

interface TargetProps {
  /** The id that moves name. */
  id: string;
  /** What it is, in words, as far as this viewer knows. */
  label: string;
  /** What can be done with it now, read aloud after the label; a change of it is no news. */
  note?: string | undefined;
  /** The identity of the physical card, so that it moves from place to place. */
  flip?: string | undefined;
  /** The pile it comes from when it is new: an element with this data-place. */
  from?: string;
  class?: string;
  children: ComponentChildren;
}

let holding = 0;
let held = false; // a long press was a look, not a touch

const LIT = 1;
const CHOSEN = 2;
const CHANGED = 4;
const HINTED = 8;
const FOCUS = 16;

/* One number for each element, so that only those whose own state is another are drawn anew. */
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
  // In a drawing the attribute counts as it is written; without it every target is a stop of Tab.
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
