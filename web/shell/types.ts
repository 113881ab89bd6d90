/* The messages of the server; docs/protocol.md describes them. */

export interface MoveInfo {
  move: string;
  /** The text of its button. */
  label?: string;
  targets: string[];
  /** Paths: one touch means several moves in a row. The best path is first. */
  ways?: Way[];
  /** The client added it, because no other move was possible. */
  forced?: boolean;
}

/**
 * A path: several moves in a row. The first `until_chance` of them can be tried; the rest follows
 * after a commit has revealed what is hidden.
 */
export interface Way {
  label: string;
  /** The difference to the other paths: "by Prague, 2 coins". */
  short?: string;
  moves: string[];
  until_chance: number;
}

/** A move; if it is among the legal moves, only its name is sent. */
type Choosable = MoveInfo | { move: string };

export interface Choice {
  set: boolean;
  least?: number;
  most?: number;
  chosen?: MoveInfo[];
  candidates?: Choosable[];
  done?: Choosable | null;
}

export interface LogEntry {
  position: number;
  seat: number;
  move: string;
  targets: string[];
  text: string;
  clause: string;
  /** A stand-in bot made the move. */
  minded?: boolean;
}

export interface Seat {
  seat: number;
  kind: "person" | "bot";
  name: string;
  bot: string | null;
  claimed: boolean;
  /** The number of browsers that hold the seat. */
  devices?: number;
  /** Another browser, with a used link, asks to join; `left` in milliseconds. */
  asks?: { number: number; left: number } | null;
  /** The seat has pledged a nonce for the deal; it has revealed it. */
  pledged?: boolean;
  nonce: boolean;
  connected: boolean;
  /** Milliseconds until the owner has been silent for so long that the seat may be lost. */
  silent?: number;
  mine: boolean;
  /** A stand-in bot plays until the owner is back. */
  minded: boolean;
  thinking?: boolean;
  /** The vote of the others about a new link for the seat. */
  reissue?: Reissue | null;
}

/** How far the deal has come; hashes and nonces in hex. */
export interface Deal {
  phase: "pledges" | "nonces" | "dealt";
  restarts: number;
  pledges: (string | null)[];
  /** Seats of people that the deal was made without. */
  without?: number[];
  /** Shown when the cards are dealt. */
  nonces: (string | null)[];
}

export interface Reissue {
  opened: number;
  ready: number;
  agreed: number[];
  wanted: number[];
  passed: boolean;
}

/** The origin of a match that did not begin at its own start. */
export interface Origin {
  kind: "fork" | "import";
  match: string | null;
  position: number;
  closed: boolean;
}

export type ClockChoice =
  { kind: "none" } | { kind: "move"; seconds: number } | { kind: "days"; days: number };

/** `left`: milliseconds that the seat to act has left; null if no clock runs. */
export type Clock = ClockChoice & { left: number | null };

export type ChatRule = "open" | "seats" | "off";

export interface ChatLine {
  number: number;
  seat: number;
  time: number;
  text: string;
}

export interface ChatMessage {
  match: string;
  seat: number | null;
  whole: boolean;
  muted: number[];
  lines: ChatLine[];
}

export interface Result {
  points: number[];
  ranks: number[];
  detail: Record<string, number>[];
}

/** The facts that every game has; a game adds its own. */
export interface Facts {
  prompt: string;
  clause: string;
  points: (number | null)[];
  ending: string;
  offer?: string;
  seats?: { name?: string; note?: string }[];
  /** Paths by the elements at their end: touching the end chooses the path. */
  ways?: { targets: string[]; ways: Way[] }[];
  [more: string]: unknown;
}

export type View = Record<string, unknown>;
export type Deck = Record<string, Record<string, string>[]>;

export type Status = "gathering" | "running" | "over" | "closed";

export interface Position {
  position: number;
  to_act: number;
  view: View;
  facts: Facts;
  /** The position in words, if they were asked for. */
  text?: string;
}

