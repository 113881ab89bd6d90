/* Looking back: a slider over the match, as I saw it or, after the end, with all hands open. */
import { useEffect, useState } from "preact/hooks";
import { Cross } from "./dialog";
import { Fork } from "./fork";
import { narrow } from "./settings";
import type { TableStore } from "./store/table";
import { withNames, words } from "./words";

const STEP_TIME = 900;

export function Replay({ store, onReview }: { store: TableStore; onReview: () => void }) {
  const [playing, setPlaying] = useState(false);
  const [fork, setFork] = useState(false);
  const at = store.replay.back.value ?? 0;
  const last = store.replay.last;
  const over = store.table.value?.status === "over";
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = window.setTimeout(() => void store.lookBack(at + 1), STEP_TIME);
    return () => window.clearTimeout(timer);
  }, [playing, at, last, store]);
  const go = (to: number) => {
    setPlaying(false);
    void store.lookBack(Math.max(0, Math.min(last, to)));
  };
  const entry = store.log.value.find((entry) => entry.position === at - 1);
  const line = entry?.text ?? "";
  const w = words.replay;
  const button = (label: string, sign: string, to: number, far = "") => (
    <button type="button" class={`quiet sign ${far}`} aria-label={label} onClick={() => go(to)}>
      {sign}
    </button>
  );
  return (
    <section class="replay" aria-label={w.title}>
      <div class="line">
        {/* On a phone a long line scrolls; a scrolling area must be reachable by keys. */}
        <span aria-live="polite" {...(narrow.value ? { tabIndex: 0 } : {})}>
          <b>{at === 0 ? w.start : w.position(at, last)}</b> {withNames(line, store.names.value)}{" "}
          {line && entry?.minded && <small class="by-bot">{words.table.byBot}</small>}
        </span>
        {(over ? at < last : store.mine.value.length > 0) && (
          <button type="button" class="quiet what-if" onClick={() => setFork(true)}>
            {words.people.fork}
          </button>
        )}
        {over && (
          <button type="button" class="quiet chances" onClick={onReview}>
            {words.review.open}
          </button>
        )}
        <button
          type="button"
          class="quiet leave"
          aria-label={w.leave}
          onClick={() => void store.lookBack(null)}
        >
          {narrow.value ? <Cross /> : w.leave}
        </button>
      </div>
      <div class="row">
        {button(w.first, "|‹", 0, "far")}
        {button(w.back, "‹", at - 1)}
        <button
          type="button"
          class="quiet sign"
          aria-label={playing ? w.pause : w.play}
          onClick={() => setPlaying(!playing)}
        >
          {playing ? "❙❙" : "▶"}
        </button>
        {button(w.forward, "›", at + 1)}
        {button(w.last, "›|", last, "far")}
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={w.slider}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        {over && (
          <label class="check">
            <input
              type="checkbox"
              checked={store.replay.open.value}
              onChange={(event) => void store.lookBack(at, event.currentTarget.checked)}
            />
            <span>{w.open}</span>
          </label>
        )}
      </div>
      {fork && <Fork store={store} position={at} onClose={() => setFork(false)} />}
    </section>
  );
}
