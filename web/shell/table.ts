/*
 * One open table: what the server says of it, what has been touched so far, what is being looked
 * back at. Everything drawn derives from these signals; nothing here knows a rule.
 */
import { batch, computed, signal } from "@preact/signals";
import { api, Refused, trouble } from "./api";
import type { BoardModule } from "./board";
import { ChatStore } from "./chat";
import { ClockStore } from "./clock";
import { loadBoard } from "./board";
import { forcedNext, giveBack, litTargets, poolOf, touchTarget } from "./compose";
import { outdated, reconnect, request, watchAgain, watchSeat } from "./connection";
import { passTurn, tellTurn } from "./notice";
import { confirmMoves, links } from "./settings";
import type {
  ChatMessage,
  Choice,
  Clock,
  Deck,
  Game,
  Hint,
  LogEntry,
  Match,
  MoveInfo,
  Position,
  Refusal,
  ReplayPosition,
  Seat,
  Table,
  Tried,
  Way,
} from "./types";
import { labelOf, seatNames, withNames, words } from "./words";

const NO_CHOICE: Choice = { set: false };
const REPLAY_CHUNK = 16;

/** 32 random bytes in base64url: this seat's share in the deal. */
function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** Moves known by name alone: what they touch is told when they have been tried. */
const named = (moves: string[]): MoveInfo[] => moves.map((move) => ({ move, targets: [] }));

export class TableStore {
  readonly match: string;
  readonly info = signal<Match | null>(null);
  readonly game = signal<Game | null>(null);
  /** Characters of a chat message. */
  readonly chatMost = signal(0);
  readonly clock = new ClockStore();
  readonly chat: ChatStore;
  readonly deck = signal<Deck | null>(null);
  readonly board = signal<BoardModule | null>(null);
  readonly failed = signal("");
  /** A seat that this browser had. */
  readonly left = signal<{ name: string; how: string } | null>(null);

  /** Tables by viewer: "0", "1" for my seats, "null" for a spectator. */
  private readonly tables = signal<Record<string, Table>>({});
  private readonly logs = new Map<string, LogEntry[]>();
  private readonly logStamp = signal(0);
  private unwatch: (() => void)[] = [];
  private noncesGiven = new Set<number>();

  /** The table in words is open beside the picture. */
  readonly inWords = signal(false);
  /** The board could not be drawn: the words of the engine stand in for it. */
  readonly undrawn = signal(false);

  /** My seats, and the one whose hand is open; null watches. */
  readonly mine = signal<number[]>([]);
  readonly eyes = signal<number | null>(null);

  /** The move being composed: steps, what the server says follows, elements touched so far. */
  readonly steps = signal<MoveInfo[]>([]);
  readonly tried = signal<Tried | null>(null);
  readonly touched = signal<string[]>([]);
  readonly sending = signal(false);
  private trying = 0;
  private opening = "";
  /** When the server last said who sits where. */
  private seatsHeard = 0;
  private awaited: number | null = null; // the position that an acknowledged move leads to
  /** The way that was chosen last: the steps before it and the ways there are. */
  readonly way = signal<{ before: MoveInfo[]; ways: Way[]; taken: Way } | null>(null);
  /** What is left of a way after the part that shows something new. */
  private following: string[] = [];

  readonly refusal = signal<Refusal | null>(null);
  readonly hint = signal<Hint | "thinking" | null>(null);
  /** What the last hint was asked for. */
  private hintWanted = "";
  readonly notice = signal("");
  readonly spoken = signal("");

  /** Looking back: the position shown, or null. */
  readonly back = signal<number | null>(null);
  readonly open = signal(false);
  private readonly past = signal<Record<number, ReplayPosition>>({});
  private pastKey = "";

  /** Keyboard: the element that Tab reaches. */
  readonly focus = signal("");
  /** The element looked at closely, or "". */
  readonly inspected = signal("");
  /** Elements that changed since my last move. */
  readonly changed = signal<ReadonlySet<string>>(new Set());
  /** What is marked: the last move where one looks back, otherwise what is new since mine. */
  readonly marked = computed<ReadonlySet<string>>(() => {
    const back = this.back.value;
    if (back === null) return this.table.value?.status === "over" ? new Set() : this.changed.value;
    return new Set(this.log.value.find((entry) => entry.position === back - 1)?.targets);
  });
  /** Elements of the hint. */
  readonly hinted = computed<ReadonlySet<string>>(() => {
    const hint = this.hint.value;
    return new Set(hint && hint !== "thinking" ? hint.targets : []);
  });

