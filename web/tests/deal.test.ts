/* The page's own part in a deal: its hashes, what it pledges and reveals, what it finds out. */
import "./page";
import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { blake2b } from "../shell/blake2b";
import {
  checkDeal,
  checkVerdict,
  commitmentOf,
  deals,
  hexOf,
  isMyPledge,
  makePledge,
  pledgeOf,
  revealNonce,
} from "../shell/deal";
import type { Deal, Verdict } from "../shell/types";

const SECRET = hexOf(Uint8Array.from({ length: 32 }, (_, i) => i));
const COMMITMENT = "145b5b7ab1c7309f6a04b2affbd49196038a511508bd9fd003dbcca18d17b391";

test("hashes, against Python's hashlib", () => {
  const long = Uint8Array.from({ length: 300 }, (_, i) => i % 251);
  const hash = (bytes: Uint8Array, personal: string) => hexOf(blake2b(bytes, personal));
  assert.equal(
    hash(new Uint8Array(), "valise pledge 1"),
    "cd4e8c238df5044ca3f3546ef2729fe488287ad743d84d1da0f5cd5f3da227f2",
  );
  assert.equal(
    hash(long, "valise pledge 1"),
    "18bc9cd6ee13207316ee617cc4a3e8dd4a4cdab92c0ef8da19eca23d25147dab",
  );
  // Exactly one block.
  assert.equal(
    hash(long.subarray(0, 128), "valise commit 1"),
    "e968973f9fe9f784d356fb41262040f162946fb8bd1da14322d55f877ece6eff",
  );
  // The same vectors as tests/test_seal.c.
  assert.equal(commitmentOf(SECRET), COMMITMENT);
  const nonce = hexOf(Uint8Array.from({ length: 32 }, (_, i) => 100 + i));
  assert.equal(
    pledgeOf(COMMITMENT, 1, nonce),
    "5275dfe53c21311a2e59e5749bde43e26664addb99524b975a5cf110f31e2f9a",
  );
});

const theirs = "07".repeat(32);
let deal: Deal;

/** Two seats have pledged, and mine, seat 0, has revealed; then the cards are dealt. */
beforeEach(() => {
  deals.value = {};
  deal = { phase: "nonces", restarts: 0, pledges: [], nonces: [null, null] };
  deal.pledges = [makePledge("M", COMMITMENT, 0), pledgeOf(COMMITMENT, 1, theirs)];
  assert.match(revealNonce("M", 0, deal)!, /^[\w-]{43}$/);
  deal = { ...deal, phase: "dealt", nonces: [deals.value.M!.mine["0"]!.nonce, theirs] };
});

test("a deal as announced", () => {
  assert.equal(checkDeal("M", COMMITMENT, deal), null);
  assert.equal(checkDeal("other", COMMITMENT, deal), undefined);
});

test("every nonce that was chosen afterwards is found", () => {
  for (let i = 0; i < 100; i++) {
    const ground = i.toString(16).padStart(64, "0");
    const faulty = { ...deal, nonces: [deal.nonces[0]!, ground] };
    assert.deepEqual(checkDeal("M", COMMITMENT, faulty), { what: "nonce", seat: 1 });
    // The server may show another pledge afterwards; this page remembers the one it saw before.
    const exchanged = { ...faulty, pledges: [deal.pledges[0]!, pledgeOf(COMMITMENT, 1, ground)] };
    assert.deepEqual(checkDeal("M", COMMITMENT, exchanged), { what: "pledges" });
  }
});

test("a secret that was exchanged, and a seat that was left out", () => {
  assert.deepEqual(checkDeal("M", "00".repeat(32), deal), { what: "commitment" });
  const without = { ...deal, pledges: [null, deal.pledges[1]!], nonces: [null, theirs] };
  assert.deepEqual(checkDeal("M", COMMITMENT, without), { what: "mine" });
  const withheld = { ...deal, nonces: [deal.nonces[0]!, null] };
  assert.deepEqual(checkDeal("M", COMMITMENT, withheld), { what: "nonce", seat: 1 });
});

test("a pledge of another device is not revealed, and one of an earlier round is forgotten", () => {
  const other = { ...deal, pledges: [theirs, deal.pledges[1]!] };
  assert.equal(revealNonce("M", 0, other), null);
  assert(!isMyPledge("M", 0, other));
  const again = { ...deal, restarts: 1, pledges: [makePledge("M", COMMITMENT, 0), theirs] };
  assert.equal(deals.value.M!.pledges, undefined);
  assert(isMyPledge("M", 0, again));
  assert.notEqual(again.pledges[0], deal.pledges[0]);
});

test("the open secret, for those who played and those who did not", () => {
  const verdict = { commitment: COMMITMENT, secret: SECRET, ...deal } as unknown as Verdict;
  assert.equal(checkVerdict("M", verdict), null);
  assert.equal(checkVerdict("other", verdict), null);
  assert.deepEqual(checkVerdict("M", { ...verdict, secret: theirs }), { what: "secret" });
  const nonces = [deal.nonces[0]!, "08".repeat(32)];
  assert.deepEqual(checkVerdict("other", { ...verdict, nonces }), { what: "nonce", seat: 1 });
  // A deal of an earlier program has nonces and no pledges.
  assert.equal(checkVerdict("old", { ...verdict, pledges: [] }), null);
});

test("only the last matches are remembered", () => {
  for (let i = 0; i < 150; i++) makePledge(`M${i}`, COMMITMENT, 0);
  assert.equal(Object.keys(deals.value).length, 100);
  assert(deals.value.M149 && !deals.value.M49);
});
