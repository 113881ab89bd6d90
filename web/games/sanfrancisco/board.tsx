/*
 * The board of San Francisco: the map, which can be enlarged and moved; beside it the row and the
 * decks, the other travellers and the score track; below it my cards and tickets.
 */
import "./board.css";
import "./beside.css";
import "./hand.css";
import "./phone.css";
import { SeatMark, SeatSign } from "../../art";
import { otherSeats } from "../../shell/boardtools";
import { Target } from "../../shell/target";
import { HeldPile, Supply } from "./cards";
import { Frame } from "./frame";
import { flagOf, ownTickets } from "./map";
import { CABLE_CAR, TICKET, TokenSign } from "./signs";
import { handOf, look, type Props, type TicketFact } from "./table";
import { en as w } from "./words.en";

export { about } from "./about";
export { tour } from "./tour";

/** Who acts when nobody does any more. */
const OVER = -2;

/* ---- The others and the score ---- */

function Tokens({ all, seat }: { all: Props; seat: number }) {
  return (
    <span class="tokens">
      {(all.view.tokens[seat] ?? []).map((symbol) => (
        <TokenSign
          key={symbol}
          symbol={all.deck.tokens[symbol]!.key}
          name={all.deck.tokens[symbol]!.name}
        />
      ))}
    </span>
  );
}

function Letters({ all, seat }: { all: Props; seat: number }) {
  const known = handOf(all.view, seat);
  const cards = all.facts.seats[seat]?.cards ?? 0;
  const words = known
    .map((count, kind) => (count ? w.cards(count, all.deck.cards[kind]!.name) : ""))
    .filter(Boolean)
    .join(", ");
  return (
    <span class="letters" role="img" aria-label={w.handOf(cards, words)}>
      {known.map((count, kind) =>
        count ? (
          <span
            key={kind}
            style={{
              background: look(all.deck.cards[kind]!.key).colour,
              color: look(all.deck.cards[kind]!.key).on,
            }}
          >
            {count > 1 ? count : ""}
            {all.deck.cards[kind]!.letter}
          </span>
        ) : null,
      )}
      {(all.view.unknown[seat] ?? 0) > 0 && <span class="hidden">{all.view.unknown[seat]}?</span>}
    </span>
  );
}

function Cars({ seat, cars }: { seat: number; cars: number }) {
  return (
    <span class="cars" role="img" aria-label={w.cars(cars)}>
      <svg viewBox="-20 -12 40 24" aria-hidden="true">
        <path class={`seat-${seat}`} d={CABLE_CAR} fill-rule="evenodd" />
      </svg>
      <b>{cars}</b>
    </span>
  );
}

/** Whose turn was the first. */
function Starter({ all, seat }: { all: Props; seat: number }) {
  if (all.facts.starter !== seat) return null;
  return (
    <span class="starter" role="img" aria-label={w.starterLabel} title={w.starterLabel}>
      {w.starter}
    </span>
  );
}

