/* The bar above the table: whose turn it is, the clock, and the tools. */
import { ClockFace } from "./clock";
import { Icon } from "./icon";
import type { Doors } from "./keys";
import { Home } from "./lobby";
import { narrow } from "./settings";
import type { TableStore } from "./store/table";
import { withNames, words } from "./words";

/** The dialogs of a table. */
export type Door = "hints" | "rules" | "share" | "menu" | "keys" | "over" | "review" | null;

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

export function Head({ store, open, doors, wordsOpen }: HeadProps) {
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
          ? // If several share this screen, say whose turn it is.
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
