/* Whether the deal was made as it was announced: what this page has computed by itself. */
import { checkVerdict, type DealFault } from "./deal";
import type { TableStore } from "./store/table";
import type { Verdict } from "./types";
import { words } from "./words";

function sayFault(fault: DealFault, names: readonly string[]): string {
  const w = words.people.dealFaults;
  return fault.what === "nonce" ? w.nonce(names[fault.seat] ?? "") : w[fault.what];
}

/** A note over the table, if something is wrong with the deal. */
export function DealAlarm({ store }: { store: TableStore }) {
  const fault = store.seats.dealFault.value;
  if (!fault) return null;
  return (
    <p class="vote" role="alert">
      {words.people.dealBad} {sayFault(fault, store.names.value)}
    </p>
  );
}

/** How the deal was made, in a line under the players. */
export function DealNote({ store }: { store: TableStore }) {
  const deal = store.table.value?.deal;
  const w = words.people;
  if (deal?.phase !== "dealt") return null;
  const without = (deal.without ?? []).map((seat) => store.names.value[seat]).join(", ");
  const said = [
    store.seats.dealFault.value === null && w.dealGood,
    without && w.dealWithout(without),
    deal.restarts > 0 && w.dealRestarts(deal.restarts),
  ].filter(Boolean);
  return said.length > 0 ? <p class="soft deal-note">{said.join(" ")}</p> : null;
}

/** At the end: the page has computed the hashes of the open secret and of all nonces. */
export function DealVerdict({ store, verdict }: { store: TableStore; verdict: Verdict }) {
  const fault = checkVerdict(store.match, verdict);
  const w = words.people;
  const without = (verdict.without ?? []).map((seat) => store.names.value[seat]).join(", ");
  return (
    <p class="deal-verdict">
      <b>{fault ? "✗" : "✓"}</b>{" "}
      {fault ? `${w.dealBad} ${sayFault(fault, store.names.value)}` : w.dealComputed}
      {without && ` ${w.dealWithout(without)}`}
      {(verdict.restarts ?? 0) > 0 && ` ${w.dealRestarts(verdict.restarts!)}`}
    </p>
  );
}
