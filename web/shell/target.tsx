/*
 * A table element that can be touched. Boards wrap whatever stands for `queue.2` or `hand.17` in
 * a Target (in HTML) or a TargetG (inside a drawing); lighting, choosing, marking what changed,
 * keyboard, screen reader and the question why not all come with it. The button lies over the
 * drawing and not around it: what it is called in words need not repeat what the picture prints.
 */
import type { ComponentChildren, VNode } from "preact";
import { useTable } from "./context";
import type { TableStore } from "./table";
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

function props(store: TableStore, { id, label, note }: TargetProps) {
  const lit = store.lit.value.has(id);
  const chosen = store.chosen.value.has(id);
  const changed = !chosen && store.marked.value.has(id);
  const hinted = store.hinted.value.has(id);
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
    tabIndex: store.focus.value === id ? 0 : -1,
    onClick: () => {
      if (!held) store.touch(id);
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
      <button type="button" {...props(useTable(), all)} />
    </div>
  );
}

interface TargetGProps extends TargetProps {
  /** The shape that carries the light and takes the touch: a rect, circle or path. */
  ring: VNode;
}

/** Inside an svg. */
export function TargetG({ ring, ...all }: TargetGProps) {
  return (
    <g
      class={["spot", all.class].filter(Boolean).join(" ")}
      data-flip={all.flip}
      data-from={all.from}
    >
      <g aria-hidden="true">{all.children}</g>
      <g role="button" {...props(useTable(), all)}>
        <g class="ring">{ring}</g>
      </g>
    </g>
  );
}
