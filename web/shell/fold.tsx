/*
 * The side folded away, so that the board gets the whole width. A line above the board then shows
 * whose turn it is, the points and the last log line.
 */
import { signal } from "@preact/signals";
import { SeatMark } from "../art/marks";
import { kept } from "./settings";
import type { TableStore } from "./store/table";
import { withNames, words } from "./words";

/** The choice of the player; "auto" folds the side on small screens if the board is wide. */
const side = kept<"auto" | "open" | "folded">("side", "auto");

function matches(query: string) {
  const media = window.matchMedia(query);
  const now = signal(media.matches);
  media.addEventListener("change", () => (now.value = media.matches));
  return now;
}
const small = matches("(max-width: 1100px)");
const low = matches("(max-height: 560px)"); // a phone on its side

export function isFolded(store: TableStore): boolean {
  if (side.value !== "auto") return side.value === "folded";
  return low.value || (small.value && !!store.board.value?.wide);
}

/** Folds or unfolds, and moves the focus to the button that undoes it. */
export function fold(store: TableStore): void {
  side.value = isFolded(store) ? "open" : "folded";
  window.setTimeout(() => document.querySelector<HTMLElement>("[data-fold]")?.focus());
}

export function FoldButton({ store }: { store: TableStore }) {
  const folded = isFolded(store);
  const label = folded ? words.table.unfold : words.table.fold;
  return (
    <button
      type="button"
      class="fold"
      data-fold
      title={label}
      aria-label={label}
      aria-expanded={!folded}
      onClick={() => fold(store)}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <rect x="2" y="3.500" width="16" height="13" rx="2" />
        <path
          d={
            folded
              ? "M13 3.500v13M9 7.500 6.500 10 9 12.500"
              : "M13 3.500v13M6 7.500 8.500 10 6 12.500"
          }
        />
      </svg>
      {folded && <span>{words.table.unfoldShort}</span>}
    </button>
  );
}

/** Names of up to this many letters are never shortened. */
const SHORT = 10;

/** The line above the board. */
export function Strip({ store, onChat }: { store: TableStore; onChat: () => void }) {
  const table = store.table.value;
  const shown = store.shown.value ?? table;
  if (!table || !shown) return null;
  const names = store.names.value;
  const back = store.replay.back.value;
  const last = store.log.value
    .filter((entry) => entry.text && (back === null || entry.position < back))
    .at(-1);
  const unread = store.talks.value ? store.chat.unread.value : 0;
  return (
    <div class="side-line">
      <ul aria-label={words.table.travellers}>
        {table.seats.map((seat) => {
          const acts = shown.to_act === seat.seat;
          return (
            <li
              key={seat.seat}
              class={`${acts ? "acts" : ""} ${(names[seat.seat] ?? "").length > SHORT ? "long" : ""}`}
              aria-current={acts ? "true" : undefined}
            >
              <SeatMark seat={seat.seat} size={16} />
              <span>{names[seat.seat]}</span>
              <b aria-label={words.table.pointsOf(shown.facts.points?.[seat.seat])}>
                {shown.facts.points?.[seat.seat] ?? "?"}
              </b>
            </li>
          );
        })}
      </ul>
      <p class="lately" aria-label={words.table.log}>
        {last && last.seat >= 0 && <SeatMark seat={last.seat} size={14} />}
        <span>{last ? withNames(last.text, names) : words.table.logEmpty}</span>
      </p>
      {unread > 0 && (
        <button
          type="button"
          class="link-button"
          onClick={() => {
            fold(store);
            onChat();
          }}
        >
          {words.chat.tab(unread)}
        </button>
      )}
      <FoldButton store={store} />
    </div>
  );
}
