/*
 * The bar under the board: the question, the steps composed so far, the button that plays them and
 * says what it will do, and "take back". Moves without a place on the board are buttons here.
 */
import { buttonsFor } from "./buttons";
import { HintLine } from "./hints";
import { narrow } from "./settings";
import type { TableStore } from "./store/table";
import type { MoveInfo } from "./types";
import { capital, labelOf, sentence, withNames, words } from "./words";

interface Props {
  store: TableStore;
  /** Ids of the elements that the board draws now. */
  drawn: ReadonlySet<string>;
  onClause: (clause: string) => void;
  /** Opens the list of all moves that the hint compared. */
  onHints: () => void;
}

interface MoveButtonProps {
  move: MoveInfo;
  names: readonly string[];
  /** It is the only thing left to do: the button stands out. */
  next?: boolean;
  onPick: (move: MoveInfo) => void;
}

function MoveButton({ move, names, next = false, onPick }: MoveButtonProps) {
  return (
    <button
      type="button"
      class={next ? "" : "quiet"}
      data-move={move.move}
      onClick={() => onPick(move)}
    >
      {labelOf(move, names)}
    </button>
  );
}

export function Composer({ store, drawn, onClause, onHints }: Props) {
  const table = store.table.value;
  const tried = store.draft.tried.value;
  const refusal = store.messages.refusal.value;
  const hint = store.hints.hint.value;
  const menu = store.draft.menu.value;
  const names = store.names.value;
  if (!table || table.status === "over" || store.replay.back.value !== null) return null;
  const mine = store.myTurn.value;
  const way = store.draft.way.value;
  // Only the latest results of the steps: all of them would take the board's room.
  const told = tried?.log
    ?.filter((entry) => entry.text)
    .slice(narrow.value ? -1 : -2)
    .map((entry) => withNames(entry.text, names))
    .join(" ");
  const free = store.draft.pool.value.filter((move) => !move.targets.every((id) => drawn.has(id)));
  const last = free.length === 1 && store.draft.lit.value.size === 0;
  const offer = store.draft.offer();
  // Steps that the button names or the board marks are not listed again.
  const marked = (step: MoveInfo) =>
    step.targets.length > 0 && step.targets.every((id) => drawn.has(id));
  const steps = store.draft.steps.value
    .filter((step) => !marked(step))
    .map((step) => labelOf(step, names))
    .filter((label) => label !== offer);
  const choice = (tried ?? table).choice;
  const facts = (tried ?? table).facts;
  const have = choice.chosen?.length ?? 0;
  return (
    <section class="composer" aria-label={words.composer.region} data-chosen={have || undefined}>
      <div class="row">
        {!mine && (
          <span class="soft wait">
            {store.mine.value.length === 0 && `${sentence(words.table.watching)} `}
            {table.to_act >= 0 ? words.composer.wait(names[table.to_act] ?? "") : words.table.over}
          </span>
        )}
        {mine && (
          <>
            {tried && store.draft.steps.value.length > 0 && (
              <button
                type="button"
                class="commit"
                disabled={!store.draft.ready.value}
                aria-disabled={store.draft.sending.value}
                onClick={() => void store.draft.commit()}
              >
                {store.draft.sending.value ? words.composer.sending : offer}
              </button>
            )}
            {menu.length > 0 ? (
              <>
                <span class="soft">{words.composer.choose}</span>
                {menu.map((move) => (
                  <MoveButton key={move.move} move={move} names={names} onPick={store.draft.add} />
                ))}
              </>
            ) : (
              buttonsFor(free, drawn, names).map((one) =>
                "move" in one ? (
                  <MoveButton
                    key={one.move}
                    move={one}
                    names={names}
                    next={last}
                    onPick={(m) => void store.draft.press(m)}
                  />
                ) : (
                  <button
                    type="button"
                    class="quiet"
                    key={one.target}
                    data-group={one.target}
                    onClick={() => store.draft.touch(one.target)}
                  >
                    {words.composer.more(one.label)}
                  </button>
                ),
              )
            )}
            {way?.ways
              .filter((other) => other !== way.taken)
              .map((other) => (
                <button
                  type="button"
                  class="quiet way"
                  key={other.label}
                  onClick={() => void store.draft.go(way.before, way.ways, other)}
                >
                  {words.composer.instead(withNames(other.short ?? other.label, names))}
                </button>
              ))}
            {(store.draft.steps.value.length > 0 || store.draft.touched.value.length > 0) && (
              <button type="button" class="quiet back" onClick={store.draft.takeBack}>
                {words.composer.takeBack}
              </button>
            )}
            {store.draft.steps.value.filter((step) => !step.forced).length > 1 && (
              <button type="button" class="quiet over" onClick={() => store.draft.clear()}>
                {words.composer.startOver}
              </button>
            )}
            {steps.length > 0 && store.draft.steps.value.length > 1 && !told && (
              <ol class="steps" aria-label={words.composer.steps}>
                {steps.map((label) => (
                  <li key={label}>{label}</li>
                ))}
              </ol>
            )}
          </>
        )}
        {refusal ? (
          <p class="refusal" role="alert">
            <span>{sentence(capital(withNames(refusal.message, names)))}</span>
            {refusal.clause && (
              <button type="button" class="clause" onClick={() => onClause(refusal.clause)}>
                {words.refusal.clause} {refusal.clause}
              </button>
            )}
          </p>
        ) : hint === "thinking" ? (
          <p class="hint">{words.hint.thinking}</p>
        ) : hint ? (
          <HintLine store={store} hint={hint} onHints={onHints} />
        ) : (
          mine && (
            <span class={`soft say ${tried || choice.set ? "" : "told-above"}`}>
              {!tried?.turn_over &&
                !tried?.stopped &&
                `${sentence(withNames(facts.prompt, names))} `}
              {!(way && way.before.length === 0) && told} {tried?.stopped && words.composer.hidden}
              {choice.set && !tried?.turn_over && (choice.most ?? 0) > 1 && (
                <small> {words.composer.set(choice.least ?? 0, choice.most ?? 0, have)}</small>
              )}
            </span>
          )
        )}
      </div>
    </section>
  );
}
