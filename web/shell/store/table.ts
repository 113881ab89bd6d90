/*
 * One open table. The parts beside this file each hold one subject, as signals, over the one
 * connection of the page; this class loads the match, hands incoming messages to the parts, and
 * holds what concerns several of them. Everything drawn derives from these signals.
 */
import { batch, computed, signal } from "@preact/signals";
import { api, Refused, trouble } from "../api";
import { type BoardModule, loadBoard } from "../board";
import { outdated, reconnect, watchAgain, watchSeat } from "../connection";
import { passTurn, tellTurn } from "../notice";
import { tableRoute } from "../routes";
import type { ChatMessage, Clock, Deal, Deck, Game, Position, Seat, Table } from "../types";
import { words } from "../words";
import { ChatStore } from "./chat";
import { ClockStore } from "./clock";
import { DraftStore } from "./draft";
import { HintStore } from "./hints";
import { MatchStore, type Viewer } from "./match";
import { MessageStore } from "./messages";
import { ReplayStore } from "./replay";
import { SeatStore } from "./seats";

export class TableStore {
  readonly state: MatchStore;
  readonly messages: MessageStore;
  readonly replay: ReplayStore;
  readonly draft: DraftStore;
  readonly hints: HintStore;
  readonly seats: SeatStore;
  readonly chat: ChatStore;
  readonly clock = new ClockStore();

  readonly game = signal<Game | null>(null);
  readonly deck = signal<Deck | null>(null);
  readonly board = signal<BoardModule | null>(null);
  /** Why the table cannot be shown. */
  readonly failed = signal("");
  /** The server could not be reached at the start: start again when it can. */
  unreached = false;
  private unwatch: (() => void)[] = [];

  /** The table in words is open beside the picture. */
  readonly inWords = signal(false);
  /** The board threw an error: the table in words stands in for it. */
  readonly undrawn = signal(false);

  /** The element that Tab reaches. */
  readonly focus = signal("");
  /** The element looked at closely, or "". */
  readonly inspected = signal("");
  /** The position after my last own move. */
  readonly since = signal(-1);
  /** Elements that changed since then. */
  readonly changed = signal<ReadonlySet<string>>(new Set());

  constructor(readonly match: string) {
    this.state = new MatchStore(match);
    this.messages = new MessageStore(this.state.names, () => this.draft.clear());
    this.replay = new ReplayStore(this.state, this.messages);
    this.draft = new DraftStore(this.state, this.messages, this.replay.back, {
      tried: () => this.hints.drop(),
      committed: (position) => (this.since.value = position),
    });
    this.hints = new HintStore(this.state, this.messages, this.draft, this.stamp);
    this.seats = new SeatStore(this.state, this.messages);
    this.chat = new ChatStore(match, () => this.eyes.value);
  }

  // The signals that nearly every element of the page reads.
  get info() {
    return this.state.info;
  }
  get table() {
    return this.state.table;
  }
  get log() {
    return this.state.log;
  }
  get names() {
    return this.state.names;
  }
  get mine() {
    return this.state.mine;
  }
  get eyes() {
    return this.state.eyes;
  }
  get myTurn() {
    return this.state.myTurn;
  }

  /** What the board shows: the past, what would follow from the draft, or the present. */
  readonly shown = computed<Position | null>(() => {
    const back = this.replay.back.value;
    if (back === null) this.lastShown = this.draft.tried.value ?? this.table.value;
    // While an earlier position is being fetched, the board stays as it is.
    else this.lastShown = this.replay.at(back) ?? this.lastShown;
    return this.lastShown;
  });
  private lastShown: Position | null = null;

  /** Changes with every position and every step composed. */
  readonly stamp = computed(() =>
    [
      this.table.value?.position,
      this.replay.back.value ?? "",
      this.draft.steps.value.map((step) => step.move).join(","),
      this.draft.touched.value.join(","),
    ].join("/"),
  );

