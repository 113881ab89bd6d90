/*
 * The table: the board takes the room, the hand below it, travellers and log at the side. On a
 * phone the board is on top, the hand a strip, and everything else behind two tabs.
 */
import { useComputed } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { SeatMark } from "../art/marks";
import { Beyond } from "./beyond";
import type { BoardProps } from "./board";
import { Chat } from "./chat";
import { ClockFace, Minded } from "./clock";
import { Composer } from "./composer";
import { link } from "./connection";
import { TableContext } from "./context";
import { Dialog } from "./dialog";
import { fold, FoldButton, isFolded, Strip } from "./fold";
import { Origin } from "./fork";
import { Hints } from "./hints";
import { Flip } from "./flip";
import { Guard } from "./guard";
import { Icon } from "./icon";
import { keepFocus } from "./keepfocus";
import { type Doors, onKey, targetsOnScreen } from "./keys";
import { Home } from "./lobby";
import { Log } from "./log";
import { Left, Votes } from "./lost";
import { NewerNote } from "./newer";
import { showTurn } from "./notice";
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
import { Share, ShareLinks } from "./share";
import { TableStore } from "./store/table";
import { TextView } from "./textview";
import { restartTour, Tour } from "./tour";
import { withNames, words } from "./words";

type Door = "hints" | "rules" | "share" | "menu" | "keys" | "over" | "review" | null;

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

  // The end opens its own page once.
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

/* What the board draws now: for the text view, for moves without a place, for what changed. */
function useDrawn(
  store: TableStore,
  drawn: ReadonlyMap<string, string>,
  setDrawn: (labels: ReadonlyMap<string, string>) => void,
): void {
  const base = useRef<{ position: number; labels: ReadonlyMap<string, string> } | null>(null);
  useLayoutEffect(() => {
    const elements = targetsOnScreen();
    const labels = new Map(elements.map((e) => [e.dataset.target!, e.dataset.label ?? ""]));
    if (!same(labels, drawn)) setDrawn(labels);
    if (!labels.has(store.focus.value)) {
      const first = elements.find((e) => e.classList.contains("lit")) ?? elements[0];
      if (first) store.focus.value = first.dataset.target!;
    }
    const position = store.table.value?.position ?? -1;
    if (store.replay.back.value !== null || store.draft.tried.value || labels.size === 0) return;
    if (!base.current || (store.since.value === position && base.current.position !== position)) {
      base.current = { position, labels };
    }
    // What was not drawn at all is not new: somebody has opened the sheet that it stands on.
    const kinds = new Set([...base.current.labels.keys()].map(kindOf));
    const changed = new Set<string>();
    for (const [id, label] of labels) {
      if (base.current.labels.get(id) !== label && kinds.has(kindOf(id))) changed.add(id);
    }
    const before = store.changed.value;
    if (changed.size !== before.size || [...changed].some((id) => !before.has(id))) {
      store.changed.value = changed;
    }
  });
}

/** "goal" of "goal.hermit". */
const kindOf = (id: string) => id.split(".", 1)[0]!;

function same(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (b.get(key) !== value) return false;
  return true;
}

function useBoardProps(store: TableStore): BoardProps | null {
  const shown = store.shown.value;
  const deck = store.deck.value;
  const table = store.table.value;
  if (!shown || !deck || !table) return null;
  return {
    view: shown.view,
    facts: shown.facts,
    deck,
    seats: table.seats,
    names: store.names.value,
    me: store.eyes.value,
    toAct: shown.to_act,
    narrow: narrow.value,
    still: store.replay.back.value !== null || table.status === "over",
    present: store.replay.back.value === null ? table.view : shown.view,
    steps: store.replay.back.value === null ? store.draft.steps.value : [],
    lit: store.draft.lit.value,
    chosen: store.draft.chosen.value,
    touch: store.draft.touch,
  };
}

