/* The transport cards: in the row, in the hand, and the decks beside the row. */
import { useRef } from "preact/hooks";
import { CARD, CardBack, INK, LINE, TEAL } from "../../art";
import { Target } from "../../shell/target";
import { BOAT, CABLE_CAR } from "./signs";
import { FERRY, look, type Props, type SfDeck } from "./table";
import { en as w } from "./words.en";

/** A transport card lies on its side: a car in its colour, a letter in the corner. */
export function Face({ deck, kind, count = 1 }: { deck: SfDeck; kind: number; count?: number }) {
  const row = deck.cards[kind]!;
  const { colour, on, pattern } = look(row.key);
  const shown = Math.min(count, 4);
  return (
    <svg class="sf-card" viewBox={`0 0 ${96 + (shown - 1) * 9} ${66 + (shown - 1) * 4}`}>
      {Array.from({ length: shown }, (_, i) => (
        <g key={i} transform={`translate(${(shown - 1 - i) * 9} ${(shown - 1 - i) * 4})`}>
          <rect x="1" y="1" width="94" height="64" rx="8" fill={CARD} stroke={LINE} />
          <rect x="6" y="6" width="84" height="54" rx="5" fill={colour} />
        </g>
      ))}
      {pattern !== "plain" && (
        <rect
          x="6"
          y="6"
          width="84"
          height="54"
          rx="5"
          fill={`url(#valise-${pattern})`}
          opacity=".22"
        />
      )}
      <path
        d={kind === FERRY ? BOAT : CABLE_CAR}
        transform="translate(54 42) scale(1.4)"
        fill={on}
        fill-rule="evenodd"
      />
      <circle cx="21" cy="21" r="16" fill={CARD} />
      <text x="21" y="29.5" font-size="25" text-anchor="middle" fill={INK}>
        {row.letter}
      </text>
      {count > 1 && (
        <g transform="translate(77 20)">
          <circle r="16" fill={CARD} stroke={colour} stroke-width="2" />
          <text y="8.5" font-size="25" text-anchor="middle" fill={INK}>
            {count}
          </text>
        </g>
      )}
    </svg>
  );
}

/** Cards of a kind are alike: a pile that has grown counts as a new one, and glides in. */
function useGrowth(count: number): number {
  const seen = useRef({ count, grown: 0 });
  if (count > seen.current.count) seen.current.grown++;
  seen.current.count = count;
  return seen.current.grown;
}

function RowPile({ deck, kind, count }: { deck: SfDeck; kind: number; count: number }) {
  const { key, name } = deck.cards[kind]!;
  return (
    <Target
      id={`row.${key}`}
      label={w.inRow(count, name.toLowerCase())}
      flip={`row.${key}.${useGrowth(count)}`}
      from="deck"
      class="pick"
    >
      <Face deck={deck} kind={kind} count={count} />
    </Target>
  );
}

export function HeldPile({ deck, kind, count }: { deck: SfDeck; kind: number; count: number }) {
  const { key, name } = deck.cards[kind]!;
  return (
    <span
      class="held"
      role="img"
      aria-label={w.cards(count, name)}
      data-flip={`hand.${key}.${useGrowth(count)}`}
      data-from="row"
    >
      <Face deck={deck} kind={kind} count={count} />
    </span>
  );
}

export function Supply({ view, deck, facts }: Props) {
  return (
    <section class="supply" aria-label={w.row}>
      <div class="row-cards" data-place="row">
        {view.row.map((count, kind) =>
          count ? <RowPile key={kind} deck={deck} kind={kind} count={count} /> : null,
        )}
        {view.row.every((count) => !count) && <small>{w.emptyRow}</small>}
      </div>
      <div class="decks">
        <Target
          id="deck"
          label={w.deckName}
          note={w.deckNote(facts.deck_count, facts.discard_count)}
          class="pile"
        >
          <div class="pile-face" data-place="deck">
            <CardBack mini />
            <small>{w.deck(facts.deck_count)}</small>
          </div>
        </Target>
        <Target
          id="tickets"
          label={w.ticketDeckName}
          note={w.ticketDeck(facts.ticket_count)}
          class="pile"
        >
          <div class="pile-face">
            <CardBack mini colour={TEAL} />
            <small>{w.ticketDeck(facts.ticket_count)}</small>
          </div>
        </Target>
      </div>
    </section>
  );
}
