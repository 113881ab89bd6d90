/*
 * What stands beside the map, one sheet at a time: popularity and blog, goals, my board, where I
 * can go, countries and their flags, the score sheet. What is to be touched comes on top.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { CARD } from "../../art";
import { Target } from "../../shell/target";
import { Icon, Sign } from "./icons";
import { Countries, Planner } from "./lookup";
import {
  countryName,
  EXPERIENCES,
  experienceName,
  icons,
  type Props,
  SEATS,
  visitOf,
} from "./table";
import { en as w } from "./words.en";

/* ---- Popularity and blog ---- */

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
            const token = view.token_at[at] ?? null;
            const id = token === null ? undefined : deck.experiences[token]?.id;
            if (token === null || !id) return <span key={at} class="at-token" />;
            const held = view.seat[all.facts.me]?.icons[token] ?? 0;
            const locked = view.lock === token || !!view.locked;
            return (
              <Target
                key={at}
                id={`experience.${id}`}
                flip={`experience.${id}`}
                label={[
                  w.pair(experienceName(deck, id), at + 1, 6 - row),
                  held > 0 && w.held(held),
                  locked && w.locked,
                ]
                  .filter(Boolean)
                  .join(", ")}
                class="at-token"
              >
                <span style={{ background: EXPERIENCES[id]?.colour }}>
                  <Sign id={id} />
                  {held > 0 && <em>×{held}</em>}
                  <small>{w.short[id] ?? experienceName(deck, id)}</small>
                  {locked && (
                    <svg class="lock" viewBox="0 0 14 16" aria-hidden="true">
                      <path d="M4 7V4.500a3 3 0 0 1 6 0V7M2 7h10v7H2z" />
                    </svg>
                  )}
                </span>
              </Target>
            );
          })}
        </div>
      ))}
    </section>
  );
}

function Blog(all: Props) {
  const { view, deck } = all;
  return (
    <section class="at-blog" aria-label={w.blog}>
      <h3>
        {w.blog}
        <small>
          <i class="event" /> {w.eventLine} <i class="refresh" /> {w.refreshLine}
        </small>
      </h3>
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
            <span title={w.slot(slot, row.text, row.points)}>
              {here.length ? (
                here.map((seat) => (
                  <i key={seat} style={{ background: SEATS[seat] }}>
                    {seat + 1}
                  </i>
                ))
              ) : (
                <b>{slot}</b>
              )}
              <small>{w.reward[row.reward.split(":")[0]!]?.(row.reward.split(":")[1] ?? "")}</small>
            </span>
          </Target>
        );
      })}
    </section>
  );
}

/* ---- Goals ---- */

function Goals(all: Props) {
  const piles = [
    { name: w.publicGoals, goals: all.facts.goals.filter((goal) => goal.pile === "public") },
    { name: w.personalGoals, goals: all.facts.goals.filter((goal) => goal.pile !== "public") },
  ];
  return (
    <section class="at-goals" aria-label={w.goals}>
      {piles.map(
        ({ name, goals }) =>
          goals.length > 0 && (
            <div key={name}>
              <h3>{name}</h3>
              {goals.map((goal) => (
                <Target
                  key={goal.key}
                  id={`goal.${goal.key}`}
                  label={w.goal(goal.name, goal.text, goal.progress, goal.target, goal.points)}
                  class={`at-goal ${goal.progress >= goal.target ? "done" : ""}`}
                >
                  <span>
                    <b>{goal.name}</b>
                    <em>{w.points(goal.points)}</em>
                    <small>{goal.text}</small>
                    <span class="pips">
                      {Array.from({ length: goal.target }, (_, i) => (
                        <i key={i} class={i < goal.progress ? "on" : ""} />
                      ))}
                      {goal.progress}/{goal.target}
                    </span>
                  </span>
                </Target>
              ))}
            </div>
          ),
      )}
    </section>
  );
}

/* ---- The score sheet ---- */

