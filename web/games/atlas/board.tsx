/*
 * The board of Atlas: the map of the world; beside it the pyramid of popularity, the blog track,
 * goals and score sheets; below it the destination row. My hand holds cards, board and tableau.
 */
import "./board.css";
import { useState } from "preact/hooks";
import { Card, CARD, CardBack } from "../../art";
import type { About } from "../../shell/board";
import { Target } from "../../shell/target";
import { WorldMap } from "./map";
import {
  countryName,
  EXPERIENCES,
  experienceName,
  iconNames,
  icons,
  NONE,
  type Props,
  SEATS,
  visitOf,
} from "./table";
import { en as w } from "./words.en";

export { tour } from "./tour";

/* ---- Cards ---- */

function Icon({ id, deck }: { id: string; deck: Props["deck"] }) {
  const look = EXPERIENCES[id];
  return (
    <span class="at-icon" title={experienceName(deck, id)} style={{ background: look?.colour }}>
      {look?.letters ?? id.slice(0, 2)}
    </span>
  );
}

function bonusText({ deck }: Props, row: Props["deck"]["destinations"][number]): string {
  void deck;
  return row.bonus_kind === "-" ? "" : w.bonus(row.bonus_points, row.bonus);
}

function sayCard(all: Props, index: number): string {
  const row = all.deck.destinations[index]!;
  const fact = all.facts.cards?.find((c) => c.card === index);
  return [
    row.name,
    countryName(all.deck, row.country) +
      (row.country2 === "-" ? "" : ` / ${countryName(all.deck, row.country2)}`),
    iconNames(all.deck, row.icons),
    !all.facts.quick && w.cost(fact?.price ?? row.cost),
    Number(row.need_count) > 0 && w.needs(row.need_count, experienceName(all.deck, row.need)),
    bonusText(all, row),
    fact?.barred && w.barred,
  ]
    .filter(Boolean)
    .join(", ");
}

function Destination({ all, index }: { all: Props; index: number }) {
  const row = all.deck.destinations[index]!;
  const first = EXPERIENCES[icons(row.icons)[0]!];
  const fact = all.facts.cards?.find((c) => c.card === index);
  const bonus = bonusText(all, row);
  return (
    <Target
      id={`card.${row.id}`}
      flip={`card.${index}`}
      from="pile"
      label={sayCard(all, index)}
      class={`at-card ${fact?.barred ? "barred" : ""}`}
    >
      <Card
        colour={first?.colour ?? SEATS[0]}
        shapes={first?.shapes ?? ["hills"]}
        seed={row.id}
        name={row.name}
        line={countryName(all.deck, row.country)}
        {...(all.facts.quick ? {} : { badge: String(fact?.price ?? row.cost) })}
        {...(bonus ? { pill: bonus } : {})}
      />
      <span class="at-icons">
        {icons(row.icons).map((id, i) => (
          <Icon key={i} id={id} deck={all.deck} />
        ))}
      </span>
    </Target>
  );
}

