/* What is drawn on the map: grid, areas, routes, countries and their names. */
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { Box } from "../../shell/box";
import { TargetG } from "../../shell/target";
import world from "./map.json";
import { type Props, reachOf } from "./table";
import { en as w } from "./words.en";
import { type Frame, type Spot, SPOTS, WIDE } from "./world";

/* Positions a drawing on the map so that it keeps its size on the screen. */
export const pin = (spot: Spot, dx = 0, dy = 0) => ({
  transform: `translate(${spot.x}px, ${spot.y}px) scale(var(--unit)) translate(${dx}px, ${dy}px)`,
});

/* The label of every country: its name and what lies there. */
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
export const GRID = (
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

/* Letters of the rows and numbers of the columns, along the edges of the visible part. */
export function Edges({ frame, high, unit }: { frame: Frame; high: number; unit: number }) {
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

export function Area({ area, closed, delay }: { area: number; closed: boolean; delay: number }) {
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

export function Routes({ deck }: Props) {
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

interface Drawn {
  key: string;
  shape: VNode | null;
  node: VNode;
}

/*
 * The countries in two layers: the land, which seldom changes, and the touch targets above it.
 * A country keeps its elements until its label, note or look changes: there are about 200 of them.
 */
export function useCountries(all: Props): { land: (VNode | null)[]; nodes: VNode[] } {
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

/* The names that fit without overlapping; names of lit countries come first. */
export function Names({ all, frame, box }: { all: Props; frame: Frame; box: Box }) {
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

/* The country with the keyboard focus, above everything else. */
export function Focused({ all, id }: { all: Props; id: string }) {
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
