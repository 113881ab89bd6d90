/* Messages of a server, as short as a test needs them. */
import type { LogEntry, MoveInfo, Seat, Table, Tried } from "../shell/types";

export const seat = (n: number, more: Partial<Seat> = {}): Seat => ({
  seat: n,
  kind: "person",
  name: ["Ada", "Ben", "Cleo", "Dan"][n]!,
  bot: null,
  claimed: true,
  pledged: true,
  nonce: true,
  connected: true,
  mine: n === 0,
  minded: false,
  ...more,
});

/** "take 1 @ queue.1 coin" is the move "take 1" that touches queue.1 and coin. */
export function move(text: string, more: Partial<MoveInfo> = {}): MoveInfo {
  const [name = "", targets = ""] = text.split(" @ ");
  return { move: name, targets: targets ? targets.split(" ") : [], ...more };
}

export const moves = (...texts: string[]): MoveInfo[] => texts.map((text) => move(text));

export const line = (position: number, text: string, targets: string[] = []): LogEntry => ({
  position,
  seat: 0,
  move: `move ${position}`,
  targets,
  text,
  clause: "",
});

export const table = (more: Partial<Table> = {}): Table => ({
  type: "table",
  match: "M",
  seat: 0,
  game: "game",
  deck: "hash",
  options: {},
  status: "running",
  position: 4,
  from: 0,
  to_act: 0,
  view: {},
  facts: { prompt: "take a card", clause: "", points: [], ending: "" },
  legal: [],
  choice: { set: false },
  log: [],
  seats: [seat(0), seat(1)],
  clock: { kind: "none", left: null },
  chat: "open",
  commitment: "",
  result: null,
  next: null,
  ...more,
});

export const tried = (names: string[], more: Partial<Tried> = {}): Tried => ({
  type: "tried",
  position: 4 + names.length,
  to_act: 0,
  view: {},
  facts: { prompt: "", clause: "", points: [], ending: "" },
  moves: names,
  played: names.length,
  pending: [],
  stopped: false,
  turn_over: false,
  complete: true,
  legal: [],
  choice: { set: false },
  ...more,
});
