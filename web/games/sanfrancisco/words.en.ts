/* The few words of this board; the shell's own are in shell/words.en.ts. */
export const en = {
  city: "San Francisco",
  map: "Map of the city; scrolls when it is enlarged",
  row: "Face-up cards",
  deck: (cards: number) => `${cards} in the deck`,
  deckLabel: (cards: number, discards: number) =>
    `Deck of ${cards} transport ${cards === 1 ? "card" : "cards"}, ${discards} in the discards`,
  deckName: "Deck of transport cards",
  deckNote: (cards: number, discards: number) => `${cards} left, ${discards} in the discards`,
  ticketDeckName: "Ticket deck",
  ticketDeck: (tickets: number) => (tickets === 1 ? "1 ticket left" : `${tickets} tickets left`),
  inRow: (count: number, kind: string) => `Row: ${count} ${kind}`,
  emptyRow: "The row is empty",
  route: (from: string, to: string, spaces: number, colour: string, ferry: boolean) =>
    `${from} to ${to}, ${spaces} ${spaces === 1 ? "space" : "spaces"}, ${colour}${ferry ? ", with a ferry" : ""}`,
  lane: (lane: string) => `, route ${lane}`,
  claimedBy: (name: string) => `, claimed by ${name}`,
  closed: ", closed",
  grey: "grey",
  place: (name: string) => name,
  stack: (symbol: string, place: string, left: number) =>
    left
      ? `${symbol} ${left === 1 ? "token" : "tokens"} at ${place}, ${left} left`
      : `${place}, no token left`,
  hand: "Your cards",
  noCards: "none",
  cards: (count: number, kind: string) => `${count} ${kind}`,
  tickets: "Your tickets",
  noTickets: "none",
  offer: "Keep which?",
  ticket: (from: string, to: string, points: number) => `${from} to ${to}, ${points} points`,
  shown: (from: string, to: string, points: number, completed: boolean) =>
    `${completed ? "✓" : "✗"} ${from} - ${to}: ${completed ? points : -points}`,
  held: (from: string, to: string, points: number, completed: boolean) =>
    `${completed ? "✓ " : ""}${from} - ${to}: ${points}`,
  done: "completed",
  impossible: "out of reach",
  failed: "not completed",
  missing: (spaces: number) => (spaces === 1 ? "1 space missing" : `${spaces} spaces missing`),
  cars: (cars: number) => (cars === 1 ? "1 car left" : `${cars} cars left`),
  handOf: (cards: number, known: string) =>
    `${cards} ${cards === 1 ? "card" : "cards"}${known ? `, known: ${known}` : ""}`,
  ticketsOf: (tickets: number) => (tickets === 1 ? "1 ticket" : `${tickets} tickets`),
  starter: "1st",
  starterLabel: "started the game",
  score: "Score track",
  scoreOf: (name: string, points: number) => `${name} ${points}`,
  zoomIn: "Enlarge the map",
  zoomOut: "Make the map smaller",
  whole: "Show the whole map",
  showLit: "Show what can be touched",
  points: (points: number) => (points === 1 ? "1 point" : `${points} points`),
  takesAny: "Takes cards of any one colour.",
  takes: (colour: string) => `Takes ${colour} cards. A ferry stands for any colour.`,
  takesFerry: "One space takes a ferry card.",
  rowCard: "Take it as one of two cards; it is replaced at once.",
  rowFerry: "Stands for any colour. From the row it is the whole draw.",
  deckCard: "Draw a card that nobody else sees.",
  ticketDeckLine: "Draw two tickets and keep one or both.",
  placeLinks: (links: number) =>
    links === 1 ? "One link ends here." : `${links} links meet here.`,
  stackLine: "Claim a route that ends here to take one, if you have none of this symbol.",
  clauseRoute: "SF-4.1",
  clauseFerry: "SF-4.3",
  clauseRow: "SF-3.1",
  clauseRowFerry: "SF-3.2",
  clauseTickets: "SF-6.1",
  clauseTicket: "SF-6.4",
  clauseToken: "SF-5.1",
  clausePlace: "SF-1.6",
  firstGame: {
    keep: {
      title: "Your tickets",
      text: "A ticket names two places. Link them by your own routes and it scores; fail, and it costs as much. Keep those that lie along one way.",
    },
    token: {
      title: "Tokens on the map",
      text: "Put the token where you would like to end a route: whoever claims a route there takes one. Different symbols are worth more together.",
    },
    draw: {
      title: "Draw cards",
      text: "Take two: from the open row, or unseen from the deck. A ferry from the row is the whole draw, because it stands for any colour.",
    },
    claim: {
      title: "Claim a route",
      text: "Routes you can pay for are lit. Play as many cards of its colour as it has spaces; a grey one takes any one colour, and a space with a ferry needs a ferry. Longer routes score far more.",
    },
    more: {
      title: "Or more tickets",
      text: "Draw two and keep one or both. Tickets you have nearly completed already are points for nothing; late ones are a gamble.",
    },
    second: {
      title: "The second card",
      text: "One more, from the row or from the deck. A ferry in the row cannot be the second.",
    },
    take: {
      title: "A token is yours",
      text: "Your new route ends where tokens lie. Take a symbol that you do not have yet: seven different ones make 12 points.",
    },
    end: {
      title: "How it ends",
      text: "As soon as somebody has two cars or fewer, everyone has one more turn. Then tickets are shown and added, or taken off.",
    },
  },
};
