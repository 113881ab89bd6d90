/*
 * The seats of a match, and this browser's part in them: which of mine a stand-in bot plays, which
 * one was taken from me, who has been silent for long, and my share in sealing the deal.
 */
import { computed, signal } from "@preact/signals";
import { api } from "../api";
import { request } from "../connection";
import { links } from "../settings";
import type { Seat, Table } from "../types";
import type { MatchStore } from "./match";
import type { MessageStore } from "./messages";

/** 32 random bytes in base64url: what this seat adds to the secret that the deal follows from. */
function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

export class SeatStore {
  /** A seat that this browser had, and how it lost it. */
  readonly left = signal<{ name: string; how: string } | null>(null);
  /** When the server last told who is connected. */
  private heardAt = 0;
  private readonly noncesGiven = new Set<number>();

  constructor(
    private readonly match: MatchStore,
    private readonly messages: MessageStore,
  ) {}

  /** My seats that a bot plays for. */
  readonly minded = computed<number[]>(() =>
    this.match.mine.value.filter((seat) => this.match.anyTable.value?.seats[seat]?.minded),
  );

  /** The server has just told how the seats are. */
  heard(): void {
    this.heardAt = performance.now();
  }

  /** Milliseconds until a seat's owner has been silent for so long that the seat may be lost. */
  silentIn(seat: Seat): number {
    if (seat.silent === undefined) return Infinity;
    return Math.max(0, seat.silent - (performance.now() - this.heardAt));
  }

  /** Sends this seat's nonce, once, while the travellers gather. */
  giveNonce(table: Table): void {
    const seat = table.seat;
    if (table.status !== "gathering" || typeof seat !== "number") return;
    if (table.seats[seat]?.nonce || this.noncesGiven.has(seat)) return;
    this.noncesGiven.add(seat);
    request({ type: "nonce", match: this.match.match, seat, nonce: nonce() }).catch(() => {
      this.noncesGiven.delete(seat);
    });
  }

  /** Starts before everybody has come. */
  readonly begin = (): void => {
    const seat = this.match.mine.value[0];
    if (seat === undefined) return;
    request({ type: "start", match: this.match.match, seat }).catch(this.messages.refuse);
  };

  /** Asks the server whether this browser had a seat here, and how it lost it. */
  askWhyLeft(): void {
    api.left().then(
      (all) => {
        const found = all.find((entry) => entry.match === this.match.match);
        if (found) this.left.value = { name: found.name, how: found.how };
      },
      () => {
        // The page asks again when it is opened again.
      },
    );
  }

  /** The link of a seat, if this browser made the match. */
  linkOf(seat: number): string | null {
    return links.value[this.match.match]?.[String(seat)] ?? null;
  }
}