  /** The position after my last own move: what came later is marked. */
  readonly since = signal(-1);

  constructor(match: string) {
    this.match = match;
    this.chat = new ChatStore(match, () => this.eyes.value);
  }

  readonly table = computed<Table | null>(() => this.tables.value[String(this.eyes.value)] ?? null);
  readonly names = computed<string[]>(() => {
    const seats = this.table.value?.seats ?? this.info.value?.seats ?? [];
    return seatNames(seats, this.table.value?.facts.seats);
  });
  readonly log = computed<LogEntry[]>(() => {
    void this.logStamp.value;
    void this.table.value;
    return this.logs.get(String(this.eyes.value)) ?? [];
  });
  /** What the board shows: the past, what would follow, or the present. */
  readonly shown = computed<Position | null>(() => {
    const back = this.back.value;
    if (back === null) this.kept = this.tried.value ?? this.table.value;
    // While an earlier position is on its way, what was shown stays.
    else this.kept = this.past.value[back] ?? this.kept;
    return this.kept;
  });
  private kept: Position | null = null;
  readonly myTurn = computed(() => {
    const table = this.table.value;
    return !!table && table.status === "running" && table.to_act === this.eyes.value;
  });
  /** My seats that a bot plays for. */
  readonly minded = computed<number[]>(() =>
    this.mine.value.filter((seat) => this.anyTable.value?.seats[seat]?.minded),
  );
  /** Whether there is somebody to talk to, or to listen to. */
  readonly talks = computed(() => {
    const table = this.table.value;
    if (!table || table.chat === "off") return false;
    if (table.chat === "seats" && this.eyes.value === null) return false;
    return (
      this.chat.lines.value.length > 0 ||
      table.seats.some((seat) => seat.kind === "person" && !seat.mine)
    );
  });
  private readonly anyTable = computed<Table | null>(
    () => this.table.value ?? Object.values(this.tables.value)[0] ?? null,
  );
  readonly pool = computed<MoveInfo[]>(() => {
    if (!this.myTurn.value || this.back.value !== null || this.sending.value) return [];
    const at = this.tried.value ?? this.table.value;
    if (!at) return [];
    if (this.tried.value?.turn_over || this.tried.value?.stopped) return [];
    return poolOf(at.legal, at.choice ?? NO_CHOICE);
  });
  /** Single moves, and ways of more than one that are reached by touching their end. */
  readonly touchable = computed<MoveInfo[]>(() => {
    const pool = this.pool.value;
    const at = this.tried.value ?? this.table.value;
    if (!pool.length || !at?.facts.ways) return pool;
    const single = new Set(pool.map((move) => move.move));
    const far = at.facts.ways
      .filter(({ ways }) => ways[0]!.moves.length > 1 || !single.has(ways[0]!.moves[0]!))
      .map(({ targets, ways }) => ({
        move: ways[0]!.moves.join("; "),
        label: ways[0]!.label,
        targets,
        ways,
      }));
    return [...pool, ...far];
  });
  readonly lit = computed(() => litTargets(this.touchable.value, this.touched.value));
  /** The composed moves end the turn or wait for what is hidden: nothing is left but to play. */
  readonly ready = computed(() => {
    const tried = this.tried.value;
    return !!tried && tried.complete && (tried.turn_over || tried.stopped);
  });
  readonly chosen = computed(() => {
    const chosen = new Set<string>(this.touched.value);
    for (const step of this.steps.value) for (const target of step.targets) chosen.add(target);
    return chosen;
  });
  readonly menu = computed<MoveInfo[]>(() =>
    this.touched.value.length
      ? this.touchable.value.filter((m) => this.touched.value.every((t) => m.targets.includes(t)))
      : [],
  );
  /** Changes with every position and every step composed. */
  readonly stamp = computed(() =>
    [
      this.table.value?.position,
      this.back.value ?? "",
      this.steps.value.map((step) => step.move).join(","),
      this.touched.value.join(","),
    ].join("/"),
  );
  /** A curtain hangs while another hand of this screen must act. */
  readonly curtain = computed<number | null>(() => {
    const mine = this.mine.value;
    const anyTable = Object.values(this.tables.value)[0];
    if (mine.length < 2 || !anyTable || anyTable.status !== "running") return null;
    const act = anyTable.to_act;
    return mine.includes(act) && act !== this.eyes.value ? act : null;
  });

