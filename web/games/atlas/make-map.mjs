/*
 * Draws the world map of the board, which can be touched: map.json, beside this file.
 *
 *     npm pack world-atlas@2.0.2 && tar xf world-atlas-2.0.2.tgz
 *     node web/games/atlas/make-map.mjs package/countries-50m.json [--check]
 *
 * Shapes come from the npm package world-atlas (Natural Earth, public domain), 1:50 million,
 * projected (Miller), simplified border by border so that neighbours still meet, and cut apart
 * where one state's shape holds several countries of the game. Each country gets a point to touch
 * with a disc of TOUCH units round it that no other country's disc overlaps: inside its shape where
 * that is large enough, else a dot beside its true place. Islands without a shape are dots alone.
 *
 * --check writes nothing: it fails if map.json is not what would be written.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const DEGREE = 7.5; // units for a degree at the equator
const WEST = -172; // the left edge: Alaska stands left of the grid's first column, at 150 W
const EAST = 211;
const NORTH = 84;
const SOUTH = -79;
const GRID = { west: -150, columns: 13, north: 75, rows: 9, height: 18 };
const TOUCH = 10; // radius of a touchable disc
const DETAIL = 1.2; // triangles smaller than this, in square units, are smoothed away
const SPECK = 4; // rings smaller than this are left out, unless they are all a country has

// Where the shapes have no number: parts of a state that the table does not list by itself.
const PARTS = { Somaliland: "so", "N. Cyprus": "cy" };
const NUMBERS = { 248: "fi" };
// Countries of the table that the shapes hold as parts of another.
const INSIDE = { fr: ["gf", "gp", "mq", "re", "yt"], nz: ["tk"] };

// ISO 3166: alpha-2 code and number.
const ISO =
  "ad020 ae784 af004 ag028 ai660 al008 am051 ao024 aq010 ar032 as016 at040 au036 aw533 az031 " +
  "ba070 bb052 bd050 be056 bf854 bg100 bh048 bi108 bj204 bl652 bm060 bn096 bo068 br076 bs044 " +
  "bt064 bw072 by112 bz084 ca124 cd180 cf140 cg178 ch756 ci384 ck184 cl152 cm120 cn156 co170 " +
  "cr188 cu192 cv132 cw531 cy196 cz203 de276 dj262 dk208 dm212 do214 dz012 ec218 ee233 eg818 " +
  "eh732 er232 es724 et231 fi246 fj242 fk238 fm583 fo234 fr250 ga266 gb826 gd308 ge268 gf254 " +
  "gh288 gi292 gl304 gm270 gn324 gp312 gq226 gr300 gt320 gu316 gw624 gy328 hk344 hn340 hr191 " +
  "ht332 hu348 id360 ie372 il376 im833 in356 iq368 ir364 is352 it380 jm388 jo400 jp392 ke404 " +
  "kg417 kh116 ki296 km174 kn659 kp408 kr410 kw414 ky136 kz398 la418 lb422 lc662 li438 lk144 " +
  "lr430 ls426 lt440 lu442 lv428 ly434 ma504 mc492 md498 me499 mf663 mg450 mh584 mk807 ml466 " +
  "mm104 mn496 mo446 mp580 mq474 mr478 ms500 mt470 mu480 mv462 mw454 mx484 my458 mz508 na516 " +
  "nc540 ne562 ng566 ni558 nl528 no578 np524 nr520 nu570 nz554 om512 pa591 pe604 pf258 pg598 " +
  "ph608 pk586 pl616 pm666 pr630 ps275 pt620 pw585 py600 qa634 re638 ro642 rs688 ru643 rw646 " +
  "sa682 sb090 sc690 sd729 se752 sg702 sh654 si705 sk703 sl694 sm674 sn686 so706 sr740 ss728 " +
  "st678 sv222 sx534 sy760 sz748 tc796 td148 tg768 th764 tj762 tk772 tl626 tm795 tn788 to776 " +
  "tr792 tt780 tv798 tw158 tz834 ua804 ug800 us840 uy858 uz860 va336 vc670 ve862 vg092 vi850 " +
  "vn704 vu548 wf876 ws882 ye887 yt175 za710 zm894 zw716";

const miller = (lat) => 1.25 * Math.log(Math.tan(Math.PI / 4 + (0.4 * lat * Math.PI) / 180));
const TOP = miller(NORTH);
const RADIAN = (DEGREE * 180) / Math.PI;
const xOf = (lon) => (lon - WEST) * DEGREE;
const yOf = (lat) => (TOP - miller(lat)) * RADIAN;
const WIDTH = Math.round(xOf(EAST));
const HEIGHT = Math.round(yOf(SOUTH));
const ROUND = 360 * DEGREE;
// The grid goes once round from its own west; so does the place of a country.
const onGrid = (lon) => ((((lon - GRID.west) % 360) + 360) % 360) + GRID.west;

function fail(message) {
  console.error(`map: ${message}`);
  process.exit(1);
}

function readCountries(path) {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("\t"));
  const column = (name) => {
    const at = lines[0].indexOf(name);
    return at < 0 ? fail(`${path} has no column ${name}`) : at;
  };
  const [id, lon, lat] = ["id", "lon", "lat"].map(column);
  return lines.slice(1).map((cells) => ({
    id: cells[id],
    x: xOf(onGrid(Number(cells[lon]) / 100)),
    y: yOf(Math.max(SOUTH + 4, Number(cells[lat]) / 100)),
    rings: [],
  }));
}

/* Points of an arc, projected, without the jump at 180 degrees. */
function decodeArc(arc, { scale, translate }) {
  let [qx, qy] = [0, 0];
  let before = null;
  return arc.map(([dx, dy]) => {
    qx += dx;
    qy += dy;
    let lon = qx * scale[0] + translate[0];
    const lat = Math.min(NORTH, Math.max(-85, qy * scale[1] + translate[1]));
    if (before !== null) lon += 360 * Math.round((before - lon) / 360);
    before = lon;
    return [xOf(lon), yOf(lat)];
  });
}

