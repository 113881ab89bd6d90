/*
 * Things to look up at any time: where I can go with what I have, and every country with its flag,
 * languages and places, by name or by what is on the flag.
 */
import { useState } from "preact/hooks";
import { useTable } from "../../shell/context";
import { type Props, reachOf } from "./table";
import { en as w } from "./words.en";

interface LookupProps {
  all: Props;
  look: (country: string) => void;
}

interface Stop {
  country: string;
  cost: number;
  means: string;
  why: string[];
}

/* What speaks for a country: my cards, cards of the row, souvenirs. */
function reasons(all: Props): Map<string, string[]> {
  const { view, deck, facts } = all;
  const found = new Map<string, string[]>();
  const add = (country: string, text: string) =>
    found.set(country, [...(found.get(country) ?? []), text]);
  const mine = view.seat[facts.me];
  const cards: [number, string][] = [
    ...(mine?.hand ?? []).map((card): [number, string] => [card, w.inHand]),
    ...view.row.flatMap((card): [number, string][] => (card === null ? [] : [[card, w.inRow]])),
  ];
  for (const [card, where] of cards) {
    const row = deck.destinations[card];
    if (!row || facts.cards?.find((c) => c.card === card)?.barred) continue;
    for (const country of [row.country, row.country2]) {
      if (country !== "-") add(country, `${row.name} (${where})`);
    }
  }
  view.souvenir_at.forEach((at, souvenir) => {
    if (at !== null) add(deck.countries[at]!.id, w.souvenir(deck.souvenirs[souvenir]!.name));
  });
  return found;
}

function Place({ all, stop, look }: LookupProps & { stop: Stop }) {
  const name = all.deck.countries.find((row) => row.id === stop.country)?.name ?? stop.country;
  const id = `country.${stop.country}`;
  return (
    <li>
      <button type="button" class="where" onClick={() => look(stop.country)}>
        <b>{name}</b> {w.reach(stop.cost, stop.means)}
        {stop.why.length > 0 && <small>{stop.why.join(", ")}</small>}
      </button>
      {all.lit.has(id) && (
        <button
          type="button"
          class="go"
          aria-label={w.goTo(name)}
          onClick={() => {
            look(stop.country);
            all.touch(id);
          }}
        >
          {w.go}
        </button>
      )}
    </li>
  );
}

/** Where I can go with what I have. */
export function Planner({ all, look }: LookupProps) {
  const { facts, view, deck } = all;
  const mine = view.seat[facts.me];
  const at = mine && mine.at !== null ? deck.countries[mine.at] : undefined;
  if (!mine || !at) return <p>{w.noPlan}</p>;
  const why = reasons(all);
  const budget = facts.quick ? w.steps : w.energy(mine.energy);
  const most = facts.quick ? w.quickSteps : mine.energy;
  const reach = reachOf(facts);
  const stops: Stop[] = [...reach.values()].map((stop) => ({
    ...stop,
    why: why.get(stop.country) ?? [],
  }));
  // A card takes the player to its own country, over any distance.
  for (const flight of facts.flights ?? []) {
    const known = reach.get(flight.country);
    if (flight.cost > most || flight.country === at.id || (known && known.cost <= flight.cost))
      continue;
    const other = stops.find((stop) => stop.country === flight.country);
    if (other) Object.assign(other, { cost: flight.cost, means: "card" });
    else
      stops.push({
        country: flight.country,
        cost: flight.cost,
        means: "card",
        why: why.get(flight.country) ?? [],
      });
  }
  stops.sort((a, b) => a.cost - b.cost || a.country.localeCompare(b.country));
  const worth = stops.filter((stop) => stop.why.length > 0);
  const rest = stops.filter((stop) => stop.why.length === 0);
  const costs = [...new Set(rest.map((stop) => stop.cost))];
  const names = new Map(deck.countries.map((row) => [row.id, row.name]));
  return (
    <section class="at-planner" aria-label={w.planner}>
      <p>
        {w.from(at.name, budget)} {(why.get(at.id) ?? []).length > 0 && w.hereIs(why.get(at.id)!)}
      </p>
      <h3>{w.worth}</h3>
      {worth.length ? (
        <ul>
          {worth.map((stop) => (
            <Place key={stop.country} all={all} stop={stop} look={look} />
          ))}
        </ul>
      ) : (
        <p>{w.nothingNear}</p>
      )}
      {rest.length > 0 && <h3>{w.alsoNear}</h3>}
      {costs.map((cost) => (
        <p key={cost} class="cost">
          <b>{cost}</b>
          {rest
            .filter((stop) => stop.cost === cost)
            .map((stop) => (
              <button
                type="button"
                key={stop.country}
                class={all.lit.has(`country.${stop.country}`) ? "open" : ""}
                onClick={() => look(stop.country)}
              >
                {names.get(stop.country)}
              </button>
            ))}
        </p>
      ))}
    </section>
  );
}

