/*
 * The table: the board in the middle, the hand below it, players and log at the side. On a phone
 * the board is on top, the hand a strip, and everything else behind tabs.
 */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Chat } from "./chat";
import { Minded } from "./clock";
import { Composer } from "./composer";
import { TableContext } from "./context";
import { Curtain } from "./curtain";
import { useDrawn } from "./drawn";
import { fold, FoldButton, isFolded, Strip } from "./fold";
import { Origin } from "./fork";
import { Gathering } from "./gathering";
import { type Door, Head } from "./head";
import { Hints } from "./hints";
import { Inspector } from "./inspector";
import { keepFocus } from "./keepfocus";
import { type Doors, onKey } from "./keys";
import { Log } from "./log";
import { showTurn } from "./notice";
import { Notices } from "./notices";
import { Nowhere } from "./nowhere";
import { Over, OverBar } from "./over";
import { Away, offline } from "./reach";
import { Replay } from "./replay";
import { Review } from "./review";
import { lobbyRoute } from "./routes";
import { Rules } from "./rules";
import { Seats } from "./seats";
import { Keys, Settings } from "./settingsdialog";
import { narrow } from "./settings";
import { Share } from "./share";
import { Stage } from "./stage";
import { TableStore } from "./store/table";
import { TextView } from "./textview";
import { restartTour, Tour } from "./tour";
import { words } from "./words";

export function TablePage({ match }: { match: string }) {
  const store = useMemo(() => new TableStore(match), [match]);
  useEffect(() => {
    void store.start();
    return () => store.stop();
  }, [store]);
  useEffect(keepFocus, []);
  const away = offline.value;
  useEffect(() => {
    if (!away && store.unreached) void store.start();
  }, [away, store]);
  if (store.failed.value) {
    const gone = [words.net.notFound, words.people.gone].includes(store.failed.value);
    return <Nowhere why={store.failed.value} stuck={!gone} />;
  }
  return (
    <TableContext.Provider value={store}>
      <TableFrame store={store} key={match} />
    </TableContext.Provider>
  );
}

