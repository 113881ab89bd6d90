/*
 * Looking back: which earlier position is shown, and the positions fetched so far. The server sends
 * them in chunks, as the chosen viewer may see them, or (after the end) with all hands open.
 */
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Refused } from "../api";
import { request } from "../connection";
import type { ReplayPosition } from "../types";
import type { MatchStore } from "./match";
import type { MessageStore } from "./messages";

const CHUNK = 16; // positions in a request

export class ReplayStore {
  private readonly shownBack = signal<number | null>(null);
  /** The position shown, or null for the present. */
  readonly back: ReadonlySignal<number | null> = this.shownBack;
  /** All hands are open. */
  readonly open = signal(false);
  private readonly past = signal<Record<number, ReplayPosition>>({});
  /** Whose eyes, open or not, the fetched positions are for. */
  private pastKey = "";

  constructor(
    private readonly match: MatchStore,
    private readonly messages: MessageStore,
  ) {}

  /** The last position there is. */
  get last(): number {
    return this.match.table.value?.position ?? 0;
  }

  /** A position of the past, once it has been fetched. */
  at(position: number): ReplayPosition | undefined {
    return this.past.value[position];
  }

  leave(): void {
    this.shownBack.value = null;
  }

  /** Shows an earlier position, and fetches the chunk it lies in. */
  async show(position: number, open: boolean): Promise<void> {
    const key = `${String(this.match.eyes.value)}/${String(open)}`;
    if (key !== this.pastKey) {
      this.pastKey = key;
      this.past.value = {};
    }
    batch(() => {
      this.shownBack.value = position;
      this.open.value = open;
    });
    if (this.past.value[position]) return;
    try {
      const answer = await request<{ positions: ReplayPosition[] }>({
        type: "replay",
        match: this.match.match,
        seat: this.match.table.value?.seat ?? null,
        from: Math.floor(position / CHUNK) * CHUNK,
        count: CHUNK,
        open,
      });
      if (key !== this.pastKey) return;
      const past = { ...this.past.value };
      for (const at of answer.positions) past[at.position] = at;
      this.past.value = past;
    } catch (error) {
      this.messages.refuse(error as Refused);
    }
  }
}