const triangle = (a, b, c) =>
  Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;

/* Visvalingam: the point that spans the smallest triangle goes first; the ends stay. */
function simplify(points) {
  const kept = points.slice();
  const closed =
    kept.length > 3 && Math.hypot(kept[0][0] - kept.at(-1)[0], kept[0][1] - kept.at(-1)[1]) < 1e-6;
  const fewest = closed ? 5 : 2;
  const areas = kept.map((p, i) =>
    i && i + 1 < kept.length ? triangle(kept[i - 1], p, kept[i + 1]) : Infinity,
  );
  while (kept.length > fewest) {
    let least = 1;
    for (let i = 2; i + 1 < kept.length; i++) if (areas[i] < areas[least]) least = i;
    if (areas[least] >= DETAIL) break;
    kept.splice(least, 1);
    areas.splice(least, 1);
    for (const i of [least - 1, least])
      if (i > 0 && i + 1 < kept.length) areas[i] = triangle(kept[i - 1], kept[i], kept[i + 1]);
  }
  return kept;
}

/* Joins the arcs of a ring, each shifted round the globe to where the last one ended. */
function joinArcs(numbers, arcs) {
  const ring = [];
  for (const number of numbers) {
    const arc = number < 0 ? arcs[~number].slice().reverse() : arcs[number];
    const shift = ring.length ? ROUND * Math.round((ring.at(-1)[0] - arc[0][0]) / ROUND) : 0;
    for (const [x, y] of ring.length ? arc.slice(1) : arc) ring.push([x + shift, y]);
  }
  return ring;
}

function areaOf(ring) {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
    sum += a[0] * b[1] - b[0] * a[1];
  }
  return Math.abs(sum) / 2;
}

const middle = (ring) => {
  const xs = ring.map((p) => p[0]);
  const ys = ring.map((p) => p[1]);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
};

/* A ring that goes once round a pole is closed along the bottom of the map. */
function closeRoundPole(ring) {
  const [first, last] = [ring[0], ring.at(-1)];
  if (Math.abs(last[0] - first[0]) < ROUND / 2) return [ring];
  const round = last[0] > first[0] ? ring : ring.slice().reverse();
  const copies = [-ROUND, 0, ROUND].flatMap((shift) => round.map(([x, y]) => [x + shift, y]));
  const [left, right] = [copies[0][0], copies.at(-1)[0]];
  return [[...copies, [right, HEIGHT + 20], [left, HEIGHT + 20]]];
}

