/*
 * The map: shores, routes as spaces for cars, places with their tokens, and the tickets of who
 * looks drawn as flags with the way that is still missing.
 */
import { CARD, CREAM, INK, NAVY, SEATS, SeatSign } from "../../art";
import { within } from "../../shell/boardtools";
import { TargetG } from "../../shell/target";
import { CITY, HEADLANDS, PARK, PRESIDIO } from "./coast";
import { type Box, coversFlag, type Label, labels } from "./labels";
import { BOAT, Sign } from "./signs";
import {
  band,
  LANE,
  line,
  look,
  offset,
  placeName,
  type Props,
  type Route,
  routes,
  type TicketFact,
} from "./table";
import { en as w } from "./words.en";

/* The part of the map that is shown: the names need some room at the right. */
export const LEFT = 0;
export const TOP = 16;
export const WIDE = 1076;
export const HIGH = 712;

/** Tickets of the viewer by letter, in the order of the hand. */
export const flagOf = (index: number) => String.fromCharCode(65 + index);

export function ownTickets({ facts, me, view, still }: Props): TicketFact[] {
  if (me !== null) return facts.tickets[me] ?? [];
  return still ? (facts.tickets[view.seat] ?? []) : [];
}

function Ground() {
  return (
    <g aria-hidden="true">
      <rect class="water" x="-200" y="-200" width={WIDE + 600} height={HIGH + 600} />
      <path class="shore" d={CITY} />
      <path class="shore" d={HEADLANDS} />
      <path class="land far" d={HEADLANDS} />
      <path class="land" d={CITY} />
      <path class="green" d={PRESIDIO} />
      <path class="green" d={PARK} />
      <path class="span" d="M233 166 226 52M240 166 233 50" />
      <path class="span" d="M905 352 1150 322M906 359 1150 329" />
      <ellipse class="land" cx="617" cy="60" rx="44" ry="24" transform="rotate(-16 617 60)" />
      <g class="waves">
        <path d="M60 250q10-9 20 0t20 0M30 330q10-9 20 0t20 0M330 60q10-9 20 0t20 0M420 30q10-9 20 0t20 0" />
        <path d="M800 60q10-9 20 0t20 0M860 130q10-9 20 0t20 0M505 95q10-9 20 0t20 0" />
      </g>
    </g>
  );
}

/* ---- Routes ---- */

/*
 * How large the writing on the map is, in its units, where a unit has `px` pixels: as large as it
 * has to be to be read, as far as there is room; a letter that could not be read is left out, and
 * the pattern of its route speaks for it.
 */
interface Sizes {
  letter: number; // 0: none
  names: number;
  mark: number; // how much larger counts and flags are
}

const READ = 12; // pixels that can be read at a glance

export function sizes(px: number): Sizes {
  const letter = within(READ / px, 19, 23);
  return {
    letter: letter * px < READ * 0.95 ? 0 : letter,
    names: Math.round(within(READ / px + 0.49, 22, 32)),
    mark: within(READ / (17 * px), 1, 2.4),
  };
}

interface RouteState {
  owner: number | null;
  closed: boolean;
  flags: string; // letters of the tickets whose way it is
}

interface SpacesProps extends RouteState {
  all: Props;
  route: Route;
  letter: number;
}

function Spaces({ all, route, owner, closed, letter }: SpacesProps) {
  const { spots, size } = line(all.deck, route, offset(route, LANE));
  const { colour, on, pattern } = look(route.colour);
  const seat = owner === null ? "" : (SEATS[owner % SEATS.length] ?? NAVY);
  const ferryAt = route.ferry ? Math.floor(spots.length / 2) : -1;
  // Cars are new on the map: they come from the desk of who claimed the route.
  const moves =
    owner === null ? {} : { "data-flip": `cars.${route.key}`, "data-from": `seat.${owner}` };
  return (
    <g {...moves}>
      {spots.map((spot, i) => (
        <g key={i} transform={`translate(${spot.x} ${spot.y}) rotate(${spot.turn})`}>
          {owner === null ? (
            <g class={closed ? "closed" : ""}>
              <rect
                class="space"
                x={-size / 2}
                y="-9"
                width={size}
                height="18"
                rx="4"
                fill={colour}
              />
              {pattern !== "plain" && (
                <rect
                  x={-size / 2 + 1}
                  y="-8"
                  width={size - 2}
                  height="16"
                  rx="3"
                  fill={`url(#valise-${pattern})`}
                  opacity=".34"
                />
              )}
              {i === ferryAt ? (
                <path d={BOAT} fill={NAVY} transform="scale(.74)" />
              ) : (
                route.letter &&
                letter > 0 && (
                  <text
                    class="letter"
                    y={letter * 0.35}
                    font-size={letter}
                    fill={on}
                    stroke={colour}
                  >
                    {route.letter}
                  </text>
                )
              )}
            </g>
          ) : (
            <g class="car">
              <rect x={-size / 2} y="-11" width={size} height="22" rx="6" fill={seat} />
              <path
                d={`M${-size / 2 + 5}-6h${size / 2 - 17}v7h-${size / 2 - 17}zM${12}-6h${size / 2 - 17}v7h-${size / 2 - 17}z`}
                fill={CREAM}
              />
              <g transform={`rotate(${-spot.turn})`}>
                <SeatSign seat={owner} x={0} y={0} r={9} />
              </g>
            </g>
          )}
        </g>
      ))}
    </g>
  );
}