export function Sheet(all: Props) {
  const over = !!all.view.over;
  return (
    <table class={`at-sheet ${over ? "filling" : ""}`}>
      <caption>{over ? w.sheetFinal : w.sheetSoFar}</caption>
      <thead>
        <tr>
          <td />
          {all.facts.sheet.map((_, seat) => (
            <th key={seat} scope="col" title={all.names[seat]}>
              <i style={{ background: SEATS[seat], color: CARD }}>{seat + 1}</i>
              <span>{all.names[seat]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {w.categories.map((name, category) => (
          <tr key={name} style={{ "--line-of-sheet": category }}>
            <th scope="row">{name}</th>
            {all.facts.sheet.map((sheet, seat) => (
              <td key={seat}>{sheet[category]}</td>
            ))}
          </tr>
        ))}
        <tr class="total" style={{ "--line-of-sheet": w.categories.length }}>
          <th scope="row">{w.total}</th>
          {all.facts.sheet.map((sheet, seat) => (
            <td key={seat}>{sheet.reduce((a, b) => a + b, 0)}</td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

/** Looked back at with all hands open: what the others held. */
function Hands(all: Props) {
  const others = all.view.seat
    .map((p, seat) => ({ seat, hand: p.hand }))
    .filter(({ seat, hand }) => seat !== all.me && hand.length > 0);
  if (!all.still || !others.length) return null;
  return (
    <section class="at-hands">
      <h3>{w.hands}</h3>
      {others.map(({ seat, hand }) => (
        <p key={seat}>
          <b>{all.names[seat]}</b>{" "}
          {hand
            .map((index) => all.deck.destinations[index]!)
            .map((row) => w.cardOf(row.name, countryName(all.deck, row.country)))
            .join(", ")}
        </p>
      ))}
    </section>
  );
}

/* ---- My board and tableau ---- */

export function Tableau(all: Props) {
  const { deck, facts } = all;
  const p = all.view.seat[facts.me];
  if (!p || !p.tableau.length) return null;
  return (
    <ol class="at-tableau" aria-label={w.tableau} tabIndex={0}>
      {p.tableau.map(([country, card], i) => {
        const visit = visitOf(deck, country, card);
        const place = deck.countries[country]!.name;
        const latest = i === p.tableau.length - 1;
        return (
          <li key={i} class={latest ? "latest" : ""} title={`${visit.name}, ${place}`}>
            <span class="splay">
              {icons(visit.icons).map((id, k) => (
                <Icon key={k} id={id} deck={deck} />
              ))}
            </span>
            <small>
              {visit.name}
              <em>{place}</em>
              {latest && !facts.quick && <em>{p.blogged ? w.blogged : w.notBlogged}</em>}
            </small>
          </li>
        );
      })}
    </ol>
  );
}

function MyBoard(all: Props) {
  const { deck, facts } = all;
  const p = all.view.seat[facts.me];
  if (!p || facts.quick || p.dante) return null;
  const faces = (mask: number | undefined) =>
    deck.experiences
      .filter((_, i) => ((mask ?? 0) >> i) & 1)
      .map((e) => <Icon key={e.id} id={e.id} deck={deck} />);
  const friends = p.friends.flatMap((index) => deck.party[index] ?? []);
  const countries = new Map(deck.countries.map((row) => [row.id, row.name]));
  return (
    <section class="at-mine" aria-label={w.board}>
      <p class="faces">
        <span>
          {w.likes} {faces(facts.like_face)}
        </span>
        <span>
          {w.dislikes} {faces(facts.dislike_face)}
        </span>
      </p>
      {["blog", "work", "rest"].map((row) => (
        <div key={row} class="at-power">
          <Target id={`board.${row}`} label={w.rowOf(row)} class="at-bonus at-power-of">
            <span>{w.rows[row]}</span>
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
                class={["at-slot", slot.paid === "yes" && "paid", covered && "covered"]
                  .filter(Boolean)
                  .join(" ")}
              >
                <span title={[slot.text, state].filter(Boolean).join(" ")}>
                  {disliked ? "✕" : w.power(slot.effects)}
                </span>
              </Target>
            );
          })}
        </div>
      ))}
      <h3>{w.bonusRows}</h3>
      <div class="at-power">
        {deck.bonus.map(
          (row, i) =>
            Number(row.likes) > 0 && (
              <Target
                key={row.id}
                id={`bonus.${row.id}`}
                label={`${row.name}: ${p.likes[i] ?? 0} / ${row.likes} ${w.likes}${p.circles.includes(i) ? `, ${w.circleUsed}` : ""}`}
                class="at-bonus"
              >
                <span>
                  {row.name} {"♥".repeat(p.likes[i] ?? 0)}
                  {"♡".repeat(Number(row.likes) - (p.likes[i] ?? 0))}
                  {p.circles.includes(i) ? " ★" : " ☆"}
                </span>
              </Target>
            ),
        )}
      </div>
      {p.learned.length > 0 && (
        <p>{w.learned(p.learned.map((i) => deck.languages[i]?.name ?? "").join(", "))}</p>
      )}
      {friends.length > 0 && (
        <p>
          {w.friends(
            friends.map((f) => `${f.name} (${countries.get(f.home) ?? f.home})`).join(", "),
          )}
        </p>
      )}
    </section>
  );
}

/* ---- The characters that I am offered ---- */

function Offer(all: Props) {
  const { deck, view, facts } = all;
  const countries = new Map(deck.countries.map((row) => [row.id, row.name]));
  const languages = new Map(deck.languages.map((row) => [row.id, row.name]));
  return (
    <section class="at-goals" aria-label={w.offer}>
      <h3>{w.offer}</h3>
      {(view.seat[facts.me]?.offered ?? []).map((index, i) => {
        const row = deck.characters[index ?? -1];
        if (!row) return null;
        const spoken = row.languages
          .split(" ")
          .map((id) => languages.get(id) ?? id)
          .join(", ");
        return (
          <Target
            key={row.id}
            id={`character.${i}`}
            label={w.character(row.name, countries.get(row.home) ?? "", spoken)}
            class="at-goal"
          >
            <span>
              <b>{row.name}</b>
              <em>{countries.get(row.home)}</em>
              <small>{row.text}</small>
              <small>{w.speaks(spoken)}</small>
            </span>
          </Target>
        );
      })}
    </section>
  );
}

/* ---- One sheet at a time ---- */

type Tab = "offer" | "popularity" | "goals" | "mine" | "planner" | "countries" | "sheet";

/* What is to be touched decides which sheet lies on top. */
function wanted(lit: ReadonlySet<string>): Tab | null {
  for (const id of lit) {
    if (id.startsWith("character.")) return "offer";
    if (id.startsWith("post.") || id.startsWith("experience.")) return "popularity";
    if (id.startsWith("goal.")) return "goals";
    if (id.startsWith("bonus.") || id.startsWith("board.") || id.startsWith("slot.")) return "mine";
  }
  return null;
}

/* Only in the beginning are there characters to choose from. */
const offersOf = ({ me, view }: Props) =>
  me !== null && (view.seat[me]?.offered ?? []).some((character) => character !== null);

/** The sheet on which something is to be chosen now. */
export function askedFor(all: Props): Tab | null {
  const asked = all.still ? null : wanted(all.lit);
  return asked ?? (offersOf(all) && all.toAct === all.me ? "offer" : null);
}

interface SideProps {
  all: Props;
  look: (country: string) => void;
  /** Where the sheets take room from the map: whether they do, and how that is changed. */
  open?: boolean;
  setOpen?: (open: boolean) => void;
}

export function Side({ all, look, open = true, setOpen }: SideProps) {
  const [tab, setTab] = useState<Tab>("popularity");
  const [own, setOwn] = useState(false); // a tab touched stays until something else is asked
  const ref = useRef<HTMLDivElement>(null);
  const plain = !!all.facts.quick || !!all.view.seat[all.facts.me]?.dante;
  const offers = offersOf(all);
  const ask = askedFor(all);
  useEffect(() => {
    setOwn(false);
    if (ask && ask !== "offer" && all.narrow) ref.current?.scrollIntoView({ block: "nearest" });
  }, [ask, all.view]);
  useEffect(() => {
    if (all.view.over) setTab("sheet");
  }, [all.view.over]);
  const shown = (own ? null : ask) ?? tab;
  const tabs: [Tab, string][] = [
    ...(offers ? ([["offer", w.characters]] as [Tab, string][]) : []),
    ["popularity", plain ? w.popularity : w.tracks],
    ["goals", w.goals],
    ...(plain && !all.narrow ? [] : ([["mine", plain ? w.tableau : w.board]] as [Tab, string][])),
    ["planner", w.planner],
    ["countries", w.manual],
    ["sheet", w.sheet],
  ];
  return (
    <div class={`at-side ${own ? "reading" : ""}`} ref={ref}>
      <div class="at-tabs">
        {tabs.map(([id, name]) => (
          <button
            type="button"
            key={id}
            data-sheet={id}
            aria-pressed={open && id === shown}
            onClick={(event) => {
              event.currentTarget.scrollIntoView({ block: "nearest", inline: "center" });
              setOpen?.(!open || id !== shown);
              setTab(id);
              setOwn(true);
              // On a phone the sheet lies below the map and the row: it comes up as far as it goes.
              if (all.narrow) {
                requestAnimationFrame(() => ref.current?.scrollIntoView({ block: "start" }));
              }
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="at-sheets" hidden={!open} tabIndex={0} role="region" aria-label={w.sheets}>
        {shown === "offer" && offers && <Offer {...all} />}
        {shown === "popularity" && (
          <>
            <Pyramid {...all} />
            {!all.facts.quick && <Blog {...all} />}
          </>
        )}
        {shown === "goals" && <Goals {...all} />}
        {shown === "mine" && (
          <>
            <MyBoard {...all} />
            {all.narrow && <Tableau {...all} />}
          </>
        )}
        {shown === "planner" && <Planner all={all} look={look} />}
        {shown === "countries" && <Countries all={all} look={look} />}
        {shown === "sheet" && (
          <>
            <Sheet {...all} />
            <Hands {...all} />
          </>
        )}
      </div>
    </div>
  );
}
