/*
 * The board of San Francisco: the map, which can be enlarged and moved; beside it the row and the
 * decks, the other travellers and the score track; below it my cards and tickets.
 */
import "./board.css";
import "./beside.css";
import "./hand.css";
import "./phone.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { CARD, CardBack, INK, LINE, SeatMark, SeatSign, TEAL } from "../../art";
import type { About } from "../../shell/board";
import { otherSeats, parts, within } from "../../shell/boardtools";
import { useBox } from "../../shell/box";
import { Target } from "../../shell/target";
import { City, flagOf, HIGH, LEFT, ownTickets, TOP, WIDE } from "./map";
import { BOAT, CABLE_CAR, TICKET, TokenSign } from "./signs";
import {
  FERRY,
  handOf,
  look,
  placeName,
  type Point,
  position,
  type Props,
  routes,
  type SfDeck,
  type TicketFact,
} from "./table";
import { en as w } from "./words.en";

export { tour } from "./tour";

/** Who acts when nobody does any more. */
const OVER = -2;

/* ---- Cards ---- */

/** A transport card lies on its side: a car in its colour, a letter in the corner. */
function Face({ deck, kind, count = 1 }: { deck: SfDeck; kind: number; count?: number }) {
  const row = deck.cards[kind]!;
  const { colour, on, pattern } = look(row.key);
  const shown = Math.min(count, 4);
  return (
    <svg class="sf-card" viewBox={`0 0 ${96 + (shown - 1) * 9} ${66 + (shown - 1) * 4}`}>
      {Array.from({ length: shown }, (_, i) => (
        <g key={i} transform={`translate(${(shown - 1 - i) * 9} ${(shown - 1 - i) * 4})`}>
          <rect x="1" y="1" width="94" height="64" rx="8" fill={CARD} stroke={LINE} />
          <rect x="6" y="6" width="84" height="54" rx="5" fill={colour} />
        </g>
      ))}
      {pattern !== "plain" && (
        <rect
          x="6"
          y="6"
          width="84"
          height="54"
          rx="5"
          fill={`url(#valise-${pattern})`}
          opacity=".22"
        />
      )}
      <path
        d={kind === FERRY ? BOAT : CABLE_CAR}
        transform="translate(54 42) scale(1.4)"
        fill={on}
        fill-rule="evenodd"
      />
      <circle cx="21" cy="21" r="16" fill={CARD} />
      <text x="21" y="29.5" font-size="25" text-anchor="middle" fill={INK}>
        {row.letter}
      </text>
      {count > 1 && (
        <g transform="translate(77 20)">
          <circle r="16" fill={CARD} stroke={colour} stroke-width="2" />
          <text y="8.5" font-size="25" text-anchor="middle" fill={INK}>
            {count}
          </text>
        </g>
      )}
    </svg>
  );
}

/** Cards are alike within a kind: a pile that has grown is a new one, and moves as such. */
function useGrowth(count: number): number {
  const seen = useRef({ count, grown: 0 });
  if (count > seen.current.count) seen.current.grown++;
  seen.current.count = count;
  return seen.current.grown;
}

function RowPile({ deck, kind, count }: { deck: SfDeck; kind: number; count: number }) {
  const { key, name } = deck.cards[kind]!;
  return (
    <Target
      id={`row.${key}`}
      label={w.inRow(count, name.toLowerCase())}
      flip={`row.${key}.${useGrowth(count)}`}
      from="deck"
      class="pick"
    >
      <Face deck={deck} kind={kind} count={count} />
    </Target>
  );
}

function HeldPile({ deck, kind, count }: { deck: SfDeck; kind: number; count: number }) {
  const { key, name } = deck.cards[kind]!;
  return (
    <span
      class="held"
      role="img"
      aria-label={w.cards(count, name)}
      data-flip={`hand.${key}.${useGrowth(count)}`}
      data-from="row"
    >
      <Face deck={deck} kind={kind} count={count} />
    </span>
  );
}

function Supply({ view, deck, facts }: Props) {
  return (
    <section class="supply" aria-label={w.row}>
      <div class="row-cards" data-place="row">
        {view.row.map((count, kind) =>
          count ? <RowPile key={kind} deck={deck} kind={kind} count={count} /> : null,
        )}
        {view.row.every((count) => !count) && <small>{w.emptyRow}</small>}
      </div>
      <div class="decks">
        <Target
          id="deck"
          label={w.deckName}
          note={w.deckNote(facts.deck_count, facts.discard_count)}
          class="pile"
        >
          <div class="pile-face" data-place="deck">
            <CardBack mini />
            <small>{w.deck(facts.deck_count)}</small>
          </div>
        </Target>
        <Target
          id="tickets"
          label={w.ticketDeckName}
          note={w.ticketDeck(facts.ticket_count)}
          class="pile"
        >
          <div class="pile-face">
            <CardBack mini colour={TEAL} />
            <small>{w.ticketDeck(facts.ticket_count)}</small>
          </div>
        </Target>
      </div>
    </section>
  );
}

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

