/* The first page: my running matches, a poster for each game, and my finished matches. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { AnyPoster } from "../art/poster";
import { Suitcase } from "../art/marks";
import { api, trouble, type LeftSeat } from "./api";
import { loadCover } from "./board";
import { Icon } from "./icon";
import { Newer } from "./newer";
import { showTurn, turnsWaiting } from "./notice";
import { Away, offline } from "./reach";
import { lobbyRoute, mineRoute, setupRoute, tableRoute } from "./routes";
import { Rules } from "./rules";
import { Settings } from "./settingsdialog";
import { Sure } from "./sure";
import { Title } from "./title";
import type { Game, Games, Match } from "./types";
import { seatNames, words } from "./words";

/** The link to all games, at the head of every page. */
export function Home() {
  return (
    <a class="home" href={lobbyRoute} aria-label={words.table.home}>
      <Suitcase />
      <span class="wordmark">{words.valise}</span>
    </a>
  );
}

/** The head of every page except the table; `newer`: whether to show the note about an upgrade. */
export function Masthead({ lead, newer = true }: { lead?: string; newer?: boolean }) {
  const [menu, setMenu] = useState(false);
  return (
    <>
      <header class="head">
        <Home />
        <span class="motto">{lead ?? words.motto}</span>
        <div class="tools">
          <a class="tool button" href={mineRoute} aria-label={words.people.mine}>
            <Icon path="M5 19V3h11l-3 4 3 4H5M3 19h4" />
            <span>{words.people.mine}</span>
          </a>
          <button
            type="button"
            class="tool"
            aria-label={words.table.menu}
            onClick={() => setMenu(true)}
          >
            <Icon path="M3 5h16M3 11h16M3 17h16" />
            <span>{words.table.menu}</span>
          </button>
        </div>
        {menu && <Settings onClose={() => setMenu(false)} />}
      </header>
      {newer && <Newer />}
    </>
  );
}

export function Cover({ game }: { game: Game }) {
  const [Art, setArt] = useState<ComponentType | null>(null);
  useEffect(() => {
    loadCover(game.id).then(
      (module) => module && setArt(() => module.Cover),
      () => undefined, // The plain picture stays.
    );
  }, [game.id]);
  return (
    <div class="cover" aria-hidden="true">
      {Art ? <Art /> : <AnyPoster seed={game.id} />}
    </div>
  );
}

