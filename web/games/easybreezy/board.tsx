/*
 * The board of Easy Breezy Travel Agency: the ticker with a lane a city, the queue beside its
 * deck, a desk for every other traveller; below it my hand and waiting area.
 */
import "./board.css";
import "./phone.css";
import { Card, CARD, CardBack, CardPlace, MiniCard, SeatMark, SmallCard } from "../../art";
import type { About } from "../../shell/board";
import { otherSeats, parts } from "../../shell/boardtools";
import { useBox } from "../../shell/box";
import { Target, TargetG } from "../../shell/target";
import {
  cities,
  type Departures,
  initials,
  look,
  passenger,
  type Passenger,
  type Props,
  sayPassenger,
  sceneOf,
  title,
  transports,
  VEHICLES,
} from "./table";
import { en as w } from "./words.en";

export { tour } from "./tour";

interface FaceProps {
  p: Passenger;
  /** Only the city: whom it raised is of no matter once it has joined the queue. */
  mini?: boolean;
  /** On a phone names and fares are cut to what can still be read. */
  small?: boolean;
}

function Face({ p, mini = false, small = false }: FaceProps) {
  const { colour } = look(p.city);
  const face = { colour, shapes: sceneOf(p), seed: p.key };
  if (mini) return <MiniCard {...face} letter={initials(p.city)} />;
  const city = small ? initials : title;
  const print = {
    ...face,
    name: small ? w.shortName(p.name) : p.name,
    line: p.free ? w.riderLine : title(p.city),
    badge: initials(p.city),
    ...(p.raises ? { pill: w.raises(city(p.raises)) } : {}),
  };
  return small ? <SmallCard {...print} /> : <Card {...print} />;
}

/* ---- The ticker ---- */

/* Drawn in the pixels there are: the lanes share the height, the fares the width. */
interface Grid {
  wide: number;
  lane: number; // height of a lane with the gap below it
  top: number; // where the lanes begin
  left: number; // where the fares begin
  step: number; // width of a fare
  scale: number; // of the texts
}

function gridOf(wide: number, high: number, lanes: number, narrow: boolean): Grid {
  const scale = Math.max(0.9, Math.min(1.5, wide / 480, high / 290));
  const top = 26 * scale;
  const left = narrow ? 114 : 132 * scale;
  return { wide, lane: (high - top) / lanes, top, left, step: (wide - left) / 4, scale };
}

/** How many destination cards of a city are still to come. */
function moreOf({ view, deck }: Props, city: number): number {
  const kinds = transports(deck).length;
  return view.stock.filter((card) => Math.floor(card / kinds) === city).length;
}

