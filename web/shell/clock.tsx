/*
 * The clock of the seat to act. The server says how much is left when it says anything; the page
 * counts on from there by its own steady clock.
 */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { request } from "./connection";
import type { TableStore } from "./table";
import type { Clock, ClockChoice } from "./types";
import { words } from "./words";

const SHORT = 10; // seconds: from here on the clock is urgent

/** A clock as it was heard of, and when it will have run out by the clock of the page. */
export class ClockStore {
  readonly clock = signal<Clock>({ kind: "none", left: null });
  private ends: number | null = null;

  hear(clock: Clock | undefined): void {
    if (!clock) return;
    this.ends = clock.left === null ? null : performance.now() + clock.left;
    this.clock.value = clock;
  }

  /** Milliseconds left, or null where no clock runs. */
  left(): number | null {
    return this.ends === null ? null : Math.max(0, this.ends - performance.now());
  }
}

/** The clock, counting; nothing where none runs. */
export function ClockFace({ store }: { store: TableStore }) {
  const clock = store.clock.clock.value;
  const [, tick] = useState(0);
  const left = store.clock.left();
  const seconds = left === null ? null : Math.ceil(left / 1000);
  useEffect(() => {
    if (left === null) return;
    // The next time that the face changes: a second, or a minute of a long clock.
    const step = left > 3600000 ? 60000 : 1000;
    const timer = window.setTimeout(() => tick((n) => n + 1), (left % step) + 20);
    return () => window.clearTimeout(timer);
  });
  const urgent = clock.kind === "move" && seconds !== null && seconds <= SHORT;
  const mine = store.myTurn.value;
  useEffect(() => {
    if (urgent && mine) store.spoken.value = words.clock.hurry(SHORT);
  }, [urgent, mine, store]);
  if (seconds === null) return null;
  return (
    <span class={`clock ${urgent ? "urgent" : ""}`} role="timer" aria-label={words.clock.label}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r="6" fill="none" stroke="currentColor" stroke-width="1.6" />
        <path d="M7 3.4V7l2.4 1.6" fill="none" stroke="currentColor" stroke-width="1.6" />
      </svg>
      {words.clock.left(seconds)}
    </span>
  );
}

/** My seat is minded: how to have it back. Touching or typing anything does it as well. */
export function Minded({ store }: { store: TableStore }) {
  const minded = store.minded.value;
  useEffect(() => {
    if (!minded.length) return;
    const back = () => {
      if (document.visibilityState === "visible") comeBack(store);
    };
    document.addEventListener("pointerdown", back);
    document.addEventListener("keydown", back);
    document.addEventListener("visibilitychange", back);
    return () => {
      document.removeEventListener("pointerdown", back);
      document.removeEventListener("keydown", back);
      document.removeEventListener("visibilitychange", back);
    };
  }, [minded.length, store]);
  if (!minded.length || store.table.value?.status === "over") return null;
  return (
    <div class="minded" role="status">
      <p>{words.clock.mindedMine}</p>
      <button type="button" onClick={() => comeBack(store)}>
        {words.clock.back}
      </button>
    </div>
  );
}

function comeBack(store: TableStore): void {
  for (const seat of store.minded.value) {
    request({ type: "back", match: store.match, seat }).catch(() => {
      // Not connected: watching again hands the seat back.
    });
  }
}

/** The clocks there are to choose from; the shortest one depends on the server. */
const CHOICES: ClockChoice[] = [
  { kind: "none" },
  ...[30, 60, 120, 300, 900].map((seconds) => ({ kind: "move" as const, seconds })),
  ...[1, 3, 7].map((days) => ({ kind: "days" as const, days })),
];

export function ClockField({
  clock,
  least,
  onChange,
}: {
  clock: ClockChoice;
  least: number;
  onChange: (clock: ClockChoice) => void;
}) {
  const choices = CHOICES.filter((c) => c.kind !== "move" || c.seconds >= least);
  return (
    <label class="field">
      <span>
        {words.clock.title}
        <small class="soft">{words.clock.note}</small>
      </span>
      <select
        name="clock"
        value={JSON.stringify(clock)}
        onChange={(event) => onChange(JSON.parse(event.currentTarget.value) as ClockChoice)}
      >
        {choices.map((choice) => (
          <option value={JSON.stringify(choice)}>{words.clock.choice(choice)}</option>
        ))}
      </select>
    </label>
  );
}
