/* The messages of the server, as docs/protocol.md describes them. */

export interface MoveInfo {
  move: string;
  /** What it will do, for a button. */
  label?: string;
  targets: string[];
  /** Several moves in a row that one touch means: the ways there, the best first. */
  ways?: Way[];
  /** Taken for the player: nothing else could follow. */
  forced?: boolean;
}

/** Moves in a row; what follows `until_chance` of them shows only after a commit. */
export interface Way {
  label: string;
  /** How it differs from the others: "by Prague, 2 coins". */
  short?: string;
  moves: string[];
  until_chance: number;
}

/** A move; one that stands among the legal moves is only named. */
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
  /** A bot made the move while it minded the seat. */
  minded?: boolean;
}

export interface Seat {
  seat: number;
  kind: "person" | "bot";
  name: string;
  bot: string | null;
  claimed: boolean;
  nonce: boolean;
  connected: boolean;
  /** Milliseconds until nothing was heard of the owner for so long that the seat may be lost. */
  silent?: number;
  mine: boolean;
  /** A bot plays for it until its owner is back. */
  minded: boolean;
  thinking?: boolean;
  /** A vote of the others to give the seat out anew. */
  reissue?: Reissue | null;
}

export interface Reissue {
  opened: number;
  ready: number;
  agreed: number[];
  wanted: number[];
  passed: boolean;
}

/** What a match was made from. */
export interface Origin {
  kind: "fork" | "import";
  match: string | null;
  position: number;
  closed: boolean;
}

export type ClockChoice =
  { kind: "none" } | { kind: "move"; seconds: number } | { kind: "days"; days: number };

/** `left`: milliseconds of the seat to act, null where no clock runs. */
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

/** Facts that every game gives; each board knows more of its own game's. */
export interface Facts {
  prompt: string;
  clause: string;
  points: (number | null)[];
  ending: string;
  offer?: string;
  seats?: { name?: string; note?: string }[];
  /** Elements that stand for several moves in a row: touching the end chooses a whole path. */
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
  /** The position in words, where they were asked for. */
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
  from: number;
  legal: MoveInfo[];
  choice: Choice;
  log: LogEntry[];
  seats: Seat[];
  clock: Clock;
  chat: ChatRule;
  commitment: string;
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

/** A move that a hint thought of. */
export interface Candidate extends MoveInfo {
  because: string;
  /** The chance of winning and the points at the end, as far as the bot has an opinion. */
  win: number | null;
  points: number | null;
}

export interface Hint extends MoveInfo {
  bot: string;
  position: number;
  because: string;
  candidates: Candidate[];
}

/** One position of a match that was looked back at. */
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
  /** Seats that the game plays itself: with this word of an option, at so many seats. */
  own_seats?: { option: string; word: string; seats: number; seat: number; name: string }[];
  styles: { name: string; help: string }[];
  /** Levels of bots, weakest first; how often each beats the one before it, in percent. */
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
  error: { message: string } | null;
}
