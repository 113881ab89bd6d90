/* What if: a new table from the position shown, with the hidden cards of the others drawn again. */
import { useEffect, useState } from "preact/hooks";
import { SeatMark } from "../art/marks";
import { api, trouble } from "./api";
import { reconnect } from "./connection";
import { Dialog } from "./dialog";
import { tableRoute } from "./routes";
import { botList, standardBot } from "./bots";
import { keepLinks } from "./setup";
import type { TableStore } from "./store/table";
import type { Game, Games, NewSeat, Table } from "./types";
import { words } from "./words";

/** What stays as it was: what a seat knew, what all saw ("watch"), or every hand ("open"). */
type Eyes = number | "watch" | "open";

function firstSeats(table: Table, game: Game, me: number): string[] {
  return table.seats.map((seat, i) =>
    i === me ? "me" : `bot ${seat.bot ?? standardBot(game, i)}`,
  );
}

export function Fork({
  store,
  position,
  onClose,
}: {
  store: TableStore;
  position: number;
  onClose: () => void;
}) {
  const table = store.table.value!;
  const game = store.game.value!;
  const over = table.status === "over";
  const own = store.eyes.value;
  const [games, setGames] = useState<Games | null>(null);
  const [eyes, setEyes] = useState<Eyes>(own ?? (over ? 0 : "watch"));
  const [seats, setSeats] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const w = words.people;
  useEffect(() => {
    api.games().then(
      (all) => {
        setGames(all);
        setSeats(firstSeats(table, game, own ?? 0));
      },
      (e: Error) => setError(trouble(e)),
    );
  }, []);
  const names = store.names.value;
  const make = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError("");
    try {
      const created = await api.fork(store.match, {
        position,
        view: typeof eyes === "number" ? eyes : null,
        open: eyes === "open",
        seats: seats.map((kind, i): NewSeat => {
          if (kind.startsWith("bot ")) return { kind: "bot", bot: kind.slice(4) };
          const person = table.seats[i]?.kind === "person" ? table.seats[i]!.name : "";
          const name = person || words.setup.seat(i + 1);
          return kind === "friend" ? { kind: "friend" } : { kind: kind as "me", name };
        }),
      });
      keepLinks(created);
      reconnect();
      onClose();
      location.hash = tableRoute(created.match);
    } catch (e) {
      setError(trouble(e as Error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={w.fork} class="fork" onClose={onClose}>
      <form class="scroll" onSubmit={make}>
        <p>{eyes === "open" ? w.forkOpen(position) : w.forkLead(position)}</p>
        {over ? (
          <label class="field">
            <span>{w.eyes}</span>
            <select
              value={String(eyes)}
              onChange={(event) => {
                const value = event.currentTarget.value;
                setEyes(value === "watch" || value === "open" ? value : Number(value));
              }}
            >
              {table.seats.map((seat) => (
                <option value={String(seat.seat)}>{w.eyesOf(names[seat.seat] ?? "")}</option>
              ))}
              <option value="watch">{w.eyesNobody}</option>
              <option value="open">{w.eyesAll}</option>
            </select>
          </label>
        ) : (
          <p class="soft">{w.forkOwn}</p>
        )}
        <h3>{words.setup.travellers}</h3>
        <ol class="drafts">
          {games &&
            seats.map((kind, i) => (
              <li key={i}>
                <SeatMark seat={i} />
                <span>{names[i]}</span>
                <select
                  aria-label={words.setup.kind(i + 1)}
                  value={kind}
                  onChange={(event) => {
                    const value = event.currentTarget.value;
                    setSeats(seats.map((old, j) => (i === j ? value : old)));
                  }}
                >
                  <option value="me">{words.setup.me}</option>
                  <option value="local">{words.setup.local}</option>
                  {over && <option value="friend">{words.setup.friend}</option>}
                  {botList(games, game).map((bot) => (
                    <option value={`bot ${bot.value}`}>{bot.label}</option>
                  ))}
                </select>
              </li>
            ))}
        </ol>
        {error && <p role="alert">{error}</p>}
        <div class="row">
          <button type="submit" disabled={busy || !games || (!over && own === null)}>
            {w.forkGo}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.table.close}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The origin of a table that did not begin at its own start. */
export function Origin({ store }: { store: TableStore }) {
  const origin = store.table.value?.origin;
  if (!origin) return null;
  const w = words.people;
  if (origin.kind === "import") return <p class="origin soft">{w.originImport}</p>;
  return (
    <p class="origin soft">
      {origin.match ? (
        <a href={tableRoute(origin.match)}>{w.originFork(origin.position)}</a>
      ) : (
        w.fork
      )}
      {origin.closed && ` ${w.originClosed}`}
    </p>
  );
}
