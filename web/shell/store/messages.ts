/*
 * What the page tells the player beside the board: why a touch was refused, a notice that fades,
 * and the sentences that a screen reader speaks.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Refused } from "../api";
import type { Refusal, Table } from "../types";
import { withNames, words } from "../words";

export class MessageStore {
  readonly refusal = signal<Refusal | null>(null);
  readonly notice = signal("");
  /** The content of the live region. */
  readonly spoken = signal("");

  constructor(
    private readonly names: ReadonlySignal<string[]>,
    /** Called when the server says that a request was made for a position of the past. */
    private readonly onStale: () => void,
  ) {}

  /** Shows why a request failed. */
  readonly refuse = (error: Refused): void => {
    if (error.code === "lost") {
      this.notice.value = words.net.wait;
    } else if (error.code === "stale") {
      this.onStale();
      this.notice.value = words.net.stale;
    } else {
      this.refusal.value = { legal: false, message: error.message, clause: error.clause };
      this.spoken.value = words.say.refused(withNames(error.message, this.names.value));
    }
  };

  /** Speaks what happened between two positions, and whose turn it is now. */
  announce(before: Table, table: Table): void {
    const text = announcement(before, table, this.names.value);
    if (text) this.spoken.value = text;
  }
}

/** What a screen reader hears when one table follows another; "" if nothing happened. */
export function announcement(before: Table, table: Table, names: readonly string[]): string {
  const lines = table.log
    .filter((entry) => entry.position >= before.position && entry.text)
    .map((entry) => withNames(entry.text, names));
  if (table.status === "over" && before.status !== "over") lines.push(words.say.over);
  else if (table.to_act === table.seat && table.position !== before.position) {
    lines.push(words.say.yourTurn(table.facts.prompt));
  }
  return lines.join(" ");
}