const MOST = 60;

/** The flag manual, and every country. */
export function Countries({ all, look }: LookupProps) {
  const { deck } = all;
  const store = useTable();
  const [find, setFind] = useState("");
  const [continent, setContinent] = useState("");
  const [colour, setColour] = useState("");
  const [mark, setMark] = useState("");
  const wanted = find.trim().toLowerCase();
  const has = (list: string, one: string) => !one || list.split(" ").includes(one);
  const rows = deck.countries.filter(
    (row) =>
      (!wanted ||
        row.name.toLowerCase().includes(wanted) ||
        row.languages.includes(wanted) ||
        row.area.toLowerCase() === wanted) &&
      (!continent || row.continent === continent) &&
      has(row.main, colour) &&
      (!mark || has(row.elements, mark) || has(row.layout, mark)),
  );
  const select = (
    label: string,
    value: string,
    set: (value: string) => void,
    options: { id: string; name: string }[],
  ) => (
    <select aria-label={label} value={value} onChange={(event) => set(event.currentTarget.value)}>
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.name}
        </option>
      ))}
    </select>
  );
  const languages = new Map(deck.languages.map((row) => [row.id, row.name]));
  const marks = new Map(deck.elements.map((row) => [row.id, row.name]));
  const say = (list: string, names: Map<string, string>) =>
    list === "-"
      ? ""
      : list
          .split(" ")
          .map((id) => names.get(id) ?? id)
          .join(", ");
  return (
    <section class="at-manual" aria-label={w.manual}>
      <div class="filters">
        <input
          type="search"
          value={find}
          placeholder={w.find}
          aria-label={w.find}
          onInput={(event) => setFind(event.currentTarget.value)}
        />
        {select(w.anyContinent, continent, setContinent, deck.continents)}
        {select(w.anyColour, colour, setColour, deck.colours.slice(0, 7))}
        {select(w.anyMark, mark, setMark, deck.elements)}
      </div>
      <p role="status">{w.countries(rows.length)}</p>
      <ul>
        {rows.slice(0, MOST).map((row) => (
          <li key={row.id}>
            <button type="button" class="where" onClick={() => look(row.id)}>
              <b>
                {row.name} <small>{row.area}</small>
              </b>
              <span class="colours">
                {row.main.split(" ").map((id) => (
                  <i key={id} class={id}>
                    {w.colourLetters[id] ?? id}
                  </i>
                ))}
              </span>
              <small>
                {[say(row.elements, marks), say(row.layout, marks)].filter(Boolean).join(", ") ||
                  w.plain}
              </small>
              <small>{say(row.languages, languages)}</small>
            </button>
            <button
              type="button"
              class="go"
              aria-label={w.more(row.name)}
              onClick={() => (store.inspected.value = `country.${row.id}`)}
            >
              i
            </button>
          </li>
        ))}
      </ul>
      {rows.length > MOST && <p>{w.moreCountries(rows.length - MOST)}</p>}
    </section>
  );
}
