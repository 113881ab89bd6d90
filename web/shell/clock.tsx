/* The clock on the table, the note that a bot plays for me, and the choice of a clock. */
import { useEffect, useState } from "preact/hooks";
import { request } from "./connection";
import type { TableStore } from "./store/table";
import type { ClockChoice } from "./types";
import { words } from "./words";

const SHORT = 10; // seconds: from here on the clock is urgent

/** The clock, counting down; nothing if none runs. */
export function ClockFace({ store }: { store: TableStore }) {
  const clock = store.clock.clock.value;
  const [, tick] = useState(0);
  const left = store.clock.left();
  const seconds = left === null ? null : Math.ceil(left / 1000);
  useEffect(() => {
    if (left === null) return;
    // Wait until the shown text changes: a second, or a minute of a long clock.
    const step = left > 3600000 ? 60000 : 1000;
    const timer = window.setTimeout(() => tick((n) => n + 1), (left % step) + 20);
    return () => window.clearTimeout(timer);
  });
  const urgent = clock.kind === "move" && seconds !== null && seconds <= SHORT;
  const mine = store.myTurn.value;
  useEffect(() => {
    if (urgent && mine) store.messages.spoken.value = words.clock.hurry(SHORT);
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

/** A bot plays for my seat. The button takes it back; so does touching or typing anything. */
export function Minded({ store }: { store: TableStore }) {
  const minded = store.seats.minded.value;
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
  for (const seat of store.seats.minded.value) {
    request({ type: "back", match: store.match, seat }).catch(() => {
      // Not connected: watching again after the reconnect takes the seat back.
    });
  }
}

/** The clocks to choose from; the server sets a minimum. */
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
