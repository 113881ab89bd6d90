/* The title of a page. It gets the focus after a change of page, so that screen readers say it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

let first = true; // The page that was opened is read from its beginning anyway.
window.addEventListener("hashchange", () => (first = false));

export function Title({ children }: { children: ComponentChildren }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const nowhere = !document.activeElement || document.activeElement === document.body;
    if (!first && nowhere) ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={ref} tabIndex={-1}>
      {children}
    </h1>
  );
}
