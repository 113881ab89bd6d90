/*
 * The board of Postcards: the tableau of five continents and four rows with arrows, travellers and
 * the coins it takes to get anywhere; the line of tours beside it; below, my luggage, coins and
 * collection by colour and icon.
 */
import "./board.css";
import "./postcard.css";
import "./tours.css";
import "./phone.css";
import { SeatMark } from "../../art";
import type { About } from "../../shell/board";
import { nameOf, parts } from "../../shell/boardtools";
import { Target } from "../../shell/target";
import { Face, Keepsake } from "./postcard";
import { AskChip, Coin, Glyph, Luggage, TouristFigure } from "./signs";
import {
  cellOf,
  COLUMNS,
  CONTINENTS,
  coordinates,
  ICONS,
  leftIn,
  place,
  type Props,
  type Reach,
  ROWS,
  type TourFact,
  type Traveller,
  travellers,
} from "./table";
import { en as w } from "./words.en";

export { tour } from "./tour";

/* ---- The tableau ---- */

/** The cheapest way to a cell, of whichever traveller. */
function reachOf(all: Props, cell: number): Reach | undefined {
  if (all.still || all.toAct !== all.me) return undefined;
  return (all.facts.ways ?? [])
    .filter((way) => way.cell === cell)
    .sort((a, b) => a.cost - b.cost)[0];
}

/** What lies on a cell and who stands there. */
function sayCell(all: Props, cell: number, here: Traveller[]): string {
  const { view, deck, facts } = all;
  const column = w.continents[cell % COLUMNS]!;
  const row = Math.floor(cell / COLUMNS) + 1;
  const fact = facts.cells[cell];
  const card = view.tableau[cell] ?? null;
  if (card === null) return fact?.gap ? w.gap(column, row) : w.waiting(column, row);
  const p = place(deck, card);
  return [
    `${p.name}, ${column} ${coordinates(cell)}`,
    w.cost(p.cost),
    w.icons(p.icons),
    ...here.map((t) =>
      w.stands(nameOf(all, t.seat), deck.travellers[t.suitcase]?.name ?? "", t.open),
    ),
    view.tourist === cell ? w.touristHere : "",
  ]
    .filter(Boolean)
    .join("; ");
}

/** What it asks of me, where its arrows lead, what it takes to get there. */
function sayNote(all: Props, cell: number, reach: Reach | undefined): string {
  const fact = all.facts.cells[cell];
  const card = all.view.tableau[cell] ?? null;
  if (card === null) return "";
  const p = place(all.deck, card);
  const asks = fact?.asks ?? [];
  const arrows = w.directions
    .map((direction, i) => ((fact?.leads[i] ?? -1) < 0 ? "" : w.arrow(direction, p.arrows[i]!)))
    .filter(Boolean);
  return [
    asks.length ? w.asks(asks.map((ask) => w.askMet(ask.text, ask.met))) : "",
    w.arrows(arrows),
    reach ? w.reach(reach.cost, reach.left, reach.holiday) : "",
  ]
    .filter(Boolean)
    .join("; ");
}

function Cell({ all, cell }: { all: Props; cell: number }) {
  const { view, deck, facts } = all;
  const card = view.tableau[cell] ?? null;
  const fact = facts.cells[cell];
  const id = `cell.${coordinates(cell)}`;
  const here = travellers(view).filter((t) => t.cell === cell);
  const mine = here.find((t) => t.seat === all.me);
  const reach = reachOf(all, cell);
  const label = sayCell(all, cell, here);
  if (card === null) {
    return (
      <Target id={id} label={label} class={`pc-card pc-empty ${fact?.gap ? "pc-gap" : ""}`}>
        <span />
      </Target>
    );
  }
  const lit = all.lit.has(id);
  return (
    <Target
      key={`${id}.${card}`}
      id={id}
      flip={`card.${card}`}
      label={label}
      note={sayNote(all, cell, reach)}
      class={`pc-card ${reach && lit ? "pc-near" : ""}`}
      from={`deck.${cell % COLUMNS}`}
    >
      <Face
        p={place(deck, card)}
        asks={fact?.asks ?? []}
        leads={fact?.leads ?? []}
        narrow={all.narrow}
      />
      {(here.length > 0 || view.tourist === cell) && (
        <span class="pc-here">
          {here.map((t) => (
            <span key={`${t.seat}.${t.index}`} data-flip={`traveller.${t.seat}.${t.index}`}>
              <Luggage
                seat={t.seat}
                colour={deck.travellers[t.suitcase]?.colour ?? ""}
                open={t.open}
              />
            </span>
          ))}
          {view.tourist === cell && (
            <span data-flip="tourist">
              <TouristFigure />
            </span>
          )}
        </span>
      )}
      {lit && mine && <span class="pc-ribbon">{w.holiday}</span>}
      {lit && !mine && reach && (
        <span class={`pc-reach ${reach.holiday ? "pc-stay" : ""}`}>
          <Coin text={String(reach.cost)} />
        </span>
      )}
    </Target>
  );
}