function Lane({ all, index, city, grid }: { all: Props; index: number; city: string; grid: Grid }) {
  const { view, deck, facts } = all;
  const { wide, lane, left, step, scale } = grid;
  const { colour, text, pattern } = look(city);
  const fare = view.fares[index] ?? 0;
  const kinds = transports(deck);
  const transport = kinds[view.transports[index] ?? -1] ?? "";
  const y = grid.top + index * lane;
  const ground = lane - 8;
  const more = moreOf(all, index);
  const of = (fact: keyof Departures) => facts.departures?.[fact][index] ?? 0;
  const seats = of("seats");
  const label = fare
    ? w.lane(title(city), transport, fare, seats, more)
    : more
      ? title(city)
      : w.closedLabel(title(city));
  const have = of("paying") + of("riders");
  const note =
    !fare || all.me === null
      ? ""
      : of("missing") === 0 && of("paying") > 0
        ? w.ready(of("earns"))
        : have > 0
          ? w.have(Math.min(have, seats), seats)
          : "";
  const chip = { width: step - 14, height: ground - 6, rx: 8 };
  const tight = chip.width < 48;
  // Where a lane is low its two lines move together, and the seats stand beside the vehicle.
  const low = ground < 44;
  const middle = ground / 2;
  const vehicle = low
    ? Math.min(chip.height * 0.8, chip.width * 0.42) / 24
    : Math.min(chip.height * 0.5, 26 * scale) / 24;
  const sign = low
    ? { x: chip.width * 0.35 - 17 * vehicle, y: chip.height / 2 - 12 * vehicle }
    : { x: chip.width / 2 - 17 * vehicle, y: chip.height * 0.1 };
  return (
    <TargetG
      id={`ticker.${city}`}
      label={label}
      ring={<rect x="1.5" y={y + 1.5} width={wide - 3} height={ground - 3} rx="10" />}
    >
      <g transform={`translate(0 ${y})`}>
        <rect class="lane-ground" width={wide} height={ground} rx="10" fill={colour} />
        <text
          class="city"
          x="12"
          y={middle + (note ? (low ? -2 : -1) : low ? 5 : 7)}
          font-size={(low ? 16.5 : 17.5) * scale}
          style={{ fill: text }}
        >
          {title(city)}
        </text>
        {note && (
          <text
            class="note"
            x="12"
            y={middle + (low ? 13 : 16) * scale}
            font-size={(low ? 13.8 : 14.5) * scale}
          >
            {note}
          </text>
        )}
        {fare > 0 && (
          <g transform={`translate(${left + (fare - 1) * step + 2} 3)`}>
            <g data-flip={`ticket.${index}.${transport}`}>
              {Array.from({ length: more }, (_, i) => (
                <rect class="under" x={(more - i) * 4} {...chip} fill={colour} stroke={CARD} />
              ))}
              <rect {...chip} fill={colour} stroke={CARD} />
              <rect {...chip} fill={`url(#valise-${pattern})`} opacity=".13" />
              <path
                d={VEHICLES[transport]}
                fill={CARD}
                fill-rule="evenodd"
                transform={`translate(${sign.x} ${sign.y}) scale(${vehicle})`}
              />
              <text
                class="seats-text"
                x={chip.width * (low ? 0.8 : 0.5)}
                y={low ? chip.height / 2 + 6 : chip.height * 0.88}
                font-size={tight || low ? 17 * scale : 13.5 * scale}
                fill={CARD}
              >
                {tight || low ? seats : w.seats(seats)}
              </text>
            </g>
          </g>
        )}
        {!fare && more === 0 && (
          <text class="note" x={left + 10} y={middle + 5} font-size={14.5 * scale}>
            {w.closed}
          </text>
        )}
      </g>
    </TargetG>
  );
}

function Ticker(all: Props) {
  const [ref, box] = useBox<HTMLDivElement>({ width: 480, height: 290 });
  const list = cities(all.deck);
  const grid = gridOf(box.width, box.height, list.length, all.narrow);
  const { top, left, step, scale } = grid;
  return (
    <div class="ticker" ref={ref}>
      <svg width={box.width} height={box.height} role="group" aria-label={w.ticker}>
        <g class="fares" aria-hidden="true" font-size={18 * scale}>
          {[1, 2, 3, 4].map((fare) => (
            <text x={left + (fare - 0.5) * step - 4} y={17 * scale}>
              {w.money(fare)}
            </text>
          ))}
        </g>
        {list.map((city, index) => (
          <Lane all={all} index={index} city={city} grid={grid} />
        ))}
        <path
          class="grid"
          d={[0, 1, 2, 3].map((i) => `M${left + i * step - 5} ${top}V${box.height - 8}`).join("")}
        />
      </svg>
    </div>
  );
}

/* ---- The queue and the deck ---- */

function Queue({ view, deck, facts, narrow }: Props) {
  const [ref, box] = useBox<HTMLDivElement>({ width: 600, height: 200 });
  const small = narrow || box.width < 520;
  return (
    <div class="queue" ref={ref} role="group" aria-label={w.queue}>
      <div
        class="deck"
        data-place="deck"
        title={w.deckLabel(facts.deck_count, facts.discard_count)}
      >
        <CardBack />
        <small>
          <span>{w.deck(facts.deck_count)}</span>
          <span>{w.discards(facts.discard_count)}</span>
        </small>
      </div>
      {view.queue.map((id, slot) =>
        id === null ? (
          <Target id={`queue.${slot + 1}`} label={w.empty(slot + 1)}>
            <CardPlace small={small} />
          </Target>
        ) : (
          <Target
            key={`queue.${slot + 1}`}
            id={`queue.${slot + 1}`}
            flip={`card.${id}`}
            from="deck"
            label={w.inQueue(slot + 1, sayPassenger(passenger(deck, id)))}
          >
            <Face p={passenger(deck, id)} small={small} />
          </Target>
        ),
      )}
    </div>
  );
}

