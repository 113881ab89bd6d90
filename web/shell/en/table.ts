/* Words of the table while a match is played. */
import type { ChatRule, ClockChoice } from "../types";
import { plural } from "./plural";

export const table = {
  gathering: {
    title: "Gathering",
    lead: "The first card is dealt when everybody is here.",
    start: "Start without waiting",
    startNote: "Anyone missing can join later; the table waits when it is their turn.",
    here: "here",
    awaited: "awaited",
    sealed: "The deal is sealed: its fingerprint is fixed before the first card.",
  },

  table: {
    undrawn: "The board cannot be drawn; here is the table in words.",
    board: "Board",
    hand: "Your hand",
    yourTurn: (prompt: string) => `Your turn: ${prompt}`,
    yourTurnShort: "Your turn",
    yourTurnOne: "your turn",
    turnOf: (name: string, prompt: string) => (prompt ? `${name}: ${prompt}` : `${name} to move`),
    thinking: "thinking…",
    over: "The match is over",
    watching: "You are watching",
    travellers: "Travellers",
    log: "What happened",
    logShort: "So far",
    logEmpty: "Nothing yet.",
    you: (name: string) => `${name} (you)`,
    away: "away",
    minded: "a bot stands in",
    byBot: "played by a bot",
    bot: "bot",
    botName: (name: string) => `${name} bot`,
    points: "points",
    unknownPoints: "hidden",
    toMove: "to move",
    ending: "The end",
    newSince: "New since your move",
    clause: (clause: string) => `Rule ${clause}`,
    home: "Valise: all games",
    allGames: "All games",
    hint: "Hint",
    rules: "Rules",
    text: "Text view",
    share: "Share",
    menu: "Menu",
    replay: "Look back",
    shortcuts: "Keys",
    tabs: "More of the table",
    below: (many: number) => `▼ ${many} more below`,
    above: (many: number) => `▲ ${many} more above`,
    fold: "Fold travellers and log away (S)",
    unfold: "More: show travellers and log (S)",
    unfoldShort: "More",
    pointsOf: (points: number | null | undefined) =>
      points === null || points === undefined ? "points hidden" : plural(points, "point", "points"),
    close: "Close",
  },

  clock: {
    title: "Clock",
    note: "If a player's time runs out, a bot plays for them until they are back.",
    choice: (c: ClockChoice) =>
      c.kind === "none"
        ? "No clock"
        : c.kind === "days"
          ? `${plural(c.days, "day", "days")} a move, by correspondence`
          : c.seconds % 60
            ? `${c.seconds} seconds a move`
            : `${plural(c.seconds / 60, "minute", "minutes")} a move`,
    label: "Time left",
    left: (seconds: number) => {
      const minutes = Math.floor(seconds / 60);
      const hours = Math.floor(minutes / 60);
      const days = Math.floor(hours / 24);
      if (days) return `${plural(days, "day", "days")} ${hours % 24} h`;
      if (hours) return `${hours} h ${minutes % 60} min`;
      return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
    },
    hurry: (seconds: number) => `${seconds} seconds left.`,
    mindedMine: "A bot is playing for you.",
    back: "I am back",
  },

  chat: {
    title: "Chat",
    note: "Only players can write.",
    rules: {
      open: "Everybody who watches can read",
      seats: "Only the seats can read",
      off: "No chat",
    } as Record<ChatRule, string>,
    tab: (unread: number) => (unread ? `Chat (${unread})` : "Chat"),
    empty: "Nobody has said anything yet.",
    write: "Say something",
    send: "Send",
    readOnly: "Spectators read along.",
    mute: (name: string) => `Mute ${name}`,
    unmute: (name: string) => `Hear ${name} again`,
    time: (at: Date) =>
      Date.now() - at.getTime() < 72000000
        ? at.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hour12: false })
        : at.toLocaleDateString("en", { day: "numeric", month: "short" }),
  },

  notice: {
    title: (game: string) => `Your turn · ${game}`,
    prompt: (prompt: string) => prompt || "It is your turn.",
    against: (names: string[]) => (names.length ? `with ${names.join(", ")}` : ""),
    theirs: (name: string, game: string) => `${name} · ${game}`,
  },

  target: {
    lit: "can be chosen",
    chosen: "chosen",
    changed: "new",
  },

  composer: {
    region: "Your move",
    play: "Play",
    takeBack: "Take back",
    startOver: "Start over",
    /** A button that asks for the details. */
    more: (what: string) => `${what}…`,
    choose: "Which one?",
    wait: (name: string) => `Waiting for ${name}`,
    sending: "On its way…",
    steps: "So far",
    set: (least: number, most: number, have: number) =>
      least === most
        ? `${have} of ${most} chosen`
        : have < least
          ? `${have} chosen, at least ${least}`
          : `${have} chosen, at most ${most}`,
    hidden: "What comes next shows when you play this.",
    playAll: (steps: number) => `Play these ${steps} steps`,
    instead: (label: string) => `Or ${label}`,
  },

  hint: {
    title: (bot: string) => `What a ${bot} would do`,
    thinking: "Thinking it over…",
    because: (why: string) => (why ? `because ${why}` : ""),
    show: "Do this",
    others: "Others",
    none: "A hint is for the one to move.",
    win: (percent: number) => `${percent}% to win`,
    points: (points: string) => `${points} points`,
  },

  refusal: {
    title: "Not now",
    clause: "Read the rule",
  },

  rules: {
    title: (game: string) => `Rules: ${game}`,
    loading: "Turning the pages…",
    missing: "This game has no rules page yet.",
    contents: "Contents",
  },

  about: {
    key: "Look closer",
    rule: (clause: string) => `Rule ${clause}`,
  },

  tour: {
    region: "First game",
    next: "Got it",
    skip: "Skip all",
    on: "Explain each game the first time",
    onNote: "A card beside the board tells one thing at a time, when it matters.",
    again: "Explain this game again",
  },

  text: {
    title: "The table in words",
    moves: "What you can do",
    none: "Nothing to do for you now.",
    chosen: "chosen",
    log: "Last moves",
  },

  curtain: {
    title: (name: string) => `${name}, it is your turn`,
    lead: "Hand over the screen. Nobody else should look.",
    lift: (name: string) => `I am ${name}`,
  },

  say: {
    yourTurn: (prompt: string) => `Your turn. ${prompt}.`,
    said: (name: string, text: string) => `${name} says: ${text}`,
    over: "The match is over.",
    took: (step: string) => `${step}.`,
    back: "Taken back.",
    refused: (why: string) => `Not now: ${why}.`,
  },

  kit: {
    seatShapes: ["circle", "diamond", "triangle", "square"] as readonly string[],
    unknownCard: "a hidden card",
  },
};
