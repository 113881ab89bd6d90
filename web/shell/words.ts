/* The catalogue in use. A second language: import it here and add it to the list. */
import { en, type Words } from "./words.en";

const catalogues: Record<string, Words> = { en };

function choose(): Words {
  for (const language of navigator.languages) {
    const found = catalogues[language.slice(0, 2)];
    if (found) return found;
  }
  return en;
}

export const words = choose();

/** Puts names where the engine's texts have {0} .. {3}. */
export function withNames(text: string, names: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_, seat: string) => names[Number(seat)] ?? `#${seat}`);
}

/** What a move will do, for a button or a list. */
export function labelOf(move: { move: string; label?: string }): string {
  return move.label || capital(move.move);
}

/** First letter large: the engine's prompts and move texts start small. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