function Desk({ all, seat }: { all: Props; seat: number }) {
  const fact = all.facts.seats[seat];
  return (
    <section
      class={`desk ${all.toAct === seat ? "acts" : ""}`}
      aria-label={all.names[seat]}
      data-place={`seat.${seat}`}
    >
      <SeatMark seat={seat} size={18} />
      <b class="name">{all.names[seat]}</b>
      <Starter all={all} seat={seat} />
      <Cars seat={seat} cars={fact?.cars ?? 0} />
      <Letters all={all} seat={seat} />
      <span class="kept" role="img" aria-label={w.ticketsOf(fact?.tickets ?? 0)}>
        <svg viewBox="-11 -8 22 16" aria-hidden="true">
          <path d={TICKET} fill-rule="evenodd" />
        </svg>
        <b>{fact?.tickets ?? 0}</b>
      </span>
      <Tokens all={all} seat={seat} />
      {(all.facts.tickets[seat] ?? []).length > 0 && (
        <ul class="shown">
          {(all.facts.tickets[seat] ?? []).map((ticket) => (
            <li key={ticket.key}>
              {(all.toAct === OVER ? w.shown : w.held)(
                ticket.from,
                ticket.to,
                ticket.points,
                ticket.completed,
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/* How far marks that are level stand above each other. */
const STACK = 15;

/** Points as a row of steps; who is level stands above each other. */
function Track({ facts, names }: Props) {
  const points = facts.points.map((value) => value ?? 0);
  const least = Math.min(0, ...points);
  const most = Math.max(30, ...points);
  const x = (value: number) => 14 + ((value - least) / (most - least)) * 272;
  const level: number[] = [];
  points.forEach((value, seat) => {
    const taken = level.filter((_, other) => Math.abs(x(points[other]!) - x(value)) < 15);
    level[seat] = [0, ...taken.map((at) => at + 1)]
      .sort((a, b) => a - b)
      .find((at) => !taken.includes(at))!;
  });
  const top = 18 - Math.max(...level) * STACK; // as high as the highest pile of marks
  const tens = Array.from({ length: Math.floor(most / 10) + 1 }, (_, i) => i * 10);
  return (
    <svg
      class="track"
      viewBox={`0 ${Math.min(0, top)} 300 ${54 - Math.min(0, top)}`}
      role="img"
      aria-label={`${w.score}: ${points.map((value, seat) => w.scoreOf(names[seat] ?? "", value)).join(", ")}`}
    >
      <path class="rail" d="M10 32H290" />
      {tens.map((value) => (
        <g key={value}>
          <path class="tick" d={`M${x(value)} 27v10`} />
          <text x={x(value)} y="51">
            {value}
          </text>
        </g>
      ))}
      {points.map((value, seat) => (
        <SeatSign key={seat} seat={seat} x={x(value)} y={30 - level[seat]! * STACK} r={8} />
      ))}
    </svg>
  );
}

export function Board(all: Props) {
  return (
    <div class={`sf ${all.narrow ? "narrow" : ""} ${all.toAct === OVER ? "ended" : ""}`}>
      <Frame {...all} />
      <div class="beside">
        <Supply {...all} />
        <div class="desks">
          {otherSeats(all).map((seat) => (
            <Desk all={all} seat={seat} key={seat} />
          ))}
        </div>
        <Track {...all} />
      </div>
    </div>
  );
}

/* ---- My own cards and tickets ---- */

function state(fact: TicketFact, over: boolean): string {
  if (fact.completed) return w.done;
  if (over) return w.failed;
  return fact.possible ? w.missing(fact.missing) : w.impossible;
}

const LONG = 16; // letters that a narrow ticket has room for

function Ticket({ fact, index, over }: { fact: TicketFact; index: number; over: boolean }) {
  return (
    <div class={`sf-ticket ${fact.completed ? "done" : fact.possible ? "" : "lost"}`}>
      <span class="flag">{flagOf(index)}</span>
      <span class="way-words">
        {[fact.from, fact.to].map((name) => (
          <b key={name} class={name.length > LONG ? "long" : ""}>
            {name}
          </b>
        ))}
      </span>
      <span class="worth">
        <b>{fact.points}</b>
        <small>
          {fact.completed ? "✓ " : ""}
          {state(fact, over)}
        </small>
      </span>
    </div>
  );
}

export function Hand(all: Props) {
  const { view, deck, me, facts } = all;
  if (me === null) return null;
  const hand = handOf(view, me);
  const offered = new Set(view.offers[me] ?? []);
  const tickets = ownTickets(all);
  const over = all.toAct === OVER;
  return (
    <div class={`sf-hand ${all.narrow ? "narrow" : ""}`}>
      <section class="own-cards" data-place={`seat.${me}`}>
        <h2>
          {w.hand} <Starter all={all} seat={me} />
          <Cars seat={me} cars={facts.seats[me]?.cars ?? 0} />
          <Tokens all={all} seat={me} />
        </h2>
        <div class="strip" tabIndex={0} role="group" aria-label={w.hand}>
          {hand.map((count, kind) =>
            count ? <HeldPile key={kind} deck={deck} kind={kind} count={count} /> : null,
          )}
          {hand.every((count) => !count) && <small>{w.noCards}</small>}
        </div>
      </section>
      <section class={offered.size ? "own-tickets asked" : "own-tickets"}>
        <h2>{offered.size ? w.offer : w.tickets}</h2>
        <div class="strip" tabIndex={0} role="group" aria-label={w.tickets}>
          {tickets.map((fact, index) =>
            offered.has(fact.ticket) ? (
              <Target
                key={fact.key}
                id={`ticket.${fact.key}`}
                label={`${w.ticket(fact.from, fact.to, fact.points)}, ${state(fact, over)}`}
              >
                <Ticket fact={fact} index={index} over={over} />
              </Target>
            ) : (
              <Ticket key={fact.key} fact={fact} index={index} over={over} />
            ),
          )}
          {tickets.length === 0 && <small>{w.noTickets}</small>}
        </div>
      </section>
    </div>
  );
}
