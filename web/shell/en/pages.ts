/* Words of the pages around a table: lobby, setting up, links, menu, connection. */
import { plural } from "./plural";

export const pages = {
  lobby: {
    title: "Where to?",
    lead: "Pick a game. Play against bots, send a friend a link, or pass one screen around.",
    seats: (least: number, most: number) =>
      least === most ? plural(least, "traveller", "travellers") : `${least}–${most} travellers`,
    minutes: (minutes: string) => `${minutes.replace("-", "–")} minutes`,
    play: "Set out",
    rules: "Rules",
    soon: "Still packing",
    noGame: "There is no such game here.",
    mine: "Finished matches",
    games: "A new match",
    none: "None yet. The matches you play will wait here.",
    running: "Going on",
    forget: "Forget",
    forgetTitle: (name: string) => `Forget this match of ${name}?`,
    forgetGoing: "It leaves your list, and your seats in it are given up.",
    forgetDone: "It leaves your list, with your seats in it. Your results stay.",
    tab: (turns: number) => (turns ? `(${turns}) Valise` : "Valise"),
    minded: "A bot plays for you",
    yourTurn: "Your turn",
    theirTurn: (name: string) => `${name} to move`,
    gathering: "Waiting for travellers",
    closed: (why: string) => (why ? `Closed: ${why}` : "Closed"),
    won: "You won",
    rank: (rank: number) => `You came ${["first", "second", "third", "fourth"][rank - 1] ?? rank}`,
    watched: "Finished",
    ago: (seconds: number) =>
      seconds < 90
        ? "just now"
        : seconds < 5400
          ? `${Math.round(seconds / 60)} min ago`
          : seconds < 129600
            ? `${Math.round(seconds / 3600)} h ago`
            : plural(Math.round(seconds / 86400), "day", "days") + " ago",
  },

  sure: {
    no: "Leave it",
  },

  nowhere: {
    title: "Off the map",
    stuck: "No way through",
  },

  setup: {
    title: (game: string) => `A match of ${game}`,
    travellers: "Travellers",
    seat: (n: number) => `Seat ${n}`,
    kind: (n: number) => `Who takes seat ${n}`,
    me: "Me",
    friend: "A friend, by link",
    local: "Someone at this screen",
    bot: (name: string) => `Bot: ${name}`,
    botStyle: (name: string, style: string) => `Bot: ${name}, ${style}`,
    botWins: (wins: number, low: number, high: number, other: string) =>
      `Wins ${wins} in 100 against ${other} (measured: ${low} to ${high}).`,
    name: (n: number) => `Name at seat ${n}`,
    namePlaceholder: "Name",
    friendNote: "You get a link and a QR code to send.",
    localNote: "Between turns a curtain hides each hand from the others.",
    ownNote: "The game plays this seat itself.",
    add: "Add a seat",
    remove: (n: number) => `Remove seat ${n}`,
    options: "Options",
    onOff: ["No", "Yes"] as readonly string[],
    together: "Time and talk",
    start: "Start the match",
    starting: "Packing…",
    back: "All games",
    player: (n: number) => `Player ${n}`,
  },

  invite: {
    title: "You are invited",
    lead: (game: string, seat: number) => `${game}, seat ${seat}.`,
    yours: "your seat",
    over: "This match is over. Take the seat to look back at it.",
    watch: "Watch instead",
    name: "What shall we call you?",
    sit: "Sit down",
    wrong: "This link does not open a seat. Ask for a new one.",
  },

  share: {
    title: "Bring friends",
    lead: "Each link opens one seat. No account needed.",
    seat: (n: number, name: string) => (name ? `Seat ${n}: ${name}` : `Seat ${n}`),
    watch: "To watch",
    watchNote: "Spectators see what is public.",
    copy: "Copy link",
    copied: "Copied",
    marked: "The link is selected; copy it.",
    qr: (what: string) => `QR code: ${what}`,
    taken: "Taken",
    waiting: "Still free",
  },

  settings: {
    title: "Menu",
    light: "Day or night",
    themes: { auto: "As the device", light: "Day", dark: "Night" },
    confirm: "Ask before every move",
    confirmNote: "Off: a move that leaves nothing to choose is played at once.",
    motion: "Cards move",
    motions: { auto: "As the device", off: "Never" },
    sound: "Ring when it is your turn",
    soundNote: "A small bell.",
    notify: "Notify me of my turn by correspondence",
    notifyNote: "While a page of Valise is open, and you look elsewhere.",
    notifyBlocked: "Your browser does not allow it for this page.",
  },

  keys: {
    title: "Keys",
    list: [
      ["Arrows", "go from one thing on the table to the next"],
      ["Enter or Space", "touch it"],
      ["N, P", "next and previous thing that can be touched"],
      ["C", "play the move"],
      ["Esc", "take back the last step"],
      ["I, right click, long press", "look closer at a card"],
      ["H", "hint"],
      ["R", "rules"],
      ["T", "text view"],
      ["L", "the log; there Up and Down go from rule to rule"],
      ["S", "fold travellers and log away, or show them"],
      ["B", "back to the board"],
      ["?", "these keys"],
    ] as readonly (readonly [string, string])[],
  },

  net: {
    connecting: "Connecting…",
    lost: "Connection lost. Trying again…",
    offline: "You are offline.",
    silent: "The server does not answer.",
    offlineNote: "Your matches are safe; this page goes on by itself.",
    tryAgain: "Try again",
    away: "Waiting for the server",
    awayNote: "The page and its boards are on this device; matches are played on the server.",
    missing: "The board of this game cannot be loaded: the server has a newer page than this one.",
    newer: "A newer page is ready.",
    reload: "Reload",
    notFound: "There is no such match here. The link may be cut short, or the match was deleted.",
    failed: (why: string) => `That did not work: ${why.replace(/\.$/, "")}.`,
    unlike: (why: string) =>
      `The server refused to show this table: ${why.replace(/\.$/, "")}. Reload the page; if that does not help, the server is older than this page.`,
    stale: "The table has moved on; look again.",
    wait: "Not connected just now; your move is kept.",
  },
};
