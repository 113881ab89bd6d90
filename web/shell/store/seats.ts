/*
 * The seats of a match, and this browser's part in them: which of mine a stand-in bot plays, which
 * one was taken from me, who has been silent for long, and my share in sealing the deal.
 */
import { computed, signal } from "@preact/signals";
import { api } from "../api";
import { request } from "../connection";
import { links } from "../settings";
import { randomToken } from "../token";
import type { Seat, Table } from "../types";
import type { MatchStore } from "./match";
import type { MessageStore } from "./messages";

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
  heard(seats: readonly Seat[]): void {
    this.heardAt = performance.now();
    this.dropUsedLinks(seats);
  }

  /** A link that was used is of no use to this browser either: it forgets it. */
  private dropUsedLinks(seats: readonly Seat[]): void {
    const held = links.value[this.match.match];
    const used = seats.filter((seat) => seat.claimed && held?.[String(seat.seat)]);
    if (!held || used.length === 0) return;
    const left = Object.entries(held).filter(
      ([seat]) => !used.some((u) => String(u.seat) === seat),
    );
    links.value = { ...links.value, [this.match.match]: Object.fromEntries(left) };
  }

  /** Milliseconds that the holder of a seat has left to answer a browser that asks for it. */
  asksFor(seat: Seat): number {
    return Math.max(0, (seat.asks?.left ?? 0) - (performance.now() - this.heardAt));
  }

  /** Answers a browser that asks for a seat of mine. */
  answer(seat: Seat, allow: boolean): void {
    request({
      type: "allow",
      match: this.match.match,
      seat: seat.seat,
      ask: seat.asks?.number ?? 0,
      allow,
    }).catch(this.messages.refuse);
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
    request({ type: "nonce", match: this.match.match, seat, nonce: randomToken() }).catch(() => {
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