export function Lobby() {
  const [games, setGames] = useState<Games | null>(null);
  const [mine, setMine] = useState<Match[] | null>(null);
  const [error, setError] = useState("");
  const [rules, setRules] = useState<Game | null>(null);
  const [forgetting, setForgetting] = useState<Match | null>(null);
  const load = () => {
    // A note above says that the server is away; the page asks again when it is back.
    const failed = (e: Error & { code?: string }) =>
      setError(e.code === "offline" ? "" : trouble(e));
    return Promise.all([
      api.games().then(setGames, failed),
      api
        .mine()
        .then(setMine, (e: Error & { code?: string }) => e.code !== "offline" && setMine([])),
    ]);
  };
  const away = offline.value;
  useEffect(() => {
    if (!away || !games) void load();
    const look = () => document.visibilityState === "visible" && !away && load();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [away]);
  useEffect(() => showTurn(words.lobby.tab(turnsWaiting(mine ?? []))), [mine]);
  const w = words.lobby;
  const going = mine?.filter(goesOn).sort((a, b) => Number(isMine(b)) - Number(isMine(a))) ?? [];
  const done = mine?.filter((m) => !goesOn(m)) ?? [];
  // Running matches stand above the posters, which wait for them: otherwise they would jump down.
  const known = mine || error ? games : null;
  if (away && !games) {
    return (
      <div class="lobby">
        <Masthead />
        <Away />
      </div>
    );
  }
  return (
    <div class="lobby">
      <Masthead />
      <main>
        <div class="lead">
          <Title>{w.title}</Title>
          <p>{w.lead}</p>
        </div>
        {known && <LeftSeats games={games} />}
        {error && <p role="alert">{error}</p>}
        {games && going.length > 0 && (
          <section class="mine going">
            <h2>{w.running}</h2>
            <Matches games={games} matches={going} onForget={setForgetting} />
            <h2>{w.games}</h2>
          </section>
        )}
        <ul class="posters" aria-busy={!known}>
          {known?.games.map((game) => (
            <li key={game.id}>
              <article class={game.playable ? "" : "soon"}>
                <Cover game={game} />
                <div class="caption">
                  <h2>{game.name}</h2>
                  <p class="facts">
                    {w.seats(game.least_seats, game.most_seats)} · {w.minutes(game.minutes)}
                  </p>
                  <p>{game.summary}</p>
                  <div class="row">
                    {game.playable ? (
                      <a
                        class="button"
                        href={setupRoute(game.id)}
                        aria-label={`${w.play}: ${game.name}`}
                      >
                        {w.play}
                      </a>
                    ) : (
                      <span class="soft">{w.soon}</span>
                    )}
                    <button
                      type="button"
                      class="quiet"
                      aria-label={words.rules.title(game.name)}
                      onClick={() => setRules(game)}
                    >
                      {w.rules}
                    </button>
                  </div>
                </div>
              </article>
            </li>
          ))}
        </ul>
        {known && (
          <section class="mine">
            <div class="row">
              <h2>{w.mine}</h2>
              <a href={mineRoute}>{words.people.mine}</a>
            </div>
            {mine && done.length === 0 && (
              <p class="soft">{going.length > 0 ? words.people.noResults : w.none}</p>
            )}
            {games && done.length > 0 && (
              <Matches games={games} matches={done} onForget={setForgetting} />
            )}
          </section>
        )}
      </main>
      {rules && (
        <Rules game={rules.id} name={rules.name} clause="" onClose={() => setRules(null)} />
      )}
      {forgetting && (
        <Sure
          question={{
            title: w.forgetTitle(gameName(games, forgetting)),
            text: goesOn(forgetting) ? w.forgetGoing : w.forgetDone,
            yes: w.forget,
            act: () => api.forget(forgetting.match).then(load),
          }}
          onClose={() => setForgetting(null)}
        />
      )}
    </div>
  );
}

/** Seats that this browser lost, told once. */
function LeftSeats({ games }: { games: Games | null }) {
  const [left, setLeft] = useState<LeftSeat[]>([]);
  useEffect(() => {
    api.left().then(setLeft, () => setLeft([]));
  }, []);
  const w = words.people;
  const read = (entry: LeftSeat) =>
    api.leftRead(entry.match).then(() => setLeft(left.filter((e) => e.match !== entry.match)));
  if (left.length === 0) return null;
  return (
    <ul class="left-seats">
      {left.map((entry) => (
        <li>
          <span>
            <b>{games?.games.find((game) => game.id === entry.game)?.name ?? entry.game}</b>:{" "}
            {entry.how === "voted" ? w.leftVoted(entry.name) : w.leftMoved(entry.name)}
          </span>
          <button type="button" class="quiet" onClick={() => void read(entry)}>
            {w.understood}
          </button>
        </li>
      ))}
    </ul>
  );
}

const gameName = (games: Games | null, m: Match) =>
  games?.games.find((game) => game.id === m.game)?.name ?? m.game;
const goesOn = (m: Match) => m.status === "running" || m.status === "gathering";
/** Whether it is my turn in this match. */
const isMine = (m: Match) => m.status === "running" && m.mine.includes(m.to_act);

interface MatchesProps {
  games: Games;
  matches: Match[];
  onForget: (match: Match) => void;
}

function Matches({ games, matches, onForget }: MatchesProps) {
  const w = words.lobby;
  const now = Date.now() / 1000;
  const nameOf = (m: Match) => gameName(games, m);
  const state = (m: Match) => {
    const seat = m.mine[0];
    if (m.status === "gathering") return w.gathering;
    if (m.status === "closed") return w.closed(m.closed ?? "");
    if (m.status === "over" && m.origin?.kind === "import") return w.watched;
    if (m.status === "over") {
      const ranks = m.mine.map((s) => m.result?.ranks[s] ?? 9);
      const best = Math.min(...ranks);
      return seat === undefined ? w.watched : best === 1 ? w.won : w.rank(best);
    }
    const turn = m.mine.includes(m.to_act)
      ? w.yourTurn
      : w.theirTurn(seatNames(m.seats)[m.to_act] ?? "");
    const left = m.clock.left === null ? "" : words.clock.left(Math.ceil(m.clock.left / 1000));
    const minded = m.mine.some((s) => m.seats[s]?.minded) ? w.minded : "";
    return [turn, left, minded].filter(Boolean).join(" · ");
  };
  const row = (m: Match) => (
    <li key={m.match} class={isMine(m) ? "turn" : ""}>
      <a href={tableRoute(m.match)}>
        <b>
          {nameOf(m)}
          {m.origin && <small class="soft"> {words.people.origins[m.origin.kind]}</small>}
        </b>
        <span>{seatNames(m.seats).join(", ")}</span>
        <span class="state">{state(m)}</span>
        <span class="soft">{w.ago(Math.max(0, now - m.changed))}</span>
      </a>
      <button
        type="button"
        class="quiet"
        aria-label={`${w.forget}: ${nameOf(m)}`}
        onClick={() => onForget(m)}
      >
        {w.forget}
      </button>
    </li>
  );
  return <ul class="tags">{matches.map(row)}</ul>;
}
