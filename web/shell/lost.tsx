/*
 * A lost seat: the other players vote on a new link for it. Each of them sees the vote on the
 * table; when all agree and the owner does not show up in time, each of them can get the link.
 */
import { useEffect, useState } from "preact/hooks";
import { api, trouble, type SeatLink } from "./api";
import { request } from "./connection";
import { Dialog } from "./dialog";
import { OneUseLink, useSecondsTo } from "./moveseat";
import { links } from "./settings";
import type { TableStore } from "./store/table";
import type { Seat } from "./types";
import { words } from "./words";

/** Whether this browser may report the seat as lost. */
function mayBeLost(store: TableStore, seat: Seat): boolean {
  const table = store.table.value;
  return (
    !!table &&
    (table.status === "running" || table.status === "gathering") &&
    seat.kind === "person" &&
    !seat.mine &&
    (!seat.claimed || store.seats.silentIn(seat) === 0) &&
    !seat.reissue &&
    store.mine.value.length > 0
  );
}

/** The button that reports a lost seat, once that is allowed. */
export function LostLink({
  store,
  seat,
  onAsk,
}: {
  store: TableStore;
  seat: Seat;
  onAsk: () => void;
}) {
  const [, tick] = useState(0);
  const left = seat.claimed && seat.kind === "person" ? store.seats.silentIn(seat) : 0;
  useEffect(() => {
    if (left <= 0) return;
    const timer = window.setTimeout(() => tick((n) => n + 1), left + 50);
    return () => window.clearTimeout(timer);
  }, [left]);
  if (!mayBeLost(store, seat)) return null;
  return (
    <button type="button" class="link-button lost-link" onClick={onAsk}>
      {words.people.lost}
    </button>
  );
}

/** Explains the vote before it begins. */
export function LostSeat({
  store,
  seat,
  onClose,
}: {
  store: TableStore;
  seat: number;
  onClose: () => void;
}) {
  const [error, setError] = useState("");
  const name = store.names.value[seat] ?? "";
  const w = words.people;
  return (
    <Dialog title={w.lostTitle(name)} class="lost" onClose={onClose}>
      <p>{w.lostLead(name)}</p>
      <p class="soft">{w.lostNote}</p>
      {error && <p role="alert">{error}</p>}
      <div class="row">
        <button
          type="button"
          onClick={() =>
            api.vote(store.match, seat, true).then(onClose, (e: Error) => setError(trouble(e)))
          }
        >
          {w.ask}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {words.table.close}
        </button>
      </div>
    </Dialog>
  );
}

/** A vote about my own seat. Touching or typing anything tells the server that I am here. */
function MyVote({ store, seat }: { store: TableStore; seat: Seat }) {
  const seconds = useSecondsTo(seat.reissue!.ready);
  const w = words.people;
  const here = () => {
    if (document.visibilityState !== "visible") return;
    request({ type: "back", match: store.match, seat: seat.seat }).catch(() => {
      // Not connected: watching again after the reconnect tells the server.
    });
  };
  useEffect(() => {
    const kinds = ["pointerdown", "keydown", "visibilitychange"];
    for (const kind of kinds) document.addEventListener(kind, here);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, here);
    };
  }, [store, seat.seat]);
  return (
    <p class="vote" role="alert">
      {w.mineVoted(store.names.value[seat.seat] ?? "", seconds)}
      <span class="row">
        <button type="button" onClick={here}>
          {w.here}
        </button>
      </span>
    </p>
  );
}

/** Another browser asks to sit down at a seat of mine. Nothing is shown to it before I agree. */
function Ask({ store, seat }: { store: TableStore; seat: Seat }) {
  const [, tick] = useState(0);
  const left = store.seats.asksFor(seat);
  const w = words.people;
  useEffect(() => {
    if (left <= 0) return;
    const timer = window.setTimeout(() => tick((n) => n + 1), left + 50);
    return () => window.clearTimeout(timer);
  }, [left]);
  if (left === 0) return null;
  return (
    <p class="vote ask" role="alert">
      {w.asks(store.names.value[seat.seat] ?? "")}
      <span class="row">
        <button type="button" onClick={() => store.seats.answer(seat, true)}>
          {w.allow}
        </button>
        <button type="button" class="quiet" onClick={() => store.seats.answer(seat, false)}>
          {w.refuse}
        </button>
      </span>
    </p>
  );
}