  /** The server could not be reached at the start: to be started again. */
  unreached = false;

  async start(): Promise<void> {
    this.unreached = false;
    try {
      const info = await api.match(this.match);
      const [games, deck, board] = await Promise.all([
        api.games(),
        api.deck(`${info.game}/${info.deck}`),
        loadBoard(info.game),
      ]);
      batch(() => {
        this.info.value = info;
        this.game.value = games.games.find((game) => game.id === info.game) ?? null;
        this.chatMost.value = games.limits.chat;
        this.deck.value = deck;
        this.board.value = board;
        this.mine.value = info.mine;
        // Several hands at one screen start behind the curtain.
        this.eyes.value = info.mine.length === 1 ? info.mine[0]! : null;
      });
      this.watchAll();
      if (info.mine.length === 0) this.askWhyLeft();
    } catch (error) {
      if (error instanceof Refused && error.code === "offline") {
        this.unreached = true;
        return;
      }
      this.failed.value =
        error instanceof Refused && error.code === "not_found"
          ? words.net.notFound
          : error instanceof Refused && error.code === "not_yours"
            ? words.people.closed
            : error instanceof Refused
              ? trouble(error)
              : words.net.missing;
      // A board that the server no longer has: this page is older than the server's.
      if (!(error instanceof Refused)) outdated.value = true;
    }
  }

  stop(): void {
    for (const stop of this.unwatch) stop();
    this.unwatch = [];
  }

  private watchAll(): void {
    this.stop();
    const mine = this.mine.value;
    const viewers: (number | null)[] = mine.length === 1 ? [...mine] : [...mine, null];
    for (const seat of viewers) {
      const key = String(seat);
      this.unwatch.push(
        watchSeat({
          match: this.match,
          seat,
          seen: () => this.tables.value[key]?.position,
          heard: () => this.chat.heard(seat),
          words: () => this.inWords.value || !this.board.value || this.undrawn.value,
          table: (table) => this.receive(table),
          presence: (seats, clock) => this.presence(key, seats, clock),
          chat: (message) => this.hear(message),
          rematch: (next) => this.setNext(next),
          left: (how) => this.seatLeft(seat, how),
          refused: (why) => {
            this.failed.value = words.net.unlike(why.message);
            this.stop();
          },
        }),
      );
    }
  }

  /** The board cannot be drawn; the words are asked for. */
  readonly fail = (): void => {
    if (this.undrawn.value) return;
    this.undrawn.value = true;
    watchAgain(this.match);
  };

  /** Opens or closes the table in words. */
  readonly toggleWords = (): void => {
    this.inWords.value = !this.inWords.value;
    watchAgain(this.match);
  };

  /** A push says what may have changed; the rest is as it was. */
  private receive(news: Table): void {
    this.seatsHeard = performance.now();
    const key = String(news.seat);
    const table: Table = { ...this.tables.value[key], ...news };
    if (news.text === undefined) delete table.text;
    const log = (this.logs.get(key) ?? []).filter((entry) => entry.position < table.from);
    this.logs.set(key, [...log, ...table.log]);
    const before = this.tables.value[key];
    batch(() => {
      this.logStamp.value++;
      this.tables.value = { ...this.tables.value, [key]: table };
      this.clock.hear(table.clock);
      if (table.seat === this.eyes.value) {
        if (!before || before.position !== table.position) {
          if (this.awaited === null || table.position >= this.awaited) {
            if (this.awaited !== null) this.sent();
            else if (this.steps.value.length || this.touched.value.length) this.clear();
          }
          this.refusal.value = null;
          if (this.hint.value !== "thinking") this.hint.value = null;
        }
        if (before) this.announce(before, table);
        if (this.following.length && table.position !== before?.position) this.follow(table);
      }
      const info = this.info.value;
      if (info) this.info.value = { ...info, status: table.status, next: table.next };
    });
    if (table.status === "gathering" && typeof table.seat === "number") this.giveNonce(table);
    this.tell(before, table);
  }

