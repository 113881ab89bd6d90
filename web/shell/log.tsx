/* The log, newest at the bottom; every line links to its rule. */
import { useEffect, useRef } from "preact/hooks";
import { SeatMark } from "../art/marks";
import type { TableStore } from "./store/table";
import { withNames, words } from "./words";

const NEARLY = 12; // pixels from the bottom that still count as being there

interface Props {
  store: TableStore;
  onClause: (clause: string) => void;
}

/** The seat of a line: who moved, or the first seat named after a chance move. */
function seatOf({ seat, text }: { seat: number; text: string }): number {
  return seat >= 0 ? seat : Number(/^\{(\d)\}/.exec(text)?.[1] ?? -1);
}

export function Log({ store, onClause }: Props) {
  const ref = useRef<HTMLOListElement>(null);
  const back = store.replay.back.value;
  const lines = store.log.value.filter(
    (entry) => entry.text && (back === null || entry.position < back),
  );
  const names = store.names.value;
  const since = store.since.value;
  const some = lines.length > 0;
  useEffect(() => {
    const list = ref.current;
    if (list) list.scrollTop = list.scrollHeight;
  }, [lines.length]);
  // The newest line stays visible when the panel above grows, unless the player has scrolled up.
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    let foot = true;
    let was = list.scrollTop;
    // Only scrolling up leaves the bottom: new lines move the bottom away as well.
    const scrolled = () => {
      const below = list.scrollHeight - list.scrollTop - list.clientHeight;
      if (below < NEARLY) foot = true;
      else if (list.scrollTop < was) foot = false;
      was = list.scrollTop;
    };
    const resized = new ResizeObserver(() => {
      if (foot) list.scrollTop = list.scrollHeight;
    });
    list.addEventListener("scroll", scrolled);
    resized.observe(list);
    return () => resized.disconnect();
  }, [some]);
  // One Tab stop for the whole log: Up and Down move from rule to rule.
  const walk = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    const rules = [...(ref.current?.querySelectorAll<HTMLElement>(".clause") ?? [])];
    if (!by || !rules.length) return;
    const at = rules.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? rules.length - 1 : Math.max(0, Math.min(rules.length - 1, at + by));
    rules[next]!.focus();
    event.preventDefault();
  };
  if (!lines.length) return <p class="soft">{words.table.logEmpty}</p>;
  return (
    <ol class="log" ref={ref} tabIndex={0} aria-label={words.table.log} onKeyDown={walk}>
      {lines.map((entry) => (
        <li
          key={entry.position}
          class={since >= 0 && entry.position >= since && back === null ? "new" : ""}
        >
          {seatOf(entry) >= 0 ? <SeatMark seat={seatOf(entry)} size={14} /> : <span class="dot" />}
          <span>
            {withNames(entry.text, names)}{" "}
            {entry.minded && <small class="by-bot">{words.table.byBot}</small>}{" "}
            {entry.clause && (
              <button
                type="button"
                class="clause"
                tabIndex={-1}
                aria-label={words.table.clause(entry.clause)}
                onClick={() => onClause(entry.clause)}
              >
                {entry.clause}
              </button>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
