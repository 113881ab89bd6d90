/* Links to seats and for spectators, each with a QR code. */
import { Dialog } from "./dialog";
import { Link } from "./link";
import { MoveSeats } from "./moveseat";
import { tableRoute } from "./routes";
import type { TableStore } from "./store/table";
import { words } from "./words";

export function ShareLinks({ store }: { store: TableStore }) {
  const seats = store.table.value?.seats ?? store.info.value?.seats ?? [];
  // A link works once: it is of no use after somebody has sat down with it.
  const friends = seats.filter(
    (s) =>
      s.kind === "person" &&
      !s.mine &&
      !s.claimed &&
      !s.reissue?.passed &&
      store.seats.linkOf(s.seat),
  );
  return (
    <>
      {friends.map((s) => (
        <Link
          key={s.seat}
          title={words.share.seat(s.seat + 1, "")}
          note={words.people.worksOnce}
          url={store.seats.linkOf(s.seat)!}
          code={true}
        />
      ))}
      <Link
        title={words.share.watch}
        note={words.share.watchNote}
        url={tableRoute(store.match)}
        code={friends.length === 0}
      />
      <MoveSeats store={store} />
    </>
  );
}

export function Share({ store, onClose }: { store: TableStore; onClose: () => void }) {
  return (
    <Dialog title={words.share.title} class="share" onClose={onClose}>
      <div class="scroll">
        <p>{words.share.lead}</p>
        <ShareLinks store={store} />
      </div>
    </Dialog>
  );
}
