/* The page of an invitation: enter a name, take the seat. The secret leaves the address bar. */
import { useEffect, useState } from "preact/hooks";
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
import type { Match } from "./types";
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

export function Invite({ match, seat, secret }: Props) {
  const [name, setName] = useState(myName.value);
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const [rules, setRules] = useState(false);
  const { info, games, game, error } = useInvited(match);
  const w = words.invite;
  useEffect(() => showTurn(w.title), []);
  // A browser that holds the seat already goes straight to the table.
  const held = info?.mine.includes(seat);
  useEffect(() => {
    if (held) location.replace(tableRoute(match));
  }, [held]);
  if (!info || !games || !game || held) return <Uninvited error={error} />;
  const sit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailed("");
    try {
      if (name.trim()) myName.value = name.trim();
      await api.claim(match, seat, secret, name.trim() || words.setup.player(seat + 1));
      reconnect();
      location.replace(tableRoute(match));
    } catch (e) {
      const refused = e as Error & { code?: string };
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
