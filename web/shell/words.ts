/* The catalogue of words in use, and how the texts of the engine become sentences. */
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

interface Named {
  seat: number;
  kind: string;
  name: string;
  bot: string | null;
}

/**
 * The names of the seats; a number tells two of the same name apart. `given`: names that the game
 * has for seats that it plays itself.
 */
export function seatNames(
  seats: readonly Named[],
  given: readonly { name?: string }[] = [],
): string[] {
  const plain = seats.map(
    (seat) =>
      given[seat.seat]?.name ??
      (seat.kind === "bot" && seat.bot && seat.name === seat.bot
        ? words.table.botName(capital(seat.bot))
        : seat.name || words.setup.seat(seat.seat + 1)),
  );
  return plain.map((name, i) => {
    const before = plain.slice(0, i).filter((other) => other === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}

/** What a move will do, for a button or a list. */
export function labelOf(move: { move: string; label?: string }, names: readonly string[]): string {
  return withNames(move.label || capital(move.move), names);
}

/** With a capital letter: the engine's prompts and moves begin in lower case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** With a full stop, unless it ends with . ? or ! */
export function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