/* Which country of the table a polygon belongs to: its state, or a part of it listed by itself. */
function ownerOf(state, polygon, byId) {
  let owner = state;
  if (INSIDE[state?.id]) {
    const [x, y] = middle(polygon[0]);
    const away = (c) =>
      Math.hypot(Math.abs(((x - c.x + ROUND * 1.5) % ROUND) - ROUND / 2), y - c.y);
    for (const id of INSIDE[state.id]) {
      const part = byId.get(id);
      if (part && away(part) < 6 * DEGREE && away(part) < away(owner)) owner = part;
    }
  }
  return owner;
}

function addPolygon(polygon, owner, other) {
  for (const ring of polygon) {
    for (const closed of closeRoundPole(ring)) {
      const [x] = middle(closed);
      const home = owner ? owner.x : xOf(onGrid((x - xOf(0)) / DEGREE));
      const shift = closed === ring ? ROUND * Math.round((home - x) / ROUND) : 0;
      (owner ? owner.rings : other).push(closed.map(([px, py]) => [px + shift, py]));
    }
  }
}

function drawShapes(topology, countries) {
  const arcs = topology.arcs.map((arc) => simplify(decodeArc(arc, topology.transform)));
  const byId = new Map(countries.map((c) => [c.id, c]));
  const byNumber = new Map(
    ISO.split(" ").map((code) => [code.slice(2), byId.get(code.slice(0, 2))]),
  );
  for (const [number, id] of Object.entries(NUMBERS)) byNumber.set(number, byId.get(id));
  const other = [];
  for (const shape of topology.objects.countries.geometries) {
    const state = byNumber.get(shape.id) ?? byId.get(PARTS[shape.properties.name]);
    const polygons = shape.type === "Polygon" ? [shape.arcs] : (shape.arcs ?? []);
    for (const numbers of polygons) {
      const polygon = numbers.map((ring) => joinArcs(ring, arcs));
      addPolygon(polygon, ownerOf(state, polygon, byId), other);
    }
  }
  for (const c of countries) {
    c.rings.sort((a, b) => areaOf(b) - areaOf(a));
    c.rings = c.rings.filter((ring, i) => i === 0 || areaOf(ring) >= SPECK);
    c.rings = c.rings.filter((ring) => ring.some(([x]) => x > 0 && x < WIDTH));
  }
  return other.filter((ring) => areaOf(ring) >= SPECK);
}

/* Distance to the edge of a shape, negative outside. */
function depth(x, y, rings) {
  let inside = false;
  let least = Infinity;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i], ring[j]];
      if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0])
        inside = !inside;
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      const t = Math.max(
        0,
        Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)),
      );
      least = Math.min(least, Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy));
    }
  }
  return inside ? least : -least;
}

/* The point of a shape that lies deepest inside it, searched on finer and finer grids. */
function deepest(rings) {
  const xs = rings[0].map((p) => Math.min(WIDTH - TOUCH, Math.max(TOUCH, p[0])));
  const ys = rings[0].map((p) => Math.min(HEIGHT - TOUCH, Math.max(TOUCH, p[1])));
  let box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  let best = { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, depth: -Infinity };
  for (let round = 0; round < 4; round++) {
    const [w, h] = [box[2] - box[0], box[3] - box[1]];
    for (let i = 0; i <= 24; i++)
      for (let k = 0; k <= 24; k++) {
        const [x, y] = [box[0] + (w * i) / 24, box[1] + (h * k) / 24];
        const d = depth(x, y, rings);
        if (d > best.depth) best = { x, y, depth: d };
      }
    box = [best.x - w / 12, best.y - h / 12, best.x + w / 12, best.y + h / 12];
    box = [
      Math.max(TOUCH, box[0]),
      Math.max(TOUCH, box[1]),
      Math.min(WIDTH - TOUCH, box[2]),
      Math.min(HEIGHT - TOUCH, box[3]),
    ];
  }
  return best;
}

/* Pushes dots apart until no two discs overlap; the discs inside large countries stay. The discs
 * grow slowly, so that islands keep their order. */