/* ---- The map in its frame ---- */

const STEP = 1.3;
const LEAST = 0.35;
const MOST = 2.4;

/** Where on the map lies what can be touched; nowhere if it is a card or a ticket. */
function spotOf({ deck, view }: Props, id: string): Point | null {
  const { kind, key } = parts(id);
  if (kind === "route") {
    const route = routes(deck).find((r) => r.key === key);
    if (!route) return null;
    const [a, b] = [position(deck, route.from), position(deck, route.to)];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
  if (kind === "place") return position(deck, key);
  const at = deck.places[view.symbols.indexOf(deck.tokens.findIndex((row) => row.key === key))];
  return kind === "token" && at ? position(deck, at.key) : null;
}

/* A phone shows the whole map until something on it is to be touched, and comes nearer then. */
function Frame(all: Props) {
  const [box, room] = useBox<HTMLDivElement>({ width: WIDE, height: HIGH });
  const [scale, setScale] = useState<number | null>(null);
  const own = useRef(false); // who has zoomed is left alone
  const pinch = useRef(0);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const lit = [...all.lit].flatMap((id) => spotOf(all, id) ?? []);
  const fit = () => Math.min(room.width / WIDE, room.height / HIGH);
  // Where the buttons of a phone lie over the whole map (board.css), in its units.
  const covered = () => {
    const px = fit();
    const x = (at: number) => LEFT + (at - (room.width - WIDE * px) / 2) / px;
    const y = (at: number) => TOP + (at - (room.height - HIGH * px) / 2) / px;
    const { width, height } = room;
    return [
      { left: x(width - 52), right: x(width), top: y(0), foot: y(102) },
      { left: x(0), right: x(102), top: y(height - 52), foot: y(height) },
    ];
  };
  const show = (next: number, middle: Point) => {
    setScale(next);
    requestAnimationFrame(() => {
      const frame = box.current;
      if (!frame) return;
      frame.scrollLeft = (middle.x - LEFT) * next - frame.clientWidth / 2;
      frame.scrollTop = (middle.y - TOP) * next - frame.clientHeight / 2;
    });
  };
  const zoom = (by: number) => {
    const now = scale ?? fit();
    const frame = box.current;
    if (!frame) return;
    own.current = true;
    show(within(now * by, LEAST, MOST), {
      x: LEFT + (frame.scrollLeft + frame.clientWidth / 2) / now,
      y: TOP + (frame.scrollTop + frame.clientHeight / 2) / now,
    });
  };
  const showLit = () => {
    const frame = box.current;
    if (!frame || !lit.length) return;
    const [xs, ys] = [lit.map((p) => p.x), lit.map((p) => p.y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, foot] = [Math.min(...ys), Math.max(...ys)];
    const next = Math.min(
      frame.clientWidth / (right - left + 140),
      frame.clientHeight / (foot - top + 140),
    );
    own.current = true;
    show(within(next, LEAST, 1), { x: (left + right) / 2, y: (top + foot) / 2 });
  };
  useEffect(() => {
    const frame = box.current;
    if (!frame || !all.narrow || !lit.length || (scale === null && own.current)) return;
    const now = scale ?? 1;
    const half = { x: frame.clientWidth / 2, y: frame.clientHeight / 2 };
    const seen = (p: Point) =>
      Math.abs((p.x - LEFT) * now - frame.scrollLeft - half.x) < half.x - 20 &&
      Math.abs((p.y - TOP) * now - frame.scrollTop - half.y) < half.y - 20;
    if (scale !== null && lit.some(seen)) return;
    const mean = {
      x: lit.reduce((sum, p) => sum + p.x, 0) / lit.length,
      y: lit.reduce((sum, p) => sum + p.y, 0) / lit.length,
    };
    const far = (p: Point) => Math.hypot(p.x - mean.x, p.y - mean.y);
    show(
      now,
      lit.reduce((a, b) => (far(b) < far(a) ? b : a)),
    );
  }, [all.lit]);
  const spread = (event: TouchEvent) => {
    const [a, b] = [event.touches[0], event.touches[1]];
    return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  };
  return (
    <div class="frame">
      <div
        class="scroll"
        ref={box}
        tabIndex={0}
        role="group"
        aria-label={w.map}
        onWheel={(event) => {
          if (!event.ctrlKey) return;
          event.preventDefault();
          zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
        }}
        onTouchStart={(event) => (pinch.current = spread(event))}
        onTouchMove={(event) => {
          const now = spread(event);
          if (!now || !pinch.current) return;
          if (event.cancelable) event.preventDefault();
          if (Math.abs(now / pinch.current - 1) < 0.06) return;
          zoom(now / pinch.current);
          pinch.current = now;
        }}
        onPointerDown={(event) => {
          if (event.pointerType === "mouse" && scale !== null) {
            drag.current = { x: event.clientX, y: event.clientY };
          }
        }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (!from || !box.current || !(event.buttons & 1)) return;
          box.current.scrollLeft -= event.clientX - from.x;
          box.current.scrollTop -= event.clientY - from.y;
          drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerUp={() => (drag.current = null)}
      >
        <svg
          class={scale === null ? "city whole" : "city"}
          viewBox={`${LEFT} ${TOP} ${WIDE} ${HIGH}`}
          {...(scale === null ? {} : { width: WIDE * scale, height: HIGH * scale })}
        >
          <City
            all={all}
            small={all.narrow && scale === null}
            px={scale ?? fit()}
            covered={covered()}
          />
        </svg>
      </div>
      <div class="zoom">
        <button type="button" onClick={() => zoom(STEP)} aria-label={w.zoomIn} title={w.zoomIn}>
          +
        </button>
        <button
          type="button"
          onClick={() => zoom(1 / STEP)}
          aria-label={w.zoomOut}
          title={w.zoomOut}
        >
          −
        </button>
        <button
          type="button"
          onClick={() => {
            own.current = true;
            setScale(null);
          }}
          aria-label={w.whole}
          title={w.whole}
        >
          ⤢
        </button>
        <button
          type="button"
          data-show-lit
          disabled={!lit.length}
          onClick={showLit}
          aria-label={w.showLit}
          title={w.showLit}
        >
          ◎
        </button>
      </div>
      {all.facts.last_round && (
        <p class="banner" role="status">
          {all.facts.ending}
        </p>
      )}
    </div>
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

/* ---- Looking closer ---- */

export function about(target: string, { deck, view, facts }: Props): About | null {
  const { kind, key } = parts(target);
  if (kind === "route") {
    const route = routes(deck).find((r) => r.key === key);
    if (!route) return null;
    return {
      title: `${placeName(deck, route.from)} - ${placeName(deck, route.to)}`,
      lines: [
        w.route(
          placeName(deck, route.from),
          placeName(deck, route.to),
          route.spaces,
          route.colour === "-" ? w.grey : route.colour,
          route.ferry,
        ),
        route.colour === "-" ? w.takesAny : w.takes(route.colour),
        ...(route.ferry ? [w.takesFerry] : []),
      ],
      clause: route.ferry ? w.clauseFerry : w.clauseRoute,
    };
  }
  if (kind === "row") {
    const card = deck.cards.findIndex((row) => row.key === key);
    const ferry = card === FERRY;
    return {
      title: deck.cards[card]?.name ?? key,
      ...(card >= 0 ? { picture: <Face deck={deck} kind={card} /> } : {}),
      lines: [ferry ? w.rowFerry : w.rowCard],
      clause: ferry ? w.clauseRowFerry : w.clauseRow,
    };
  }
  if (kind === "deck") {
    return {
      title: w.deck(facts.deck_count),
      lines: [w.deckCard, w.deckLabel(facts.deck_count, facts.discard_count)],
      clause: w.clauseRow,
    };
  }
  if (kind === "tickets") {
    return {
      title: w.ticketDeck(facts.ticket_count),
      lines: [w.ticketDeckLine],
      clause: w.clauseTickets,
    };
  }
  if (kind === "ticket") {
    const row = deck.tickets.find((ticket) => ticket.key === key);
    if (!row) return null;
    return {
      title: `${placeName(deck, row.from)} - ${placeName(deck, row.to)}`,
      lines: [w.points(Number(row.points))],
      clause: w.clauseTicket,
    };
  }
  if (kind === "place") {
    const links = deck.links.filter((link) => link.from === key || link.to === key).length;
    return { title: placeName(deck, key), lines: [w.placeLinks(links)], clause: w.clausePlace };
  }
  if (kind === "token") {
    const symbol = deck.tokens.findIndex((token) => token.key === key);
    const place = deck.places[view.symbols.indexOf(symbol)];
    return {
      title: deck.tokens[symbol]?.name ?? key,
      lines: [
        w.stack(deck.tokens[symbol]?.name ?? key, place?.name ?? "", view.left[symbol] ?? 0),
        w.stackLine,
      ],
      clause: w.clauseToken,
    };
  }
  return null;
}