export interface Table extends Position {
  type: "table";
  match: string;
  seat: number | null;
  game: string;
  deck: string;
  options: Record<string, string>;
  status: Status;
  /** Why the match is closed, if it is. */
  closed?: string;
  from: number;
  legal: MoveInfo[];
  choice: Choice;
  log: LogEntry[];
  seats: Seat[];
  clock: Clock;
  chat: ChatRule;
  commitment: string;
  deal?: Deal;
  result: Result | null;
  next: string | null;
  origin?: Origin | null;
}

export interface Tried extends Position {
  type: "tried";
  moves: string[];
  played: number;
  pending: string[];
  stopped: boolean;
  turn_over: boolean;
  complete: boolean;
  legal: MoveInfo[];
  choice: Choice;
  log?: LogEntry[];
}

export interface ReplayPosition extends Position {
  line?: LogEntry | null;
}

/** A move that a hint compared. */
export interface Candidate extends MoveInfo {
  because: string;
  /** The expected chance of winning and points at the end; null: too few tries to tell. */
  win: number | null;
  points: number | null;
}

export interface Hint extends MoveInfo {
  bot: string;
  position: number;
  because: string;
  candidates: Candidate[];
}

/** One position of a reviewed match. */
export interface ReviewStep {
  position: number;
  /** Who moved there: a seat, -1 a draw, -2 the end. */
  actor: number;
  win: number[];
  played?: string;
  better?: string;
  why?: string;
  cost?: number;
}

export interface Review {
  seats: number;
  rollouts: number;
  iterations: number;
  luck: number[];
  luck_error: number[];
  skill: number[];
  turns: {
    position: number;
    from: number;
    actor: number;
    seat: number;
    gain: number;
    text: string;
  }[];
  worst: number[];
  steps: ReviewStep[];
}

export type ReviewState =
  | { status: "none" }
  | { status: "working"; done: number; of: number }
  | { status: "done"; review: Review };

export interface Refusal {
  legal: boolean;
  move?: string;
  message: string;
  clause: string;
}

export interface Option {
  name: string;
  words: string[];
  standard: string;
  help: string;
}

export interface Game {
  id: string;
  name: string;
  clause: string;
  summary: string;
  minutes: string;
  rules_version: number;
  playable: boolean;
  least_seats: number;
  most_seats: number;
  deck: string;
  categories: string[];
  options: Option[];
  /** Seats that the game plays itself, for this value of an option and number of seats. */
  own_seats?: { option: string; word: string; seats: number; seat: number; name: string }[];
  styles: { name: string; help: string }[];
  /** Levels of bots, weakest first; `wins`: percent of wins against the level before. */
  levels: { bot: string; wins?: number; low?: number; high?: number }[];
}

export interface Bot {
  name: string;
  help: string;
  styled: boolean;
  /** 0: for experiments. */
  level: number;
}

export interface Games {
  games: Game[];
  bots: Bot[];
  limits: { name: number; moves: number; clock_seconds: number; chat: number };
}

export interface Match {
  match: string;
  game: string;
  status: Status;
  /** Why the match is closed, if it is. */
  closed?: string;
  options: Record<string, string>;
  deck: string;
  rules_version: number;
  position: number;
  to_act: number;
  created: number;
  changed: number;
  commitment: string;
  next: string | null;
  origin?: Origin | null;
  seats: Seat[];
  clock: Clock;
  chat: ChatRule;
  mine: number[];
  result: Result | null;
}

export interface NewSeat {
  kind: "me" | "friend" | "local" | "bot";
  name?: string;
  bot?: string;
}

export interface Created {
  match: string;
  commitment: string;
  seats: { seat: number; kind: string; secret?: string; link?: string }[];
  watch: string;
}

export interface Verdict {
  ok: boolean;
  legal: boolean;
  sealed: boolean;
  fair: boolean;
  over: boolean;
  same_result: boolean;
  commitment: string;
  secret: string | null;
  nonces: (string | null)[];
  pledges?: (string | null)[];
  without?: number[];
  restarts?: number;
  error: { message: string } | null;
}
