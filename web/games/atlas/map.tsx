/*
 * The map of the world: countries to touch, backpackers, tokens, homes, souvenirs, blocks and
 * delays; a grid and the routes on demand. It is zoomed by wheel, buttons, keys or two fingers and
 * moved by dragging; a search brings a country into view.
 */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { CARD, INK } from "../../art";
import { useBox } from "../../shell/box";
import { TargetG } from "../../shell/target";
import world from "./map.json";
import { NONE, type Props, SEATS } from "./table";
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

interface Frame {
  x: number;
  y: number;
  wide: number; // of the part that is seen
}

/* The whole world, fitted into the pixels there are. */
function whole(box: { width: number; height: number }): Frame {
  const wide = Math.max(WIDE, (HIGH * box.width) / box.height);
  return { x: (WIDE - wide) / 2, y: 0, wide };
}

const within = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(most, value));

/* What lies in a country, in words. */
function labels(all: Props): Map<string, string> {
  const { view, deck, facts, names } = all;
  const reach = new Map((facts.reach ?? []).map((r) => [r.country, r]));
  const result = new Map<string, string>();
  deck.countries.forEach((row, index) => {
    const parts = [row.name];
    view.seat.forEach((p, seat) => {
      const name = names[seat] ?? "";
      if (p.at === index) parts.push(w.here(name));
      if (p.home === index) parts.push(w.lives(name));
      if (p.explored.includes(index)) parts.push(w.explored(name));
    });
    view.souvenir_at.forEach((at, souvenir) => {
      if (at === index) parts.push(w.souvenir(deck.souvenirs[souvenir]!.name));
    });
    if (facts.blocked.includes(row.id)) parts.push(w.blocked);
    result.set(row.id, parts.join(", "));
  });
  void reach;
  return result;
}

