/* Before the first card: who is here, who is missing, and the links to send. */
import type { VNode } from "preact";
import { SeatMark } from "../art/marks";
import { Chat } from "./chat";
import { Notices } from "./notices";
import { ShareLinks } from "./share";
import type { TableStore } from "./store/table";
import { words } from "./words";

interface GatheringProps {
  store: TableStore;
  head: VNode;
  /** The dialog that is open. */
  opened: VNode;
}

export function Gathering({ store, head, opened }: GatheringProps) {
  const seats = store.table.value?.seats ?? [];
  const deal = store.table.value?.deal;
  // Everybody has pledged, and these are not here to reveal their part of the deal.
  const gone = seats.filter(
    (seat) => deal?.phase === "nonces" && seat.pledged && !seat.nonce && !seat.connected,
  );
  const w = words.gathering;
  return (
    <div class="table gathering">
      {head}
      <main>
        <section class="panel">
          <h2>{w.title}</h2>
          <p>{w.lead}</p>
          <ul class="awaited">
            {seats.map((seat) => (
              <li>
                <SeatMark seat={seat.seat} size={18} />
                <b>
                  {seat.mine
                    ? words.table.you(store.names.value[seat.seat] ?? "")
                    : store.names.value[seat.seat]}
                </b>
                <span class="soft">
                  {[
                    seat.pledged || seat.nonce || seat.kind === "bot" ? w.here : w.awaited,
                    (seat.devices ?? 0) > 1 && words.people.devices(seat.devices!),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </li>
            ))}
          </ul>
          {gone.length > 0 && (
            <p role="status">
              {words.people.dealWaits(gone.map((s) => store.names.value[s.seat]).join(", "))}
            </p>
          )}
          {deal && deal.restarts > 0 && (
            <p class="soft">{words.people.dealRestarts(deal.restarts)}</p>
          )}
          {store.mine.value.length > 0 && (
            <>
              <button type="button" class="quiet" onClick={store.seats.begin}>
                {w.start}
              </button>
              <p class="soft">{w.startNote}</p>
            </>
          )}
          <p class="soft seal">
            {w.sealed} <code>{store.table.value?.commitment.slice(0, 16)}</code>
          </p>
        </section>
        <section class="panel share">
          <h2>{words.share.title}</h2>
          <p>{words.share.lead}</p>
          <ShareLinks store={store} />
        </section>
        {store.talks.value && (
          <section class="panel">
            <h2>{words.chat.title}</h2>
            <Chat store={store} />
          </section>
        )}
      </main>
      <Notices store={store} />
      {opened}
    </div>
  );
}
