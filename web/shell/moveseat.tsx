/*
 * A seat moves to another device: here a single-use link and its QR code; there a page that asks
 * before it takes the seat, so that a link preview or a scanner cannot use the link up.
 */
import { useEffect, useState } from "preact/hooks";
import { api, trouble, type SeatLink } from "./api";
import { reconnect } from "./connection";
import { Company, Uninvited, useInvited } from "./invite";
import { Link } from "./link";
import { Cover, Masthead } from "./lobby";
import { showTurn } from "./notice";
import { lobbyRoute, tableRoute } from "./routes";
import type { TableStore } from "./store/table";
import { Title } from "./title";
import { seatNames, words } from "./words";

/** Seconds until a time, counting down while the page is visible. */
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

/** A single-use link with its QR code, until it expires. */
export function OneUseLink({
  link,
  title,
  note,
  onAgain,
}: {
  link: SeatLink;
  title: string;
  note: string;
  onAgain: () => void;
}) {
  const seconds = useSecondsTo(link.expires);
  const w = words.people;
  if (seconds === 0) {
    return (
      <div class="link">
        <div>
          <p role="status">{w.ranOut}</p>
          <button type="button" class="quiet" onClick={onAgain}>
            {w.another}
          </button>
        </div>
      </div>
    );
  }
  return (
    <Link
      title={title}
      note={`${note} ${w.serves(seconds)}`}
      url={link.link}
      code={true}
      class="one-use"
      asked={true}
    />
  );
}

/** The seats of this browser that can be moved. */
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
      (e: Error) => setError(trouble(e)),
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
            onAgain={() => void move(seat)}
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
  const [failed, setFailed] = useState("");
  const [used, setUsed] = useState(false);
  const [busy, setBusy] = useState(false);
  const { info, game, error } = useInvited(match);
  const w = words.people;
  useEffect(() => showTurn(w.takeTitle), []);
  if (!info || !game) return <Uninvited error={error} />;
  const take = async () => {
    setBusy(true);
    setFailed("");
    try {
      await api.take(match, seat, token);
      reconnect();
      location.replace(tableRoute(match));
    } catch (e) {
      setFailed(trouble(e as Error));
      setUsed((e as { code?: string }).code === "not_yours");
      setBusy(false);
    }
  };
  return (
    <div class="setup">
      <Masthead />
      <main>
        <Cover game={game} />
        <section class="panel">
          <Title>{w.takeTitle}</Title>
          <p>{w.takeLead(game.name, seatNames(info.seats)[seat] ?? "")}</p>
          <Company info={info} mine={seat} />
          <p class="soft">{w.takeNote}</p>
          {failed && <p role="alert">{failed}</p>}
          <div class="row">
            {!used && (
              <button type="button" class="start" disabled={busy} onClick={() => void take()}>
                {w.take}
              </button>
            )}
            <a class="button quiet" href={used ? tableRoute(match) : lobbyRoute}>
              {used ? w.watch : words.table.allGames}
            </a>
          </div>
        </section>
      </main>
    </div>
  );
}
