/*
 * The table in words beside the board: the description by the engine, and every move as a button. A
 * whole match can be played with it alone.
 */
import { HintLine } from "./hints";
import type { TableStore } from "./store/table";
import type { MoveInfo } from "./types";
import { capital, labelOf, withNames, words } from "./words";

interface Props {
  store: TableStore;
  /** The labels of the elements on the board. */
  labels: ReadonlyMap<string, string>;
  onClause: (clause: string) => void;
}

export function TextView({ store, labels, onClause }: Props) {
  const shown = store.shown.value;
  const table = store.table.value;
  if (!shown || !table) return null;
  const names = store.names.value;
  const pool = store.draft.pool.value;
  const tried = store.draft.tried.value;
  const hint = store.hints.hint.value === "thinking" ? null : store.hints.hint.value;
  const say = (move: MoveInfo) => {
    const about = move.targets.map((id) => labels.get(id)).filter(Boolean);
    if (move.label) return labelOf(move, names);
    return capital(move.move) + (about.length ? `: ${about.join("; ")}` : "");
  };
  const last = store.log.value.filter((entry) => entry.text).slice(-4);
  return (
    <section class="textview" aria-label={words.text.title}>
      <h2>{words.text.title}</h2>
      <div class="words" tabIndex={0} role="region" aria-label={words.text.title}>
        {withNames(shown.text ?? "", names)
          .split("\n")
          .map((line) => (
            <p class={/^\s/.test(line) ? "inner" : ""}>{line.trim()}</p>
          ))}
      </div>
      {last.length > 0 && store.replay.back.value === null && (
        <>
          <h3>{words.text.log}</h3>
          <ul>
            {last.map((entry) => (
              <li>
                {withNames(entry.text, names)}{" "}
                {entry.minded && <small class="by-bot">{words.table.byBot}</small>}{" "}
                {entry.clause && (
                  <button type="button" class="clause" onClick={() => onClause(entry.clause)}>
                    {entry.clause}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {store.myTurn.value && store.replay.back.value === null && (
        <>
          <h3>{words.text.moves}</h3>
          <p>{withNames(shown.facts.prompt, names)}</p>
          {hint && <HintLine store={store} hint={hint} />}
          <ul class="moves">
            {tried && (
              <li>
                <button
                  type="button"
                  class="commit"
                  disabled={!store.draft.ready.value}
                  aria-disabled={store.draft.sending.value}
                  onClick={() => void store.draft.commit()}
                >
                  {store.draft.offer()}
                </button>{" "}
                <button type="button" class="quiet" onClick={store.draft.takeBack}>
                  {words.composer.takeBack}
                </button>
              </li>
            )}
            {pool.map((move) => (
              <li key={move.move}>
                <button
                  type="button"
                  class="quiet"
                  data-move={move.move}
                  onClick={() => store.draft.add(move)}
                >
                  {say(move)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {!store.myTurn.value && <p>{words.text.none}</p>}
    </section>
  );
}
