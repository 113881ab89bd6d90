/*
 * A dialog of the browser: the focus stays inside, Esc closes it, the page behind is inert. The
 * focus begins at the content, where the keys scroll at once, and not at the close button. On
 * closing it returns to the element that had it before.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "./words";

interface Props {
  title: string;
  onClose: () => void;
  class?: string;
  children: ComponentChildren;
}

/** The cross of the close button. */
export function Cross() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4 4l12 12M16 4 4 16" stroke="currentColor" stroke-width="2.4" />
    </svg>
  );
}

export function Dialog({ title, onClose, class: extra = "", children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
  // Close it before it is removed from the page: otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement as HTMLElement | null;
    if (dialog && !dialog.open) {
      dialog.showModal();
      const first = dialog.querySelector<HTMLElement>(".scroll") ?? dialog.querySelector("h2");
      if (first) {
        if (!first.hasAttribute("tabindex")) first.tabIndex = -1;
        first.focus({ preventScroll: true });
      }
    }
    return () => {
      gone.current = true;
      dialog?.close();
      if (opener?.isConnected && opener !== document.body) opener.focus({ preventScroll: true });
      // If the element that opened it is gone, the title of the page gets the focus.
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
      // Browsers close a dialog at the second Esc in a row, even if the first was prevented.
      onClose={() => {
        if (!gone.current) onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="icon" aria-label={words.table.close} onClick={onClose}>
            <Cross />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
