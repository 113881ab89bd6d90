/*
 * Every word of the client, in English. A second language is one more file of this shape and a
 * line in words.ts. What the games say (prompts, log lines, clauses) comes from the engine.
 */

import type { ChatRule, ClockChoice } from "./types";

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const en = {
  language: "English",
  valise: "Valise",
  motto: "Five travel games in one case",

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
    minded: "A bot minds your seat",
    yourTurn: "Your turn",
    theirTurn: (name: string) => `${name} to move`,
    gathering: "Waiting for travellers",
    closed: "Closed: begun under older rules",
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
    over: "This match is over. The seat is yours to look back from.",
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
    marked: "The link is marked: copy it from the field.",
    qr: (what: string) => `QR code: ${what}`,
    taken: "Taken",
    waiting: "Still free",
  },

  gathering: {
    title: "Gathering",
    lead: "The first card is dealt when everybody is here.",
    start: "Start without waiting",
    startNote: "Who is missing can sit down later; the table waits when it is their turn.",
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
    minded: "minded by a bot",
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
    note: "When a traveller's time runs out, a bot minds the seat until its owner is back.",
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
    mindedMine: "A bot is minding your seat.",
    back: "I am back",
  },

  chat: {
    title: "Chat",
    note: "Those who play write.",
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

  review: {
    title: "How it went",
    open: "Chances",
    working: "Going through the match once more. This takes up to a minute.",
    slider: "Position in the match",
    move: (position: number) => (position === 0 ? "Start" : `Move ${position}`),
    before: "Position",
    show: (position: number) => (position === 0 ? "Show the start" : `Show move ${position}`),
    chance: (name: string, percent: number) => `${name} ${percent}%`,
    percent: (percent: number) => `${percent}%`,
    picture: (turns: number, end: string) =>
      `Chances of winning over the match, ${turns} turning points. At the end: ${end}. The same as a table stands below.`,
    turns: "Turning points",
    noTurns: "None: it was even, or decided, all along.",
    gained: (name: string, percent: number) => `${name} +${percent}%`,
    drawn: "by the draw",
    costs: "Moves that gave most away",
    costsNote: "Judged by what the traveller could know then.",
    noCosts: "None worth telling.",
    cost: (name: string, played: string, percent: number) =>
      `${name}: ${played} gave away ${percent}%.`,
    better: (label: string) => `Better: ${label}`,
    why: (why: string) => `, because ${why}.`,
    luck: "Luck and decisions",
    luckNote:
      "What the draws did to the chances of winning, and what the traveller’s own moves gave away, added up over the match.",
    luckHead: "Luck of the draw",
    givenHead: "Given away",
    luckOf: (percent: number, error: number) =>
      `${percent > 0 ? "+" : ""}${percent}%, give or take ${error}`,
    table: "The chances as a table",
    effort: (rollouts: number, iterations: number) =>
      `Chances: all hands open, the match played on ${rollouts} times from every position. Moves: ${iterations} tries at every decision.`,
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

  replay: {
    title: "Look back",
    looking: "Looking back",
    position: (n: number, last: number) => `Move ${n} of ${last}`,
    first: "To the start",
    back: "One back",
    play: "Play",
    pause: "Pause",
    forward: "One on",
    last: "To the end",
    open: "All hands open",
    leave: "Back to the table",
    slider: "Move",
    start: "Before the first card",
  },

  over: {
    title: "Arrived",
    winner: (name: string) => `${name} wins`,
    winners: (names: string) => `${names} share the win`,
    table: "Final points",
    rank: "Place",
    total: "Points",
    name: "Traveller",
    rematch: "Play again",
    next: "To the rematch",
    replay: "Look back",
    review: "How it went",
    record: "Download the record",
    verify: "Verify the deal",
    close: "Look at the table",
    open: "Results",
  },

  verify: {
    title: "Was the deal fair?",
    ok: "Yes. Every draw follows from the secret that was sealed before the first card.",
    bad: "This record does not hold.",
    legal: "Every move was legal",
    sealed: "The secret was sealed beforehand and is now open",
    fair: "Every draw is the one the secret gives",
    same: "The result is the one that was announced",
    commitment: "Fingerprint, shown before the deal",
    secret: "The secret",
    nonce: (name: string) => `Added by ${name}`,
    yes: "yes",
    no: "no",
  },

  curtain: {
    title: (name: string) => `${name}, it is your turn`,
    lead: "Hand over the screen. Nobody else should look.",
    lift: (name: string) => `I am ${name}`,
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
      `The server does not show this table to this page: ${why.replace(/\.$/, "")}. Reload the page; if that does not help, the server is older than it.`,
    stale: "The table has moved on; look again.",
    wait: "Not connected just now; your move is kept.",
  },

  say: {
    yourTurn: (prompt: string) => `Your turn. ${prompt}.`,
    said: (name: string, text: string) => `${name} says: ${text}`,
    over: "The match is over.",
    took: (step: string) => `${step}.`,
    back: "Taken back.",
    refused: (why: string) => `Not now: ${why}.`,
  },

  people: {
    move: "On another device",
    moveNote: "Take your seat along: it leaves this browser when the other one takes it.",
    moveSeat: (name: string) => `Move the seat of ${name}`,
    scan: "Scan it, or open the link there.",
    serves: (seconds: number) =>
      seconds > 7200
        ? `Serves once, for ${plural(Math.round(seconds / 3600), "hour", "hours")}.`
        : seconds > 90
          ? `Serves once, for ${plural(Math.round(seconds / 60), "minute", "minutes")}.`
          : `Serves once, for ${plural(seconds, "second", "seconds")}.`,
    ranOut: "This link has run out.",
    another: "Make another",
    takeTitle: "Your seat moves here",
    takeLead: (game: string, name: string) =>
      name ? `${game}: the seat of ${name}.` : "A seat at a table.",
    takeNote: "The device it was on loses it and is told so.",
    take: "Take the seat",
    watch: "Watch instead",
    leftMoved: (name: string) => `The seat of ${name} was moved to another device.`,
    leftVoted: (name: string) => `The others at the table have given out the seat of ${name} anew.`,
    leftForgotten: (name: string) => `The seat of ${name} was given up.`,
    understood: "All right",
    gone: "This match was deleted.",
    closed: "This what-if is its maker's alone until the match it came from is over.",
    lost: "Seat lost?",
    lostTitle: (name: string) => `The seat of ${name}`,
    lostLead: (name: string) =>
      `If ${name} cannot get back to the table, all others here can agree to give out the seat anew.`,
    lostNote:
      "Bots have no vote. The owner has time to show up first, and that ends it; a page that is only open somewhere does not. Then the old links open the seat no longer, and you get a new one to send.",
    ask: "Ask the others",
    asked: (who: string, name: string) => `${who} asks to give out the seat of ${name} anew.`,
    waitsFor: (name: string, who: string) => `A new link for ${name}: waiting for ${who}.`,
    waits: (name: string, seconds: number) =>
      `A new link for ${name}: all agree. ${name} has ${
        seconds > 90 ? plural(Math.round(seconds / 60), "minute", "minutes") : `${seconds} s`
      } left to show up.`,
    ready: (name: string) => `${name} did not show up. The seat can be given out anew.`,
    passed: (name: string) => `The seat of ${name} is free for a new link.`,
    agree: "Agree",
    refuse: "Refuse",
    end: "End the vote",
    mineVoted: (name: string, seconds: number) =>
      `The others hear nothing from ${name} and want to give out the seat anew${
        seconds > 90
          ? `, in ${plural(Math.round(seconds / 60), "minute", "minutes")}`
          : seconds > 0
            ? `, in ${seconds} s`
            : ""
      }.`,
    here: "I am here",
    getLink: "Get the link",
    linkFor: (name: string) => `A new link for ${name}`,
    send: "Send it to the owner of the seat.",

    fork: "What if…",
    forkLead: (position: number) =>
      `A new table that goes on from here, after move ${position}, with what could not be known drawn anew.`,
    forkOpen: (position: number) =>
      `A new table that goes on from here, after move ${position}. Only what is drawn from now on is new.`,
    forkOwn:
      "Your own cards stay; those of the others are drawn anew. Nobody else sees this table while the match is going on.",
    eyes: "What stays as it was",
    eyesOf: (name: string) => `What ${name} knew`,
    eyesNobody: "What everybody saw",
    eyesAll: "All hands, as they were",
    forkGo: "Try it",
    whatIf: "What if",
    originFork: (position: number) => `What if, from move ${position} of another match.`,
    originClosed: "Only you can see it.",
    originImport: "Brought along as a record.",
    origins: { fork: "what if", import: "brought along" },

    mine: "My journeys",
    statistics: "Results",
    noResults: "No match finished yet.",
    counted:
      "Finished matches in which this browser held one seat. What-ifs and records brought along do not count.",
    wonOf: (won: number, played: number) => `${won} won of ${played}`,
    shared: (n: number) => `(${n} shared)`,
    figuresOf: (game: string) => `Results: ${game}`,
    against: "Against",
    played: "Played",
    won: "Won",
    best: "Best",
    average: "Average",
    all: "All",
    peopleOnly: "People",
    otherBots: "Other bots",
    level: (n: number) => `Level ${n}`,
    table: (seats: number) => `${seats} at the table`,
    records: "Records",
    recordsLead:
      "Finished matches as one text file; such a file can be brought along again, here or elsewhere.",
    exportAll: "Download all of mine",
    exported: (n: number) =>
      n === 0 ? "There is no finished match yet." : `${plural(n, "record", "records")} downloaded.`,
    importFile: "Bring a file along",
    tooLarge: "This server does not take so large a file.",
    brought: (n: number) => `${plural(n, "record", "records")} brought along:`,
    toLookBack: "to look back at",
    goesOn: "not over: goes on",
    data: "My data",
    dataLead:
      "There is no account: a cookie in this browser holds your seats. Here you can delete what is kept.",
    drop: "Delete",
    dropGame: (game: string) => `Delete results: ${game}`,
    dropAll: "Delete all results",
    dropTitle: (game: string) =>
      game ? `Delete your results of ${game}?` : "Delete all your results?",
    dropNote: "The matches themselves stay.",
    dropped: "Deleted.",
    erase: "Delete everything of mine",
    eraseTitle: "Delete everything of yours?",
    eraseNote:
      "All your results, your seats and names, and every match in which nobody else sits. This cannot be taken back.",
    erased: "Everything of yours is deleted.",
  },

  kit: {
    seatShapes: ["circle", "diamond", "triangle", "square"] as readonly string[],
    unknownCard: "a hidden card",
  },
};

export type Words = typeof en;
