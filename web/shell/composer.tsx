/*
 * The bar under the board: what I may do, what I have put together so far, the button that says
 * what will happen, and the way back. Moves without a place on the board stand here as buttons.
 */
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
  /** Opens the list of everything the hint thought of. */
  onHints: () => void;
}

interface MoveButtonProps {
  move: MoveInfo;
  names: readonly string[];
  /** Nothing else is left to do: the button looks like it. */
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

/** Moves that differ in their details, as one button that asks for them. */
interface Group {
  target: string;
  label: string;
}

const MANY = 5; // so many buttons can be seen at a glance

/** What the labels begin with, in whole words. */
function common(labels: string[]): string {
  const [first = "", ...others] = labels.map((label) => label.split(" "));
  let same = 0;
  while (same < first.length && others.every((words) => words[same] === first[same])) same++;
  return (first as string[])
    .slice(0, same)
    .join(" ")
    .replace(/[\s:,(]+$/, "");
}

/** The buttons: where there are many, those for the same thing are one. */
function buttons(
  free: MoveInfo[],
  drawn: ReadonlySet<string>,
  names: readonly string[],
): (MoveInfo | Group)[] {
  if (free.length <= MANY) return free;
  const alike = new Map<string, MoveInfo[]>();
  for (const move of free) {
    const target = move.targets.find((id) => !drawn.has(id)) ?? "";
    alike.set(target, [...(alike.get(target) ?? []), move]);
  }
  if (alike.size < 2) return free;
  return [...alike].flatMap(([target, moves]): (MoveInfo | Group)[] => {
    const label = common(moves.map((move) => labelOf(move, names)));
    return moves.length > 1 && target && label ? [{ target, label }] : moves;
  });
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
  // Of what the steps led to only the latest: the whole of it would push the board away.
  const told = tried?.log
    ?.filter((entry) => entry.text)
    .slice(narrow.value ? -1 : -2)
    .map((entry) => withNames(entry.text, names))
    .join(" ");
  const free = store.draft.pool.value.filter((move) => !move.targets.every((id) => drawn.has(id)));
  const last = free.length === 1 && store.draft.lit.value.size === 0;
  const offer = store.draft.offer();
  // What the button says or the board marks is not told again.
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
              buttons(free, drawn, names).map((one) =>
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
