/* The frame of the map: zoom, scrolling, and the button that shows everything that is lit. */
import { useEffect, useRef, useState } from "preact/hooks";
import { parts, within } from "../../shell/boardtools";
import { useBox } from "../../shell/box";
import { City, HIGH, LEFT, TOP, WIDE } from "./map";
import { type Point, position, type Props, routes } from "./table";
import { en as w } from "./words.en";

const STEP = 1.3;
const LEAST = 0.35;
const MOST = 2.4;

/** The position of an element on the map; null for a card or a ticket. */
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

/* A phone shows the whole map until something on it can be touched; then it zooms in. */
export function Frame(all: Props) {
  const [box, room] = useBox<HTMLDivElement>({ width: WIDE, height: HIGH });
  const [scale, setScale] = useState<number | null>(null);
  const own = useRef(false); // the player has zoomed: do not zoom by itself any more
  const pinch = useRef(0);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const lit = [...all.lit].flatMap((id) => spotOf(all, id) ?? []);
  const fit = () => Math.min(room.width / WIDE, room.height / HIGH);
  // The areas of the whole map that the buttons of a phone cover (phone.css), in its units.
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
