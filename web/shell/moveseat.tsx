/*
 * A seat goes to another device: here a link and a code that serve once; there a page that asks
 * before it takes the seat, so that whatever only looks at links takes nothing.
 */
import { useEffect, useState } from "preact/hooks";
import { api, type SeatLink } from "./api";
import { reconnect } from "./connection";
import { Link } from "./link";
import { Masthead } from "./lobby";
import type { TableStore } from "./table";
import type { Match } from "./types";
import { seatNames, words } from "./words";

/** Seconds, counted down once a second while somebody looks. */
export function useSecondsTo(time: number): number {
  const left = () => Math.max(0, Math.ceil(time - Date.now() / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = window.setInterval(() => setSeconds(left()), 1000);
    return () => window.clearInterval(timer);
  }, [time]);
  return seconds;
}

/** A link with its code, as long as it serves. */
export function OneUseLink({ link, title, note }: { link: SeatLink; title: string; note: string }) {
  const seconds = useSecondsTo(link.expires);
  const w = words.people;
  if (seconds === 0) return <p class="soft">{w.ranOut}</p>;
  return (
    <Link
      title={title}
      note={`${note} ${w.serves(seconds)}`}
      url={link.link}
      code={true}
      class="one-use"
    />
  );
}

/** Of the seats that this browser holds, those that can be moved. */
export function MoveSeats({ store }: { store: TableStore }) {
  const [link, setLink] = useState<SeatLink | null>(null);
  const [error, setError] = useState("");
  const mine = store.mine.value;
  const w = words.people;
  if (mine.length === 0) return null;
  const move = (seat: number) =>
    api.move(store.match, seat).then(
      (made) => {
        setError("");
        setLink(made);
      },
      (e: Error) => setError(words.net.failed(e.message)),
    );
  return (
    <section class="move-seats">
      <h3>{w.move}</h3>
      <p class="soft">{w.moveNote}</p>
      {error && <p role="alert">{error}</p>}
      {mine.map((seat) =>
        link?.seat === seat ? (
          <OneUseLink
            key={link.link}
            link={link}
            title={words.share.seat(seat + 1, store.names.value[seat] ?? "")}
            note={w.scan}
          />
        ) : (
          <button type="button" class="quiet" key={seat} onClick={() => void move(seat)}>
            {w.moveSeat(store.names.value[seat] ?? "")}
          </button>
        ),
      )}
    </section>
  );
}

/** The page that a link opens on the other device. */
export function TakeSeat({ match, seat, token }: { match: string; seat: number; token: string }) {
  const [info, setInfo] = useState<Match | null>(null);
  const [game, setGame] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const w = words.people;
  useEffect(() => {
    document.title = w.takeTitle;
    Promise.all([api.match(match), api.games()]).then(
      ([found, games]) => {
        setInfo(found);
        setGame(games.games.find((g) => g.id === found.game)?.name ?? found.game);
      },
      () => setGame(""),
    );
  }, [match]);
  const take = async () => {
    setBusy(true);
    try {
      await api.take(match, seat, token);
      reconnect();
      location.replace(`#/m/${match}`);
    } catch (e) {
      setError(words.net.failed((e as Error).message));
      setBusy(false);
    }
  };
  const name = info ? (seatNames(info.seats)[seat] ?? "") : "";
  return (
    <div class="setup invite">
      <Masthead />
      <main>
        <section class="panel">
          <h1>{w.takeTitle}</h1>
          <p>{w.takeLead(game, name)}</p>
          <p class="soft">{w.takeNote}</p>
          {error && <p role="alert">{error}</p>}
          <div class="row">
            <button type="button" class="start" disabled={busy} onClick={() => void take()}>
              {w.take}
            </button>
            <a class="button quiet" href={error ? `#/m/${match}` : "#/"}>
              {error ? w.watch : words.table.allGames}
            </a>
          </div>
        </section>
      </main>
    </div>
  );
}
