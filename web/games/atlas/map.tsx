/*
 * The map of the world: countries to touch, backpackers, tokens, homes, souvenirs, blocks and
 * delays; a grid and the routes on demand. It is zoomed by wheel, buttons or two fingers and moved
 * by dragging. What lies on it keeps its size on the screen: `--unit` is a pixel in the map's own
 * measure. Where countries crowd, a touch means the nearest; where that is in doubt it asks.
 */
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { CARD, INK } from "../../art";
import { type Box, useBox } from "../../shell/box";
import { TargetG } from "../../shell/target";
import world from "./map.json";
import { type Props, reachOf, SEATS } from "./table";
import { en as w } from "./words.en";

interface Spot {
  x: number;
  y: number;
  path?: string;
}

const SPOTS = new Map<string, Spot>(
  (world.countries as ({ id: string } & Spot)[]).map((c) => [c.id, c]),
);
const WIDE = world.width;
const HIGH = world.height;
/** How little of the world the map shows at its largest. */
const NEAREST = 160;
/** How far a touch reaches, in pixels, and how much nearer the nearest must be than the next. */
const FINGER = { reach: 22, clear: 12 };
const MOUSE = { reach: 11, clear: 3 };
const MOST_NEAR = 8;
/** How much smaller what can be touched must be than the world to be shown by itself. */
const NEARER = 0.5;

interface Frame {
  x: number;
  y: number;
  wide: number; // of the part that is seen
}

/* The whole world, fitted into the pixels there are. */
function whole(box: Box): Frame {
  const wide = Math.max(WIDE, (HIGH * box.width) / box.height);
  const high = (wide * box.height) / box.width;
  return { x: (WIDE - wide) / 2, y: (HIGH - high) / 2, wide };
}

/* What these countries take up, with a margin. */
function around(ids: readonly string[], box: Box, least = 2 * NEAREST): Frame | null {
  const spots = ids.flatMap((id) => SPOTS.get(id) ?? []);
  if (!spots.length) return null;
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, foot] = [Math.min(...ys), Math.max(...ys)];
  const wide = within(
    Math.max(right - left, ((foot - top) * box.width) / box.height) * 1.25,
    least,
    whole(box).wide,
  );
  return {
    x: (left + right - wide) / 2,
    y: (top + foot - (wide * box.height) / box.width) / 2,
    wide,
  };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/* A place on the map whose drawing keeps its size. */
const pin = (spot: Spot, dx = 0, dy = 0) => ({
  transform: `translate(${spot.x}px, ${spot.y}px) scale(var(--unit)) translate(${dx}px, ${dy}px)`,
});

/* What lies in a country, in words. */
function labels(all: Props): Map<string, string> {
  const { view, deck, facts, names } = all;
  const parts = deck.countries.map((row) => [row.name]);
  const say = (index: number | null, text: string) =>
    index === null ? undefined : parts[index]?.push(text);
  view.seat.forEach((p, seat) => {
    const name = names[seat] ?? "";
    say(p.at, w.here(name));
    say(p.home, w.lives(name));
    for (const index of p.explored) say(index, w.explored(name));
  });
  view.souvenir_at.forEach((at, souvenir) => say(at, w.souvenir(deck.souvenirs[souvenir]!.name)));
  const blocked = new Set(facts.blocked);
  return new Map(
    deck.countries.map((row, index) => [
      row.id,
      [...parts[index]!, blocked.has(row.id) && w.blocked].filter(Boolean).join(", "),
    ]),
  );
}

/* The lines of the grid never change. */
const GRID = (
  <g class="at-grid" aria-hidden="true">
    {world.grid.columns.map((x) => (
      <path d={`M${x} ${world.grid.rows[0]}V${world.grid.rows[world.grid.rows.length - 1]}`} />
    ))}
    {world.grid.rows.map((y) => (
      <path
        d={`M${world.grid.columns[0]} ${y}H${world.grid.columns[world.grid.columns.length - 1]}`}
      />
    ))}
  </g>
);

