/*
 * The elements that the board draws now, with their labels, read from the page after every drawing:
 * the text view lists them, moves without one become buttons, and labels that differ from those at
 * my last move mark what is new.
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import { targetsOnScreen } from "./keys";
import type { TableStore } from "./store/table";
import { parts } from "./boardtools";

export function useDrawn(
  store: TableStore,
  drawn: ReadonlyMap<string, string>,
  setDrawn: (labels: ReadonlyMap<string, string>) => void,
): void {
  const base = useRef<{ position: number; labels: ReadonlyMap<string, string> } | null>(null);
  useLayoutEffect(() => {
    const elements = targetsOnScreen();
    const labels = new Map(elements.map((e) => [e.dataset.target!, e.dataset.label ?? ""]));
    if (!same(labels, drawn)) setDrawn(labels);
    if (!labels.has(store.focus.value)) {
      const first = elements.find((e) => e.classList.contains("lit")) ?? elements[0];
      if (first) store.focus.value = first.dataset.target!;
    }
    const position = store.table.value?.position ?? -1;
    if (store.replay.back.value !== null || store.draft.tried.value || labels.size === 0) return;
    if (!base.current || (store.since.value === position && base.current.position !== position)) {
      base.current = { position, labels };
    }
    // If no element of a kind was drawn before, the player has opened a sheet: nothing is new.
    const kinds = new Set([...base.current.labels.keys()].map((id) => parts(id).kind));
    const changed = new Set<string>();
    for (const [id, label] of labels) {
      if (base.current.labels.get(id) !== label && kinds.has(parts(id).kind)) changed.add(id);
    }
    const before = store.changed.value;
    if (changed.size !== before.size || [...changed].some((id) => !before.has(id))) {
      store.changed.value = changed;
    }
  });
}

function same(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (b.get(key) !== value) return false;
  return true;
}
