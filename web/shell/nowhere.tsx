/* The page shown instead of one that cannot be shown, with the reason. */
import { useEffect } from "preact/hooks";
import { Suitcase } from "../art/marks";
import { outdated } from "./connection";
import { Masthead } from "./lobby";
import { showTurn } from "./notice";
import { lobbyRoute } from "./routes";
import { Title } from "./title";
import { words } from "./words";

/** `stuck`: the page exists but cannot be shown. */
export function Nowhere({ why, stuck = false }: { why: string; stuck?: boolean }) {
  const name = stuck ? words.nowhere.stuck : words.nowhere.title;
  useEffect(() => showTurn(name), [name]);
  return (
    <div class="lobby">
      <Masthead newer={false} />
      <main class="plain away">
        <Suitcase size={88} />
        <Title>{name}</Title>
        <p role="alert">{why}</p>
        <div class="row">
          {outdated.value && (
            <button type="button" onClick={() => location.reload()}>
              {words.net.reload}
            </button>
          )}
          <a class={`button ${outdated.value ? "quiet" : ""}`} href={lobbyRoute}>
            {words.table.allGames}
          </a>
        </div>
      </main>
    </div>
  );
}