function Stage({ store }: { store: TableStore }) {
  const props = useBoardProps(store);
  const module = store.board.value;
  const stamp = useComputed(() => store.shown.value);
  if (!props) return <div class="stage" aria-busy="true" />;
  const text = (
    <pre class="panel" tabIndex={0}>
      {withNames(store.shown.value?.text ?? "", store.names.value)}
    </pre>
  );
  if (!module) return <div class="stage">{text}</div>;
  // Most likely the server was upgraded under this page.
  if (store.undrawn.value) {
    return (
      <div class="stage">
        <section class="board undrawn" aria-label={words.table.board}>
          <p role="alert">
            {words.table.undrawn}{" "}
            <button type="button" class="quiet" onClick={() => location.reload()}>
              {words.net.reload}
            </button>
          </p>
          {text}
        </section>
      </div>
    );
  }
  const { Board, Hand } = module;
  // On a phone both may scroll, and what scrolls can be reached by keys.
  const scrolls = narrow.value ? { tabIndex: 0 } : {};
  return (
    <Flip stamp={stamp.value} class="stage">
      <section class="board" aria-label={words.table.board} {...scrolls}>
        <Guard onFail={store.fail}>
          <Board {...props} />
          {narrow.value && <Beyond store={store} />}
        </Guard>
      </section>
      {Hand && (
        <section class="hand" aria-label={words.table.hand} {...scrolls}>
          <Guard onFail={store.fail}>
            <Hand {...props} />
          </Guard>
        </section>
      )}
    </Flip>
  );
}

const ICONS: Record<string, string> = {
  hint: "M8 17h6M8.5 14.5q0-2-1.5-3.5a5.5 5.5 0 1 1 8 0q-1.5 1.5-1.5 3.5zM9.5 20h3",
  rules: "M11 5q-3-2-8-2v14q5 0 8 2 3-2 8-2V3q-5 0-8 2zM11 5v14",
  text: "M3 5h16M3 10h16M3 15h10",
  share:
    "M15 7a3 3 0 1 0-.1 0zM5 14a3 3 0 1 0-.1 0zM15 21a3 3 0 1 0-.1 0zM7.6 9.8l5-3.6M7.6 12.4l5 3.6",
  menu: "M3 5h16M3 11h16M3 17h16",
};

interface HeadProps {
  store: TableStore;
  open: (door: Door) => void;
  doors: Doors;
  wordsOpen: boolean;
}

function Head({ store, open, doors, wordsOpen }: HeadProps) {
  const table = store.table.value!;
  const game = store.game.value!;
  const names = store.names.value;
  const facts = ((!store.draft.ready.value && store.draft.tried.value) || table).facts;
  const turn =
    table.status === "over"
      ? store.replay.back.value === null
        ? words.table.over
        : words.replay.looking
      : table.status === "gathering"
        ? words.gathering.title
        : store.myTurn.value
          ? // Where several share this screen, it says whose turn it is.
            store.mine.value.length > 1
            ? words.table.turnOf(
                names[table.to_act] ?? "",
                narrow.value ? words.table.yourTurnOne : withNames(facts.prompt, names),
              )
            : narrow.value
              ? words.table.yourTurnShort
              : words.table.yourTurn(withNames(facts.prompt, names))
          : words.table.turnOf(names[table.to_act] ?? "", "");
  const item = (
    name: string,
    label: string,
    act: () => void,
    more: { on?: boolean; off?: boolean } = {},
  ) => (
    <button
      type="button"
      class="tool"
      data-tool={name}
      title={label}
      aria-label={label}
      aria-pressed={more.on}
      disabled={more.off}
      onClick={act}
    >
      <Icon path={ICONS[name]} />
      <span>{label}</span>
    </button>
  );
  const wide = !narrow.value;
  return (
    <header class="head">
      <Home />
      <h1>{game.name}</h1>
      <span class={`turn ${store.myTurn.value ? "my-turn" : ""}`}>
        {table.origin?.kind === "fork" && <span class="supposed">{words.people.whatIf}</span>}
        <span class="whose">{turn}</span> <ClockFace store={store} />
      </span>
      <div class="tools">
        {table.status !== "gathering" &&
          item("hint", words.table.hint, doors.hint, { off: !store.myTurn.value })}
        {wide && item("rules", words.table.rules, doors.rules)}
        {wide &&
          table.status !== "gathering" &&
          item("text", words.table.text, doors.text, { on: wordsOpen })}
        {wide && item("share", words.table.share, () => open("share"))}
        {item("menu", words.table.menu, () => open("menu"))}
      </div>
    </header>
  );
}

