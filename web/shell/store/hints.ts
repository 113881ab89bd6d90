/* The hint: one at a time, and only for the position and the steps it was asked for. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Refused } from "../api";
import { request } from "../connection";
import type { Hint } from "../types";
import type { DraftStore } from "./draft";
import type { MatchStore } from "./match";
import type { MessageStore } from "./messages";

export class HintStore {
  readonly hint = signal<Hint | "thinking" | null>(null);
  /** The elements that the hint names. */
  readonly targets = computed<ReadonlySet<string>>(() => {
    const hint = this.hint.value;
    return new Set(hint && hint !== "thinking" ? hint.targets : []);
  });
  /** The stamp of the last request for a hint. */
  private wanted = "";

  constructor(
    private readonly match: MatchStore,
    private readonly messages: MessageStore,
    private readonly draft: DraftStore,
    /** Changes with every position and every step. */
    private readonly stamp: ReadonlySignal<string>,
  ) {}

  /** Drops a hint that is shown; one that is being worked out is dropped when it arrives late. */
  drop(): void {
    if (this.hint.value !== "thinking") this.hint.value = null;
  }

  /** Closes the hint, finished or not. */
  close(): void {
    this.hint.value = null;
  }

  readonly ask = async (): Promise<void> => {
    const table = this.match.table.value;
    if (!table || !this.match.myTurn.value) return;
    this.messages.refusal.value = null; // the hint takes its place on the page
    if (this.hint.value === "thinking") {
      // The server works on one hint a seat. If the player has moved on since, ask again after it.
      this.wanted = this.stamp.value;
      return;
    }
    this.hint.value = "thinking";
    const asked = this.stamp.value;
    this.wanted = asked;
    try {
      const hint = await request<Hint>({
        type: "hint",
        match: this.match.match,
        seat: table.seat,
        position: table.position,
        moves: this.draft.steps.value.map((step) => step.move),
      });
      // If the player has moved on, drop this hint.
      this.hint.value = this.stamp.value === asked ? hint : null;
    } catch (error) {
      this.hint.value = null;
      // The position is gone, and the player with it: there is nothing to tell.
      if ((error as Refused).code !== "stale") this.messages.refuse(error as Refused);
    }
    if (this.wanted !== asked && this.wanted === this.stamp.value) await this.ask();
  };
}
