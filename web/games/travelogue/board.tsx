/*
 * The board of Travelogue: the agents with their cards beside the deck, the piles of destinations
 * (or the visit, or the trade, while there is one), a desk for every other traveller; below it my
 * destination, my album and my hand.
 */
import "./board.css";
import "./phone.css";
import { CardBack, CardPlace, SeatMark } from "../../art";
import type { About } from "../../shell/board";
import { nameOf, otherSeats, parts } from "../../shell/boardtools";
import { useBox } from "../../shell/box";
import { kept } from "../../shell/settings";
import { Target } from "../../shell/target";
import { Face, Icon, MiniFace, Sheet } from "./cards";
import {
  ACTIVITIES,
  card,
  HIDDEN,
  place,
  type Props,
  sayCard,
  sayPlace,
  sorted,
  type TlDeck,
} from "./table";
import { en as w } from "./words.en";

export { tour } from "./tour";
/** On a small screen the cards need the width of the side. */
export const wide = true;

/** How many cards of each activity there are. */
function counts(deck: TlDeck, cards: number[]): number[] {
  const sums = ACTIVITIES.map(() => 0);
  for (const id of cards) sums[card(deck, id).activity]!++;
  return sums;
}

function myHand({ view, me, chosen }: Props): number[] {
  if (me === null) return [];
  const hand = new Set(view.hands[me] ?? []);
  for (const target of chosen) {
    if (target.startsWith("hand.")) hand.add(Number(target.slice(5)));
  }
  return [...hand];
}

/* ---- Agents and deck ---- */

/** Below this width the word on a card is too small to read, on a desk and on a phone. */
const wordFrom = (narrow: boolean) => (narrow ? 68 : 73);
/** Below this width the signs are too small as well. */
const SIGNS = 54;
/** A screen lower than this has no room for two rows of cards. */
const LOW = 850;

function Agents(all: Props) {
  const { view, deck, facts } = all;
  const [ref, box] = useBox<HTMLDivElement>({ width: 600, height: 160 });
  const small = (box.width - 4 * 8) / 5 < wordFrom(all.narrow);
  const note = w.marksNow(facts.bonuses, facts.cloud_limit);
  return (
    <div class="sheet agents" role="group" aria-label={w.agents}>
      {!all.narrow && <h2>{w.agents}</h2>}
      <div class="row" ref={ref}>
        <div class="column">
          <small class="over">{w.deck(facts.deck_count)}</small>
          <Target id="deck" label={w.deckLabel} class="deck">
            <div data-place="deck">{facts.deck_count ? <CardBack /> : <CardPlace />}</div>
          </Target>
        </div>
        {view.agents.map((id, i) => (
          <div class="column" key={i}>
            <small class="over">
              <b>{i + 1}</b> <span>{w.trades(i + 1)}</span>
            </small>
            {id === null ? (
              <Target id={`agent.${i + 1}`} label={w.agentEmpty(i + 1)}>
                <CardPlace />
              </Target>
            ) : (
              <Target
                id={`agent.${i + 1}`}
                flip={`card.${id}`}
                from="deck"
                label={w.agent(i + 1, sayCard(card(deck, id)))}
              >
                <Face a={card(deck, id)} small={small} />
              </Target>
            )}
          </div>
        ))}
      </div>
      <p class="marks-now">{note}</p>
    </div>
  );
}

/* ---- Destinations ---- */

