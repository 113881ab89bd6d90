/* My results by game, export and import of records, and the deletion of my data. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, Refused, trouble, type GameStatistics, type Imported, type Tally } from "./api";
import { reconnect } from "./connection";
import { deals } from "./deal";
import { Masthead } from "./lobby";
import { showTurn } from "./notice";
import { Away, offline, useAnswer } from "./reach";
import { inWholeFile, plainLines, recordParts } from "./recordfile";
import { lobbyRoute, tableRoute } from "./routes";
import { links, myName } from "./settings";
import { type Question, Sure } from "./sure";
import { Title } from "./title";
import type { Games } from "./types";
import { capital, words } from "./words";

/** The text of an error, with the line of the file if there is one. */
function reason(e: Error): string {
  return e instanceof Refused && e.where
    ? words.net.failed(`${e.where}: ${e.message}`)
    : trouble(e);
}

export function MinePage() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [done, setDone] = useState("");
  const { answer, error, again } = useAnswer(() => Promise.all([api.games(), api.statistics()]));
  const [games, figures] = answer ?? [];
  const w = words.people;
  useEffect(() => showTurn(w.mine), []);
  const nameOf = (id: string) => games?.games.find((game) => game.id === id)?.name ?? id;
  const drop = (game?: string) =>
    setQuestion({
      title: w.dropTitle(game ? nameOf(game) : ""),
      text: w.dropNote,
      yes: w.drop,
      act: async () => {
        await api.dropStatistics(game);
        setDone(w.dropped);
        await again();
      },
    });
  const erase = () =>
    setQuestion({
      title: w.eraseTitle,
      text: w.eraseNote,
      yes: w.drop,
      act: async () => {
        while ((await api.erase()).more);
        links.value = {};
        deals.value = {};
        myName.value = "";
        reconnect();
        setDone(w.erased);
        await again();
      },
    });
  if (!answer && !error && offline.value) {
    return (
      <div class="lobby people">
        <Masthead />
        <Away />
      </div>
    );
  }
  return (
    <div class="lobby people">
      <Masthead />
      <main>
        <Title>{w.mine}</Title>
        {error && <p role="alert">{reason(error)}</p>}
        {/* The sections below wait for the figures: otherwise they would jump down. */}
        <div class="mine-page" aria-busy={!answer && !error}>
          {(answer || error) && (
            <>
              <section>
                <h2>{w.statistics}</h2>
                {figures?.length === 0 && <p class="soft">{w.noResults}</p>}
                <div class="figures">
                  {games &&
                    figures?.map((game) => (
                      <Figures
                        key={game.game}
                        name={nameOf(game.game)}
                        game={game}
                        games={games}
                        onDrop={() => drop(game.game)}
                      />
                    ))}
                </div>
                <p class="soft">{w.counted}</p>
              </section>
              <Records nameOf={nameOf} />
              <section class="data">
                <h2>{w.data}</h2>
                <p>{w.dataLead}</p>
                <div class="row">
                  {figures && figures.length > 0 && (
                    <button type="button" class="quiet" onClick={() => drop()}>
                      {w.dropAll}
                    </button>
                  )}
                  <button type="button" class="quiet danger" onClick={erase}>
                    {w.erase}
                  </button>
                </div>
                <p role="status">{done}</p>
              </section>
              <a class="button quiet" href={lobbyRoute}>
                {words.table.allGames}
              </a>
            </>
          )}
        </div>
      </main>
      {question && <Sure question={question} onClose={() => setQuestion(null)} />}
    </div>
  );
}

function Figures({
  name,
  game,
  games,
  onDrop,
}: {
  name: string;
  game: GameStatistics;
  games: Games;
  onDrop: () => void;
}) {
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
      <td>{t.match ? <a href={tableRoute(t.match)}>{t.best}</a> : t.best}</td>
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
      <button type="button" class="link-button drop" aria-label={w.dropGame(name)} onClick={onDrop}>
        {w.drop}
      </button>
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
      const all: Imported[] = [];
      setBrought(all);
      let line = 0;
      for (const part of recordParts(plainLines(await file.text()))) {
        all.push(
          ...(await api.import(part).catch((e: Error) => Promise.reject(inWholeFile(e, line)))),
        );
        setBrought([...all]);
        line += part.split("\n").length - 1;
      }
    } catch (e) {
      const large = (e as { code?: string }).code === "too_large";
      setError(`${file.name}: ${large ? w.tooLarge : reason(e as Error)}`);
    }
    reconnect();
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
                  <a href={tableRoute(m.match)}>{nameOf(m.game)}</a>{" "}
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
