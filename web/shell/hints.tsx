/* Everything a hint thought of, best first, each with its reason. */
import { Dialog } from "./dialog";
import type { TableStore } from "./table";
import { labelOf, withNames, words } from "./words";

export function Hints({ store, onClose }: { store: TableStore; onClose: () => void }) {
  const hint = store.hint.value;
  if (!hint || hint === "thinking") return null;
  const all = [
    { ...hint, weight: 0 },
    ...hint.candidates.filter((other) => other.move !== hint.move),
  ].slice(0, 8);
  return (
    <Dialog title={words.hint.title(words.table.botName(hint.bot))} onClose={onClose}>
      <ol class="scroll hints">
        {all.map((move) => (
          <li key={move.move}>
            <span>
              <b>{labelOf(move)}</b>{" "}
              {words.hint.because(withNames(move.because, store.names.value))}
            </span>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                onClose();
                store.add(move);
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
