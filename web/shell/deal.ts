/*
 * This browser's part in a sealed deal (docs/records.md, "Chance"). It pledges a nonce for each of
 * its seats, remembers what all seats have pledged before it reveals the nonce, and compares: when
 * the cards are dealt, and again when the secret is open. It believes the server nothing that it can
 * compute.
 */
import { blake2b } from "./blake2b";
import { kept } from "./settings";
import { base64url } from "./token";
import type { Deal, Verdict } from "./types";

/** What this browser remembers of the deal of a match. */
interface KeptDeal {
  /** The commitment to the server's secret, when the first nonce was pledged. */
  commitment: string;
  /** My nonces and their pledges by seat, in hex. */
  mine: Record<string, { nonce: string; pledge: string }>;
  /** What all seats had pledged when the first nonce was revealed. */
  pledges?: (string | null)[];
}

const MOST_KEPT = 100; // matches; the oldest are forgotten

export const deals = kept<Record<string, KeptDeal>>("deals", {});

/** What is wrong with a deal. */
export type DealFault =
  { what: "commitment" | "pledges" | "mine" | "secret" } | { what: "nonce"; seat: number };

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function commitmentOf(secret: string): string {
  return hexOf(blake2b(bytesOf(secret), "valise commit 1"));
}

export function pledgeOf(commitment: string, seat: number, nonce: string): string {
  const bytes = [...bytesOf(commitment), seat, ...bytesOf(nonce)];
  return hexOf(blake2b(Uint8Array.from(bytes), "valise pledge 1"));
}

function keep(match: string, deal: KeptDeal): void {
  const { [match]: _, ...others } = deals.value;
  const newest = Object.entries(others).slice(1 - MOST_KEPT);
  deals.value = { ...Object.fromEntries(newest), [match]: deal };
}

/** A new nonce for a seat; its pledge. The nonce is kept before anybody hears of it. */
export function makePledge(match: string, commitment: string, seat: number): string {
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(32)));
  const pledge = pledgeOf(commitment, seat, nonce);
  const before = deals.value[match];
  const { pledges: _, ...rest } = before ?? { commitment, mine: {} };
  keep(match, { ...rest, mine: { ...rest.mine, [seat]: { nonce, pledge } } });
  return pledge;
}

/**
 * The nonce of a seat, as the server wants it, if this browser made the seat's pledge. From now on
 * the pledges of all seats are fixed: they are remembered first.
 */
export function revealNonce(match: string, seat: number, deal: Deal): string | null {
  const before = deals.value[match];
  const mine = before?.mine[String(seat)];
  if (!before || !mine || mine.pledge !== deal.pledges[seat]) return null;
  if (!before.pledges) keep(match, { ...before, pledges: deal.pledges });
  return base64url(bytesOf(mine.nonce));
}

/** Whether a pledge of a seat is one that this browser can keep. */
export function isMyPledge(match: string, seat: number, deal: Deal): boolean {
  return deals.value[match]?.mine[String(seat)]?.pledge === deal.pledges[seat];
}

/**
 * Compares a deal with what this browser remembers of it. Undefined where there is nothing to
 * compare: it took no part, or the deal has no pledges.
 */
export function checkDeal(
  match: string,
  commitment: string,
  deal: Pick<Deal, "pledges" | "nonces">,
): DealFault | null | undefined {
  const remembered = deals.value[match];
  if (!remembered?.pledges) return undefined;
  if (remembered.commitment !== commitment) return { what: "commitment" };
  for (const [seat, { nonce, pledge }] of Object.entries(remembered.mine)) {
    // A pledge of another device for the same seat took the place of this one.
    if (remembered.pledges[Number(seat)] !== pledge) continue;
    if (deal.nonces[Number(seat)] !== nonce) return { what: "mine" };
  }
  if (remembered.pledges.some((pledge, seat) => pledge !== (deal.pledges[seat] ?? null)))
    return { what: "pledges" };
  return faultyNonce(commitment, deal);
}

/** The first nonce that is not the one pledged. */
function faultyNonce(commitment: string, deal: Pick<Deal, "pledges" | "nonces">): DealFault | null {
  const seat = deal.pledges.findIndex((pledge, n) => {
    const nonce = deal.nonces[n];
    return nonce ? pledgeOf(commitment, n, nonce) !== pledge : pledge !== null;
  });
  return seat < 0 ? null : { what: "nonce", seat };
}

/** The same at the end, when the secret is open. A browser that took no part checks the rest. */
export function checkVerdict(match: string, verdict: Verdict): DealFault | null {
  if (verdict.secret && commitmentOf(verdict.secret) !== verdict.commitment)
    return { what: "secret" };
  const deal = { pledges: verdict.pledges ?? [], nonces: verdict.nonces };
  const remembered = checkDeal(match, verdict.commitment, deal);
  return remembered === undefined ? faultyNonce(verdict.commitment, deal) : remembered;
}
