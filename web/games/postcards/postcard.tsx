/*
 * A postcard: a picture printed in its continent's colour, a stamp whose value is the cost of a
 * holiday, the name, the icons it gives and what it asks for. On the tableau its white border
 * carries the four arrows.
 */
import { Scene } from "../../art";
import { AskChip, IconDisc, Stamp } from "./signs";
import { type Ask, CONTINENTS, DIRECTIONS, type Place, printOf, sceneOf } from "./table";

/* The picture fills a box of any shape. */
export function Picture({ p }: { p: Place }) {
  return (
    <svg
      class="pc-picture"
      viewBox="0 6 116 94"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <Scene base={printOf(p)} shapes={sceneOf(p)} seed={p.key} />
    </svg>
  );
}

/** The arrows that lead somewhere, each with its coins. */
function Arrows({ p, leads }: { p: Place; leads: number[] }) {
  return (
    <>
      {DIRECTIONS.map((direction, i) =>
        (leads[i] ?? -1) < 0 ? null : (
          <span key={direction} class={`pc-arrow ${direction} c${p.arrows[i]}`}>
            {p.arrows[i]}
          </span>
        ),
      )}
    </>
  );
}

interface FaceProps {
  p: Place;
  asks: Ask[];
  leads: number[];
  /** On a phone only what is still lacking is shown of what the card asks for. */
  narrow: boolean;
}

export function Face({ p, asks, leads, narrow }: FaceProps) {
  const long = narrow ? /\S{9}/ : /\S{11}/;
  const shown = narrow ? asks.filter((ask) => !ask.met) : asks;
  const chips = shown.length > 0 && (
    <span class="pc-asks">
      {shown.map((ask, i) => (
        <AskChip key={i} ask={ask} />
      ))}
    </span>
  );
  return (
    <>
      <span class="pc-view">
        <Picture p={p} />
        <Stamp
          value={p.cost}
          colour={CONTINENTS[p.continent]!.colour}
          locked={asks.some((ask) => !ask.met)}
        />
        <span class="pc-row">
          <span class="pc-gives">
            {p.icons.map((icon) => (
              <IconDisc key={icon} icon={icon} continent={p.continent} />
            ))}
          </span>
          {!narrow && chips}
        </span>
      </span>
      <span class={`pc-name ${long.test(p.name) ? "long" : ""}`}>{p.name}</span>
      {narrow && chips}
      <Arrows p={p} leads={leads} />
    </>
  );
}

/** Small: the picture and the icons, for a collection. */
export function Keepsake({ p }: { p: Place }) {
  return (
    <span class="pc-keepsake" title={p.name}>
      <Picture p={p} />
      <span class="pc-keepsake-name">{p.name}</span>
      <span class="pc-gives">
        {p.icons.map((icon) => (
          <IconDisc key={icon} icon={icon} continent={p.continent} />
        ))}
      </span>
    </span>
  );
}