function TableFrame({ store }: { store: TableStore }) {
  const [door, setDoor] = useState<Door>(null);
  const [clause, setClause] = useState("");
  const inWords = store.inWords.value;
  const [tab, setTab] = useState<"" | "seats" | "log" | "chat">("");
  const [drawn, setDrawn] = useState<ReadonlyMap<string, string>>(new Map());
  const table = store.table.value;
  const game = store.game.value;
  const status = table?.status;
  const curtain = store.state.curtain.value;

  const openClause = (at: string) => {
    setClause(at);
    setDoor("rules");
  };
  const doors: Doors = {
    hint: () => void store.hints.ask(),
    rules: () => openClause(table?.facts.clause ?? ""),
    text: store.toggleWords,
    log: () => {
      if (isFolded(store) && !narrow.value) fold(store);
      setTab("log");
      window.setTimeout(() => document.querySelector<HTMLElement>(".log")?.focus());
    },
    side: () => !narrow.value && !inWords && fold(store),
    keys: () => setDoor("keys"),
  };
  const latest = useRef(doors);
  latest.current = doors;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event, store, latest.current);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [store]);

  // The end of the match opens the results once.
  useEffect(() => {
    if (status === "over" && store.replay.back.value === null) setDoor("over");
  }, [status, store]);
  useEffect(() => {
    const name = game?.name ?? words.valise;
    const acts = table?.status === "running" ? table.to_act : -1;
    const mine = store.mine.value.includes(acts);
    if (acts < 0) showTurn(name);
    else if (mine && store.mine.value.length === 1) showTurn(words.notice.title(name), acts, true);
    else showTurn(words.notice.theirs(store.names.value[acts] ?? "", name), acts, mine);
  });

  useDrawn(store, drawn, setDrawn);

  if (!table || !game || (curtain === null && !store.shown.value)) {
    if (offline.value) return <Away />;
    return (
      <main class="plain" aria-busy="true">
        <p>{words.net.connecting}</p>
      </main>
    );
  }
  const head = <Head store={store} open={setDoor} doors={doors} wordsOpen={inWords} />;
  const opened = (
    <>
      {door === "rules" && (
        <Rules game={game.id} name={game.name} clause={clause} onClose={() => setDoor(null)} />
      )}
      {door === "hints" && <Hints store={store} onClose={() => setDoor(null)} />}
      {door === "share" && <Share store={store} onClose={() => setDoor(null)} />}
      {door === "menu" && (
        <Settings
          onClose={() => setDoor(null)}
          onTour={() => {
            restartTour(game.id);
            setDoor(null);
          }}
        >
          {narrow.value && (
            <div class="row menu-row">
              <button type="button" class="quiet" onClick={doors.rules}>
                {words.table.rules}
              </button>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  setDoor(null);
                  doors.text();
                }}
              >
                {words.table.text}
              </button>
              <button type="button" class="quiet" onClick={() => setDoor("share")}>
                {words.table.share}
              </button>
              <a class="button quiet" href={lobbyRoute}>
                {words.table.allGames}
              </a>
            </div>
          )}
        </Settings>
      )}
      {door === "keys" && <Keys onClose={() => setDoor(null)} />}
    </>
  );
  if (curtain !== null) return <Curtain store={store} seat={curtain} />;
  if (status === "gathering") return <Gathering store={store} head={head} opened={opened} />;
  const ids = new Set(drawn.keys());
  const folded = !narrow.value && !inWords && isFolded(store);
  return (
    <div
      class={`table ${inWords ? "with-words" : ""} ${folded ? "folded" : ""} ${tab ? `tab-${tab}` : ""}`}
      data-at={store.stamp.value}
    >
      {head}
      {folded && <Strip store={store} onChat={() => setTab("chat")} />}
      <main>
        <Stage store={store} />
        <Minded store={store} />
        {store.replay.back.value !== null ? (
          <Replay store={store} onReview={() => setDoor("review")} />
        ) : status === "over" ? (
          <OverBar store={store} onOpen={() => setDoor("over")} />
        ) : (
          <Composer
            store={store}
            drawn={ids}
            onClause={openClause}
            onHints={() => setDoor("hints")}
          />
        )}
      </main>
      {inWords && <TextView store={store} labels={drawn} onClause={openClause} />}
      <aside>
        <section class="panel seats-panel">
          <h2>
            {words.table.travellers}
            {!narrow.value && !folded && <FoldButton store={store} />}
          </h2>
          <Seats store={store} />
          <Origin store={store} />
          <p class="ending">{store.shown.value?.facts.ending}</p>
        </section>
        <section class="panel log-panel">
          <h2>
            {tab === "chat"
              ? words.chat.title
              : store.talks.value
                ? words.table.logShort
                : words.table.log}
            {store.talks.value && (
              <button
                type="button"
                class="link-button side-switch"
                onClick={() => setTab(tab === "chat" ? "log" : "chat")}
              >
                {tab === "chat" ? words.table.log : words.chat.tab(store.chat.unread.value)}
              </button>
            )}
            {store.replay.back.value === null && tab !== "chat" && (
              <button
                type="button"
                class="link-button"
                onClick={() => void store.lookBack(store.replay.last, status === "over")}
              >
                {words.table.replay}
              </button>
            )}
          </h2>
          {tab === "chat" ? (
            <Chat store={store} />
          ) : (
            <Log key={tab} store={store} onClause={openClause} />
          )}
        </section>
      </aside>
      <nav class="tabs" aria-label={words.table.tabs}>
        {(["seats", "log", "chat"] as const).map(
          (key) =>
            (key !== "chat" || store.talks.value) && (
              <button
                type="button"
                aria-pressed={tab === key}
                onClick={() => setTab(tab === key ? "" : key)}
              >
                {key === "seats"
                  ? words.table.travellers
                  : key === "log"
                    ? store.talks.value
                      ? words.table.logShort
                      : words.table.log
                    : words.chat.tab(store.chat.unread.value)}
              </button>
            ),
        )}
      </nav>
      <Notices store={store} />
      <div class="hidden" aria-live="polite" role="status">
        {store.messages.spoken.value}
      </div>
      {opened}
      {door === "over" && (
        <Over store={store} onReview={() => setDoor("review")} onClose={() => setDoor(null)} />
      )}
      {door === "review" && <Review store={store} onClose={() => setDoor(null)} />}
      {!door && <Tour store={store} onClause={openClause} />}
      <Inspector store={store} onClause={openClause} />
    </div>
  );
}
