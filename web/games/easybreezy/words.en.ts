/* The few words of this board; the shell's own are in shell/words.en.ts. */
export const en = {
  ticker: "Ticker",
  queue: "Queue",
  queueNote: "a newcomer raises the fare named at its foot",
  deck: (cards: number) => `${cards} to draw`,
  discards: (cards: number) => `${cards} discarded`,
  deckLabel: (cards: number, discards: number) =>
    `Deck of ${cards} passengers, ${discards} in the discards`,
  hand: "Your hand",
  waiting: "Waiting area",
  waits: "waiting",
  tickets: "Departures taken",
  of: (have: number, most: number) => `${have} of ${most}`,
  none: "nobody",
  empty: (slot: number) => `Queue place ${slot}, empty`,
  seats: (n: number) => `${n} seats`,
  closed: "closed",
  closedLabel: (city: string) => `${city}, closed`,
  lane: (city: string, transport: string, fare: number, seats: number, left: number) =>
    `${city}: ${transport}, ${seats} seats, fare $${fare}, ${left} more to come`,
  ready: (earns: number) => `ready: $${earns}`,
  have: (have: number, seats: number) => `you have ${have} of ${seats}`,
  passenger: (name: string, city: string, raises: string) =>
    raises ? `${name}, to ${city}, raises ${raises}` : `${name}, to ${city}`,
  rider: (name: string) => `${name}, free rider`,
  riderLine: "Free rider",
  any: "Any",
  raises: (city: string) => `▲ ${city}`,
  raisesLong: (city: string) => `Raises the fare to ${city} on joining the queue.`,
  raisesNone: "Raises no fare.",
  ridesFree: "Travels anywhere, and pays nothing.",
  travels: (city: string) => `Travels to ${city}.`,
  inQueue: (slot: number, who: string) => `Queue place ${slot}: ${who}`,
  waitingOf: (name: string, who: string) => `${name}'s waiting area: ${who}`,
  inHand: (who: string) => `Hand: ${who}`,
  inMyWaiting: (who: string) => `Waiting: ${who}`,
  hidden: (n: number) => (n === 1 ? "1 hidden card" : `${n} hidden cards`),
  ticket: (city: string, transport: string) => `${city} by ${transport}`,
  money: (n: number) => `$${n}`,
  clauseQueue: "EB-3.1",
  clauseTicker: "EB-4.1",
  clauseWaiting: "EB-2.3",
  firstGame: {
    aim: {
      title: "You run a travel agency",
      text: "Each lane is a city with a vehicle leaving for it. Fill every seat of one and depart: each paying passenger brings you the fare shown. The fare climbs while you gather people, and so does the risk that another agency leaves first.",
    },
    queue: {
      title: "The queue",
      text: "Passengers come from here. Whoever joins the queue raises the fare of the city named at the foot of the card, so recruiting changes prices for everybody.",
    },
    hand: {
      title: "Your passengers",
      text: "Your hand holds four, unseen by the others. What is more waits face up in front of you, where others can swap for it.",
    },
    turn: {
      title: "One action a turn",
      text: "Recruit one or two people from the queue, send a full vehicle on its way, or reorganize. Everything you may touch is lit; nothing is played until you confirm it.",
    },
    second: {
      title: "A second passenger?",
      text: "You may take one more, also the newcomer who has just joined, or leave it at one.",
    },
    board: {
      title: "All aboard",
      text: "Touch the passengers who travel, in any order. Free riders fill a seat and pay nothing; at least one passenger has to pay.",
    },
    sort: {
      title: "Reorganize",
      text: "Lay cards from your hand into the waiting area, swap up to two with other waiting areas, then take cards up again. Each step can be left out.",
    },
    end: {
      title: "How it ends",
      text: "When a city's last vehicle has left, everybody else has one more turn. Then you get $5 for each card of your most frequent city, and the same for your most frequent vehicle. Most money wins.",
    },
  },
};