  /** Whoever looks elsewhere is told that the turn has come. */
  private tell(before: Table | undefined, table: Table): void {
    const mine = (at: Table) => at.status === "running" && this.mine.value.includes(at.to_act);
    if (!mine(table)) return;
    const turn = {
      match: this.match,
      position: table.position,
      game: this.game.value?.name ?? words.valise,
      prompt: words.notice.prompt(table.to_act === table.seat ? table.facts.prompt : ""),
      correspondence: table.clock.kind === "days",
    };
    if (before && !mine(before)) tellTurn(turn);
    else passTurn(turn);
  }

  /** The rest of a way, once what its beginning showed is on the table. */
  private follow(table: Table): void {
    const rest = this.following;
    this.following = [];
    const single = new Set(table.legal.map((move) => move.move));
    if (table.to_act === table.seat && single.has(rest[0]!)) void this.tryMoves(named(rest));
  }

  private giveNonce(table: Table): void {
    const seat = table.seat as number;
    if (table.seats[seat]?.nonce || this.noncesGiven.has(seat)) return;
    this.noncesGiven.add(seat);
    request({ type: "nonce", match: this.match, seat, nonce: nonce() }).catch(() => {
      this.noncesGiven.delete(seat);
    });
  }

  /** Milliseconds until nothing was heard of a seat's owner for so long that it may be lost. */
  silentIn(seat: Seat): number {
    if (seat.silent === undefined) return Infinity;
    return Math.max(0, seat.silent - (performance.now() - this.seatsHeard));
  }

  private presence(key: string, seats: Seat[], clock?: Clock): void {
    const table = this.tables.value[key];
    this.clock.hear(clock);
    this.seatsHeard = performance.now();
    if (table) this.tables.value = { ...this.tables.value, [key]: { ...table, seats } };
  }

  private hear(message: ChatMessage): void {
    const heard = this.chat.heard(message.seat);
    this.chat.hear(message);
    const line = message.lines.at(-1);
    if (!line || message.whole || message.seat !== this.eyes.value) return;
    // What was said before this page came is there to be read.
    if (!heard && Math.abs(Date.now() / 1000 - line.time) > 30) return;
    if (this.chat.open || line.seat === message.seat) return;
    this.spoken.value = words.say.said(this.names.value[line.seat] ?? "", line.text);
  }

  /** A seat is this browser's no longer: what it saw goes, and the page watches. */
  private seatLeft(seat: number | null, how: string | null): void {
    if (how === null || seat === null) {
      this.failed.value = how === null ? words.people.gone : words.people.closed;
      this.stop();
      return;
    }
    const name = this.names.value[seat] ?? "";
    batch(() => {
      this.clear();
      this.mine.value = this.mine.value.filter((s) => s !== seat);
      if (this.eyes.value === seat) {
        this.eyes.value = this.mine.value.length === 1 ? this.mine.value[0]! : null;
        this.back.value = null;
      }
      this.tables.value = {};
      this.logs.clear();
      this.left.value = { name, how };
    });
    this.watchAll();
    this.askWhyLeft();
  }

  /** A page that comes back without its seat says where it went. */
  private askWhyLeft(): void {
    api.left().then(
      (all) => {
        const found = all.find((entry) => entry.match === this.match);
        if (found) this.left.value = { name: found.name, how: found.how };
      },
      () => {
        // Then it is said the next time.
      },
    );
  }

  private setNext(next: string): void {
    const info = this.info.value;
    if (info) this.info.value = { ...info, next };
  }

  private announce(before: Table, table: Table): void {
    const lines = table.log
      .filter((entry) => entry.position >= before.position && entry.text)
      .map((entry) => withNames(entry.text, this.names.value));
    if (table.status === "over" && before.status !== "over") lines.push(words.say.over);
    else if (table.to_act === table.seat && table.position !== before.position) {
      lines.push(words.say.yourTurn(table.facts.prompt));
    }
    if (lines.length) this.spoken.value = lines.join(" ");
  }

  clear(): void {
    this.trying++;
    batch(() => {
      this.steps.value = [];
      this.tried.value = null;
      this.touched.value = [];
      this.way.value = null;
    });
  }

  liftCurtain(seat: number): void {
    this.clear();
    batch(() => {
      this.eyes.value = seat;
      this.since.value = -1;
      this.refusal.value = null;
      this.hint.value = null;
    });
  }