/* Letters of the rows and numbers of the columns, along the edges of what is seen. */
function Edges({ frame, high, unit }: { frame: Frame; high: number; unit: number }) {
  const middles = (lines: readonly number[], from: number, to: number) =>
    lines.slice(0, -1).flatMap((start, i) => {
      const low = Math.max(start, from);
      const most = Math.min(lines[i + 1]!, to);
      return most - low > 16 * unit ? [{ i, at: (low + most) / 2 }] : [];
    });
  return (
    <g class="at-edges" aria-hidden="true">
      {middles(world.grid.columns, frame.x, frame.x + frame.wide).map(({ i, at }) => (
        <text key={`c${i}`} style={pin({ x: at, y: frame.y })} y="15">
          {i + 1}
        </text>
      ))}
      {middles(world.grid.rows, frame.y + 20 * unit, frame.y + high).map(({ i, at }) => (
        <text key={`r${i}`} style={pin({ x: frame.x, y: at })} x="10" y="5">
          {String.fromCharCode(65 + i)}
        </text>
      ))}
    </g>
  );
}

function Area({ area, closed, delay }: { area: number; closed: boolean; delay: number }) {
  const { columns, rows } = world.grid;
  const column = area % 13;
  const row = Math.floor(area / 13);
  const x = columns[column]!;
  const y = rows[row]!;
  const wide = columns[column + 1]! - x;
  const high = rows[row + 1]! - y;
  return (
    <g class="at-area" aria-hidden="true">
      <rect x={x} y={y} width={wide} height={high} class={closed ? "closed" : "delayed"} />
      <text style={pin({ x: x + wide / 2, y: y + high / 2 })} y="8">
        {closed ? "✕" : ""}
        {delay ? `+${delay}` : ""}
      </text>
    </g>
  );
}

function Routes({ deck }: Props) {
  return (
    <g class="at-routes" aria-hidden="true">
      {deck.routes.map((route) => {
        const a = SPOTS.get(route.a);
        const b = SPOTS.get(route.b);
        if (!a || !b || Math.abs(a.x - b.x) > WIDE / 2) return null;
        return (
          <path class={route.kind === "sea" ? "sea" : "land"} d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />
        );
      })}
    </g>
  );
}

/* Who stands and who has been where. */
function Pieces({ view, present, deck }: Props) {
  const at = (index: number | null) =>
    index === null ? undefined : SPOTS.get(deck.countries[index]!.id);
  return (
    <g class="at-pieces" aria-hidden="true">
      {view.seat.flatMap((p, seat) =>
        p.explored.map((index) => {
          const spot = at(index);
          return (
            spot && (
              <g key={`t${seat}.${index}`} style={pin(spot)}>
                <rect
                  x="-8"
                  y="-6"
                  width="16"
                  height="12"
                  rx="3"
                  fill={SEATS[seat]!}
                  stroke={CARD}
                  stroke-width="1.5"
                />
                <text class="small" y="4" fill={CARD}>
                  {seat + 1}
                </text>
              </g>
            )
          );
        }),
      )}
      {view.souvenir_at.map((index, souvenir) => {
        const spot = at(index);
        return (
          spot && (
            <g key={`s${souvenir}`} data-flip={`souvenir.${souvenir}`} style={pin(spot)}>
              <path
                class="souvenir"
                d="M0-11l3.200 7 7.800.9-5.800 5 1.600 7.600L0 5.600-6.800 9.500l1.600-7.600-5.800-5 7.800-.9z"
              />
            </g>
          )
        );
      })}
      {view.seat.map((p, seat) => {
        const spot = at(p.at);
        const home = at(p.home);
        const was = at(present.seat[seat]?.at ?? null);
        const shift = (seat - (view.seats - 1) / 2) * 12;
        return (
          <g key={`b${seat}`}>
            {was && spot && was !== spot && (
              <path
                class="way"
                stroke={SEATS[seat]!}
                d={
                  Math.abs(was.x - spot.x) < WIDE / 2
                    ? `M${was.x} ${was.y}L${spot.x} ${spot.y}`
                    : ""
                }
              />
            )}
            {home && (
              <g style={pin(home, shift, 6)}>
                <path
                  d="M-8 12V3l8-7 8 7v9z"
                  fill={SEATS[seat]!}
                  stroke={CARD}
                  stroke-width="1.5"
                />
                <text class="small" y="10" fill={CARD}>
                  {seat + 1}
                </text>
              </g>
            )}
            {spot && (
              <g data-flip={`backpacker.${seat}`} style={pin(spot, shift)}>
                <path
                  d="M0 0c-15-16-12-32 0-32s15 16 0 32z"
                  fill={SEATS[seat]!}
                  stroke={CARD}
                  stroke-width="2"
                />
                <text class="letter" y="-14" fill={CARD}>
                  {seat + 1}
                </text>
              </g>
            )}
          </g>
        );
      })}
    </g>
  );
}

