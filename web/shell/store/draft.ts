/*
 * The move being composed. Touches narrow the legal moves down to steps; each list of steps is sent
 * to the server as a `try`, which answers with the position that would follow and keeps nothing;
 * `commit` plays them. Which moves exist and what they touch comes from the server: no rule is
 * here.
 */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Refused } from "../api";
import { request } from "../connection";
import { confirmMoves } from "../settings";
import type { Choice, MoveInfo, Refusal, Table, Tried, Way } from "../types";
import { labelOf, withNames, words } from "../words";
import {
  forcedNext,
  giveBack,
  lastOwnStep,
  litTargets,
  named,
  poolOf,
  takenSteps,
  touchableMoves,
  touching,
  touchTarget,
} from "./compose";
import type { MatchStore } from "./match";
import type { MessageStore } from "./messages";

const NO_CHOICE: Choice = { set: false };

export interface DraftEvents {
  /** New steps have been tried. */
  tried: () => void;
  /** The moves are stored; this is the position after them. */
  committed: (position: number) => void;
}

export class DraftStore {
  /** The moves chosen so far, and the server's answer to trying them. */
  readonly steps = signal<MoveInfo[]>([]);
  readonly tried = signal<Tried | null>(null);
  /** Elements touched since the last step, which do not name one move yet. */
  readonly touched = signal<string[]>([]);
  /** A commit is on its way. */
  readonly sending = signal(false);
  /** The path chosen last: the steps before it, all paths to that end, and the one taken. */
  readonly way = signal<{ before: MoveInfo[]; ways: Way[]; taken: Way } | null>(null);

  /** Counts tries: an answer to any but the latest is ignored. */
  private tries = 0;
  /** The first step, if it asks for a set: it names the whole move, the rest only fills the set. */
  private opening = "";
  /** The position that a committed move leads to, until the table for it arrives. */
  private awaited: number | null = null;
  /** Moves of a path that can be tried only after its beginning is committed. */
  private following: string[] = [];

  constructor(
    private readonly match: MatchStore,
    private readonly messages: MessageStore,
    /** The position looked back at; nothing is composed there. */
    private readonly back: ReadonlySignal<number | null>,
    private readonly events: DraftEvents,
  ) {}

  /** The position that the next step is chosen in. */
  private readonly at = computed(() => this.tried.value ?? this.match.table.value);

  /** The single moves that may come next. */
  readonly pool = computed<MoveInfo[]>(() => {
    if (!this.match.myTurn.value || this.back.value !== null || this.sending.value) return [];
    const at = this.at.value;
    if (!at || this.tried.value?.turn_over || this.tried.value?.stopped) return [];
    return poolOf(at.legal, at.choice ?? NO_CHOICE);
  });
  /** Single moves, and paths of several that are chosen by touching their end. */
  readonly touchable = computed<MoveInfo[]>(() =>
    touchableMoves(this.pool.value, this.at.value?.facts.ways),
  );
  readonly lit = computed(() => litTargets(this.touchable.value, this.touched.value));
  /** The steps end the turn, or what follows is hidden: nothing is left but to play them. */
  readonly ready = computed(() => {
    const tried = this.tried.value;
    return !!tried && tried.complete && (tried.turn_over || tried.stopped);
  });
  readonly chosen = computed(() => {
    const chosen = new Set<string>(this.touched.value);
    for (const step of this.steps.value) for (const target of step.targets) chosen.add(target);
    return chosen;
  });
  /** The moves that the touched elements leave to choose from. */
  readonly menu = computed<MoveInfo[]>(() =>
    this.touched.value.length ? touching(this.touchable.value, this.touched.value) : [],
  );

  /** Drops everything composed. */
  readonly clear = (): void => {
    this.tries++;
    batch(() => {
      this.steps.value = [];
      this.tried.value = null;
      this.touched.value = [];
      this.way.value = null;
    });
  };

  /** A touch, by mouse, keys or the text view. */
  readonly touch = (target: string): void => {
    if (this.back.value !== null || this.sending.value) return;
    this.messages.refusal.value = null;
    const touched = this.touched.value;
    if (touched.includes(target)) {
      this.touched.value = touched.filter((t) => t !== target);
      return;
    }
    const outcome = touchTarget(this.touchable.value, touched, target);
    if (outcome.kind === "move") {
      this.add(outcome.move);
    } else if (outcome.kind === "narrow") {
      this.touched.value = outcome.touched;
    } else {
      const index = this.steps.value.findIndex((step) => step.targets.includes(target));
      if (index >= 0) this.drop(index);
      else if (touched.length) {
        // It does not go with the elements touched before: begin again with this one.
        this.touched.value = [];
        this.touch(target);
      } else void this.askWhy(target);
    }
  };

  readonly add = (move: MoveInfo): void => {
    if (move.ways) void this.go(this.steps.value, move.ways, move.ways[0]!);
    else void this.tryMoves([...this.steps.value, move]);
  };