/** The open votes, for those who may vote and for the owner of the seat; questions to the owner. */
export function Votes({ store }: { store: TableStore }) {
  const seats = store.state.anyTable.value?.seats ?? [];
  const open = seats.filter((seat) => seat.reissue);
  return (
    <>
      {seats
        .filter((seat) => seat.mine && seat.asks)
        .map((seat) => (
          <Ask key={seat.asks!.number} store={store} seat={seat} />
        ))}
      {open.map((seat) =>
        seat.mine && !seat.reissue!.passed ? (
          <MyVote key={seat.seat} store={store} seat={seat} />
        ) : (
          <Vote key={seat.seat} store={store} seat={seat} />
        ),
      )}
    </>
  );
}

function Vote({ store, seat }: { store: TableStore; seat: Seat }) {
  const [link, setLink] = useState<SeatLink | null>(null);
  const [error, setError] = useState("");
  const vote = seat.reissue!;
  const seconds = useSecondsTo(vote.ready);
  const names = store.names.value;
  const name = names[seat.seat] ?? "";
  const w = words.people;
  const mine = vote.wanted.filter((s) => store.mine.value.includes(s));
  if (mine.length === 0) return null;
  const failed = (e: Error) => setError(trouble(e));
  const getLink = () =>
    void api.reissueLink(store.match, seat.seat).then((made) => {
      setError("");
      setLink(made);
      // The old link of the seat, which this browser keeps, no longer works.
      const { [String(seat.seat)]: _, ...others } = links.value[store.match] ?? {};
      links.value = { ...links.value, [store.match]: others };
    }, failed);
  const missing = vote.wanted.filter((s) => !vote.agreed.includes(s));
  const asked = mine.some((s) => !vote.agreed.includes(s));
  const say = vote.passed
    ? w.passed(name)
    : asked
      ? w.asked(names[vote.agreed[0]!] ?? "", name)
      : missing.length
        ? w.waitsFor(name, missing.map((s) => names[s]).join(", "))
        : seconds > 0
          ? w.waits(name, seconds)
          : w.ready(name);
  return (
    <>
      <p class="vote">
        {say} {error && <span role="alert">{error}</span>}
        <span class="row">
          {asked && !vote.passed && (
            <button
              type="button"
              onClick={() => api.vote(store.match, seat.seat, true).then(() => {}, failed)}
            >
              {w.agree}
            </button>
          )}
          {!vote.passed && (
            <button
              type="button"
              class="quiet"
              onClick={() => api.vote(store.match, seat.seat, false).then(() => {}, failed)}
            >
              {asked ? w.refuse : w.end}
            </button>
          )}
          {(vote.passed || (missing.length === 0 && seconds === 0)) && (
            <button type="button" onClick={getLink}>
              {w.getLink}
            </button>
          )}
        </span>
      </p>
      {link && (
        <Dialog title={w.linkFor(name)} class="lost" onClose={() => setLink(null)}>
          <OneUseLink
            key={link.link}
            link={link}
            title={words.share.seat(seat.seat + 1, name)}
            note={w.send}
            onAgain={getLink}
          />
        </Dialog>
      )}
    </>
  );
}

/** The note that this browser has lost a seat. */
export function Left({ store }: { store: TableStore }) {
  const left = store.seats.left.value;
  if (!left) return null;
  const w = words.people;
  const read = () => {
    store.seats.left.value = null;
    api.leftRead(store.match).catch(() => {
      // The note will be shown again next time.
    });
  };
  return (
    <p class="vote">
      {left.how === "voted"
        ? w.leftVoted(left.name)
        : left.how === "forgotten"
          ? w.leftForgotten(left.name)
          : w.leftMoved(left.name)}
      <span class="row">
        <button type="button" class="quiet" onClick={read}>
          {w.understood}
        </button>
      </span>
    </p>
  );
}
