/* The board and the hand, or the table in words where there is no board. */
import { useComputed } from "@preact/signals";
import { Beyond } from "./beyond";
import type { BoardProps } from "./board";
import { Flip } from "./flip";
import { Guard } from "./guard";
import { narrow } from "./settings";
import type { TableStore } from "./store/table";
import { withNames, words } from "./words";

export function useBoardProps(store: TableStore): BoardProps | null {
  const shown = store.shown.value;
  const deck = store.deck.value;
  const table = store.table.value;
  if (!shown || !deck || !table) return null;
  return {
    view: shown.view,
    facts: shown.facts,
    deck,
    seats: table.seats,
    names: store.names.value,
    me: store.eyes.value,
    toAct: shown.to_act,
    narrow: narrow.value,
    still: store.replay.back.value !== null || table.status === "over",
    present: store.replay.back.value === null ? table.view : shown.view,
    steps: store.replay.back.value === null ? store.draft.steps.value : [],
    lit: store.draft.lit.value,
    chosen: store.draft.chosen.value,
    touch: store.draft.touch,
  };
}

export function Stage({ store }: { store: TableStore }) {
  const props = useBoardProps(store);
  const module = store.board.value;
  const stamp = useComputed(() => store.shown.value);
  if (!props) return <div class="stage" aria-busy="true" />;
  const text = (
    <pre class="panel" tabIndex={0}>
      {withNames(store.shown.value?.text ?? "", store.names.value)}
    </pre>
  );
  if (!module) return <div class="stage">{text}</div>;
  // Most likely the server was upgraded while this page was open.
  if (store.undrawn.value) {
    return (
      <div class="stage">
        <section class="board undrawn" aria-label={words.table.board}>
          <p role="alert">
            {words.table.undrawn}{" "}
            <button type="button" class="quiet" onClick={() => location.reload()}>
              {words.net.reload}
            </button>
          </p>
          {text}
        </section>
      </div>
    );
  }
  const { Board, Hand } = module;
  // On a phone both may scroll; a scrolling area must be reachable by keys.
  const scrolls = narrow.value ? { tabIndex: 0 } : {};
  return (
    <Flip stamp={stamp.value} class="stage">
      <section class="board" aria-label={words.table.board} {...scrolls}>
        <Guard onFail={store.fail}>
          <Board {...props} />
          {narrow.value && <Beyond store={store} />}
        </Guard>
      </section>
      {Hand && (
        <section class="hand" aria-label={words.table.hand} {...scrolls}>
          <Guard onFail={store.fail}>
            <Hand {...props} />
          </Guard>
        </section>
      )}
    </Flip>
  );
}