  /** The one way every front end touches: mouse, keys, text view. */
  touch = (target: string): void => {
    if (this.back.value !== null || this.sending.value) return;
    this.refusal.value = null;
    const touched = this.touched.value;
    const outcome = touchTarget(this.touchable.value, touched, target);
    if (outcome.kind === "move") {
      this.add(outcome.move);
    } else if (outcome.kind === "narrow") {
      this.touched.value = outcome.touched;
    } else if (touched.includes(target)) {
      this.touched.value = touched.filter((t) => t !== target);
    } else {
      const index = this.steps.value.findIndex((step) => step.targets.includes(target));
      if (index >= 0) this.drop(index);
      else if (touched.length) {
        this.touched.value = [];
        this.touch(target);
      } else void this.askWhy(target);
    }
  };

  add = (move: MoveInfo): void => {
    if (move.ways) void this.go(this.steps.value, move.ways, move.ways[0]!);
    else void this.tryMoves([...this.steps.value, move]);
  };

  /** Takes a whole way, as far as it can be tried; another one takes its place. */
  go = async (before: MoveInfo[], ways: Way[], taken: Way): Promise<void> => {
    await this.tryMoves([...before, ...named(taken.moves.slice(0, taken.until_chance))]);
    if (!this.tried.value) return;
    this.way.value = { before, ways, taken };
    this.following = taken.moves.slice(taken.until_chance);
  };

  /** A button of a move that is no place on the board: played at once where nothing else follows. */
  press = async (move: MoveInfo): Promise<void> => {
    const before = this.steps.value;
    await this.tryMoves([...before, move]);
    if (this.ready.value && before.length === 0) void this.commit();
  };

  drop(index: number): void {
    const choice = this.tried.value?.choice ?? NO_CHOICE;
    void this.tryMoves(giveBack(this.steps.value, choice, index));
    this.spoken.value = words.say.back;
  }

  takeBack = (): void => {
    this.refusal.value = null;
    if (this.touched.value.length) this.touched.value = this.touched.value.slice(0, -1);
    else if (this.steps.value.length) {
      // What was taken for the player goes with the step that it followed.
      let last = this.steps.value.length - 1;
      while (last > 0 && this.steps.value[last]!.forced) last--;
      this.drop(last);
    }
  };

