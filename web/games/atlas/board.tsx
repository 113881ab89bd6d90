/*
 * The board of Atlas: the map of the world, the sheets beside it, the destination row below. My
 * hand holds my purse, my cards and souvenirs, and the tableau as splayed cards.
 */
import "./board.css";
import "./map.css";
import "./side.css";
import "./cards.css";
import { useState } from "preact/hooks";
import { Card, CardBack, cardRows } from "../../art";
import type { About } from "../../shell/board";
import { parts } from "../../shell/boardtools";
import { useBox } from "../../shell/box";
import { Target } from "../../shell/target";
import { capital } from "../../shell/words";
import { Icon } from "./icons";
import { type Look, WorldMap } from "./map";
import { askedFor, Side, Tableau } from "./side";
import {
  countryName,
  EXPERIENCES,
  experienceName,
  iconNames,
  icons,
  type Props,
  reachOf,
  SEATS,
} from "./table";
import { en as w } from "./words.en";

export { tour } from "./tour";
export const wide = true;

/* ---- Cards ---- */

type Row = Props["deck"]["destinations"][number];

/* What the bonus counts, short for the card and whole for the ear. */
function bonusName({ deck }: Props, row: Row): string {
  const tables = { colour: deck.colours, continent: deck.continents, element: deck.elements };
  const table = tables[row.bonus_kind as keyof typeof tables] ?? [];
  return table.find((entry) => entry.id === row.bonus)?.name ?? "";
}

const bonusText = (all: Props, row: Row) =>
  row.bonus_kind === "-"
    ? ""
    : w.bonus(row.bonus_points, w.shortContinent[row.bonus] ?? bonusName(all, row));

const sayBonus = (all: Props, row: Row) =>
  row.bonus_kind === "-" ? "" : w.sayBonus(row.bonus_points, row.bonus_kind, bonusName(all, row));

/* What is on a card, in words: its country, its experiences, what it costs and asks, its bonus. */
function cardLines(all: Props, index: number): string[] {
  const row = all.deck.destinations[index]!;
  const fact = all.facts.cards?.find((c) => c.card === index);
  return [
    countryName(all.deck, row.country) +
      (row.country2 === "-" ? "" : ` / ${countryName(all.deck, row.country2)}`),
    iconNames(all.deck, row.icons),
    !all.facts.quick && w.cost(fact?.price ?? row.cost),
    Number(row.need_count) > 0 && w.needs(row.need_count, experienceName(all.deck, row.need)),
    sayBonus(all, row),
    fact?.barred && !all.view.over && w.barred,
  ].filter((line): line is string => !!line);
}

const sayCard = (all: Props, index: number) =>
  [all.deck.destinations[index]!.name, ...cardLines(all, index)].join(", ");

/* Twelve pixels on a card as wide as those of the table. */
const LEAST = 16.6;

/* The card as it is drawn. */
function Face({ all, index }: { all: Props; index: number }) {
  const row = all.deck.destinations[index]!;
  const first = EXPERIENCES[icons(row.icons)[0]!];
  const fact = all.facts.cards?.find((c) => c.card === index);
  const bonus = bonusText(all, row);
  return (
    <Card
      colour={first?.colour ?? SEATS[0]}
      shapes={first?.shapes ?? ["hills"]}
      seed={row.id}
      name={row.name}
      line={countryName(all.deck, row.country)}
      least={LEAST}
      {...(all.facts.quick ? {} : { badge: String(fact?.price ?? row.cost) })}
      {...(bonus ? { pill: bonus } : {})}
    />
  );
}

function Destination({ all, index }: { all: Props; index: number }) {
  const row = all.deck.destinations[index]!;
  const fact = all.facts.cards?.find((c) => c.card === index);
  const barred = fact?.barred && !all.view.over; // in the end nobody goes anywhere
  return (
    <Target
      id={`card.${row.id}`}
      flip={`card.${index}`}
      from="pile"
      label={sayCard(all, index)}
      class={`at-card ${barred ? "barred" : ""}`}
      note={fact && !fact.ready ? w.notReady : undefined}
    >
      <Face all={all} index={index} />
      <span
        class={`at-icons rows-${cardRows(row.name, countryName(all.deck, row.country), LEAST)}`}
      >
        {icons(row.icons).map((id, i) => (
          <Icon key={i} id={id} deck={all.deck} />
        ))}
      </span>
      {Number(row.need_count) > 0 && !barred && !all.view.over && (
        <span class={`at-need ${fact?.ready ? "ready" : ""}`}>
          {fact?.ready ? "✓" : w.need} {row.need_count} <Icon id={row.need} deck={all.deck} />
        </span>
      )}
      {barred && <span class="at-barred">{w.barredShort}</span>}
    </Target>
  );
}

function DestinationRow(all: Props) {
  return (
    <div class="at-row" role="group" aria-label={w.row}>
      <div class="at-pile" data-place="pile">
        <Target id="pile" label={w.pile} note={w.pileNote(all.facts.pile_count)} class="at-card">
          <CardBack />
        </Target>
        <small>{all.facts.pile_count}</small>
      </div>
      {all.view.row.map((index, slot) =>
        index === null ? (
          <div key={slot} class="at-card at-empty">
            {w.empty}
          </div>
        ) : (
          <Destination key={index} all={all} index={index} />
        ),
      )}
    </div>
  );
}

/* Below this width map and sheets do not both fit side by side: the sheets come when they are asked for. */
const BOTH = 800;

