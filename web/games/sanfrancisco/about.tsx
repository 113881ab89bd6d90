/* A closer look at a route, a card, a ticket, a place or a token. */
import type { About } from "../../shell/board";
import { parts } from "../../shell/boardtools";
import { Face } from "./cards";
import { FERRY, placeName, type Props, routes } from "./table";
import { en as w } from "./words.en";

export function about(target: string, { deck, view, facts }: Props): About | null {
  const { kind, key } = parts(target);
  if (kind === "route") {
    const route = routes(deck).find((r) => r.key === key);
    if (!route) return null;
    return {
      title: `${placeName(deck, route.from)} - ${placeName(deck, route.to)}`,
      lines: [
        w.route(
          placeName(deck, route.from),
          placeName(deck, route.to),
          route.spaces,
          route.colour === "-" ? w.grey : route.colour,
          route.ferry,
        ),
        route.colour === "-" ? w.takesAny : w.takes(route.colour),
        ...(route.ferry ? [w.takesFerry] : []),
      ],
      clause: route.ferry ? w.clauseFerry : w.clauseRoute,
    };
  }
  if (kind === "row") {
    const card = deck.cards.findIndex((row) => row.key === key);
    const ferry = card === FERRY;
    return {
      title: deck.cards[card]?.name ?? key,
      ...(card >= 0 ? { picture: <Face deck={deck} kind={card} /> } : {}),
      lines: [ferry ? w.rowFerry : w.rowCard],
      clause: ferry ? w.clauseRowFerry : w.clauseRow,
    };
  }
  if (kind === "deck") {
    return {
      title: w.deck(facts.deck_count),
      lines: [w.deckCard, w.deckLabel(facts.deck_count, facts.discard_count)],
      clause: w.clauseRow,
    };
  }
  if (kind === "tickets") {
    return {
      title: w.ticketDeck(facts.ticket_count),
      lines: [w.ticketDeckLine],
      clause: w.clauseTickets,
    };
  }
  if (kind === "ticket") {
    const row = deck.tickets.find((ticket) => ticket.key === key);
    if (!row) return null;
    return {
      title: `${placeName(deck, row.from)} - ${placeName(deck, row.to)}`,
      lines: [w.points(Number(row.points))],
      clause: w.clauseTicket,
    };
  }
  if (kind === "place") {
    const links = deck.links.filter((link) => link.from === key || link.to === key).length;
    return { title: placeName(deck, key), lines: [w.placeLinks(links)], clause: w.clausePlace };
  }
  if (kind === "token") {
    const symbol = deck.tokens.findIndex((token) => token.key === key);
    const place = deck.places[view.symbols.indexOf(symbol)];
    return {
      title: deck.tokens[symbol]?.name ?? key,
      lines: [
        w.stack(deck.tokens[symbol]?.name ?? key, place?.name ?? "", view.left[symbol] ?? 0),
        w.stackLine,
      ],
      clause: w.clauseToken,
    };
  }
  return null;
}
