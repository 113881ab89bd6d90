/*
 * What this browser remembers: light, names, links. A browser may refuse storage; then a setting
 * lasts for this visit.
 */
import { effect, signal, type Signal } from "@preact/signals";

/** A signal whose value is stored under this key, in JSON. */
export function kept<T>(key: string, standard: T): Signal<T> {
  let value = standard;
  try {
    const text = localStorage.getItem(`valise.${key}`);
    if (text !== null) value = JSON.parse(text) as T;
  } catch {
    // Broken or refused storage: use the standard.
  }
  const made = signal(value);
  effect(() => {
    const now = made.value;
    try {
      localStorage.setItem(`valise.${key}`, JSON.stringify(now));
    } catch {
      // Refused storage: the value lasts for this visit.
    }
  });
  return made;
}

export const theme = kept<"auto" | "light" | "dark">("theme", "auto");
export const motion = kept<"auto" | "off">("motion", "auto");
export const confirmMoves = kept("confirm", true);
/** Whether a first game is explained, and the steps already read, by game. */
export const tourOn = kept("tour", true);
export const toured = kept<Record<string, string[]>>("toured", {});
export const myName = kept("name", "");
/** Links of seats by match and seat: the server shows them only once. */
export const links = kept<Record<string, Record<string, string>>>("links", {});

effect(() => {
  const root = document.documentElement;
  if (theme.value === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme.value;
});

const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");

export function cardsMove(): boolean {
  return motion.value !== "off" && !reduced.matches;
}

/** True while the screen is as narrow as a phone. */
export const narrow = signal(false);
const phone = window.matchMedia("(max-width: 719px)");
narrow.value = phone.matches;
phone.addEventListener("change", () => (narrow.value = phone.matches));
