/* What is mine: results by game, records that go out and come in, and all of it deleted. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, Refused, type GameStatistics, type Imported, type Tally } from "./api";
import { reconnect } from "./connection";
import { Masthead } from "./lobby";
import { links, myName } from "./settings";
import type { Games } from "./types";
import { capital, words } from "./words";

/** What went wrong, with the line of the file where there is one. */
function reason(e: Error): string {
  const where = e instanceof Refused && e.where ? `${e.where}: ` : "";
  return words.net.failed(where + e.message);
}

export function MinePage() {
  const [games, setGames] = useState<Games | null>(null);
  const [figures, setFigures] = useState<GameStatistics[] | null>(null);
  const [error, setError] = useState("");
  const w = words.people;
  const failed = (e: Error) => setError(reason(e));
  const load = () => api.statistics().then(setFigures, failed);
  useEffect(() => {
    document.title = w.mine;
    api.games().then(setGames, failed);
    void load();
  }, []);
  const known = error || (games && figures);
  const nameOf = (id: string) => games?.games.find((game) => game.id === id)?.name ?? id;
  return (
    <div class="lobby people">
      <Masthead />
      <main>
        <h1>{w.mine}</h1>
        {error && <p role="alert">{error}</p>}
        {/* What stands below the figures waits for them, so that it need not make way. */}
        <div class="mine-page" aria-busy={!known}>
          {known && (
            <>
              <section>
                <h2>{w.statistics}</h2>
                {figures?.length === 0 && <p class="soft">{w.noResults}</p>}
                <div class="figures">
                  {games &&
                    figures?.map((game) => (
                      <Figures key={game.game} name={nameOf(game.game)} game={game} games={games} />
                    ))}
                </div>
                <p class="soft">{w.counted}</p>
              </section>
              <Records nameOf={nameOf} />
              <Data figures={figures ?? []} nameOf={nameOf} reload={load} failed={failed} />
              <a class="button quiet" href="#/">
                {words.table.allGames}
              </a>
            </>
          )}
        </div>
      </main>
    </div>
  );
}

function Figures({ name, game, games }: { name: string; game: GameStatistics; games: Games }) {
  const w = words.people;
  const opponent = (level: number | null) =>
    level === null
      ? w.peopleOnly
      : level === 0
        ? w.otherBots
        : capital(games.bots.find((bot) => bot.level === level)?.name ?? w.level(level));
  const row = (what: string, t: Tally) => (
    <tr key={what}>
      <th scope="row">{what}</th>
      <td>{t.played}</td>
      <td>{t.won}</td>
      <td>{t.match ? <a href={`#/m/${t.match}`}>{t.best}</a> : t.best}</td>
      <td>{Math.round(t.average)}</td>
    </tr>
  );
  return (
    <article class="panel">
      <h3>{name}</h3>
      <p class="big">
        {w.wonOf(game.won, game.played)}
        {game.shared > 0 && <small class="soft"> {w.shared(game.shared)}</small>}
      </p>
      <div class="wide" tabIndex={0} role="region" aria-label={w.figuresOf(name)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{w.against}</th>
              <th scope="col">{w.played}</th>
              <th scope="col">{w.won}</th>
              <th scope="col">{w.best}</th>
              <th scope="col">{w.average}</th>
            </tr>
          </thead>
          <tbody>
            {game.against.map((t) => row(opponent(t.level), t))}
            {game.tables.length > 1 && game.tables.map((t) => row(w.table(t.seats), t))}
            {(game.against.length > 1 || game.tables.length > 1) && row(w.all, game)}
          </tbody>
        </table>
      </div>
    </article>
  );
}

function Records({ nameOf }: { nameOf: (id: string) => string }) {
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  const [error, setError] = useState("");
  const [brought, setBrought] = useState<Imported[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const w = words.people;
  const take = async () => {
    setBusy(true);
    setError("");
    try {
      let text = "";
      let count = 0;
      let next: number | null = 0;
      while (next !== null) {
        const page: Awaited<ReturnType<typeof api.myRecords>> = await api.myRecords(next);
        text += page.records;
        count += page.count;
        next = page.next;
      }
      setNote(w.exported(count));
      if (count > 0) download(text);
    } catch (e) {
      setError(reason(e as Error));
    }
    setBusy(false);
  };
  const bring = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setError("");
    setNote("");
    try {
      setBrought(await api.import(await file.text()));
      reconnect();
    } catch (e) {
      setBrought([]);
      setError(`${file.name}: ${reason(e as Error)}`);
    }
    if (input.current) input.current.value = "";
    setBusy(false);
  };
  return (
    <section class="records">
      <h2>{w.records}</h2>
      <p>{w.recordsLead}</p>
      <div class="row">
        <button type="button" class="quiet" disabled={busy} onClick={() => void take()}>
          {w.exportAll}
        </button>
        <label class="button quiet file">
          {w.importFile}
          <input
            ref={input}
            type="file"
            accept=".txt,.record,text/plain"
            disabled={busy}
            onChange={(event) => void bring(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
      <div role="status">
        {note && <p>{note}</p>}
        {brought.length > 0 && (
          <>
            <p>{w.brought(brought.length)}</p>
            <ul class="brought">
              {brought.map((m) => (
                <li>
                  <a href={`#/m/${m.match}`}>{nameOf(m.game)}</a>{" "}
                  <span class="soft">{m.over ? w.toLookBack : w.goesOn}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {error && <p role="alert">{error}</p>}
    </section>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "valise-records.txt";
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function Data({
  figures,
  nameOf,
  reload,
  failed,
}: {
  figures: GameStatistics[];
  nameOf: (id: string) => string;
  reload: () => void;
  failed: (e: Error) => void;
}) {
  const [done, setDone] = useState("");
  const w = words.people;
  const drop = (game?: string) => {
    if (!window.confirm(w.dropSure(game ? nameOf(game) : ""))) return;
    api.dropStatistics(game).then(() => {
      setDone(w.dropped);
      reload();
    }, failed);
  };
  const erase = async () => {
    if (!window.confirm(w.eraseSure)) return;
    try {
      while ((await api.erase()).more);
      links.value = {};
      myName.value = "";
      reconnect();
      setDone(w.erased);
      reload();
    } catch (e) {
      failed(e as Error);
    }
  };
  return (
    <section class="data">
      <h2>{w.data}</h2>
      <p>{w.dataLead}</p>
      <div class="row">
        {figures.length > 1 &&
          figures.map((game) => (
            <button type="button" class="quiet" onClick={() => drop(game.game)}>
              {w.dropGame(nameOf(game.game))}
            </button>
          ))}
        {figures.length > 0 && (
          <button type="button" class="quiet" onClick={() => drop()}>
            {w.dropAll}
          </button>
        )}
        <button type="button" class="quiet danger" onClick={() => void erase()}>
          {w.erase}
        </button>
      </div>
      <p role="status">{done}</p>
    </section>
  );
}