  /** Marked elements: those of the last move when looking back, otherwise what is new. */
  readonly marked = computed<ReadonlySet<string>>(() => {
    const back = this.replay.back.value;
    if (back === null) return this.table.value?.status === "over" ? new Set() : this.changed.value;
    return new Set(this.log.value.find((entry) => entry.position === back - 1)?.targets);
  });

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
        this.chat.most.value = games.limits.chat;
        this.deck.value = deck;
        this.board.value = board;
        this.state.sitDown(info.mine);
      });
      this.watchAll();
      if (info.mine.length === 0) this.seats.askWhyLeft();
    } catch (error) {
      if (error instanceof Refused && error.code === "offline") {
        this.unreached = true;
        return;
      }
      this.failed.value = whyFailed(error);
      // The board is missing on the server: this page is older than the server's.
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
    const viewers: Viewer[] = mine.length === 1 ? [...mine] : [...mine, null];
    this.unwatch = viewers.map((viewer) =>
      watchSeat({
        match: this.match,
        seat: viewer,
        seen: () => this.state.tableOf(viewer)?.position,
        heard: () => this.chat.heard(viewer),
        words: () => this.inWords.value || !this.board.value || this.undrawn.value,
        table: (table) => this.receive(table),
        presence: (seats, clock, deal) => this.receiveSeats(viewer, seats, clock, deal),
        chat: (message) => this.receiveChat(message),
        rematch: (next) => this.state.setNext(next),
        left: (how) => this.loseSeat(viewer, how),
        refused: (why) => {
          this.failed.value = words.net.unlike(why.message);
          this.stop();
        },
      }),
    );
  }

  /** The board cannot be drawn: ask for the table in words. */
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

  private receive(table: Table): void {
    this.seats.heard(table.seats);
    const before = this.state.tableOf(table.seat);
    const moved = before?.position !== table.position;
    if (table.status === "closed") {
      this.shut(table);
      return;
    }
    batch(() => {
      this.state.receive(table);
      this.clock.hear(table.clock);
      if (table.seat !== this.eyes.value) return;
      if (moved) {
        this.draft.moved(table);
        this.messages.refusal.value = null;
        this.hints.drop();
      }
      if (before) this.messages.announce(before, table);
      if (moved) this.draft.follow(table);
    });
    this.seats.takePart(table);
    this.tellTurn(before, table);
  }

  /** Tells a player who looks elsewhere that it is their turn. */
  private tellTurn(before: Table | undefined, table: Table): void {
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

  private receiveSeats(viewer: Viewer, seats: Seat[], clock?: Clock, deal?: Deal): void {
    this.clock.hear(clock);
    this.seats.heard(seats);
    const table = this.state.receiveSeats(viewer, seats, deal);
    if (table) this.seats.takePart(table);
  }

  private receiveChat(message: ChatMessage): void {
    const line = this.chat.hear(message);
    if (!line || message.seat !== this.eyes.value) return;
    this.messages.spoken.value = words.say.said(this.names.value[line.seat] ?? "", line.text);
  }

  /** This browser has lost a seat (or the match is gone): forget what it saw, and only watch. */
  private loseSeat(viewer: Viewer, how: string | null): void {
    if (how === null || viewer === null) {
      this.failed.value = how === null ? words.people.gone : words.people.closed;
      this.stop();
      return;
    }
    const name = this.names.value[viewer] ?? "";
    batch(() => {
      this.draft.clear();
      if (this.eyes.value === viewer) this.replay.leave();
      this.state.standUp(viewer);
      this.seats.left.value = { name, how };
    });
    this.watchAll();
    this.seats.askWhyLeft();
  }

  /** The match was closed, by its operator or because its rules are gone. */
  private shut(table: Table): void {
    this.failed.value = words.people.shut(table.closed ?? "");
    this.stop();
  }

  /** Opens the hand of the next seat at this screen. */
  liftCurtain(seat: number): void {
    this.draft.clear();
    batch(() => {
      this.eyes.value = seat;
      this.since.value = -1;
      this.messages.refusal.value = null;
      this.hints.close();
    });
  }

  /** Shows an earlier position; null returns to the present. */
  readonly lookBack = async (
    position: number | null,
    open = this.replay.open.value,
  ): Promise<void> => {
    if (position === null) {
      this.replay.leave();
      return;
    }
    this.draft.clear();
    this.messages.refusal.value = null;
    this.hints.close();
    await this.replay.show(position, open);
  };

  async rematch(): Promise<void> {
    try {
      const next = await api.rematch(this.match);
      reconnect(); // with the cookie that holds the new seat
      this.state.setNext(next.match);
      location.hash = tableRoute(next.match);
    } catch (error) {
      this.messages.refuse(error as Refused);
    }
  }
}

/** Why a table could not be opened, for the page that says so. */
function whyFailed(error: unknown): string {
  if (!(error instanceof Refused)) return words.net.missing;
  if (error.code === "not_found") return words.net.notFound;
  if (error.code === "not_yours") return words.people.closed;
  return trouble(error);
}
