/*
 * The seats of a match, and this browser's part in them: which of mine a stand-in bot plays, which
 * one was taken from me, who has been silent for long, and my part in the deal.
 */
import { computed, signal } from "@preact/signals";
import { api } from "../api";
import { request } from "../connection";
import { checkDeal, type DealFault, isMyPledge, makePledge, revealNonce } from "../deal";
import { links } from "../settings";
import type { Seat, Table } from "../types";
import type { MatchStore } from "./match";
import type { MessageStore } from "./messages";

export class SeatStore {
  /** A seat that this browser had, and how it lost it. */
  readonly left = signal<{ name: string; how: string } | null>(null);
  /** When the server last told who is connected. */
  private heardAt = 0;
  /** The messages of the deal that were sent. */
  private readonly sent = new Set<string>();
  /** What is wrong with the deal; null: checked, nothing; undefined: not checked. */
  readonly dealFault = signal<DealFault | null | undefined>(undefined);

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

  /**
   * Takes this seat's part in the deal: pledges a nonce while the players gather, reveals it once
   * all have pledged, and checks the deal when the cards are there. See ../deal.
   */
  takePart(table: Table): void {
    const { seat, deal } = table;
    if (!deal || typeof seat !== "number") return;
    const match = this.match.match;
    if (deal.phase === "dealt") {
      if (deal.pledges.some(Boolean))
        this.dealFault.value = checkDeal(match, table.commitment, deal);
    } else if (deal.phase === "nonces") {
      if (table.seats[seat]?.nonce) return;
      const nonce = revealNonce(match, seat, deal);
      if (nonce) this.sendOnce(`nonce ${deal.pledges[seat]}`, { type: "nonce", seat, nonce });
    } else {
      // Another device of this seat may have pledged; one that is gone has not.
      const alone = (table.seats[seat]?.devices ?? 1) === 1;
      if (deal.pledges[seat] && (!alone || isMyPledge(match, seat, deal))) return;
      const step = `pledge ${seat} ${deal.restarts}`;
      if (this.sent.has(step)) return;
      this.sendOnce(step, {
        type: "pledge",
        seat,
        pledge: makePledge(match, table.commitment, seat),
      });
    }
  }

  /** Sends a message of the deal, unless it was sent; a message that failed may be sent again. */
  private sendOnce(step: string, message: { type: string; seat: number; [part: string]: unknown }) {
    if (this.sent.has(step)) return;
    this.sent.add(step);
    request({ ...message, match: this.match.match }).catch(() => this.sent.delete(step));
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