/** The ways tried so far, from where each traveller stands. */
function Trail({ all }: { all: Props }) {
  if (all.still || all.me === null || !all.steps.length) return null;
  const at = [0, 1].map((index) => all.present.at[all.me! * 2 + index] ?? null);
  const lines: string[] = [];
  const middle = (cell: number) =>
    `${(cell % COLUMNS) * 100 + 50} ${Math.floor(cell / COLUMNS) * 100 + 50}`;
  for (const step of all.steps) {
    const target = step.targets.find((t) => t.startsWith("cell."));
    const who = step.targets.find((t) => t.startsWith("traveller."));
    if (!target) continue;
    const cell = cellOf(target);
    const index = who ? Number(parts(who).key) - 1 : 0;
    if (at.includes(cell) && !who) continue; // a holiday: nobody moves
    const tourist = all.present.tourist;
    if (all.view.tourist === cell && tourist !== null && tourist !== cell && !who) {
      lines.push(`M${middle(tourist)}L${middle(cell)}`);
      continue;
    }
    const from = at[index] ?? null;
    if (from !== null) lines.push(`M${middle(from)}L${middle(cell)}`);
    at[index] = cell;
  }
  return (
    <svg class="pc-trail" viewBox="0 0 500 400" preserveAspectRatio="none" aria-hidden="true">
      {lines.map((d, i) => (
        <g key={i}>
          <path d={d} class="pc-under" />
          <path d={d} class="pc-over" />
        </g>
      ))}
    </svg>
  );
}

function Tableau(all: Props) {
  const cells = Array.from({ length: COLUMNS * ROWS }, (_, cell) => cell);
  return (
    <div class="pc-world" role="group" aria-label={w.tableau}>
      <div class="pc-heads">
        {CONTINENTS.map((continent, column) => {
          const left = leftIn(all.view, all.deck, column);
          return (
            <span
              key={column}
              class={`pc-head ${left ? "" : "pc-bare"}`}
              title={w.deckLabel(w.continents[column]!, left)}
              data-place={`deck.${column}`}
            >
              <i style={{ background: continent.colour }}>{continent.short}</i>
              <b style={{ color: continent.text }}>{all.narrow ? "" : w.continents[column]}</b>
              <small>
                {left} <span>{w.left}</span>
              </small>
            </span>
          );
        })}
      </div>
      <div class="pc-cells">
        {cells.map((cell) => (
          <Cell all={all} cell={cell} key={cell} />
        ))}
        <Trail all={all} />
      </div>
    </div>
  );
}

/* ---- The tours ---- */

function Tour({ all, fact }: { all: Props; fact: TourFact }) {
  const { deck, facts } = all;
  const id = `tour.${fact.place + 1}`;
  if (fact.tour < 0) {
    return (
      <Target id={id} label={w.emptyTour(fact.place + 1)} class="pc-tour pc-none">
        <span />
      </Target>
    );
  }
  const row = deck.tours[fact.tour]!;
  const lacking = fact.lacking[facts.for] ?? 0;
  const others = fact.lacking.map((n, seat) => ({ n, seat })).filter((o) => o.seat !== facts.for);
  const rivals = others.map((o) => w.lacksOf(nameOf(all, o.seat), o.n)).join(", ");
  return (
    <Target
      id={id}
      flip={`tour.${fact.tour}`}
      label={w.tour(
        row.name,
        fact.value,
        fact.asks.map((ask) => ask.text),
      )}
      note={`${fact.asks.map((ask) => w.askMet(ask.text, ask.met)).join(", ")}; ${w.lacks(lacking)}; ${rivals}`}
      class={`pc-tour ${lacking === 0 ? "pc-complete" : ""}`}
    >
      <span class="pc-tour-head">
        <span class="pc-tour-name">{row.name}</span>
        <span class="pc-value">{fact.value}</span>
      </span>
      <span class="pc-tour-asks">
        {fact.asks.map((ask, i) => (
          <AskChip key={i} ask={ask} />
        ))}
      </span>
      <span class="pc-tour-foot">
        <span class="pc-lacks">{w.lacks(lacking)}</span>
        {others.map((o) => (
          <span class={`pc-rival ${o.n === 0 ? "pc-ready" : ""}`} key={o.seat}>
            <SeatMark seat={o.seat} size={14} />
            {o.n}
          </span>
        ))}
      </span>
    </Target>
  );
}

export function Board(all: Props) {
  return (
    <div class={`pc ${all.narrow ? "narrow" : ""}`}>
      <Tableau {...all} />
      <div class="pc-tours" role="group" aria-label={w.tours}>
        {!all.narrow && (
          <h2>
            {w.tours} <small>{w.inDeck(all.view.tour_deck.length)}</small>
          </h2>
        )}
        {all.facts.tours.map((fact) => (
          <Tour all={all} fact={fact} key={fact.place} />
        ))}
      </div>
    </div>
  );
}

/* ---- My own things ---- */

function Coins({ all }: { all: Props }) {
  const mine = all.toAct === all.me;
  const left = mine ? all.view.coins : 0;
  return (
    <span class="pc-coins" role="img" aria-label={mine ? w.coinsLeft(left) : w.noCoins}>
      {[0, 1, 2, 3].map((i) => (
        <Coin key={i} hollow={i >= left} />
      ))}
    </span>
  );
}

