/* The moves that a hint compared, best first, with the expected result and the reason of each. */
import { Dialog } from "./dialog";
import type { TableStore } from "./store/table";
import type { Candidate, Hint } from "./types";
import { capital, labelOf, withNames, words } from "./words";

/** The hint itself with its expected result, then the other candidates. */
export function candidatesOf(hint: Hint): Candidate[] {
  const own = hint.candidates.find((other) => other.move === hint.move);
  return [
    { ...hint, win: own?.win ?? null, points: own?.points ?? null },
    ...hint.candidates.filter((other) => other.move !== hint.move),
  ];
}

/** "61% to win · 41.5 points"; nothing where the bot has too few tries. */
export function Expected({ of }: { of: { win: number | null; points: number | null } }) {
  const parts: string[] = [];
  if (of.win !== null) parts.push(words.hint.win(Math.round(100 * of.win)));
  if (of.points !== null) parts.push(words.hint.points(of.points.toFixed(1).replace(/\.0$/, "")));
  return parts.length ? <small class="expected">{parts.join(" · ")}</small> : null;
}

interface HintLineProps {
  store: TableStore;
  hint: Hint;
  /** Opens the list of all candidates; without it the line has no such button. */
  onHints?: () => void;
}

/** The hint in a line: the move, the reason, the expected result, and a button that does it. */
export function HintLine({ store, hint, onHints }: HintLineProps) {
  const names = store.names.value;
  const [own, ...others] = candidatesOf(hint);
  return (
    <div class="hint">
      <span>
        <b>{labelOf(hint, names)}</b> {words.hint.because(withNames(hint.because, names))}{" "}
        <Expected of={own!} />
      </span>
      {onHints && others.length > 0 && (
        <button type="button" class="link-button" onClick={onHints}>
          {words.hint.others}
        </button>
      )}
      <button
        type="button"
        class="quiet"
        data-hint={hint.move}
        onClick={() => store.draft.add(hint)}
      >
        {words.hint.show}
      </button>
    </div>
  );
}

export function Hints({ store, onClose }: { store: TableStore; onClose: () => void }) {
  const hint = store.hints.hint.value;
  if (!hint || hint === "thinking") return null;
  const all = candidatesOf(hint).slice(0, 8);
  return (
    <Dialog title={words.hint.title(words.table.botName(capital(hint.bot)))} onClose={onClose}>
      <ol class="scroll hints">
        {all.map((move) => (
          <li key={move.move}>
            <span>
              <b>{labelOf(move, store.names.value)}</b>{" "}
              {words.hint.because(withNames(move.because, store.names.value))}{" "}
              <Expected of={move} />
            </span>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                onClose();
                store.draft.add(move);
              }}
            >
              {words.hint.show}
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