interface Drawn {
  key: string;
  shape: VNode | null;
  node: VNode;
}

/*
 * The countries in two layers: the land, which seldom changes, and above it what is touched. Each
 * is drawn anew only when something about it is different.
 */
function useCountries(all: Props): { land: (VNode | null)[]; nodes: VNode[] } {
  const drawn = useRef(new Map<string, Drawn>());
  const { deck, facts, view, lit } = all;
  const words = labels(all);
  const reach = reachOf(facts);
  const taken = new Set(view.seat.flatMap((p) => p.explored));
  const blocked = new Set(facts.blocked);
  const land: (VNode | null)[] = [];
  const nodes: VNode[] = [];
  deck.countries.forEach((row, index) => {
    const spot = SPOTS.get(row.id);
    if (!spot) return;
    const near = reach.get(row.id);
    const label = words.get(row.id) ?? row.name;
    const note = near ? w.reach(near.cost, near.means) : undefined;
    const id = `country.${row.id}`;
    const look = [
      "at-country",
      row.continent,
      taken.has(index) && "taken",
      blocked.has(row.id) && "blocked",
      lit.has(id) && "open",
    ]
      .filter(Boolean)
      .join(" ");
    const key = `${label}|${note ?? ""}|${look}`;
    const before = drawn.current.get(row.id);
    if (before?.key === key) {
      land.push(before.shape);
      nodes.push(before.node);
      return;
    }
    const shape = spot.path ? (
      <path key={row.id} class={look} d={spot.path} data-country={row.id} />
    ) : null;
    const node = (
      <TargetG
        key={row.id}
        id={id}
        label={label}
        note={note}
        class={look}
        ring={
          <>
            <circle class="hit" cx={spot.x} cy={spot.y} />
            <circle class="light" cx={spot.x} cy={spot.y} />
          </>
        }
      >
        <circle class={row.airport === "yes" ? "dot airport" : "dot"} cx={spot.x} cy={spot.y} />
      </TargetG>
    );
    drawn.current.set(row.id, { key, shape, node });
    land.push(shape);
    nodes.push(node);
  });
  return { land, nodes };
}

/* The names that have room, those of what can be touched first. */
function Names({ all, frame, box }: { all: Props; frame: Frame; box: Box }) {
  const unit = frame.wide / box.width;
  const placed: { x: number; y: number; half: number }[] = [];
  const shown = all.deck.countries
    .flatMap((row) => {
      const spot = SPOTS.get(row.id);
      if (!spot) return [];
      const x = (spot.x - frame.x) / unit;
      const y = (spot.y - frame.y) / unit;
      if (x < 0 || x > box.width || y < 0 || y > box.height) return [];
      return [
        { row, spot, x, y, half: row.name.length * 3.4, lit: all.lit.has(`country.${row.id}`) },
      ];
    })
    .sort((a, b) => Number(b.lit) - Number(a.lit))
    .filter(({ x, y, half }) => {
      const free = placed.every(
        (other) => Math.abs(other.x - x) > other.half + half || Math.abs(other.y - y) > 15,
      );
      if (free) placed.push({ x, y, half });
      return free;
    });
  return (
    <g class="at-names" aria-hidden="true">
      {shown.map(({ row, spot }) => (
        <text key={row.id} style={pin(spot)} y="19">
          {row.name}
        </text>
      ))}
    </g>
  );
}