export function Board(all: Props) {
  const [looked, setLooked] = useState<Look | null>(null);
  const [ref, room] = useBox<HTMLDivElement>({ width: 1000, height: 600 });
  const [hand, setHand] = useState({ open: false, ask: "" });
  const folds = !all.narrow && room.width <= BOTH;
  // What is asked for opens its sheet, until it is closed by hand; otherwise the hand decides.
  const ask = askedFor(all) ?? "";
  const open = ask ? hand.open || hand.ask !== ask : hand.open;
  const setOpen = (now: boolean) => setHand({ open: now, ask });
  const look = (country: string) => setLooked((was) => ({ country, stamp: (was?.stamp ?? 0) + 1 }));
  return (
    <div class={`at ${all.narrow ? "narrow" : ""} ${folds && !open ? "shut" : ""}`} ref={ref}>
      <WorldMap all={all} look={looked} />
      <DestinationRow {...all} />
      <Side all={all} look={look} {...(folds ? { open, setOpen } : {})} />
    </div>
  );
}

/* ---- My side of the table ---- */

export function Hand(all: Props) {
  const p = all.view.seat[all.facts.me];
  if (!p || all.me === null) return null;
  const guides = p.guides.map((index) => all.deck.countries[index]!);
  // On a desk they stand before the cards, which may be too many to see at once.
  const pieces = [
    ...guides.map((row) => (
      <p key={row.id} class="at-guide" title={w.guide(row.name)}>
        {w.guideShort(row.name)}
      </p>
    )),
    ...p.souvenirs.map((i) => (
      <Target
        key={`s${i}`}
        id={`souvenir.${all.deck.souvenirs[i]!.id}`}
        flip={`souvenir.${i}`}
        label={w.souvenir(all.deck.souvenirs[i]!.name) + (p.used.includes(i) ? `, ${w.used}` : "")}
        class="at-souvenir"
      >
        <span class={p.used.includes(i) ? "used" : ""}>
          {p.used.includes(i) ? "☆" : "★"} {all.deck.souvenirs[i]!.name}
        </span>
      </Target>
    )),
  ];
  return (
    <div class={`at-hand ${all.narrow ? "narrow" : ""}`}>
      {!all.facts.quick && (
        <p class="at-purse">
          <span>
            <b>{p.money}</b> {w.moneyWord}
          </span>
          <span>
            <b>{p.energy}</b> {w.energyWord}
          </span>
          <span>
            <b>{p.tokens}</b> {w.tokensWord(p.tokens)}
          </span>
        </p>
      )}
      {!all.narrow && pieces.length > 0 && <div class="at-chips">{pieces}</div>}
      <div class="at-cards" role="group" aria-label={w.hand}>
        {p.hand
          .filter((index) => !all.view.row.includes(index))
          .map((index) => (
            <Destination key={index} all={all} index={index} />
          ))}
        {all.narrow && pieces}
      </div>
      {!all.narrow && <Tableau {...all} />}
    </div>
  );
}

/* ---- A closer look ---- */

function aboutCountry(all: Props, id: string): About | null {
  const row = all.deck.countries.find((c) => c.id === id);
  if (!row) return null;
  const reach = reachOf(all.facts).get(id);
  return {
    title: row.name,
    lines: [
      w.area(row.area) +
        (row.airport === "yes" ? `, ${w.airport}` : "") +
        (row.isolated === "yes" ? `, ${w.isolated}` : "") +
        (reach ? `, ${w.reach(reach.cost, reach.means)}` : ""),
      w.speaks(
        row.languages
          .split(" ")
          .map((id) => all.deck.languages.find((l) => l.id === id)?.name ?? id)
          .join(", "),
      ),
      w.flag(row.flag),
      w.flagCounts(
        row.main,
        [row.elements, row.layout]
          .filter((list) => list !== "-")
          .flatMap((list) => list.split(" "))
          .map((id) => all.deck.elements.find((e) => e.id === id)?.name ?? id)
          .join(", "),
      ),
      ...all.deck.places
        .filter((place) => place.country === id)
        .map((place) => w.place(place.name, iconNames(all.deck, place.icons), place.cost)),
      ...all.deck.destinations
        .filter((card) => card.country === id || card.country2 === id)
        .map((card) => w.place(card.name, iconNames(all.deck, card.icons), card.cost)),
    ],
    clause: w.clauseMap,
  };
}

export function about(target: string, props: unknown): About | null {
  const all = props as Props;
  const { kind, key } = parts(target);
  if (kind === "country") return aboutCountry(all, key);
  if (kind === "card") {
    const index = all.deck.destinations.findIndex((row) => row.id === key);
    if (index < 0) return null;
    const row = all.deck.destinations[index]!;
    return {
      title: row.name,
      lines: [...cardLines(all, index).map(capital), row.lore],
      clause: w.clauseCards,
      picture: <Face all={all} index={index} />,
    };
  }
  if (kind === "goal") {
    const goal = all.facts.goals.find((g) => g.key === key);
    if (!goal) return null;
    return {
      title: goal.name,
      lines: [w.goal(goal.name, goal.text, goal.progress, goal.target, goal.points)],
      clause: w.clauseGoals,
    };
  }
  if (kind === "experience")
    return {
      title: experienceName(all.deck, key),
      lines: all.view.seat.map((p, seat) => {
        const index = all.deck.experiences.findIndex((e) => e.id === key);
        return `${all.names[seat] ?? ""}: ${p.icons[index] ?? 0}`;
      }),
      clause: w.clausePopularity,
    };
  if (kind === "post") {
    const row = all.deck.blog.find((slot) => slot.slot === key);
    return row
      ? { title: w.blog, lines: [w.slot(Number(key), row.text, row.points)], clause: w.clauseBlog }
      : null;
  }
  return null;
}
