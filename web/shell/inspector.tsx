/* A closer look at a table element: its picture, what it does, and the rule about it. */
import { Dialog } from "./dialog";
import { useBoardProps } from "./stage";
import type { TableStore } from "./store/table";
import { words } from "./words";

interface Props {
  store: TableStore;
  onClause: (at: string) => void;
}

export function Inspector({ store, onClause }: Props) {
  const props = useBoardProps(store);
  const id = store.inspected.value;
  if (!id || !props) return null;
  const about = store.board.value?.about?.(id, props as never);
  const label = document.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`)?.dataset
    .label;
  const close = () => (store.inspected.value = "");
  return (
    <Dialog title={about?.title ?? label ?? id} class="about" onClose={close}>
      <div class="about-body">
        {about?.picture && (
          <div class="about-picture" aria-hidden="true">
            {about.picture}
          </div>
        )}
        <div>
          {about?.lines.map((line) => (
            <p>{line}</p>
          ))}
          {about?.clause && (
            <button
              type="button"
              class="clause"
              onClick={() => {
                close();
                onClause(about.clause);
              }}
            >
              {words.about.rule(about.clause)}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
