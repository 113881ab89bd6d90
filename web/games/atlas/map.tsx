/*
 * The map of the world: countries to touch, backpackers, tokens, homes, souvenirs, blocks and
 * delays; a grid and the routes on demand. It is zoomed by wheel, buttons or two fingers and moved
 * by dragging. What lies on it keeps its size on the screen: `--unit` is a pixel in the map's own
 * measure. Where countries crowd, a touch means the nearest; where that is in doubt it asks.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { CARD, INK } from "../../art";
import { within } from "../../shell/boardtools";
import { type Box, useBox } from "../../shell/box";
import { Area, Edges, Focused, GRID, Names, pin, Routes, useCountries } from "./layers";
import world from "./map.json";
import { type Props, reachOf, SEATS } from "./table";
import { en as w } from "./words.en";
import { around, type Frame, HIGH, NEAREST, SPOTS, whole, WIDE } from "./world";

/** How far a touch reaches, in pixels, and how much nearer the nearest must be than the next. */
const FINGER = { reach: 22, clear: 12 };
const MOUSE = { reach: 11, clear: 3 };
const MOST_NEAR = 8;
/** How much smaller what can be touched must be than the world to be shown by itself. */
const NEARER = 0.5;

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
