/* The few words of this board; the shell's own are in shell/words.en.ts. */
const s = (n: number) => (n === 1 ? "" : "s");

export const en = {
  activities: ["Dining", "Shopping", "Lodging", "Culture", "Leisure", "Sightseeing"],
  card: (activity: string, number: number, mark: string) =>
    mark === "none" ? `${activity} ${number}` : `${activity} ${number}, ${mark}`,
  marks: { none: "", bonus: "Bonus", cloud: "Cloud" } as Record<string, string>,
  place: (name: string, limits: string, values: string) =>
    `${name}: up to ${limits}; sets are worth ${values}`,
  agents: "Travel agents",
  agent: (n: number, card: string) => `Agent ${n}: ${card}`,
  agentEmpty: (n: number) => `Agent ${n}: no card`,
  trades: (n: number) => `trades ${n}`,
  deck: (n: number) => `${n} to draw`,
  deckLabel: "Deck",
  discards: (n: number) => `${n} discarded`,
  piles: "Destinations",
  pile: (n: number, place: string, below: number) =>
    `Pile ${n}: ${place}; ${below} card${s(below)} below`,
  pileHidden: (n: number) => `Pile ${n}, not seen yet`,
  below: (n: number) => `${n} below`,
  marksNow: (bonuses: number, limit: number | null) =>
    [
      bonuses ? `a visit wins ${bonuses} bonus card${s(bonuses)}` : "",
      limit === null ? "" : `clouds: others keep ${limit}`,
    ]
      .filter(Boolean)
      .join(" · "),
  visit: (name: string, place: string) => `${name} in ${place}`,
  myVisit: (place: string) => `Your visit: ${place}`,
  value: "value",
  set: (count: number, activity: string, value: number) => `${count} ${activity}: ${value}`,
  nothingYet: "Pick cards of your hand",
  scoring: (cards: number) =>
    cards ? `${cards} card${s(cards)} in hand can be scored` : "no card in hand is low enough yet",
  trade: (agent: number) => `Trade at agent ${agent}`,
  gives: (name: string) => `${name} gives`,
  returns: (name: string) => `${name} gives in return`,
  takes: "and takes",
  iGive: "You give",
  iReturn: "You give in return",
  iTake: "and take",
  of: (n: number, most: number) => `${n} of ${most}`,
  faceDown: (n: number) => (n === 1 ? "1 card face down" : `${n} cards face down`),
  desk: (name: string, place: string, points: number, scored: number) =>
    `${name}: destination ${place}, ${points} points from ${scored} scored card${s(scored)}`,
  inHand: (n: number) => `${n} in hand`,
  known: "has",
  maybe: "perhaps",
  hand: "Your hand",
  hidden: (n: number) => (n === 1 ? "1 hidden card" : `${n} hidden cards`),
  byActivity: "by activity",
  byNumber: "by number",
  sort: (by: string) => `Sort ${by}`,
  handCard: (card: string, told: boolean) =>
    told ? `Hand: ${card}; others know of it` : `Hand: ${card}`,
  mine: (place: string) => `Your destination ${place}`,
  noPlace: "no destination yet",
  reach: (points: number, discards: number) =>
    `could score ${points} with ${discards} discard${s(discards)}`,
  noReach: "no visit possible yet",
  album: "Album",
  scored: (numbers: string) => `Scored: ${numbers}`,
  none: "nothing yet",
  about: {
    bonus: "Bonus: whoever ends a visit while it lies below an agent takes it.",
    cloud: "Cloud: when a visit ends, it rains on the others' hands.",
    plain: "No mark.",
    told: "Others know that you hold it.",
    sets: (values: string) => `Sets of one activity are worth ${values}.`,
    deck: (n: number) => `${n} card${s(n)} to draw. When it is empty, everybody has one last turn.`,
  },
  clauseCard: "TL-1.2",
  clausePlace: "TL-6.1",
  clauseDeck: "TL-9.1",
  clauseAgent: "TL-5.1",
  firstGame: {
    pick: {
      title: "Where to first?",
      text: "Your destination says how many cards of each activity it takes and what they are worth together. Choose one that suits the cards in your hand.",
    },
    aim: {
      title: "Spend some, score one",
      text: "To visit your destination you discard cards it asks for. Their sum is the value of the visit, and then you score one card whose number is no higher. So the high cards are the ones to keep, and plenty of others to spend.",
    },
    agents: {
      title: "The agents",
      text: "Agent 1 to 4: take the card below one, and trade as many cards with another traveller as its number says. You do not see what you get before you have given.",
    },
    draw: {
      title: "Or just draw",
      text: "Take one or two cards from the deck. Anyone may look at how many are left: the game ends with it.",
    },
    give: {
      title: "A trade",
      text: "Touch the cards that you give. What the other gives is a surprise, and both of you will remember what changed hands.",
    },
    spend: {
      title: "Your visit",
      text: "Touch cards to discard: the value grows as you pick. A card that can be scored with that value must be left over.",
    },
    score: {
      title: "Score a card",
      text: "Its number is its points, as long as it is no higher than the value of the visit. It goes face down into your album.",
    },
    clouds: {
      title: "Bonuses and clouds",
      text: "After a visit the cards below the agents count once: those with a bonus go to the visitor, and each cloud makes the others discard.",
    },
    onward: {
      title: "On to the next place",
      text: "Lay your destination under any pile and take the top card of that same pile.",
    },
  },
};
