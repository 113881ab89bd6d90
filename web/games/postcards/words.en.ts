/* The words of this board; the shell's own are in shell/words.en.ts. */
const coins = (n: number) => (n === 1 ? "1 coin" : `${n} coins`);

export const en = {
  continents: ["Americas", "Europe", "Africa", "Asia", "Oceania"],
  directions: ["north", "west", "east", "south"],
  tableau: "The world",
  tours: "Tours",
  left: "left",
  inDeck: (n: number) => `${n} to come`,
  deckLabel: (name: string, n: number) => `${name}, ${n} cards to come`,
  collection: "Your collection",
  collectionOf: (name: string) => `${name}'s collection`,
  luggage: "Luggage",
  coins,
  coinsLeft: (n: number) => `${coins(n)} left`,
  noCoins: "No coins in your hand: wait for your turn",
  nothing: "Nothing collected yet: take a holiday, then travel on",
  points: (n: number) => (n === 1 ? "1 point" : `${n} points`),
  cost: (n: number) => `cost ${n}`,
  icons: (list: string[]) => list.join(", "),
  asks: (list: string[]) => `asks for ${list.join(" and ")}`,
  asksFor: (list: string[]) => `It asks for ${list.join(" and ")}.`,
  askMet: (text: string, met: boolean) => (met ? `${text}, held` : `${text}, missing`),
  arrows: (list: string[]) => `arrows ${list.join(", ")}`,
  arrow: (direction: string, cost: number) => `${direction} ${cost}`,
  gap: (column: string, row: number) => `Gap in ${column}, row ${row}`,
  waiting: (column: string, row: number) => `Place to refill in ${column}, row ${row}`,
  stands: (name: string, suitcase: string, open: boolean) =>
    `${name} is here with ${suitcase}, ${open ? "open: on holiday" : "closed"}`,
  tourist: "The tourist",
  touristHere: "the tourist is here",
  reach: (cost: number, left: number, holiday: boolean) =>
    `${coins(cost)} to get there, ${left} left${holiday ? ", enough for a holiday" : ""}`,
  here: "a holiday can be taken here",
  holiday: "Holiday",
  tour: (name: string, value: number, asks: string[]) =>
    `Tour ${name}, ${value} points: ${asks.join(", ")}`,
  emptyTour: (place: number) => `Place ${place} of the line, empty`,
  lacks: (n: number) => (n === 0 ? "You have it all" : n === 1 ? "1 missing" : `${n} missing`),
  lacksOf: (name: string, n: number) =>
    n === 0 ? `${name} has it all` : n === 1 ? `${name} lacks 1` : `${name} lacks ${n}`,
  taken: (n: number) => (n === 1 ? "1 tour" : `${n} tours`),
  count: (n: number, what: string) => `${n} ${what}`,
  none: "none",
  suitcase: (name: string, icon: string, where: string) => `${name}, ${icon}, ${where}`,
  inPlace: (name: string, open: boolean) => (open ? `on holiday in ${name}` : `in ${name}`),
  notPlaced: "not on the tableau yet",
  lastRound: "Last round",
  clauseCell: "PC-4.1",
  clauseTour: "PC-5.1",
  clauseSuitcase: "PC-5.4",
  clauseTourist: "PC-7.5",
  held: (name: string) => `${name} (collected)`,
  firstGame: {
    place: {
      title: "Set out",
      text: "These twenty postcards are the map. Put your traveller on a free one of cost 1 to begin.",
    },
    coins: {
      title: "Four coins a turn",
      text: "They pay for travel and for holidays, in any order, and what is left over is lost. So plan the whole turn: four coins go further than they look.",
    },
    travel: {
      title: "Travel",
      text: "Touch any lit postcard: the cheapest way there is shown, with its price. The arrows on a card tell what leaving it costs.",
    },
    holiday: {
      title: "Holidays fill your album",
      text: "Pay a card's cost to open your suitcase there. When you then travel on, that postcard is yours. Dearer ones ask for colours or icons that you already have.",
    },
    tours: {
      title: "Tours are the points",
      text: "Once a turn you may take a tour if your postcards have all it asks for. Nothing is spent: the same postcards serve again. What you have is ticked off.",
    },
    tourist: {
      title: "The tourist",
      text: "At the end of your turn you move the tourist one step. Nobody takes a holiday where it stands, so put it where it bothers somebody.",
    },
    end: {
      title: "How it ends",
      text: "When two continents run out of postcards, or the tours do, the round is finished. Most points on tours win.",
    },
  },
};
