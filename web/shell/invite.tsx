/* A friend comes with a link: a name, and the seat is theirs. The secret leaves the address bar. */
import { useEffect, useState } from "preact/hooks";
import { api } from "./api";
import { reconnect } from "./connection";
import { Masthead } from "./lobby";
import { myName } from "./settings";
import { words } from "./words";

interface Props {
  match: string;
  seat: number;
  secret: string;
}

export function Invite({ match, seat, secret }: Props) {
  const [name, setName] = useState(myName.value);
  const [game, setGame] = useState("");
  const [error, setError] = useState("");
  const w = words.invite;
  useEffect(() => {
    document.title = w.title;
    Promise.all([api.match(match), api.games()]).then(
      ([info, games]) => {
        setGame(games.games.find((g) => g.id === info.game)?.name ?? info.game);
        // Whoever holds the seat already goes straight to the table.
        if (info.mine.includes(seat)) location.replace(`#/m/${match}`);
      },
      () => setError(words.net.notFound),
    );
  }, [match]);
  const sit = async (event: Event) => {
    event.preventDefault();
    try {
      if (name.trim()) myName.value = name.trim();
      await api.claim(match, seat, secret, name.trim() || words.setup.me0);
      reconnect();
      location.replace(`#/m/${match}`);
    } catch (e) {
      setError((e as { code?: string }).code === "not_yours" ? w.wrong : (e as Error).message);
    }
  };
  return (
    <div class="setup invite">
      <Masthead />
      <main>
        <form class="panel" onSubmit={sit}>
          <h1>{w.title}</h1>
          <p>{w.lead(game, seat + 1)}</p>
          <label class="field">
            <span>{w.name}</span>
            <input value={name} maxLength={24} onInput={(e) => setName(e.currentTarget.value)} />
          </label>
          {error && <p role="alert">{error}</p>}
          <button type="submit" class="start">
            {w.sit}
          </button>
        </form>
      </main>
    </div>
  );
}
