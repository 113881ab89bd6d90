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

/** The seats of this browser, which can be moved to another device or shared with one. */
export function MoveSeats({ store }: { store: TableStore }) {
  const [link, setLink] = useState<SeatLink | null>(null);
  const [error, setError] = useState("");
  const mine = store.mine.value;
  const w = words.people;
  if (mine.length === 0) return null;
  const move = (seat: number, stay: boolean) =>
    api.move(store.match, seat, stay).then(
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
            note={link.stay ? w.scanAdd : w.scan}
            onAgain={() => void move(seat, !!link.stay)}
          />
        ) : (
          <span key={seat}>
            <button type="button" class="quiet" onClick={() => void move(seat, false)}>
              {w.moveSeat(store.names.value[seat] ?? "")}
            </button>
            <button type="button" class="quiet" onClick={() => void move(seat, true)}>
              {w.addDevice(store.names.value[seat] ?? "")}
            </button>
          </span>
        ),
      )}
    </section>
  );
}

/** The page that a link opens on the other device. */
export function TakeSeat({
  match,
  seat,
  token,
  adds,
}: {
  match: string;
  seat: number;
  token: string;
  /** The other device keeps the seat. */
  adds: boolean;
}) {
  const [failed, setFailed] = useState("");
  const [used, setUsed] = useState(false);
  const [busy, setBusy] = useState(false);
  const { info, game, error } = useInvited(match);
  const w = words.people;
  useEffect(() => showTurn(adds ? w.addTitle : w.takeTitle), []);
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
          <Title>{adds ? w.addTitle : w.takeTitle}</Title>
          <p>{w.takeLead(game.name, seatNames(info.seats)[seat] ?? "")}</p>
          <Company info={info} mine={seat} />
          <p class="soft">{adds ? w.addNote : w.takeNote}</p>
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
