/* Setting up a match: who sits where, and the game's options. */
import { useEffect, useState } from "preact/hooks";
import { SeatMark } from "../art/marks";
import { api, trouble } from "./api";
import { botList, botNote, ownSeat, sayWord, standardBot } from "./bots";
import { ChatField } from "./chat";
import { ClockField } from "./clock";
import { reconnect } from "./connection";
import { Cover, Masthead } from "./lobby";
import { showTurn } from "./notice";
import { Nowhere } from "./nowhere";
import { Away, offline, useAnswer } from "./reach";
import { lobbyRoute, tableRoute } from "./routes";
import { links, myName } from "./settings";
import { Title } from "./title";
import type { ChatRule, ClockChoice, Created, Game, Games, NewSeat } from "./types";
import { capital, sentence, words } from "./words";

interface Draft {
  kind: NewSeat["kind"];
  bot: string;
  name: string;
}

export function keepLinks(created: Created): void {
  const seats: Record<string, string> = {};
  for (const seat of created.seats) if (seat.link) seats[String(seat.seat)] = seat.link;
  links.value = { ...links.value, [created.match]: seats };
}

interface ChooserProps {
  seat: Draft;
  number: number;
  /** The name of a seat that the game itself plays. */
  own: string | undefined;
  games: Games;
  game: Game;
  change: (part: Partial<Draft>) => void;
}

/** One seat: who takes it, and the name. */
function Chooser({ seat, number, own, games, game, change }: ChooserProps) {
  const w = words.setup;
  if (own)
    return (
      <>
        <b>{own}</b>
        <small class="soft">{w.ownNote}</small>
      </>
    );
  return (
    <>
      <select
        aria-label={w.kind(number)}
        value={seat.kind === "bot" ? `bot ${seat.bot}` : seat.kind}
        onChange={(event) => {
          const value = event.currentTarget.value;
          if (value.startsWith("bot ")) change({ kind: "bot", bot: value.slice(4) });
          else change({ kind: value as Draft["kind"] });
        }}
      >
        <option value="me">{w.me}</option>
        <option value="friend">{w.friend}</option>
        <option value="local">{w.local}</option>
        {botList(games, game).map((bot) => (
          <option value={`bot ${bot.value}`}>{bot.label}</option>
        ))}
      </select>
      {seat.kind === "me" || seat.kind === "local" ? (
        <input
          aria-label={w.name(number)}
          placeholder={w.namePlaceholder}
          maxLength={games.limits.name}
          value={seat.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      ) : (
        <small class="soft">
          {seat.kind === "friend" ? w.friendNote : botNote(games, game, seat.bot)}
        </small>
      )}
    </>
  );
}

export function Setup({ id }: { id: string }) {
  const [seats, setSeats] = useState<Draft[]>([]);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [clock, setClock] = useState<ClockChoice>({ kind: "none" });
  const [chat, setChat] = useState<ChatRule>("open");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const { answer: games, error: refused } = useAnswer(api.games);
  const game = games?.games.find((g) => g.id === id && g.playable);
  const w = words.setup;
  useEffect(() => {
    if (!game) return;
    showTurn(w.title(game.name));
    const count = Math.min(game.most_seats, Math.max(game.least_seats, 3));
    setSeats(
      Array.from({ length: count }, (_, seat) => ({
        kind: seat === 0 ? "me" : "bot",
        bot: standardBot(game, seat),
        name: seat === 0 ? myName.value : "",
      })),
    );
    setOptions(Object.fromEntries(game.options.map((o) => [o.name, o.standard])));
  }, [game]);
  if (refused) return <Nowhere why={trouble(refused)} stuck />;
  if (!games) {
    return (
      <div class="setup">
        <Masthead />
        {offline.value && <Away />}
      </div>
    );
  }
  if (!game) {
    const known = games.games.some((g) => g.id === id);
    return <Nowhere why={known ? words.lobby.soon : words.lobby.noGame} />;
  }
  const change = (index: number, part: Partial<Draft>) =>
    setSeats(seats.map((seat, i) => (i === index ? { ...seat, ...part } : seat)));
  const start = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError("");
    const me = seats.find((seat) => seat.kind === "me");
    if (me?.name.trim()) myName.value = me.name.trim();
    try {
      const created = await api.create({
        game: game.id,
        options,
        clock,
        chat,
        seats: seats.map((seat, i) =>
          seat.kind === "bot"
            ? { kind: "bot", bot: seat.bot }
            : seat.kind === "friend"
              ? { kind: "friend" }
              : {
                  kind: seat.kind,
                  name: seat.name.trim() || w.player(i + 1),
                },
        ),
      });
      keepLinks(created);
      reconnect();
      location.hash = tableRoute(created.match);
    } catch (e) {
      setError(trouble(e as Error));
      setBusy(false);
    }
  };
  return (
    <div class="setup">
      <Masthead />
      <main>
        <Cover game={game} />
        <form class="panel" onSubmit={start}>
          <Title>{w.title(game.name)}</Title>
          <p>{game.summary}</p>
          <h2>{w.travellers}</h2>
          <ol class="drafts">
            {seats.map((seat, i) => (
              <li>
                <SeatMark seat={i} />
                <Chooser
                  seat={seat}
                  number={i + 1}
                  own={ownSeat(game, options, seats.length, i)}
                  games={games}
                  game={game}
                  change={(part) => change(i, part)}
                />
                {seats.length > game.least_seats ? (
                  <button
                    type="button"
                    class="icon"
                    aria-label={w.remove(i + 1)}
                    onClick={() => setSeats(seats.filter((_, other) => other !== i))}
                  >
                    <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
                      <path d="M4 4l12 12M16 4 4 16" stroke="currentColor" stroke-width="2.4" />
                    </svg>
                  </button>
                ) : (
                  <span />
                )}
              </li>
            ))}
          </ol>
          {seats.length < game.most_seats && (
            <button
              type="button"
              class="quiet"
              onClick={() =>
                setSeats([
                  ...seats,
                  { kind: "bot", bot: standardBot(game, seats.length), name: "" },
                ])
              }
            >
              {w.add}
            </button>
          )}
          {seats.filter((s) => s.kind === "me" || s.kind === "local").length > 1 && (
            <p class="soft">{w.localNote}</p>
          )}
          {game.options.length > 0 && (
            <>
              <h2>{w.options}</h2>
              {game.options.map((option) => (
                <label class="field">
                  <span>
                    {capital(option.name.replaceAll("_", " "))}
                    <small class="soft">{sentence(capital(option.help))}</small>
                  </span>
                  <select
                    name={option.name}
                    value={options[option.name]}
                    onChange={(event) =>
                      setOptions({ ...options, [option.name]: event.currentTarget.value })
                    }
                  >
                    {option.words.map((word) => (
                      <option value={word}>{sayWord(option, word)}</option>
                    ))}
                  </select>
                </label>
              ))}
            </>
          )}
          <h2>{w.together}</h2>
          <ClockField clock={clock} least={games.limits.clock_seconds} onChange={setClock} />
          {seats.some((seat) => seat.kind === "friend") && (
            <ChatField rule={chat} onChange={setChat} />
          )}
          {error && <p role="alert">{error}</p>}
          <div class="row">
            <button type="submit" class="start" disabled={busy}>
              {busy ? w.starting : w.start}
            </button>
            <a class="button quiet" href={lobbyRoute}>
              {w.back}
            </a>
          </div>
        </form>
      </main>
    </div>
  );
}