/* Edges of the grid and the names of its areas. */
function Grid({ facts }: Props) {
  const { columns, rows } = world.grid;
  return (
    <g class="at-grid" aria-hidden="true">
      {columns.map((x) => (
        <path d={`M${x} ${rows[0]}V${rows[rows.length - 1]}`} />
      ))}
      {rows.map((y) => (
        <path d={`M${columns[0]} ${y}H${columns[columns.length - 1]}`} />
      ))}
      {rows.slice(0, -1).map((y, row) =>
        columns.slice(0, -1).map((x, column) => (
          <text x={x + 6} y={y + 26}>
            {String.fromCharCode(65 + row)}
            {column + 1}
          </text>
        )),
      )}
      {facts.areas.map((area) => (
        <Area area={area.area} closed={area.closed} delay={area.delay} />
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
    <g>
      <rect
        x={x}
        y={y}
        width={wide}
        height={high}
        class={closed ? "closed" : "delayed"}
        fill={`url(#valise-${closed ? "crosses" : "stripes"})`}
      />
      <text class="warning" x={x + wide / 2} y={y + 30}>
        {closed ? "✕" : ""}
        {delay ? `+${delay}` : ""}
      </text>
    </g>
  );
}

function Routes({ deck }: Props) {
  const paths = useMemo(
    () =>
      deck.routes.map((route) => {
        const a = SPOTS.get(route.a);
        const b = SPOTS.get(route.b);
        if (!a || !b || Math.abs(a.x - b.x) > WIDE / 2) return null;
        return (
          <path class={route.kind === "sea" ? "sea" : "land"} d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />
        );
      }),
    [deck],
  );
  return (
    <g class="at-routes" aria-hidden="true">
      {paths}
    </g>
  );
}

/* Who stands and who has been where. */
function Pieces({ view, deck }: Props) {
  return (
    <g class="at-pieces" aria-hidden="true">
      {view.seat.flatMap((p, seat) =>
        p.explored.map((index) => {
          const spot = SPOTS.get(deck.countries[index]!.id);
          return (
            spot && (
              <rect
                key={`t${seat}.${index}`}
                x={spot.x - 7}
                y={spot.y - 2}
                width="14"
                height="9"
                rx="2"
                fill={SEATS[seat]!}
                stroke={CARD}
                stroke-width="1.5"
              />
            )
          );
        }),
      )}
      {view.souvenir_at.map((at, souvenir) => {
        const spot = at === NONE ? undefined : SPOTS.get(deck.countries[at]!.id);
        return (
          spot && (
            <path
              key={`s${souvenir}`}
              data-flip={`souvenir.${souvenir}`}
              class="souvenir"
              d={`M${spot.x} ${spot.y - 13}l4 8 9 1-6.500 6 1.500 9-8-4-8 4 1.500-9-6.500-6 9-1z`}
            />
          )
        );
      })}
      {view.seat.map((p, seat) => {
        const spot = p.at === NONE ? undefined : SPOTS.get(deck.countries[p.at]!.id);
        const home = p.home === NONE ? undefined : SPOTS.get(deck.countries[p.home]!.id);
        const shift = (seat - 1.5) * 9;
        return (
          <g key={`b${seat}`}>
            {home && (
              <path
                d={`M${home.x - 9 + shift} ${home.y + 16}v-8l7-6 7 6v8z`}
                fill={SEATS[seat]!}
                stroke={CARD}
                stroke-width="1.5"
              />
            )}
            {spot && (
              <g data-flip={`backpacker.${seat}`}>
                <path
                  d={`M${spot.x + shift} ${spot.y}c-16-18-12-34 0-34s16 16 0 34z`}
                  fill={SEATS[seat]!}
                  stroke={CARD}
                  stroke-width="2"
                />
                <text class="letter" x={spot.x + shift} y={spot.y - 16} fill={CARD}>
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

function Countries({ all, zoom, radius }: { all: Props; zoom: number; radius: number }) {
  const { deck, facts } = all;
  const words = labels(all);
  const reach = new Map((facts.reach ?? []).map((r) => [r.country, r]));
  // On a phone what can be touched lies above what cannot, so that a crowded neighbour does not
  // cover it; elsewhere the order stays, because a moved element would lose the focus of the keys.
  const lit = (id: string) => Number(all.narrow && all.lit.has(`country.${id}`));
  const order = deck.countries
    .map((row, index) => ({ row, index }))
    .sort((a, b) => lit(a.row.id) - lit(b.row.id));
  return (
    <>
      {order.map(({ row, index }) => {
        const spot = SPOTS.get(row.id);
        if (!spot) return null;
        const near = reach.get(row.id);
        const owner = all.view.seat.findIndex((p) => p.explored.includes(index));
        return (
          <TargetG
            key={row.id}
            id={`country.${row.id}`}
            label={words.get(row.id) ?? row.name}
            note={near ? w.reach(near.cost, near.means) : undefined}
            class={[
              "at-country",
              row.continent,
              owner >= 0 && "taken",
              facts.blocked.includes(row.id) && "blocked",
            ]
              .filter(Boolean)
              .join(" ")}
            ring={<circle cx={spot.x} cy={spot.y} r={radius} />}
          >
            {spot.path && <path class="shape" d={spot.path} />}
            <circle
              class={row.airport === "yes" ? "dot airport" : "dot"}
              cx={spot.x}
              cy={spot.y}
              r="4"
            />
            {zoom > 2.2 && (
              <text class="name" x={spot.x} y={spot.y + 16} font-size={within(30 / zoom, 7, 14)}>
                {row.name}
              </text>
            )}
          </TargetG>
        );
      })}
    </>
  );
}

/* The country of my backpacker, to begin with. */
function homeFrame({ view, deck, facts }: Props): Frame | null {
  const at = view.seat[facts.me]?.at ?? NONE;
  const spot = at === NONE ? undefined : SPOTS.get(deck.countries[at]!.id);
  if (!spot) return null;
  const wide = WIDE / 6;
  return { x: spot.x - wide / 2, y: spot.y - wide / 3, wide };
}

/** How little of the world the map shows at its largest. */
const NEAREST = 160;

export function WorldMap(all: Props) {
  const [ref, box] = useBox<HTMLDivElement>({ width: 900, height: 500 });
  const [chosen, setFrame] = useState<Frame | null>(all.narrow ? homeFrame(all) : null); // null: the whole world
  const frame = chosen ?? whole(box);
  const [grid, setGrid] = useState(true);
  const [routes, setRoutes] = useState(false);
  const [find, setFind] = useState("");
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(false);
  const high = (frame.wide * box.height) / box.width;
  const zoom = WIDE / frame.wide;
  // A finger needs 44 pixels; where countries crowd, zoom in.
  const radius = all.narrow
    ? within((23 * frame.wide) / box.width, world.touch, 3 * world.touch)
    : world.touch;

  const zoomBy = (factor: number, at?: { x: number; y: number }) =>
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
  const shift = (dx: number, dy: number) =>
    setFrame((before) => {
      const now = before ?? whole(box);
      return {
        ...now,
        x: within(now.x - (dx * now.wide) / box.width, -now.wide / 2, WIDE - now.wide / 2),
        y: within(now.y - (dy * now.wide) / box.width, -HIGH / 3, HIGH),
      };
    });

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
      if (was > 10 && is > 10) zoomBy(is / was);
    } else shift(dx, dy);
  };

  const search = (text: string) => {
    setFind(text);
    const wanted = text.trim().toLowerCase();
    const row =
      wanted.length > 2 && all.deck.countries.find((c) => c.name.toLowerCase().startsWith(wanted));
    const spot = row ? SPOTS.get(row.id) : undefined;
    if (!spot) return;
    const wide = WIDE / 5;
    setFrame({ x: spot.x - wide / 2, y: spot.y - (wide * box.height) / box.width / 2, wide });
  };

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
        <button type="button" onClick={() => setFrame(homeFrame(all))}>
          {w.home}
        </button>
        <button type="button" aria-pressed={routes} onClick={() => setRoutes(!routes)}>
          {w.routes}
        </button>
        <button type="button" aria-pressed={grid} onClick={() => setGrid(!grid)}>
          {w.grid}
        </button>
        <input
          type="search"
          value={find}
          placeholder={w.find}
          aria-label={w.find}
          onInput={(event) => search(event.currentTarget.value)}
        />
      </div>
      <div
        class="at-world"
        ref={ref}
        onPointerDown={(event) => {
          moved.current = false;
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={drag}
        onPointerUp={(event) => pointers.current.delete(event.pointerId)}
        onPointerLeave={(event) => pointers.current.delete(event.pointerId)}
        onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
        onClickCapture={(event) => {
          if (moved.current) event.stopPropagation();
        }}
      >
        <svg
          width={box.width}
          height={box.height}
          viewBox={`${frame.x} ${frame.y} ${frame.wide} ${high}`}
          role="group"
          aria-label={w.map}
          data-zoom={frame.wide / NEAREST}
          style={{ "--ink-on-map": INK }}
        >
          <path class="other" d={world.other} aria-hidden="true" />
          {routes && <Routes {...all} />}
          <Countries all={all} zoom={zoom} radius={radius} />
          {grid && <Grid {...all} />}
          <Pieces {...all} />
        </svg>
      </div>
    </div>
  );
}