function DestinationRow(all: Props) {
  return (
    <div class="at-row" role="group" aria-label={w.row}>
      <div class="at-pile" data-place="pile">
        <Target id="pile" label={w.pile(all.facts.pile_count)} class="at-card">
          <CardBack />
        </Target>
        <small>{all.facts.pile_count}</small>
      </div>
      {all.view.row.map((index, slot) =>
        index === NONE ? (
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

/* ---- Popularity ---- */

function Pyramid(all: Props) {
  const { view, deck } = all;
  let slot = 0;
  return (
    <section class="at-pyramid" aria-label={w.popularity}>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row}>
          <b>{6 - row}</b>
          {Array.from({ length: row }, () => {
            const at = slot++;
            const token = view.token_at[at] ?? NONE;
            const id = deck.experiences[token]?.id;
            if (!id) return <span key={at} class="at-token" />;
            const held = view.seat[all.facts.me]?.icons[token] ?? 0;
            return (
              <Target
                key={at}
                id={`experience.${id}`}
                flip={`experience.${id}`}
                label={
                  w.pair(experienceName(deck, id), at + 1, 6 - row) +
                  (view.lock === token ? `, ${w.locked}` : "")
                }
                class="at-token"
              >
                <span style={{ background: EXPERIENCES[id]?.colour }}>
                  {EXPERIENCES[id]?.letters}
                  {held > 0 && <small>{held}</small>}
                  {view.lock === token && <i aria-hidden="true">🔒</i>}
                </span>
              </Target>
            );
          })}
        </div>
      ))}
    </section>
  );
}

/* ---- The blog track ---- */

function Blog(all: Props) {
  const { view, deck } = all;
  if (all.facts.quick) return null;
  return (
    <section class="at-blog" aria-label={w.blog}>
      {deck.blog.map((row) => {
        const slot = Number(row.slot);
        const here = view.seat.flatMap((p, seat) => (p.blog === slot ? [seat] : []));
        return (
          <Target
            key={slot}
            id={`post.${slot}`}
            label={
              w.slot(slot, row.text, row.points) +
              here.map((seat) => `, ${all.names[seat] ?? ""}`).join("")
            }
            class={`at-post ${row.line_after}`}
          >
            <span>
              <b>{slot}</b>
              <small>{row.points}</small>
              {here.map((seat) => (
                <i key={seat} style={{ background: SEATS[seat] }}>
                  {seat + 1}
                </i>
              ))}
            </span>
          </Target>
        );
      })}
    </section>
  );
}

/* ---- Goals and score sheets ---- */

function Goals(all: Props) {
  return (
    <section class="at-goals" aria-label={w.goals}>
      {all.facts.goals.map((goal) => (
        <Target
          key={goal.key}
          id={`goal.${goal.key}`}
          label={w.goal(goal.name, goal.text, goal.progress, goal.target, goal.points)}
          class={`at-goal ${goal.pile}`}
        >
          <span title={goal.text}>
            <b>{goal.name}</b>
            <small>{goal.text}</small>
            <em>
              {goal.progress}/{goal.target} · {goal.points}
            </em>
            <span class="bar" style={{ width: `${(100 * goal.progress) / goal.target}%` }} />
          </span>
        </Target>
      ))}
    </section>
  );
}

function Sheet(all: Props) {
  return (
    <table class="at-sheet">
      <caption>{w.sheet}</caption>
      <thead>
        <tr>
          <td />
          {all.facts.sheet.map((_, seat) => (
            <th key={seat} scope="col" style={{ color: "var(--ink)" }}>
              <i style={{ background: SEATS[seat], color: CARD }}>{seat + 1}</i>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {w.categories.map((name, category) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {all.facts.sheet.map((sheet, seat) => (
              <td key={seat}>{sheet[category]}</td>
            ))}
          </tr>
        ))}
        <tr class="total">
          <th scope="row">{w.total}</th>
          {all.facts.sheet.map((sheet, seat) => (
            <td key={seat}>{sheet.reduce((a, b) => a + b, 0)}</td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

/* ---- Beside the map: one sheet at a time ---- */

type Tab = "popularity" | "blog" | "goals" | "mine" | "sheet";

/* What is to be touched decides which sheet lies on top. */
function wanted(lit: ReadonlySet<string>): Tab | null {
  for (const id of lit) {
    if (id.startsWith("post.")) return "blog";
    if (id.startsWith("experience.")) return "popularity";
    if (id.startsWith("goal.")) return "goals";
    if (id.startsWith("bonus.") || id.startsWith("board.")) return "mine";
  }
  return null;
}

function Side(all: Props) {
  const [tab, setTab] = useState<Tab>("popularity");
  const shown = wanted(all.lit) ?? (all.view.over ? "sheet" : tab);
  const tabs: [Tab, string][] = [
    ["popularity", w.popularity],
    ...(all.facts.quick ? [] : ([["blog", w.blog]] as [Tab, string][])),
    ["goals", w.goals],
    ...(all.facts.quick ? [] : ([["mine", w.board]] as [Tab, string][])),
    ["sheet", w.sheet],
  ];
  return (
    <div class="at-side">
      <div class="at-tabs">
        {tabs.map(([id, name]) => (
          <button type="button" key={id} aria-pressed={id === shown} onClick={() => setTab(id)}>
            {name}
          </button>
        ))}
      </div>
      {shown === "popularity" && <Pyramid {...all} />}
      {shown === "blog" && <Blog {...all} />}
      {shown === "goals" && <Goals {...all} />}
      {shown === "mine" && <MyBoard {...all} />}
      {shown === "sheet" && <Sheet {...all} />}
    </div>
  );
}

export function Board(all: Props) {
  return (
    <div class={`at ${all.narrow ? "narrow" : ""}`}>
      <WorldMap {...all} />
      <Side {...all} />
      <DestinationRow {...all} />
    </div>
  );
}

/* ---- My side of the table ---- */

function MyBoard(all: Props) {
  const { deck, facts } = all;
  const p = all.view.seat[facts.me];
  if (!p || facts.quick || p.dante) return null;
  const rows = ["blog", "work", "rest"];
  const faces = (mask: number | undefined) =>
    deck.experiences
      .filter((_, i) => ((mask ?? 0) >> i) & 1)
      .map((e) => <Icon key={e.id} id={e.id} deck={deck} />);
  return (
    <section class="at-mine" aria-label={w.board}>
      <p>
        {w.likes} {faces(facts.like_face)} {w.dislikes} {faces(facts.dislike_face)}
      </p>
      {rows.map((row) => (
        <div key={row} class="at-power">
          <Target id={`board.${row}`} label={w.rowOf(row)} class="at-bonus">
            <span>{row}</span>
          </Target>
          {deck.board.map((slot, i) => {
            if (slot.row !== row) return null;
            const covered = p.covered.includes(i);
            const disliked = p.disliked.includes(i);
            const state = covered ? w.covered : disliked ? w.disliked : "";
            return (
              <Target
                key={slot.id}
                id={`slot.${slot.id}`}
                label={[slot.text, state].filter(Boolean).join(" ")}
                class={["at-slot", slot.paid === "yes" && "paid"].filter(Boolean).join(" ")}
              >
                <span title={slot.text}>{covered ? "●" : disliked ? "✕" : slot.text}</span>
              </Target>
            );
          })}
        </div>
      ))}
      <div class="at-power">
        {deck.bonus.map(
          (row, i) =>
            Number(row.likes) > 0 && (
              <Target
                key={row.id}
                id={`bonus.${row.id}`}
                label={`${row.name}: ${p.likes[i] ?? 0} / ${row.likes} ${w.likes}`}
                class="at-bonus"
              >
                <span>
                  {row.name} {"♥".repeat(p.likes[i] ?? 0)}
                  {"♡".repeat(Number(row.likes) - (p.likes[i] ?? 0))}
                </span>
              </Target>
            ),
        )}
      </div>
    </section>
  );
}

function Tableau(all: Props) {
  const { deck, facts } = all;
  const p = all.view.seat[facts.me];
  if (!p || !p.tableau.length) return null;
  return (
    <ol class="at-tableau" aria-label={w.tableau}>
      {p.tableau.map(([country, card], i) => {
        const visit = visitOf(deck, country, card);
        return (
          <li key={i} title={`${visit.name}, ${deck.countries[country]!.name}`}>
            <span>
              {icons(visit.icons).map((id, k) => (
                <Icon key={k} id={id} deck={deck} />
              ))}
            </span>
            <small>{visit.name}</small>
          </li>
        );
      })}
    </ol>
  );
}

export function Hand(all: Props) {
  const p = all.view.seat[all.facts.me];
  if (!p || all.me === null) return null;
  return (
    <div class={`at-hand ${all.narrow ? "narrow" : ""}`}>
      {!all.facts.quick && (
        <p class="at-purse">
          <b>{w.money(p.money)}</b>
          <b>{w.energy(p.energy)}</b>
          <span>{w.tokens(p.tokens)}</span>
        </p>
      )}
      <div class="at-cards" role="group" aria-label={w.hand}>
        {p.hand
          .filter((index) => !all.view.row.includes(index))
          .map((index) => (
            <Destination key={index} all={all} index={index} />
          ))}
        {p.souvenirs.map((i) => (
          <Target
            key={`s${i}`}
            id={`souvenir.${all.deck.souvenirs[i]!.id}`}
            flip={`souvenir.${i}`}
            label={w.souvenir(all.deck.souvenirs[i]!.name)}
            class="at-souvenir"
          >
            <span class={p.used.includes(i) ? "used" : ""}>★ {all.deck.souvenirs[i]!.name}</span>
          </Target>
        ))}
      </div>
      <Tableau {...all} />
    </div>
  );
}

/* ---- A closer look ---- */

function aboutCountry(all: Props, id: string): About | null {
  const row = all.deck.countries.find((c) => c.id === id);
  if (!row) return null;
  const reach = all.facts.reach?.find((r) => r.country === id);
  return {
    title: row.name,
    lines: [
      w.area(row.area) +
        (row.airport === "yes" ? `, ${w.airport}` : "") +
        (row.isolated === "yes" ? `, ${w.isolated}` : "") +
        (reach ? `, ${w.reach(reach.cost, reach.means)}` : ""),
      w.speaks(row.languages),
      w.flag(row.flag),
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
  const [kind, key] = target.split(/\.(.*)/) as [string, string];
  if (kind === "country") return aboutCountry(all, key);
  if (kind === "card") {
    const index = all.deck.destinations.findIndex((row) => row.id === key);
    if (index < 0) return null;
    const row = all.deck.destinations[index]!;
    return { title: row.name, lines: [sayCard(all, index), row.lore], clause: w.clauseCards };
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
