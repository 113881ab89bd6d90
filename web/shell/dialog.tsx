/* A dialog of the platform: focus stays inside, Esc closes, the page behind is inert. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "./words";

interface Props {
  title: string;
  onClose: () => void;
  class?: string;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, class: extra = "", children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before it has left the page: a dialog that is closed later gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      // The browser gives the focus back to what opened it. If that is gone, the page's name has it.
      const nowhere = !document.activeElement || document.activeElement === document.body;
      if (nowhere) document.querySelector<HTMLElement>("main h1[tabindex]")?.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={`dialog ${extra}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="icon" aria-label={words.table.close} onClick={onClose}>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <path d="M4 4l12 12M16 4 4 16" stroke="currentColor" stroke-width="2.4" />
            </svg>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
