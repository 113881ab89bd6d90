/* Words for seats that move or get lost, what-ifs, results, records and my data. */
import { plural } from "./plural";

export const people = {
  people: {
    move: "On another device",
    moveNote: "Take your seat along: it leaves this browser when the other one takes it.",
    moveSeat: (name: string) => `Move the seat of ${name}`,
    scan: "Scan it, or open the link there.",
    serves: (seconds: number) =>
      seconds > 7200
        ? `Works once, for ${plural(Math.round(seconds / 3600), "hour", "hours")}.`
        : seconds > 90
          ? `Works once, for ${plural(Math.round(seconds / 60), "minute", "minutes")}.`
          : `Works once, for ${plural(seconds, "second", "seconds")}.`,
    ranOut: "This link has expired.",
    another: "Make another",
    takeTitle: "Your seat moves here",
    takeLead: (game: string, name: string) =>
      name ? `${game}: the seat of ${name}.` : "A seat at a table.",
    takeNote: "The device it was on loses it and is told so.",
    take: "Take the seat",
    watch: "Watch instead",
    leftMoved: (name: string) => `The seat of ${name} was moved to another device.`,
    leftVoted: (name: string) =>
      `The others at the table have voted to give away the seat of ${name}.`,
    leftForgotten: (name: string) => `The seat of ${name} was given up.`,
    understood: "All right",
    gone: "This match was deleted.",
    shut: (why: string) => `This match is closed${why && `: ${why}`}.`,
    closed: "Only its maker can see this what-if until the original match is over.",
    lost: "Seat lost?",
    lostTitle: (name: string) => `The seat of ${name}`,
    lostLead: (name: string) =>
      `If ${name} cannot get back to the table, everybody else here can agree on a new link for the seat.`,
    lostNote:
      "Bots have no vote. The owner gets time to show up, which ends the vote; a page left open somewhere does not count. After that the old links stop working, and you get a new one to send.",
    ask: "Ask the others",
    asked: (who: string, name: string) => `${who} asks for a new link for the seat of ${name}.`,
    waitsFor: (name: string, who: string) => `A new link for ${name}: waiting for ${who}.`,
    waits: (name: string, seconds: number) =>
      `A new link for ${name}: all agree. ${name} has ${
        seconds > 90 ? plural(Math.round(seconds / 60), "minute", "minutes") : `${seconds} s`
      } left to show up.`,
    ready: (name: string) => `${name} did not show up. You can get a new link for the seat.`,
    passed: (name: string) => `The seat of ${name} is free for a new link.`,
    agree: "Agree",
    refuse: "Refuse",
    end: "End the vote",
    mineVoted: (name: string, seconds: number) =>
      `The others hear nothing from ${name} and want a new link for the seat${
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
      `A new table that goes on from here, after move ${position}, with everything hidden drawn again.`,
    forkOpen: (position: number) =>
      `A new table that goes on from here, after move ${position}. Only what is drawn from now on is new.`,
    forkOwn:
      "Your own cards stay; those of the others are drawn again. Nobody else sees this table while the match is going on.",
    eyes: "What stays as it was",
    eyesOf: (name: string) => `What ${name} knew`,
    eyesNobody: "What everybody saw",
    eyesAll: "All hands, as they were",
    forkGo: "Try it",
    whatIf: "What if",
    originFork: (position: number) => `What if, from move ${position} of another match.`,
    originClosed: "Only you can see it.",
    originImport: "Imported from a record.",
    origins: { fork: "what if", import: "imported" },

    mine: "My journeys",
    statistics: "Results",
    noResults: "No match finished yet.",
    counted:
      "Finished matches in which this browser held one seat. What-ifs and imported records do not count.",
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
    recordsLead: "Finished matches as one text file. You can import it again, here or elsewhere.",
    exportAll: "Download all of mine",
    exported: (n: number) =>
      n === 0 ? "There is no finished match yet." : `${plural(n, "record", "records")} downloaded.`,
    importFile: "Import a file",
    tooLarge: "This file is too large for this server.",
    brought: (n: number) => `${plural(n, "record", "records")} imported:`,
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
};
