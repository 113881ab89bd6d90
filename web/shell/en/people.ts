/* Words for seats that move or get lost, what-ifs, results, records and my data. */
import { plural } from "./plural";

/** A time left, in its largest unit. */
function duration(seconds: number): string {
  if (seconds > 2 * 86400) return plural(Math.round(seconds / 86400), "day", "days");
  if (seconds > 7200) return plural(Math.round(seconds / 3600), "hour", "hours");
  if (seconds > 90) return plural(Math.round(seconds / 60), "minute", "minutes");
  return plural(seconds, "second", "seconds");
}

export const people = {
  people: {
    move: "On another device",
    moveNote:
      "Move your seat: this device is signed out. Or add a device: both can play. Everybody at the table sees how many devices hold a seat.",
    moveSeat: (name: string) => `Move the seat of ${name}`,
    addDevice: (name: string) => `Add a device for ${name}`,
    scan: "Scan it, or open the link there.",
    scanAdd: "Scan it, or open the link there. This device keeps the seat.",
    worksOnce: "Send it to one friend. It works once.",
    devices: (n: number) => plural(n, "device", "devices"),
    asks: (name: string) =>
      `Somebody wants to sit down as ${name} on another device. Allow it only if that is you.`,
    allow: "Allow",
    dealGood: "This page has checked the deal: nobody could choose the cards.",
    dealComputed:
      "This page has computed it: the secret is the one sealed before the first card, and every player's random number is the one fixed before any was shown.",
    dealWithout: (names: string) => `Dealt without a random number from ${names}.`,
    dealRestarts: (n: number) => `The deal was restarted ${plural(n, "time", "times")}.`,
    dealWaits: (names: string) =>
      `Waiting for ${names} to come back: the deal needs their random number.`,
    dealBad: "Something is wrong with the deal.",
    dealFaults: {
      commitment: "The sealed secret is another than before.",
      pledges: "The players' random numbers are not the ones announced.",
      mine: "Your own random number was left out.",
      secret: "The secret is not the one that was sealed.",
      nonce: (name: string) => `The random number of ${name} is not the one announced.`,
    },
    usedTitle: "This seat is taken",
    usedLead: (name: string) => `${name} sat down with this link. It works once.`,
    usedNote: (name: string) =>
      `Are you ${name}? Ask to sit down here too. The question appears on the device that has the seat; you see no cards before it is allowed there.`,
    askSeat: "Ask to sit down",
    asking: "Waiting for an answer on the other device…",
    serves: (seconds: number) => `Works once, for ${duration(seconds)}.`,
    ranOut: "This link has expired.",
    another: "Make another",
    takeTitle: "Your seat moves here",
    takeLead: (game: string, name: string) =>
      name ? `${game}: the seat of ${name}.` : "A seat at a table.",
    takeNote: "The device it was on loses it and is told so.",
    addTitle: "One more device for your seat",
    addNote: "The other device keeps the seat. Everybody at the table sees that there are two.",
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
      "Bots have no vote. The owner gets time to object (three days in a game with days for a move), and anything the owner does ends the vote; a page left open somewhere does not count. After that you get a new link to send.",
    ask: "Ask the others",
    asked: (who: string, name: string) => `${who} asks for a new link for the seat of ${name}.`,
    waitsFor: (name: string, who: string) => `A new link for ${name}: waiting for ${who}.`,
    waits: (name: string, seconds: number) =>
      `A new link for ${name}: all agree. ${name} has ${duration(seconds)} left to object.`,
    ready: (name: string) => `${name} did not show up. You can get a new link for the seat.`,
    passed: (name: string) => `The seat of ${name} is free for a new link.`,
    agree: "Agree",
    refuse: "Refuse",
    end: "End the vote",
    mineVoted: (name: string, seconds: number) =>
      `The others hear nothing from ${name} and want a new link for the seat${
        seconds > 0 ? `, in ${duration(seconds)}` : ""
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
