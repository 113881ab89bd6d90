/*
 * Keeps the keyboard focus on the page. The focused element may disappear: a pressed button, a
 * played card, a closed dialog. Then the focus moves to where the next thing is done, but only for
 * players who use the keyboard; a mouse or a finger needs no focus.
 */
/* Where the focus goes next, by where it was lost; the first selector that matches wins. */
const PLACES: [string, string[]][] = [
  [".textview", [".textview .commit:enabled", ".textview .moves button", ".textview"]],
  [".replay", [".replay input[type=range]"]],
  [".composer", [".composer .commit:enabled"]],
];
const ANYWHERE = [
  ".curtain button",
  ".replay input[type=range]",
  '.table [data-target][tabindex="0"]',
  ".table .lit[data-target]",
  ".table [data-target]",
  ".composer button:enabled",
  '[data-tool="menu"]',
];

let byKeys = false;
let last: Element | null = null;
let stood = ""; // where the focus was: a removed element cannot be asked

addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);
addEventListener("focusin", (event) => {
  last = event.target as Element;
  stood = PLACES.find(([inside]) => last!.closest(inside))?.[0] ?? "";
});

function visible(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.getClientRects().length > 0,
  );
}

function goOn(): void {
  if (!byKeys || document.activeElement !== document.body) return;
  if (document.querySelector("dialog[open]")) return;
  if (!last || (last.isConnected && !last.matches(":disabled"))) return;
  const first = PLACES.find(([inside]) => inside === stood)?.[1] ?? [];
  for (const selector of [...first, ...ANYWHERE]) {
    const element = visible(selector);
    if (!element) continue;
    element.focus();
    return;
  }
}

/** Watches the page while a table is shown; returns the function that stops it. */
export function keepFocus(): () => void {
  const watch = new MutationObserver(goOn);
  const attributeFilter = ["disabled"];
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter,
  });
  goOn();
  return () => watch.disconnect();
}