function Suitcases({ all, seat }: { all: Props; seat: number }) {
  const { view, deck } = all;
  const own = travellers(view).filter((t) => t.seat === seat);
  return (
    <span class="pc-suitcases">
      {own.map((t) => {
        const row = deck.travellers[t.suitcase]!;
        const card = t.cell === null ? null : (view.tableau[t.cell] ?? null);
        const where = card === null ? w.notPlaced : w.inPlace(place(deck, card).name, t.open);
        const label = w.suitcase(row.name, row.icon, where);
        const face = (
          <>
            <Luggage seat={seat} colour={row.colour} open={t.open} />
            <span class="pc-disc pc-plain">
              <Glyph icon={row.icon as (typeof ICONS)[number]} />
            </span>
          </>
        );
        return view.seats === 2 && seat === all.me ? (
          <Target key={t.index} id={`traveller.${t.index + 1}`} label={label} class="pc-suitcase">
            {face}
          </Target>
        ) : (
          <span key={t.index} class="pc-suitcase" role="img" aria-label={label}>
            <div>{face}</div>
          </span>
        );
      })}
    </span>
  );
}

/** Icons by colour and kind: a small table that reads across and down. */
function Icons({ all, seat }: { all: Props; seat: number }) {
  const icons = all.facts.collections[seat]?.icons ?? [];
  return (
    <table class="pc-icons">
      <thead>
        <tr>
          <td />
          {ICONS.map((icon) => (
            <th key={icon} scope="col" aria-label={icon}>
              <Glyph icon={icon} size={17} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {CONTINENTS.map((continent, c) => (
          <tr key={c}>
            <th scope="row" aria-label={w.continents[c]!}>
              <i style={{ background: continent.colour }}>{continent.short}</i>
            </th>
            {ICONS.map((icon, i) => {
              const n = icons[c]?.[i] ?? 0;
              return (
                <td key={icon} class={n ? "pc-some" : ""}>
                  {n || "·"}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Hand(all: Props) {
  const seat = all.me ?? all.facts.for;
  const { view, deck } = all;
  const held = view.held[seat] ?? [];
  const tours = view.tours[seat] ?? [];
  return (
    <div class="pc-hand">
      <section class="pc-own">
        <h2>{all.me === null ? w.collectionOf(nameOf(all, seat)) : w.collection}</h2>
        <div class="pc-things">
          <Suitcases all={all} seat={seat} />
          <Coins all={all} />
        </div>
        <p class="pc-taken">
          {w.taken(tours.length)}
          {tours.map((tour) => (
            <span key={tour} data-flip={`tour.${tour}`} title={deck.tours[tour]?.name}>
              {deck.tours[tour]?.value}
            </span>
          ))}
        </p>
      </section>
      <Icons all={all} seat={seat} />
      <div class="pc-album" tabIndex={0} role="group" aria-label={w.collection}>
        {held.length === 0 && <p>{w.nothing}</p>}
        {held.map((card) => (
          <span
            key={card}
            data-flip={`card.${card}`}
            role="img"
            aria-label={`${place(deck, card).name}: ${w.icons(place(deck, card).icons)}`}
          >
            <Keepsake p={place(deck, card)} />
          </span>
        ))}
      </div>
    </div>
  );
}

/* ---- Looking closer ---- */

export function about(target: string, all: Props): About | null {
  const { view, deck, facts } = all;
  const { kind, key } = parts(target);
  if (kind === "cell") {
    const cell = cellOf(target);
    const card = view.tableau[cell] ?? null;
    if (card === null) return null;
    const p = place(deck, card);
    const asks = facts.cells[cell]?.asks ?? [];
    const way = reachOf(all, cell);
    return {
      title: `${p.name}, ${p.country}`,
      picture: <Keepsake p={p} />,
      lines: [
        p.lore,
        `${w.continents[p.continent]!}, ${w.cost(p.cost)}: ${w.icons(p.icons)}.`,
        asks.length ? w.asksFor(asks.map((ask) => w.askMet(ask.text, ask.met))) : "",
        view.tourist === cell ? w.touristHere : "",
        way ? w.reach(way.cost, way.left, way.holiday) : "",
      ].filter(Boolean),
      clause: w.clauseCell,
    };
  }
  if (kind === "tour") {
    const fact = facts.tours[Number(key) - 1];
    if (!fact || fact.tour < 0) return null;
    const row = deck.tours[fact.tour]!;
    return {
      title: `${row.name}, ${w.points(fact.value)}`,
      lines: [
        row.line,
        fact.asks.map((ask) => w.askMet(ask.text, ask.met)).join("; "),
        fact.lacking.map((n, seat) => w.lacksOf(nameOf(all, seat), n)).join("; "),
      ],
      clause: w.clauseTour,
    };
  }
  if (kind === "traveller" && all.me !== null) {
    const row = deck.travellers[view.suitcase[all.me * 2 + Number(key) - 1] ?? -1];
    return row ? { title: row.name, lines: [row.icon], clause: w.clauseSuitcase } : null;
  }
  return null;
}