/* Where the keys are, over all that lies there. */
function Focused({ all, id }: { all: Props; id: string }) {
  const spot = SPOTS.get(id)!;
  return (
    <g class="at-names at-focused" aria-hidden="true">
      <circle cx={spot.x} cy={spot.y} />
      <text style={pin(spot)} y="29">
        {all.deck.countries.find((row) => row.id === id)?.name}
      </text>
    </g>
  );
}

/* The surroundings of my backpacker. */
function homeFrame({ view, deck, facts }: Props, box: Box): Frame | null {
  const at = view.seat[facts.me]?.at ?? null;
  const spot = at === null ? undefined : SPOTS.get(deck.countries[at]!.id);
  if (!spot) return null;
  const wide = WIDE / 5;
  return { x: spot.x - wide / 2, y: spot.y - (wide * box.height) / box.width / 2, wide };
}

interface Near {
  x: number;
  y: number;
  ids: string[];
}

/* Several countries lie under the finger: which one? */
function Nearby({ all, near, close }: { all: Props; near: Near; close: () => void }) {
  const reach = reachOf(all.facts);
  const names = new Map(all.deck.countries.map((row) => [row.id, row.name]));
  return (
    <div class="at-near" role="group" aria-label={w.which}>
      <b>{w.which}</b>
      {near.ids.map((id) => (
        <button
          type="button"
          key={id}
          data-nearby={`country.${id}`}
          onClick={() => {
            close();
            all.touch(`country.${id}`);
          }}
        >
          {names.get(id)}
          {reach.has(id) && <small>{w.reach(reach.get(id)!.cost, reach.get(id)!.means)}</small>}
        </button>
      ))}
      <button type="button" class="none" onClick={close}>
        {w.noneOfThese}
      </button>
    </div>
  );
}

export interface Look {
  country: string;
  stamp: number;
}

