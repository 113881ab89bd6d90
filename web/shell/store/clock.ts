/*
 * The clock of the seat to act. The server says how much time is left whenever it says anything;
 * the page counts on from there by its own steady clock.
 */
import { signal } from "@preact/signals";
import type { Clock } from "../types";

/** The clock as the server last told it, and when it runs out by the clock of the page. */
export class ClockStore {
  readonly clock = signal<Clock>({ kind: "none", left: null });
  private ends: number | null = null;

  hear(clock: Clock | undefined): void {
    if (!clock) return;
    this.ends = clock.left === null ? null : performance.now() + clock.left;
    this.clock.value = clock;
  }

  /** Milliseconds left, or null if no clock runs. */
  left(): number | null {
    return this.ends === null ? null : Math.max(0, this.ends - performance.now());
  }
}