interface RouteProps {
  all: Props;
  route: Route;
  state: RouteState;
  letter: number;
}

function RouteMark({ all, route, state, letter }: RouteProps) {
  const { deck, names, narrow } = all;
  const { owner, closed, flags } = state;
  const colour = route.colour === "-" ? w.grey : route.colour;
  const from = placeName(deck, route.from);
  const to = placeName(deck, route.to);
  const label =
    w.route(from, to, route.spaces, colour, route.ferry) +
    (route.lane ? w.lane(route.lane) : "") +
    (owner !== null ? w.claimedBy(names[owner] ?? "") : closed ? w.closed : "");
  // A finger needs more room than the lanes of a double link have: it gets the outer side.
  const half = narrow ? 22.5 : 13;
  const middle = offset(route, narrow ? half : LANE);
  const shown = line(deck, route, offset(route, LANE));
  const felt = band(deck, route, middle - half, middle + half, route.spaces > 1 ? 38 : 26);
  return (
    <TargetG
      id={`route.${route.key}`}
      label={label}
      ring={
        <>
          <path class="feel" d={felt} />
          <path class="glow" d={shown.path} />
        </>
      }
    >
      {flags && <path class="way" d={shown.path} />}
      <Spaces all={all} route={route} letter={letter} {...state} />
    </TargetG>
  );
}

/* ---- Places ---- */

/* How high a flag is. */
const FLAG = 18;

function PlaceMark({ all, index, mark }: { all: Props; index: number; mark: number }) {
  const { view, deck, narrow } = all;
  const place = deck.places[index]!;
  const symbol = view.symbols[index] ?? null;
  const token = symbol === null ? undefined : deck.tokens[symbol];
  const left = symbol === null ? 0 : (view.left[symbol] ?? 0);
  const x = Number(place.x);
  const y = Number(place.y);
  return (
    <TargetG
      id={token ? `token.${token.key}` : `place.${place.key}`}
      label={token ? w.stack(token.name, place.name, left) : w.place(place.name)}
      ring={
        <>
          <circle class="feel" cx={x} cy={y} r={narrow ? 22.5 : 20} />
          <circle class="glow" cx={x} cy={y} r="22" />
        </>
      }
    >
      {left > 0 && token ? (
        <g>
          {Array.from({ length: left }, (_, i) => (
            <circle class="token" cx={x} cy={y - (left - 1 - i) * -4} r="18" key={i} />
          )).reverse()}
          <Sign symbol={token.key} x={x} y={y} scale={1.15} fill={NAVY} />
          {left > 1 && (
            <g transform={`translate(${x + 15} ${y - 14}) scale(${mark})`}>
              <circle r="11" fill={NAVY} stroke={CARD} />
              <text class="count" y="6">
                {left}
              </text>
            </g>
          )}
        </g>
      ) : (
        <circle class="place" cx={x} cy={y} r="12" />
      )}
    </TargetG>
  );
}

/* The places that my tickets name. */
function endsOf({ deck }: Props, tickets: TicketFact[]): Set<string> {
  return new Set(
    tickets.flatMap(({ ticket }) => [deck.tickets[ticket]!.from, deck.tickets[ticket]!.to]),
  );
}

function Written({ all, text, size }: { all: Props; text: Label[]; size: number }) {
  return (
    <>
      {text.map((label) => {
        const place = all.deck.places.find((row) => row.key === label.key)!;
        return (
          <text key={place.key} text-anchor={label.anchor}>
            {label.lines.map((line, i) => (
              <tspan key={i} x={label.x} y={label.y + i * size * 0.88}>
                {line}
              </tspan>
            ))}
          </text>
        );
      })}
    </>
  );
}