/* ---- The desks of the others ---- */

function Tickets({ cards, deck }: { cards: number[]; deck: Props["deck"] }) {
  return (
    <span class="tickets">
      {cards.map((card) => {
        const row = deck.destinations[card]!;
        return (
          <svg
            key={card}
            viewBox="0 0 60 24"
            role="img"
            aria-label={w.ticket(title(row.city), row.transport)}
          >
            <path
              d="M4 0h52a4 4 0 0 1 4 4v4a4 4 0 0 0 0 8v4a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4v-4a4 4 0 0 0 0-8V4a4 4 0 0 1 4-4z"
              fill={look(row.city).colour}
            />
            <path
              d={VEHICLES[row.transport]}
              fill={CARD}
              fill-rule="evenodd"
              transform="translate(4.5 3.8) scale(.66)"
            />
            <text x="42.5" y="17.8" font-size="16.2" text-anchor="middle" fill={CARD}>
              {initials(row.city)}
            </text>
          </svg>
        );
      })}
    </span>
  );
}

/* Where desks must be low, those who wait shrink to their letters as well. */
function Tag({ p }: { p: Passenger }) {
  return (
    <span class="tag" style={{ background: look(p.city).colour }} aria-hidden="true">
      {initials(p.city)}
    </span>
  );
}

/* On a phone the cards of another hand shrink to their letters. */
function Letters({
  known,
  unknown,
  deck,
}: {
  known: number[];
  unknown: number;
  deck: Props["deck"];
}) {
  return (
    <span class="letters">
      {known.map((id) => {
        const p = passenger(deck, id);
        return (
          <span
            key={id}
            data-flip={`card.${id}`}
            role="img"
            aria-label={sayPassenger(p)}
            style={{ background: look(p.city).colour }}
          >
            {initials(p.city)}
          </span>
        );
      })}
      {unknown > 0 && (
        <span class="unknown" role="img" aria-label={w.hidden(unknown)}>
          {"?".repeat(unknown)}
        </span>
      )}
    </span>
  );
}

function Desk({ all, seat }: { all: Props; seat: number }) {
  const { view, deck } = all;
  const name = all.names[seat] ?? "";
  const known = view.hands[seat] ?? [];
  const unknown = view.unknown[seat] ?? 0;
  const waiting = view.waiting[seat] ?? [];
  return (
    <section
      class={`desk ${all.toAct === seat ? "acts" : ""} ${waiting.length > 2 ? "many" : ""}`}
      aria-label={name}
    >
      <header>
        <SeatMark seat={seat} size={18} />
        <b>{name}</b>
        <Letters known={known} unknown={unknown} deck={deck} />
        <Tickets cards={view.tickets[seat] ?? []} deck={deck} />
        <b class="money">{w.money(view.money[seat] ?? 0)}</b>
      </header>
      <div class="minis">
        {!all.narrow &&
          known.map((id) => (
            <span
              class="mini held"
              key={id}
              data-flip={`card.${id}`}
              role="img"
              aria-label={sayPassenger(passenger(deck, id))}
            >
              <Face p={passenger(deck, id)} mini />
            </span>
          ))}
        {!all.narrow &&
          Array.from({ length: unknown }, (_, i) => (
            <span class="mini held" key={`u${i}`} role="img" aria-label={w.hidden(1)}>
              <CardBack mini />
            </span>
          ))}
        {waiting.length > 0 && <small class="waits">{w.waits}</small>}
        {waiting.map((id) => (
          <Target
            key={id}
            id={`waiting.${id}`}
            flip={`card.${id}`}
            class="mini"
            label={w.waitingOf(name, sayPassenger(passenger(deck, id)))}
          >
            <Face p={passenger(deck, id)} mini />
            <Tag p={passenger(deck, id)} />
          </Target>
        ))}
      </div>
    </section>
  );
}