function spread(discs) {
  for (let round = 0; round < 20000; round++) {
    const gap = (2 * TOUCH + 0.6) * Math.min(1, round / 8000);
    let moved = false;
    for (const d of discs) {
      if (d.fixed) continue;
      const pull = round < 12000 ? 0.01 : 0;
      d.x += (d.ax - d.x) * pull;
      d.y += (d.ay - d.y) * pull;
    }
    for (let i = 0; i < discs.length; i++)
      for (let k = 0; k < i; k++) {
        const [a, b] = [discs[i], discs[k]];
        if (a.fixed && b.fixed) continue;
        let [dx, dy] = [a.x - b.x, a.y - b.y];
        if (Math.abs(dx) >= gap || Math.abs(dy) >= gap) continue;
        let far = Math.hypot(dx, dy);
        if (far >= gap) continue;
        if (far < 1e-6) [dx, dy, far] = [0.6, 0.8, 1e-6 + 1];
        const push = (gap - far) / far / (a.fixed || b.fixed ? 1 : 2);
        if (!a.fixed) [a.x, a.y] = [a.x + dx * push, a.y + dy * push];
        if (!b.fixed) [b.x, b.y] = [b.x - dx * push, b.y - dy * push];
        moved = true;
      }
    for (const d of discs) {
      d.x = Math.min(WIDTH - TOUCH, Math.max(TOUCH, d.x));
      d.y = Math.min(HEIGHT - TOUCH, Math.max(TOUCH, d.y));
    }
    if (!moved && round >= 12000) return;
  }
}

function placeDiscs(countries) {
  const discs = countries.map((c) => {
    const best = c.rings.length ? deepest(c.rings) : null;
    if (best && best.depth >= TOUCH) return { id: c.id, x: best.x, y: best.y, fixed: true };
    const at = best && best.depth > 0 ? best : c;
    return { id: c.id, x: at.x, y: at.y, ax: at.x, ay: at.y, fixed: false };
  });
  spread(discs);
  return discs;
}

const whole = (n) => Math.round(n);

function pathOf(rings) {
  let path = "";
  for (const ring of rings) {
    let [px, py] = [whole(ring[0][0]), whole(ring[0][1])];
    let part = `M${px},${py}`;
    let steps = 0;
    for (const [x, y] of ring.slice(1)) {
      const [dx, dy] = [whole(x) - px, whole(y) - py];
      if (!dx && !dy) continue;
      part += `l${dx},${dy}`;
      [px, py] = [px + dx, py + dy];
      steps++;
    }
    if (steps > 1) path += `${part}z`;
  }
  return path;
}

function checkDiscs(discs) {
  for (let i = 0; i < discs.length; i++)
    for (let k = 0; k < i; k++)
      if (Math.hypot(discs[i].x - discs[k].x, discs[i].y - discs[k].y) < 2 * TOUCH)
        fail(`the discs of ${discs[i].id} and ${discs[k].id} overlap`);
}

function makeMap(topology, countries) {
  const other = drawShapes(topology, countries);
  const discs = placeDiscs(countries);
  checkDiscs(discs);
  const drawn = countries.map((c, i) => {
    const d = discs[i];
    const entry = { id: c.id, x: +d.x.toFixed(1), y: +d.y.toFixed(1) };
    if (!d.fixed) entry.dot = [+d.ax.toFixed(1), +d.ay.toFixed(1)];
    const path = pathOf(c.rings);
    if (path) entry.path = path;
    return entry;
  });
  // Whole numbers, so that each list fits on a line as prettier has it.
  const columns = Array.from({ length: GRID.columns + 1 }, (_, i) =>
    whole(xOf(GRID.west + (360 * i) / GRID.columns)),
  );
  const rows = Array.from({ length: GRID.rows + 1 }, (_, i) =>
    whole(Math.min(HEIGHT, yOf(Math.max(-85, GRID.north - GRID.height * i)))),
  );
  const map = {
    licence: "Shapes: Natural Earth, public domain, from the npm package world-atlas (ISC).",
    width: WIDTH,
    height: HEIGHT,
    touch: TOUCH,
    grid: { columns, rows },
    other: pathOf(other),
    countries: drawn,
  };
  const inline = (_, numbers) => `[${numbers.split(/,\s*/).join(", ")}]`;
  return `${JSON.stringify(map, null, 2).replace(/\[\s+([-\d.,\s]+?)\s+\]/g, inline)}\n`;
}

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));
const [shapes, flag] = process.argv.slice(2);
const target = beside("map.json");
if (!shapes || (flag && flag !== "--check"))
  fail("usage: make-map.mjs countries-50m.json [--check]");
if (!existsSync(shapes)) fail(`${shapes} is missing; see the top of this file`);
const countries = readCountries(beside("../../../data/atlas/countries.tsv"));
const map = makeMap(JSON.parse(readFileSync(shapes, "utf8")), countries);
if (!flag) writeFileSync(target, map);
else if (readFileSync(target, "utf8") !== map) fail("map.json is not what would be written");