const ROOM = { left: LEFT + 10, right: LEFT + WIDE - 10, top: TOP + 4, foot: TOP + HIGH - 4 };

/** The name stands where it is out of the way, and above a flag that flies there. */
function Names({ all, tickets, size }: { all: Props; tickets: TicketFact[]; size: number }) {
  const ends = endsOf(all, tickets);
  const text = labels(
    all.deck,
    all.deck.places.map((place) => place.key),
    size,
    ROOM,
  ).map((label) => {
    const place = all.deck.places.find((row) => row.key === label.key)!;
    const at = { x: Number(place.x), y: Number(place.y) };
    return ends.has(label.key) && coversFlag(label, at, size)
      ? { ...label, y: label.y - FLAG }
      : label;
  });
  return (
    <g class="names" aria-hidden="true" font-size={size}>
      <Written all={all} text={text} size={size} />
    </g>
  );
}

/** Where the map is small, only the ends of my tickets are named, in letters that can be read. */
function Ends({ all, tickets, covered }: { all: Props; tickets: TicketFact[]; covered: Box[] }) {
  const ends = endsOf(all, tickets);
  const keys = all.deck.places.map((place) => place.key).filter((key) => ends.has(key));
  return (
    <g class="names" aria-hidden="true" font-size={40}>
      <Written all={all} text={labels(all.deck, keys, 40, ROOM, 0.01, covered)} size={40} />
    </g>
  );
}

function Flags({ all, tickets, mark }: { all: Props; tickets: TicketFact[]; mark: number }) {
  const at = new Map<string, { letter: string; done: boolean }[]>();
  tickets.forEach((fact, index) => {
    const row = all.deck.tickets[fact.ticket]!;
    for (const key of [row.from, row.to]) {
      const list = at.get(key) ?? [];
      list.push({ letter: flagOf(index), done: fact.completed });
      at.set(key, list);
    }
  });
  return (
    <g class="flags" aria-hidden="true">
      {[...at].map(([key, list]) => {
        const place = all.deck.places.find((row) => row.key === key)!;
        return list.map(({ letter, done }, i) => (
          <g
            key={key + letter}
            class={done ? "done" : ""}
            transform={`translate(${Number(place.x) + (i * 24 - 12) * mark} ${Number(place.y) - 14 - 8 * mark}) scale(${mark})`}
          >
            <path d="M0 8V-19h25l-6 8.500 6 8.500H2V8z" />
            <text x="10" y="-4.500">
              {letter}
            </text>
          </g>
        ));
      })}
    </g>
  );
}

/** Short routes lie on top, so that the broad bands of long ones do not cover them. */
const shortLast = (list: Route[]) => [...list].sort((a, b) => b.spaces - a.spaces);

interface CityProps {
  all: Props;
  small: boolean;
  px: number;
  covered: Box[];
}

/**
 * The whole of it; a unit has `px` pixels, and `small` leaves most names out: those that are there
 * keep away from what is `covered`.
 */
export function City({ all, small, px, covered }: CityProps) {
  const { view, deck, facts } = all;
  const size = sizes(px);
  const tickets = ownTickets(all);
  const ways = new Map<string, string>();
  tickets.forEach((fact, index) => {
    for (const key of fact.completed ? [] : fact.way) {
      ways.set(key, (ways.get(key) ?? "") + flagOf(index));
    }
  });
  const owners = new Map<number, number>();
  view.claimed.forEach((list, seat) => list.forEach((route) => owners.set(route, seat)));
  const closed = new Set(facts.closed);
  return (
    <>
      <Ground />
      {shortLast(routes(deck)).map((route) => (
        <RouteMark
          key={route.key}
          all={all}
          route={route}
          letter={size.letter}
          state={{
            owner: owners.get(route.id) ?? null,
            closed: closed.has(route.key),
            flags: ways.get(route.key) ?? "",
          }}
        />
      ))}
      {deck.places.map((place, index) => (
        <PlaceMark key={place.key} all={all} index={index} mark={size.mark} />
      ))}
      <Flags all={all} tickets={tickets} mark={size.mark} />
      {small ? (
        <Ends all={all} tickets={tickets} covered={covered} />
      ) : (
        <Names all={all} tickets={tickets} size={size.names} />
      )}
      <text class="sign" x="96" y="706" fill={INK} aria-hidden="true">
        {w.city}
      </text>
    </>
  );
}