export function Board(all: Props) {
  return (
    <div class={`eb ${all.narrow ? "narrow" : ""}`}>
      <div class="top">
        <div class="sheet">
          {!all.narrow && <h2>{w.ticker}</h2>}
          <Ticker {...all} />
        </div>
        <div class="sheet line">
          {!all.narrow && (
            <h2>
              {w.queue} <small>{w.queueNote}</small>
            </h2>
          )}
          <Queue {...all} />
        </div>
      </div>
      <div class="desks">
        {otherSeats(all).map((seat) => (
          <Desk all={all} seat={seat} key={seat} />
        ))}
      </div>
    </div>
  );
}

/* ---- My own cards ---- */

export function Hand(all: Props) {
  const { view, deck, me } = all;
  const [ref, area] = useBox<HTMLElement>({ width: 480, height: 200 });
  const [row, strip] = useBox<HTMLDivElement>({ width: 560, height: 160 });
  if (me === null) return null;
  const hand = view.hands[me] ?? [];
  const waiting = view.waiting[me] ?? [];
  const unknown = view.unknown[me] ?? 0;
  // A crowd waits in two rows of small cards; on a phone everybody who waits is small.
  const crowd = waiting.length > (all.narrow ? 0 : Math.floor((area.width + 14) / (84 + 14)));
  // A card below this width has its texts larger.
  const small = (width: number, cards: number) => (width - 14 * (cards - 1)) / cards < 110;
  const smallHand = all.narrow || small(strip.width, 4);
  const smallArea = smallHand || small(area.width, waiting.length);
  const card = (place: string, id: number, label: (who: string) => string, mini = false) => (
    <Target
      key={id}
      id={`${place}.${id}`}
      flip={`card.${id}`}
      label={label(sayPassenger(passenger(deck, id)))}
    >
      <Face p={passenger(deck, id)} mini={mini} small={place === "hand" ? smallHand : smallArea} />
    </Target>
  );
  return (
    <div class="eb-hand">
      <section>
        <h2>
          {w.hand} <small>{w.of(hand.length + unknown, 4)}</small>
          <span class="purse">
            <Tickets cards={view.tickets[me] ?? []} deck={deck} />
            <b class="money">{w.money(view.money[me] ?? 0)}</b>
          </span>
        </h2>
        <div class="strip" ref={row}>
          {hand.map((id) => card("hand", id, w.inHand))}
          {Array.from({ length: Math.max(0, 4 - hand.length - unknown) }, (_, i) => (
            <span class="gap" key={`gap${i}`}>
              <CardPlace small={smallHand} />
            </span>
          ))}
        </div>
      </section>
      {(!all.narrow || crowd) && (
        <section class={`area ${crowd ? "crowd" : ""}`} ref={ref}>
          <h2>
            {all.narrow ? w.waitingShort : w.waiting} <small>{waiting.length || w.none}</small>
          </h2>
          <div class="strip">{waiting.map((id) => card("waiting", id, w.inMyWaiting, crowd))}</div>
        </section>
      )}
    </div>
  );
}

/* ---- Looking closer ---- */

export function about(target: string, all: Props): About | null {
  const { view, deck, facts } = all;
  const { kind: place, key } = parts(target);
  if (place === "ticker") {
    const city = cities(deck).indexOf(key);
    const fare = view.fares[city] ?? 0;
    const transport = transports(deck)[view.transports[city] ?? -1] ?? "";
    const seats = facts.departures.seats[city] ?? 0;
    return {
      title: title(key),
      lines: [fare ? w.lane(title(key), transport, fare, seats, moreOf(all, city)) : w.closed],
      clause: w.clauseTicker,
    };
  }
  const id = place === "queue" ? view.queue[Number(key) - 1] : Number(key);
  if (id === undefined || id === null || !deck.passengers[id]) return null;
  const p = passenger(deck, id);
  return {
    title: p.name,
    picture: <Face p={p} />,
    lines: [
      p.reason,
      p.free ? w.ridesFree : w.travels(title(p.city)),
      p.raises ? w.raisesLong(title(p.raises)) : w.raisesNone,
    ],
    clause:
      place === "queue" ? w.clauseQueue : place === "waiting" ? w.clauseWaiting : w.clauseTicker,
  };
}