interface GatheringProps {
  store: TableStore;
  head: preact.VNode;
  /** The dialog that is open. */
  opened: preact.VNode;
}

function Gathering({ store, head, opened }: GatheringProps) {
  const seats = store.table.value?.seats ?? [];
  const w = words.gathering;
  return (
    <div class="table gathering">
      {head}
      <main>
        <section class="panel">
          <h2>{w.title}</h2>
          <p>{w.lead}</p>
          <ul class="awaited">
            {seats.map((seat) => (
              <li>
                <SeatMark seat={seat.seat} size={18} />
                <b>
                  {seat.mine
                    ? words.table.you(store.names.value[seat.seat] ?? "")
                    : store.names.value[seat.seat]}
                </b>
                <span class="soft">{seat.nonce || seat.kind === "bot" ? w.here : w.awaited}</span>
              </li>
            ))}
          </ul>
          {store.mine.value.length > 0 && (
            <>
              <button type="button" class="quiet" onClick={store.seats.begin}>
                {w.start}
              </button>
              <p class="soft">{w.startNote}</p>
            </>
          )}
          <p class="soft seal">
            {w.sealed} <code>{store.table.value?.commitment.slice(0, 16)}</code>
          </p>
        </section>
        <section class="panel share">
          <h2>{words.share.title}</h2>
          <p>{words.share.lead}</p>
          <ShareLinks store={store} />
        </section>
        {store.talks.value && (
          <section class="panel">
            <h2>{words.chat.title}</h2>
            <Chat store={store} />
          </section>
        )}
      </main>
      <Notices store={store} />
      {opened}
    </div>
  );
}

function Curtain({ store, seat }: { store: TableStore; seat: number }) {
  const name = store.names.value[seat] ?? "";
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <main class="curtain">
      <svg
        class="drape"
        viewBox="0 0 160 100"
        preserveAspectRatio="none"
        shape-rendering="crispEdges"
        aria-hidden="true"
      >
        {Array.from({ length: 16 }, (_, i) => (
          <path d={`M${i * 10} 0h10v92q-5 8-10 0z`} fill={i % 2 ? "#a8321f" : "#c23b25"} />
        ))}
        <path d="M0 0h160v7H0z" fill="#dd9f1f" />
      </svg>
      <div class="panel">
        <h1>{words.curtain.title(name)}</h1>
        <p>{words.curtain.lead}</p>
        <button type="button" ref={ref} onClick={() => store.liftCurtain(seat)}>
          {words.curtain.lift(name)}
        </button>
      </div>
    </main>
  );
}

function Notices({ store }: { store: TableStore }) {
  const notice = store.messages.notice.value;
  useEffect(() => {
    if (!notice) return;
    const timer = window.setTimeout(() => (store.messages.notice.value = ""), 4000);
    return () => window.clearTimeout(timer);
  }, [notice, store]);
  return (
    <div class="notices" role="status">
      {link.value === "lost" && !offline.value && <p>{words.net.lost}</p>}
      {notice && <p>{notice}</p>}
      <Votes store={store} />
      <Left store={store} />
      <NewerNote />
    </div>
  );
}

function Inspector({ store, onClause }: { store: TableStore; onClause: (at: string) => void }) {
  const props = useBoardProps(store);
  const id = store.inspected.value;
  if (!id || !props) return null;
  const about = store.board.value?.about?.(id, props as never);
  const label = document.querySelector<HTMLElement>(`[data-target="${CSS.escape(id)}"]`)?.dataset
    .label;
  const close = () => (store.inspected.value = "");
  return (
    <Dialog title={about?.title ?? label ?? id} class="about" onClose={close}>
      <div class="about-body">
        {about?.picture && (
          <div class="about-picture" aria-hidden="true">
            {about.picture}
          </div>
        )}
        <div>
          {about?.lines.map((line) => (
            <p>{line}</p>
          ))}
          {about?.clause && (
            <button
              type="button"
              class="clause"
              onClick={() => {
                close();
                onClause(about.clause);
              }}
            >
              {words.about.rule(about.clause)}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