export function WorldMap({ all, look }: { all: Props; look: Look | null }) {
  const [ref, box] = useBox<HTMLDivElement>({ width: 900, height: 500 });
  const [chosen, setFrame] = useState<Frame | null>(all.narrow ? homeFrame(all, box) : null);
  const frame = chosen ?? whole(box); // null: the whole world
  const [grid, setGrid] = useState(true);
  const [routes, setRoutes] = useState(false);
  const [near, setNear] = useState<Near | null>(null);
  const [focused, setFocused] = useState("");
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(false);
  const came = useRef(false); // nearer by itself, from the whole world
  const high = (frame.wide * box.height) / box.width;
  const unit = frame.wide / box.width;
  const lit = [...all.lit].filter((id) => id.startsWith("country.")).map((id) => id.slice(8));

  const zoomBy = (factor: number, at?: { x: number; y: number }) => {
    came.current = false;
    setNear(null);
    setFrame((before) => {
      const now = before ?? whole(box);
      const wide = within(now.wide / factor, NEAREST, whole(box).wide);
      const tall = (now.wide * box.height) / box.width;
      const fx = at ? at.x / box.width : 0.5;
      const fy = at ? at.y / box.height : 0.5;
      return {
        wide,
        x: within(now.x + (now.wide - wide) * fx, -wide / 2, WIDE - wide / 2),
        y: within(now.y + (tall - (wide * box.height) / box.width) * fy, -HIGH / 2, HIGH),
      };
    });
  };
  const shift = (dx: number, dy: number) => {
    came.current = false;
    setFrame((before) => {
      const now = before ?? whole(box);
      return {
        ...now,
        x: within(now.x - (dx * now.wide) / box.width, -now.wide / 2, WIDE - now.wide / 2),
        y: within(now.y - (dy * now.wide) / box.width, -HIGH / 3, HIGH),
      };
    });
  };

  // Where the frame becomes higher or lower, its middle stays where it is.
  const shape = useRef(box);
  useLayoutEffect(() => {
    const taller = box.height / box.width - shape.current.height / shape.current.width;
    shape.current = box;
    if (taller) setFrame((now) => now && { ...now, y: now.y - (now.wide * taller) / 2 });
  }, [box.width, box.height]);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const area = element.getBoundingClientRect();
      zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2, {
        x: event.clientX - area.left,
        y: event.clientY - area.top,
      });
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  });

  // A country looked up is brought into view; so is my backpacker, should it leave the map.
  useEffect(() => {
    const spot = look && SPOTS.get(look.country);
    if (!spot) return;
    const wide = Math.min(frame.wide, WIDE / 4);
    setFrame({ x: spot.x - wide / 2, y: spot.y - (wide * box.height) / box.width / 2, wide });
  }, [look]);
  const mine = all.view.seat[all.facts.me]?.at ?? null;
  useEffect(() => {
    const spot = mine === null ? undefined : SPOTS.get(all.deck.countries[mine]!.id);
    if (spot && !chosen && all.narrow) setFrame(homeFrame(all, box));
    if (!spot || !chosen) return;
    const margin = frame.wide / 12;
    const inside =
      Math.abs(spot.x - frame.x - frame.wide / 2) < frame.wide / 2 - margin &&
      Math.abs(spot.y - frame.y - high / 2) < high / 2 - margin;
    if (!inside) setFrame({ ...frame, x: spot.x - frame.wide / 2, y: spot.y - high / 2 });
  }, [mine]);
  useEffect(() => setNear(null), [all.view, all.lit]);
  // What can be touched is brought into view, should all of it lie beyond the frame.
  useEffect(() => {
    const shows = lit.some((id) => {
      const { x, y } = SPOTS.get(id) ?? frame;
      return x > frame.x && x < frame.x + frame.wide && y > frame.y && y < frame.y + high;
    });
    const near = all.narrow ? null : around(lit, box, WIDE / 4); // a phone is near already
    if (lit.length && !shows) setFrame(around(lit, box));
    else if (near && !chosen && lit.length === all.lit.size && near.wide < frame.wide * NEARER) {
      // All that can be done lies in a corner of the world: it is shown from near, for so long.
      came.current = true;
      setFrame(near);
    } else if (!lit.length && came.current) {
      came.current = false;
      setFrame(null);
    }
  }, [lit.join()]);

  // The keys have come to a country: it is named, and brought into view.
  const focus = (event: FocusEvent) => {
    const element = event.target as SVGElement;
    const id = element.dataset.target?.slice(8) ?? "";
    const spot = SPOTS.get(id);
    ref.current?.scrollTo(0, 0); // the frame moves, not what is in it
    if (!spot || !element.matches(":focus-visible")) return;
    setFocused(id);
    const inside =
      Math.abs(spot.x - frame.x - frame.wide / 2) < (frame.wide / 2) * 0.96 &&
      Math.abs(spot.y - frame.y - high / 2) < (high / 2) * 0.96;
    if (!inside) setFrame({ ...frame, x: spot.x - frame.wide / 2, y: spot.y - high / 2 });
  };

  const drag = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const others = [...pointers.current.entries()].filter(([id]) => id !== event.pointerId);
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    if (Math.abs(dx) + Math.abs(dy) < 4 && !moved.current) return;
    moved.current = true;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const other = others[0]?.[1];
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const area = ref.current!.getBoundingClientRect();
      const middle = {
        x: (event.clientX + other.x) / 2 - area.left,
        y: (event.clientY + other.y) / 2 - area.top,
      };
      if (was > 10 && is > 10) zoomBy(is / was, middle);
    } else shift(dx, dy);
  };

  /* Which country a touch means: of those that can be touched the nearest, else of all. */
  const pick = (event: MouseEvent) => {
    const element = event.target as Element;
    if (element.closest(".at-near")) return;
    if (moved.current) {
      event.stopPropagation();
      return;
    }
    if (event.detail === 0) return; // by a screen reader: the element itself is meant
    const area = ref.current!.getBoundingClientRect();
    const x = event.clientX - area.left;
    const y = event.clientY - area.top;
    const finger = all.narrow || (event as PointerEvent).pointerType === "touch";
    const hand = finger ? FINGER : MOUSE;
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((e) => (e as SVGElement).dataset.country)
      .find(Boolean);
    const nearest = (ids: readonly string[]) =>
      ids
        .map((id) => {
          const spot = SPOTS.get(id)!;
          const far = Math.hypot((spot.x - frame.x) / unit - x, (spot.y - frame.y) / unit - y);
          return { id, far };
        })
        .filter(({ far }) => far <= hand.reach)
        .sort((a, b) => a.far - b.far);
    let found = nearest(lit);
    if (!found.length && under) found = [{ id: under, far: 0 }];
    if (!found.length) found = nearest([...SPOTS.keys()]).slice(0, 1);
    event.stopPropagation();
    setNear(null);
    const first = found[0];
    if (!first) return;
    const close = found.filter(({ far }) => far - first.far <= hand.clear);
    if (close.length === 1) all.touch(`country.${first.id}`);
    else setNear({ x, y, ids: close.slice(0, MOST_NEAR).map(({ id }) => id) });
  };

  const { land, nodes } = useCountries(all);
  const seen = {
    width: box.width,
    height: box.height,
    viewBox: `${frame.x} ${frame.y} ${frame.wide} ${high}`,
  };
  const roads = useMemo(() => <Routes {...all} />, [all.deck]);
  const spot = look && SPOTS.get(look.country);
  return (
    <div class="at-map">
      <div class="at-tools">
        <button type="button" onClick={() => zoomBy(1.6)} aria-label={w.zoomIn} title={w.zoomIn}>
          +
        </button>
        <button
          type="button"
          onClick={() => zoomBy(1 / 1.6)}
          aria-label={w.zoomOut}
          title={w.zoomOut}
        >
          −
        </button>
        <button type="button" onClick={() => setFrame(null)}>
          {w.whole}
        </button>
        <button type="button" onClick={() => setFrame(homeFrame(all, box))}>
          {w.home}
        </button>
        <button
          type="button"
          data-show-lit
          disabled={!lit.length}
          onClick={() => setFrame(around(lit, box))}
        >
          {w.reachable}
        </button>
        <button type="button" aria-pressed={routes} onClick={() => setRoutes(!routes)}>
          {w.routes}
        </button>
        <button type="button" aria-pressed={grid} onClick={() => setGrid(!grid)}>
          {w.grid}
        </button>
      </div>
      <div
        class="at-world"
        ref={ref}
        onPointerDown={(event) => {
          if (!pointers.current.size) moved.current = false;
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={drag}
        onPointerUp={(event) => pointers.current.delete(event.pointerId)}
        onPointerLeave={(event) => pointers.current.delete(event.pointerId)}
        onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
        onClickCapture={pick}
      >
        <svg {...seen} class="land" aria-hidden="true" style={{ "--unit": unit }}>
          <path class="other" d={world.other} />
          {land}
          {routes && roads}
          {grid && GRID}
        </svg>
        <svg
          {...seen}
          role="group"
          aria-label={w.map}
          class={WIDE / frame.wide > 2.6 ? "close" : ""}
          style={{ "--ink-on-map": INK, "--unit": unit }}
          onFocusCapture={focus}
          onBlurCapture={() => setFocused("")}
        >
          {nodes}
          {WIDE / frame.wide > 2.6 && <Names all={all} frame={frame} box={box} />}
          {all.facts.areas.map((area) => (
            <Area key={area.area} {...area} />
          ))}
          <Pieces {...all} />
          {grid && <Edges frame={frame} high={high} unit={unit} />}
          {focused && <Focused all={all} id={focused} />}
          {spot && (
            <circle key={look.stamp} class="at-looked" cx={spot.x} cy={spot.y} aria-hidden="true" />
          )}
        </svg>
        {near && <Nearby all={all} near={near} close={() => setNear(null)} />}
      </div>
    </div>
  );
}