function Piles(all: Props) {
  const { view, deck } = all;
  const have = counts(deck, myHand(all));
  return (
    <div class="sheet piles" role="group" aria-label={w.piles}>
      {!all.narrow && <h2>{w.piles}</h2>}
      <div class="row">
        {view.piles.map((pile, i) => {
          const top = pile[0] ?? null;
          const below = pile.filter((id) => id !== null).length - 1;
          if (top === HIDDEN || top === null) {
            return (
              <div class="column" key={i}>
                <Target id={`pile.${i + 1}`} label={w.pileHidden(i + 1)}>
                  <CardPlace />
                </Target>
                <small>{w.below(below)}</small>
              </div>
            );
          }
          const p = place(deck, top);
          return (
            <div class="column" key={i}>
              <Target
                id={`pile.${i + 1}`}
                flip={`place.${top}`}
                label={w.pile(i + 1, sayPlace(p), below)}
              >
                <Sheet p={p} have={have} />
              </Target>
              <small>{w.below(below)}</small>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/* ---- The visit and the trade, while they last ---- */

function Visit(all: Props) {
  const { deck, facts } = all;
  const visit = facts.visit!;
  const p = place(deck, visit.destination);
  const title =
    visit.seat === all.me ? w.myVisit(p.name) : w.visit(nameOf(all, visit.seat), p.name);
  const sets = visit.rows
    .map((row, a) => ({ ...row, activity: w.activities[a]!, a }))
    .filter((row) => row.count > 0);
  return (
    <section class="sheet visit" aria-label={title}>
      <div class="paper" data-flip={`place.${visit.destination}`}>
        <Sheet p={p} counts={visit.rows.map((row) => row.count)} />
      </div>
      <div class="sum">
        <h3>{title}</h3>
        <p class="value" aria-live="polite">
          <b>{visit.value}</b> {w.value}
        </p>
        <ul>
          {sets.map((row) => (
            <li key={row.a}>
              <Icon activity={row.a} /> {w.set(row.count, row.activity, row.value)}
            </li>
          ))}
          {!sets.length && <li>{w.nothingYet}</li>}
        </ul>
        {visit.seat === all.me && <p class="soft">{w.scoring(visit.scoring.length)}</p>}
      </div>
    </section>
  );
}

interface LaidProps {
  deck: TlDeck;
  seen: number[];
  count: number;
  most: number;
}

/* Cards laid down in a trade: those I may see, backs for the others, places for those to come. */
function Laid({ deck, seen, count, most }: LaidProps) {
  const hidden = Math.max(0, count - seen.length);
  return (
    <span class="laid">
      {seen.map((id) => (
        <span class="mini" key={id} role="img" aria-label={sayCard(card(deck, id))}>
          <MiniFace a={card(deck, id)} />
        </span>
      ))}
      {hidden > 0 && (
        <span class="backs" role="img" aria-label={w.faceDown(hidden)}>
          {Array.from({ length: hidden }, (_, i) => (
            <span class="mini" key={i}>
              <CardBack mini />
            </span>
          ))}
        </span>
      )}
      {Array.from({ length: Math.max(0, most - Math.max(count, seen.length)) }, (_, i) => (
        <span class="mini" key={`place${i}`}>
          <CardPlace mini />
        </span>
      ))}
    </span>
  );
}

function Trade(all: Props) {
  const { deck, facts } = all;
  const trade = facts.trade!;
  const mine = (seat: number) => seat === all.me;
  return (
    <section class="sheet trade" aria-label={w.trade(trade.agent)}>
      <h3>{w.trade(trade.agent)}</h3>
      <div class="side">
        <p>
          <SeatMark seat={trade.active} size={18} />{" "}
          {mine(trade.active) ? w.iGive : w.gives(nameOf(all, trade.active))}
          {trade.given < trade.agent && <small>{w.of(trade.given, trade.agent)}</small>}
        </p>
        <Laid deck={deck} seen={trade.given_seen} count={trade.given} most={trade.agent} />
        {trade.card !== null && (
          <>
            <p>{mine(trade.active) ? w.iTake : w.takes}</p>
            <span class="mini" role="img" aria-label={sayCard(card(deck, trade.card))}>
              <MiniFace a={card(deck, trade.card)} />
            </span>
          </>
        )}
      </div>
      <svg class="arrows" viewBox="0 0 120 40" aria-hidden="true">
        <path d="M44 2v24h9L39 39 25 26h9V2z" class="there" />
        <path d="M76 38V14h-9L81 1l14 13h-9v24z" class="back" />
      </svg>
      <div class="side">
        <p>
          <SeatMark seat={trade.partner} size={18} />{" "}
          {mine(trade.partner) ? w.iReturn : w.returns(nameOf(all, trade.partner))}
          {trade.returned < trade.agent && <small>{w.of(trade.returned, trade.agent)}</small>}
        </p>
        <Laid deck={deck} seen={trade.returned_seen} count={trade.returned} most={trade.agent} />
      </div>
    </section>
  );
}

/* ---- The desks of the others ---- */

function Limits({ all, seat }: { all: Props; seat: number }) {
  const id = all.view.destinations[seat] ?? null;
  if (id === null) return <span class="limits">{w.noPlace}</span>;
  const p = place(all.deck, id);
  return (
    <span class="limits" data-flip={`place.${id}`}>
      <b>{p.name}</b>
      {p.limits.map((limit, a) => (
        <span key={a} role="img" aria-label={`${limit} ${w.activities[a]}`}>
          <Icon activity={a} />
          {limit}
        </span>
      ))}
    </span>
  );
}

function Minis({ deck, cards, word }: { deck: TlDeck; cards: number[]; word: string }) {
  if (!cards.length) return null;
  return (
    <span class="guess">
      <small>{word}</small>
      {cards.map((id) => {
        const a = card(deck, id);
        return (
          <span
            class="chip"
            key={id}
            data-flip={`card.${id}`}
            role="img"
            aria-label={sayCard(a)}
            style={{ background: a.look.colour }}
          >
            <Icon activity={a.activity} fill="#fdf6e3" />
            {a.number}
          </span>
        );
      })}
    </span>
  );
}

function Desk({ all, seat }: { all: Props; seat: number }) {
  const { deck, facts } = all;
  const t = facts.travellers[seat]!;
  const p = t.destination === null ? w.noPlace : place(deck, t.destination).name;
  const name = nameOf(all, seat);
  const numbers = t.scored.map((id) => card(deck, id).number).sort((a, b) => b - a);
  // Looked back at with all hands open, there is nothing to guess.
  const hand = all.view.hands[seat] ?? [];
  const open = hand.length === t.hand ? sorted(deck, hand, false) : null;
  return (
    <Target
      id={`seat.${seat}`}
      class={`desk ${all.toAct === seat ? "acts" : ""}`}
      label={w.desk(name, p, t.points, t.scored.length)}
    >
      <span class="line">
        <SeatMark seat={seat} size={18} />
        <b class="who">{name}</b>
        <span class="fan" aria-hidden="true">
          {Array.from({ length: Math.min(t.hand, 12) }, (_, i) => (
            <i key={i} />
          ))}
        </span>
        <span>{w.inHand(t.hand)}</span>
        <b class="points">{t.points}</b>
      </span>
      <Limits all={all} seat={seat} />
      <span class="line more">
        {numbers.length > 0 && <span class="scored">{w.scored(numbers.join(" + "))}</span>}
        <Minis deck={deck} cards={open ?? t.known ?? []} word={w.known} />
        <Minis deck={deck} cards={open ? [] : (t.maybe ?? [])} word={w.maybe} />
      </span>
    </Target>
  );
}

export function Board(all: Props) {
  const { visit, trade } = all.facts;
  // On a phone what is done now stands first: a visit, a trade, a destination to choose.
  const first = visit || trade || [...all.lit].some((id) => id.startsWith("pile."));
  return (
    <div class={`tl ${all.narrow ? "narrow" : ""} ${first ? "first" : ""}`}>
      <div class="top">
        <Agents {...all} />
        {visit ? <Visit {...all} /> : trade ? <Trade {...all} /> : <Piles {...all} />}
      </div>
      <div class="desks">
        {otherSeats(all).map((seat) => (
          <Desk all={all} seat={seat} key={seat} />
        ))}
      </div>
    </div>
  );
}

/* ---- My own side ---- */

/** How this browser sorts the hand. */
const order = kept<"activity" | "number">("travelogue.sort", "activity");

function Mine(all: Props) {
  const { deck, facts, view } = all;
  const me = all.me!;
  const t = facts.travellers[me]!;
  const numbers = t.scored.map((id) => card(deck, id).number).sort((a, b) => b - a);
  const id = view.destinations[me] ?? null;
  const p = id === null ? null : place(deck, id);
  const reach = facts.reach;
  return (
    <section class="mine">
      {p ? (
        <Target id={`destination.${me}`} flip={`place.${id}`} label={w.mine(sayPlace(p))}>
          <Sheet p={p} have={counts(deck, myHand(all))} />
        </Target>
      ) : (
        <span class="gap none">
          <CardPlace />
        </span>
      )}
      <div class="album">
        <h2>
          {w.album} <b>{t.points}</b>
        </h2>
        <p>{numbers.length ? numbers.join(" + ") : w.none}</p>
        {p && !facts.visit && (reach || !all.still) && (
          <p class="soft">{reach ? w.reach(reach.points, reach.discards) : w.noReach}</p>
        )}
      </div>
    </section>
  );
}

export function Hand(all: Props) {
  const { deck, facts, me } = all;
  const byNumber = order.value === "number";
  const [ref, box] = useBox<HTMLDivElement>({ width: 700, height: 150 });
  if (me === null) return null;
  const hand = sorted(deck, myHand(all), byNumber);
  // A large hand lies in two rows of seven where it would be too narrow in one; on a low screen,
  // which needs the height for the board, only where its signs would be.
  const each = (cards: number) => (box.width - 8 * (cards - 1)) / cards;
  const fits = (cards: number) => each(cards) >= wordFrom(all.narrow);
  const low = window.innerHeight < LOW;
  const rows =
    !all.narrow && hand.length > 7 && (low ? each(hand.length) < SIGNS : !fits(hand.length));
  const small = !all.narrow && !fits(rows ? 7 : Math.max(1, hand.length));
  const told = new Set(facts.travellers[me]?.told ?? []);
  return (
    <div class={`tl-hand ${facts.visit?.seat === me || facts.trade ? "busy" : ""}`}>
      <Mine {...all} />
      <section class="cards">
        <h2>
          {w.hand} <small>{hand.length}</small>
          <button
            type="button"
            class="quiet sort"
            onClick={() => (order.value = byNumber ? "activity" : "number")}
          >
            {w.sort(byNumber ? w.byActivity : w.byNumber)}
          </button>
        </h2>
        <div
          ref={ref}
          class={`strip ${rows ? "large" : ""}`}
          style={{ "--cards": Math.max(hand.length, 7) }}
        >
          {hand.map((id) => (
            <Target
              key={id}
              id={`hand.${id}`}
              flip={`card.${id}`}
              from="deck"
              label={w.handCard(sayCard(card(deck, id)), told.has(id))}
            >
              <Face a={card(deck, id)} small={small} />
            </Target>
          ))}
        </div>
      </section>
    </div>
  );
}

/* ---- Looking closer ---- */

function aboutCard(all: Props, id: number | null, clause: string): About | null {
  if (id === null || !all.deck.cards[id]) return null;
  const a = card(all.deck, id);
  const told = all.me !== null && all.facts.travellers[all.me]?.told?.includes(id);
  return {
    title: a.name,
    picture: <Face a={a} />,
    lines: [
      w.card(w.activities[a.activity]!, a.number, "none"),
      a.mark === "bonus" ? w.about.bonus : a.mark === "cloud" ? w.about.cloud : w.about.plain,
      ...(told ? [w.about.told] : []),
    ],
    clause,
  };
}

function aboutPlace(all: Props, id: number | typeof HIDDEN | null): About | null {
  if (id === null || id === HIDDEN || !all.deck.destinations[id]) return null;
  const p = place(all.deck, id);
  return {
    title: p.name,
    picture: <Sheet p={p} />,
    lines: [
      p.lore,
      p.limits.map((n, a) => `${n} ${w.activities[a]}`).join(", "),
      w.about.sets(p.values.join(", ")),
    ],
    clause: w.clausePlace,
  };
}

export function about(target: string, all: Props): About | null {
  const { kind: where, key } = parts(target);
  const n = Number(key);
  switch (where) {
    case "hand":
      return aboutCard(all, n, w.clauseCard);
    case "agent":
      return aboutCard(all, all.view.agents[n - 1] ?? null, w.clauseAgent);
    case "pile":
      return aboutPlace(all, all.view.piles[n - 1]?.[0] ?? null);
    case "destination":
    case "seat":
      return aboutPlace(all, all.view.destinations[n] ?? null);
    case "deck":
      return {
        title: w.deck(all.facts.deck_count),
        lines: [w.about.deck(all.facts.deck_count), w.discards(all.facts.discards.length)],
        clause: w.clauseDeck,
      };
    default:
      return null;
  }
}