  /** Takes a path as far as it can be tried; choosing another one replaces it. */
  readonly go = async (before: MoveInfo[], ways: Way[], taken: Way): Promise<void> => {
    await this.tryMoves([...before, ...named(taken.moves.slice(0, taken.until_chance))]);
    if (!this.tried.value) return;
    this.way.value = { before, ways, taken };
    this.following = taken.moves.slice(taken.until_chance);
  };

  /** A button for a move that has no place on the board: played at once if nothing else follows. */
  readonly press = async (move: MoveInfo): Promise<void> => {
    const before = this.steps.value;
    await this.tryMoves([...before, move]);
    if (this.ready.value && before.length === 0) void this.commit();
  };

  private drop(index: number): void {
    const choice = this.tried.value?.choice ?? NO_CHOICE;
    void this.tryMoves(giveBack(this.steps.value, choice, index));
    this.messages.spoken.value = words.say.back;
  }

  readonly takeBack = (): void => {
    this.messages.refusal.value = null;
    if (this.touched.value.length) this.touched.value = this.touched.value.slice(0, -1);
    else if (this.steps.value.length) this.drop(lastOwnStep(this.steps.value));
  };

  private async tryMoves(steps: MoveInfo[]): Promise<void> {
    const table = this.match.table.value;
    if (!table) return;
    const mine = ++this.tries;
    this.touched.value = [];
    this.way.value = null;
    this.following = [];
    if (steps.length === 0) {
      this.clear();
      return;
    }
    try {
      const tried = await request<Tried>({
        type: "try",
        match: this.match.match,
        seat: table.seat,
        position: table.position,
        moves: steps.map((step) => step.move),
      });
      if (mine !== this.tries) return;
      const taken = takenSteps(steps, tried);
      const next = forcedNext(tried);
      if (next) {
        if (steps.length === 1) this.opening = "";
        await this.tryMoves([...taken, next]);
        return;
      }
      batch(() => {
        this.steps.value = taken;
        this.tried.value = tried;
        if (steps.length === 1) this.opening = tried.choice.set ? steps[0]!.move : "";
        this.events.tried();
      });
      this.messages.spoken.value = words.say.took(this.offer());
      if (!confirmMoves.value && this.ready.value) void this.commit();
    } catch (error) {
      if (mine === this.tries) this.messages.refuse(error as Refused);
    }
  }

  /** What the button that plays the composed move says. */
  offer(): string {
    const names = this.match.names.value;
    const offer = this.tried.value?.facts.offer;
    if (offer) return withNames(offer, names);
    const way = this.way.value;
    if (way && way.before.length === 0) return withNames(way.taken.label, names);
    const steps = this.steps.value.filter((step) => !step.forced);
    if (steps[0] && steps[0].move === this.opening) return labelOf(steps[0], names);
    if (steps.length > 1) return words.composer.playAll(steps.length);
    return steps[0] ? labelOf(steps[0], names) : "";
  }

  readonly commit = async (): Promise<void> => {
    const table = this.match.table.value;
    const tried = this.tried.value;
    if (!table || !this.ready.value || !tried || this.sending.value) return;
    this.sending.value = true;
    this.messages.refusal.value = null;
    try {
      // The key makes the commit safe to send again after a lost connection.
      const ack = await request<{ position: number }>(
        {
          type: "commit",
          match: this.match.match,
          seat: table.seat,
          position: table.position,
          moves: tried.moves,
          key: crypto.randomUUID(),
        },
        true,
      );
      this.events.committed(ack.position);
      // The composed steps stay on the screen until the table that follows from them is here.
      if ((this.match.table.value?.position ?? 0) >= ack.position) this.sent();
      else this.awaited = ack.position;
    } catch (error) {
      this.sent();
      this.messages.refuse(error as Refused);
    }
  };

  private sent(): void {
    this.awaited = null;
    this.sending.value = false;
    this.clear();
  }

  /** A table for another position has arrived: what was composed for the old one is void. */
  moved(table: Table): void {
    if (this.awaited !== null) {
      if (table.position >= this.awaited) this.sent();
    } else if (this.steps.value.length || this.touched.value.length) {
      this.clear();
    }
  }

  /** Continues a path of several moves after the commit that revealed something. */
  follow(table: Table): void {
    const rest = this.following;
    if (!rest.length) return;
    this.following = [];
    const legal = table.legal.some((move) => move.move === rest[0]);
    if (table.to_act === table.seat && legal) void this.tryMoves(named(rest));
  }

  /** Asks the server why an element cannot be touched. */
  private async askWhy(target: string): Promise<void> {
    const table = this.match.table.value;
    if (!table || table.seat === null || table.status !== "running") return;
    try {
      const refusal = await request<Refusal>({
        type: "refusal",
        match: this.match.match,
        seat: table.seat,
        position: table.position,
        moves: this.steps.value.map((step) => step.move),
        target,
      });
      if (refusal.legal) return;
      this.messages.refusal.value = refusal;
      this.messages.spoken.value = words.say.refused(refusal.message);
    } catch (error) {
      this.messages.refuse(error as Refused);
    }
  }
}
