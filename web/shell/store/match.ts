/*
 * One match as the server describes it to this browser: a table and a log for each viewer, and
 * which of the viewers looks at the screen. A browser may hold several seats (pass and play); then
 * each of them is a viewer, and so is the spectator who sees the curtain between turns.
 */
import { batch, computed, signal } from "@preact/signals";
import type { Deal, LogEntry, Match, Seat, Table } from "../types";
import { seatNames } from "../words";
import { mergeLog } from "./merge";

/** A seat, or null for a spectator. */
export type Viewer = number | null;

export class MatchStore {
  readonly info = signal<Match | null>(null);
  /** The seats of this browser. */
  readonly mine = signal<number[]>([]);
  /** The viewer whose table is on the screen. */
  readonly eyes = signal<Viewer>(null);

  /** Tables by viewer: "0", "1" for seats, "null" for a spectator. */
  private readonly tables = signal<Record<string, Table>>({});
  private readonly logs = signal<Record<string, LogEntry[]>>({});

  constructor(readonly match: string) {}

  readonly table = computed<Table | null>(() => this.tables.value[String(this.eyes.value)] ?? null);
  /** The table on the screen or, behind the curtain, that of any viewer: for what all may know. */
  readonly anyTable = computed<Table | null>(
    () => this.table.value ?? Object.values(this.tables.value)[0] ?? null,
  );
  readonly log = computed<LogEntry[]>(() => this.logs.value[String(this.eyes.value)] ?? []);
  readonly names = computed<string[]>(() => {
    const seats = this.table.value?.seats ?? this.info.value?.seats ?? [];
    return seatNames(seats, this.table.value?.facts.seats);
  });
  readonly myTurn = computed(() => {
    const table = this.table.value;
    return !!table && table.status === "running" && table.to_act === this.eyes.value;
  });
  /** The seat to hand the screen to, while another hand of this browser must act. */
  readonly curtain = computed<number | null>(() => {
    const mine = this.mine.value;
    const table = Object.values(this.tables.value)[0];
    if (mine.length < 2 || table?.status !== "running") return null;
    return mine.includes(table.to_act) && table.to_act !== this.eyes.value ? table.to_act : null;
  });

  tableOf(viewer: Viewer): Table | undefined {
    return this.tables.value[String(viewer)];
  }

  receive(table: Table): void {
    const key = String(table.seat);
    batch(() => {
      this.logs.value = { ...this.logs.value, [key]: mergeLog(this.logs.value[key] ?? [], table) };
      this.tables.value = { ...this.tables.value, [key]: table };
      const info = this.info.value;
      if (info) this.info.value = { ...info, status: table.status, next: table.next };
    });
  }

  /** Who is connected changes between tables. */
  receiveSeats(viewer: Viewer, seats: Seat[], deal?: Deal): Table | undefined {
    const table = this.tableOf(viewer);
    if (!table) return undefined;
    const now = { ...table, seats, deal: deal ?? table.deal };
    this.tables.value = { ...this.tables.value, [String(viewer)]: now };
    return now;
  }

  /** The rematch that follows. */
  setNext(next: string): void {
    const info = this.info.value;
    if (info) this.info.value = { ...info, next };
  }

  /** Takes the seats of this browser; with several the match opens behind the curtain. */
  sitDown(mine: number[]): void {
    this.mine.value = mine;
    this.eyes.value = mine.length === 1 ? mine[0]! : null;
  }

  /** Forgets a seat, and everything its owner could see. */
  standUp(seat: number): void {
    const mine = this.mine.value.filter((s) => s !== seat);
    batch(() => {
      this.mine.value = mine;
      if (this.eyes.value === seat) this.eyes.value = mine.length === 1 ? mine[0]! : null;
      this.tables.value = {};
      this.logs.value = {};
    });
  }
}