  private async tryMoves(steps: MoveInfo[]): Promise<void> {
    const table = this.table.value;
    if (!table) return;
    const mine = ++this.trying;
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
        match: this.match,
        seat: table.seat,
        position: table.position,
        moves: steps.map((step) => step.move),
      });
      if (mine !== this.trying) return;
      // The server put sets into their order; steps that were only named are told by its log.
      const known = new Map(steps.map((step) => [step.move, step]));
      const taken = tried.moves.map((move, i) => {
        const step = known.get(move);
        return step?.targets.length
          ? step
          : { ...step, move, targets: tried.log?.[i]?.targets ?? [] };
      });
      const next = forcedNext(tried);
      if (next) {
        if (steps.length === 1) this.opening = "";
        await this.tryMoves([...taken, next]);
        return;
      }
      batch(() => {
        this.steps.value = taken;
        this.tried.value = tried;
        // A first step that asks for a set names the whole: what follows only fills it.
        if (steps.length === 1) this.opening = tried.choice.set ? steps[0]!.move : "";
        if (this.hint.value !== "thinking") this.hint.value = null;
      });
      this.spoken.value = words.say.took(this.offer());
      if (!confirmMoves.value && this.ready.value) void this.commit();
    } catch (error) {
      if (mine === this.trying) this.refuse(error as Refused);
    }
  }

  private refuse(error: Refused): void {
    if (error.code === "lost") {
      this.notice.value = words.net.wait;
    } else if (error.code === "stale") {
      this.clear();
      this.notice.value = words.net.stale;
    } else {
      this.refusal.value = { legal: false, message: error.message, clause: error.clause };
      this.spoken.value = words.say.refused(withNames(error.message, this.names.value));
    }
  }

  /** What the button that plays the composed move says. */
  offer(): string {
    const names = this.names.value;
    const offer = this.tried.value?.facts.offer;
    if (offer) return withNames(offer, names);
    const way = this.way.value;
    if (way && way.before.length === 0) return withNames(way.taken.label, names);
    const steps = this.steps.value.filter((step) => !step.forced);
    if (steps[0] && steps[0].move === this.opening) return labelOf(steps[0], names);
    if (steps.length > 1) return words.composer.playAll(steps.length);
    return steps[0] ? labelOf(steps[0], names) : "";
  }

  commit = async (): Promise<void> => {
    const table = this.table.value;
    const tried = this.tried.value;
    if (!table || !this.ready.value || !tried || this.sending.value) return;
    this.sending.value = true;
    this.refusal.value = null;
    try {
      const ack = await request<{ position: number }>(
        {
          type: "commit",
          match: this.match,
          seat: table.seat,
          position: table.position,
          moves: tried.moves,
          key: crypto.randomUUID(),
        },
        true,
      );
      this.since.value = ack.position;
      // What was composed stays on the table until the table that follows from it is here.
      if ((this.table.value?.position ?? 0) >= ack.position) this.sent();
      else this.awaited = ack.position;
    } catch (error) {
      this.sent();
      this.refuse(error as Refused);
    }
  };

  private sent(): void {
    this.awaited = null;
    this.sending.value = false;
    this.clear();
  }

  async askWhy(target: string): Promise<void> {
    const table = this.table.value;
    if (!table || table.seat === null || table.status !== "running") return;
    try {
      const refusal = await request<Refusal>({
        type: "refusal",
        match: this.match,
        seat: table.seat,
        position: table.position,
        moves: this.steps.value.map((step) => step.move),
        target,
      });
      if (refusal.legal) return;
      this.refusal.value = refusal;
      this.spoken.value = words.say.refused(refusal.message);
    } catch (error) {
      this.refuse(error as Refused);
    }
  }

  askHint = async (): Promise<void> => {
    const table = this.table.value;
    if (!table || !this.myTurn.value) return;
    this.refusal.value = null; // where it stands, the hint will
    if (this.hint.value === "thinking") {
      // One is on its way. If it is for what lay there before, this one comes after it.
      this.hintWanted = this.stamp.value;
      return;
    }
    this.hint.value = "thinking";
    const asked = this.stamp.value;
    this.hintWanted = asked;
    try {
      const hint = await request<Hint>({
        type: "hint",
        match: this.match,
        seat: table.seat,
        position: table.position,
        moves: this.steps.value.map((step) => step.move),
      });
      // Whoever has touched on meanwhile is past this hint.
      this.hint.value = this.stamp.value === asked ? hint : null;
    } catch (error) {
      this.hint.value = null;
      // A hint for a position that is gone is no news to anybody.
      if ((error as Refused).code !== "stale") this.refuse(error as Refused);
    }
    if (this.hintWanted !== asked && this.hintWanted === this.stamp.value) await this.askHint();
  };

  /** Starts before every seat has come. */
  begin = (): void => {
    const seat = this.mine.value[0];
    if (seat === undefined) return;
    request({ type: "start", match: this.match, seat }).catch((error: Refused) =>
      this.refuse(error),
    );
  };

  rename(seat: number, name: string): void {
    request({ type: "name", match: this.match, seat, name }).catch((error: Refused) =>
      this.refuse(error),
    );
  }

  get last(): number {
    return this.table.value?.position ?? 0;
  }

  /** Shows an earlier position, fetching the positions around it. */
  lookBack = async (position: number | null, open = this.open.value): Promise<void> => {
    if (position === null) {
      this.back.value = null;
      return;
    }
    const key = `${String(this.eyes.value)}/${String(open)}`;
    if (key !== this.pastKey) {
      this.pastKey = key;
      this.past.value = {};
    }
    this.clear();
    batch(() => {
      this.back.value = position;
      this.open.value = open;
      this.refusal.value = null;
      this.hint.value = null;
    });
    const from = Math.floor(position / REPLAY_CHUNK) * REPLAY_CHUNK;
    if (this.past.value[position]) return;
    try {
      const answer = await request<{ positions: ReplayPosition[] }>({
        type: "replay",
        match: this.match,
        seat: this.table.value?.seat ?? null,
        from,
        count: REPLAY_CHUNK,
        open,
      });
      if (key !== this.pastKey) return;
      const past = { ...this.past.value };
      for (const at of answer.positions) past[at.position] = at;
      this.past.value = past;
    } catch (error) {
      this.refuse(error as Refused);
    }
  };

  async rematch(): Promise<void> {
    try {
      const next = await api.rematch(this.match);
      reconnect();
      this.setNext(next.match);
      location.hash = `#/m/${next.match}`;
    } catch (error) {
      this.refuse(error as Refused);
    }
  }

  linkOf(seat: number): string | null {
    return links.value[this.match]?.[String(seat)] ?? null;
  }
}
