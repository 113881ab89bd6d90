/*
 * The page of an invitation: enter a name, take the seat. The secret leaves the address bar. A link
 * works once: if somebody sits there already, the page asks that person's device, or offers to
 * watch.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { SeatMark } from "../art/marks";
import { api, trouble } from "./api";
import { reconnect } from "./connection";
import { Cover, Masthead } from "./lobby";
import { showTurn } from "./notice";
import { Nowhere } from "./nowhere";
import { Away, offline, useAnswer } from "./reach";
import { tableRoute } from "./routes";
import { Rules } from "./rules";
import { myName } from "./settings";
import { Title } from "./title";
import { randomToken } from "./token";
import type { Game, Match } from "./types";
import { seatNames, words } from "./words";

interface Props {
  match: string;
  seat: number;
  secret: string;
}

/** The match of a link, its game, and all games. */
export function useInvited(match: string) {
  const { answer, error } = useAnswer(() => Promise.all([api.match(match), api.games()]));
  const [info, games] = answer ?? [];
  return { info, games, game: games?.games.find((g) => g.id === info?.game), error };
}

/** Shown while the match is loading, or if it does not exist. */
export function Uninvited({ error }: { error?: Error & { code?: string } }) {
  if (error?.code === "not_found") return <Nowhere why={words.net.notFound} />;
  if (error) return <Nowhere why={trouble(error)} stuck />;
  return (
    <div class="setup invite">
      <Masthead />
      {offline.value && <Away />}
    </div>
  );
}

/** Who sits where, so that players know whom they join. */
export function Company({ info, mine }: { info: Match; mine: number }) {
  const names = seatNames(info.seats);
  const state = (seat: Match["seats"][number]) =>
    seat.seat === mine
      ? words.invite.yours
      : seat.kind === "bot"
        ? words.table.bot
        : seat.claimed
          ? ""
          : words.gathering.awaited;
  return (
    <ul class="awaited">
      {info.seats.map((seat) => (
        <li key={seat.seat}>
          <SeatMark seat={seat.seat} size={18} />
          <b>{names[seat.seat]}</b>
          <span class="soft">{state(seat)}</span>
        </li>
      ))}
    </ul>
  );
}

const keyName = (match: string, seat: number) => `valise.claim.${match}.${seat}`;

/**
 * The key of a claim, made before the claim and kept until it is answered: if the answer is lost,
 * the same key gets the seat again. It outlasts a reload of the page.
 */
function claimKey(match: string, seat: number): string {
  const name = keyName(match, seat);
  try {
    const key = sessionStorage.getItem(name) ?? randomToken();
    sessionStorage.setItem(name, key);
    return key;
  } catch {
    return randomToken(); // Refused storage: a lost answer needs a new link.
  }
}

function dropClaimKey(match: string, seat: number): void {
  try {
    sessionStorage.removeItem(keyName(match, seat));
  } catch {
    // Refused storage: there is none.
  }
}

const ASK_AGAIN = 2000; // milliseconds between two looks at the answer

/** The link was used: ask the holder of the seat, or watch. */
function Used({ match, seat, secret, info, game }: Props & { info: Match; game: Game }) {
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState("");
  const timer = useRef(0);
  const name = seatNames(info.seats)[seat] ?? "";
  const w = words.people;
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const ask = async (key: string) => {
    setAsking(true);
    setFailed("");
    try {
      const answer = await api.ask(match, { seat, secret, key });
      if ("mine" in answer) {
        reconnect();
        location.replace(tableRoute(match));
      } else timer.current = window.setTimeout(() => void ask(key), ASK_AGAIN);
    } catch (e) {
      setAsking(false);
      const refused = e as Error & { code?: string };
      setFailed(refused.code === "not_yours" ? words.invite.wrong : trouble(refused));
    }
  };
  return (
    <div class="setup">
      <Masthead />
      <main>
        <Cover game={game} />
        <section class="panel used">
          <Title>{w.usedTitle}</Title>
          <p>
            <b>{words.invite.lead(game.name, seat + 1)}</b> {w.usedLead(name)}
          </p>
          <Company info={info} mine={-1} />
          <p class="soft">{w.usedNote(name)}</p>
          <p role="status">{asking && w.asking}</p>
          {failed && <p role="alert">{failed}</p>}
          <div class="row">
            <button
              type="button"
              class="start"
              disabled={asking}
              onClick={() => void ask(randomToken())}
            >
              {w.askSeat}
            </button>
            <a class="button quiet" href={tableRoute(match)}>
              {w.watch}
            </a>
          </div>
        </section>
      </main>
    </div>
  );
}

export function Invite({ match, seat, secret }: Props) {
  const [name, setName] = useState(myName.value);
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const [rules, setRules] = useState(false);
  const [used, setUsed] = useState(false);
  const { info, games, game, error } = useInvited(match);
  const w = words.invite;
  useEffect(() => showTurn(w.title), []);
  // A browser that holds the seat already goes straight to the table.
  const held = info?.mine.includes(seat);
  useEffect(() => {
    if (held) location.replace(tableRoute(match));
  }, [held]);
  if (!info || !games || !game || held) return <Uninvited error={error} />;
  if (used || info.seats[seat]?.claimed)
    return <Used match={match} seat={seat} secret={secret} info={info} game={game} />;
  const sit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailed("");
    try {
      if (name.trim()) myName.value = name.trim();
      await api.claim(match, {
        seat,
        secret,
        key: claimKey(match, seat),
        name: name.trim() || words.setup.player(seat + 1),
      });
      dropClaimKey(match, seat);
      reconnect();
      location.replace(tableRoute(match));
    } catch (e) {
      const refused = e as Error & { code?: string };
      if (refused.code === "used") setUsed(true);
      setFailed(refused.code === "not_yours" ? w.wrong : trouble(refused));
      setBusy(false);
    }
  };
  return (
    <div class="setup">
      <Masthead />
      <main>
        <Cover game={game} />
        <form class="panel" onSubmit={sit}>
          <Title>{w.title}</Title>
          <p>
            <b>{w.lead(game.name, seat + 1)}</b> {game.summary}
          </p>
          <Company info={info} mine={seat} />
          {info.clock.kind !== "none" && <p class="soft">{words.clock.choice(info.clock)}.</p>}
          {info.status === "over" && <p>{w.over}</p>}
          <label class="field">
            <span>{w.name}</span>
            <input
              value={name}
              maxLength={games.limits.name}
              autocomplete="nickname"
              onInput={(e) => setName(e.currentTarget.value)}
            />
          </label>
          {failed && <p role="alert">{failed}</p>}
          <div class="row">
            <button type="submit" class="start" disabled={busy}>
              {w.sit}
            </button>
            <button type="button" class="quiet" onClick={() => setRules(true)}>
              {words.table.rules}
            </button>
            {failed && (
              <a class="button quiet" href={tableRoute(match)}>
                {w.watch}
              </a>
            )}
          </div>
        </form>
      </main>
      {rules && <Rules game={game.id} name={game.name} clause="" onClose={() => setRules(false)} />}
    </div>
  );
}
