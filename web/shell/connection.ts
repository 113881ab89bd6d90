/*
 * One WebSocket for the whole page. Each request has a number, which its answer repeats. After a
 * lost connection the page connects again, watches its seats again from the last position seen, and
 * sends an unanswered commit again: its key makes the server repeat the first answer.
 */
import { signal } from "@preact/signals";
import { Refused } from "./api";
import { mergeTable, type TableMessage } from "./store/merge";
import type { ChatMessage, Clock, Deal, Seat, Table } from "./types";

export type Link = "idle" | "connecting" | "open" | "lost";

export const link = signal<Link>("idle");
/** The server has a newer page than this one. */
export const outdated = signal(false);

interface Watcher {
  match: string;
  seat: number | null;
  seen: () => number | undefined;
  heard: () => number;
  /** Whether the server should also send the table in words. */
  words: () => boolean;
  table: (table: Table) => void;
  presence: (seats: Seat[], clock?: Clock, deal?: Deal) => void;
  chat: (message: ChatMessage) => void;
  rematch: (next: string) => void;
  /** This browser has lost the seat; null: the match was deleted. */
  left: (how: string | null) => void;
  /** The server refuses to show the table, for this reason. */
  refused: (why: Refused) => void;
  /** How often the server has refused it as busy or over its limit. */
  tries?: number;
  /** The last table, complete: the base of the next changes. */
  last?: Table;
}

interface Pending {
  message: Record<string, unknown>;
  keep: boolean; // send it again after a lost connection
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

const watchers = new Set<Watcher>();
const pending = new Map<number, Pending>();
/** Unanswered watch requests by number; `changes`: whether pushes of changes were asked for. */
const watches = new Map<number, { watcher: Watcher; changes: boolean }>();
/** Milliseconds before a request is repeated that the server was too busy for. */
const BUSY_PAUSE = 700;
/** Retries after "too many requests" before the page shows the error. */
const MOST_TRIES = 8;
/** Milliseconds without a touch or key after which the player counts as away. */
const UNTOUCHED = 5 * 60 * 1000;
let socket: WebSocket | null = null;
let lastId = 0;
/** When the player last touched this page; opening it counts. */
let touched = performance.now();
for (const kind of ["pointerdown", "keydown"]) {
  window.addEventListener(kind, () => (touched = performance.now()), true);
}
let pause = 0;
let timer = 0;
/** Whether the server can push changes; a server older than this page cannot. */
let changes = true;
/** The build of this page. */
export const client = document.querySelector<HTMLMetaElement>('meta[name="client"]')?.content;

function send(message: Record<string, unknown>): void {
  socket?.send(JSON.stringify(message));
}

function watch(watcher: Watcher): void {
  const seen = watcher.seen();
  const message: Record<string, unknown> = {
    type: "watch",
    id: ++lastId,
    match: watcher.match,
    seat: watcher.seat,
  };
  if (changes) message.changes = true;
  watches.set(lastId, { watcher, changes });
  if (seen !== undefined) message.seen = seen;
  if (watcher.heard()) message.heard = watcher.heard();
  if (watcher.words()) message.words = true;
  // A page that nobody looks at or touches does not prove that the player is there: it must not
  // take the seat back from a stand-in bot, nor end a vote about the seat.
  const untouched = performance.now() - touched > UNTOUCHED;
  if (watcher.seat !== null && (untouched || document.visibilityState === "hidden")) {
    message.idle = true;
  }
  send(message);
}

interface Incoming {
  type: string;
  re?: number | null;
  match?: string;
  seat?: number | null;
  seats?: Seat[];
  deal?: Deal;
  clock?: Clock;
  next?: string;
  how?: string;
  code?: string;
  message?: string;
  clause?: string;
  client?: string;
}

function receive(message: Incoming): void {
  const waiting = typeof message.re === "number" ? pending.get(message.re) : undefined;
  if (waiting?.keep && message.type === "error" && message.code === "busy") {
    // The server cannot store anything just now, and has not: send the same request again.
    window.setTimeout(() => {
      if (socket?.readyState === WebSocket.OPEN) send(waiting.message);
    }, BUSY_PAUSE);
  } else if (waiting) {
    pending.delete(message.re as number);
    if (message.type === "error") {
      waiting.reject(new Refused(message.message ?? "", message.code ?? "", message.clause ?? ""));
    } else {
      waiting.resolve(message as never);
    }
  }
  const watching = typeof message.re === "number" ? watches.get(message.re) : undefined;
  if (watching) {
    watches.delete(message.re as number);
    // The seat moved to another browser while this page was disconnected.
    const { watcher } = watching;
    if (message.type !== "error") watcher.tries = 0;
    else if (message.code === "not_yours") watcher.left("moved");
    else if (message.code === "not_found") watcher.left(null);
    else unwatched(watcher, message, watching.changes);
  }
  switch (message.type) {
    case "hello":
      if (client && message.client && client !== message.client) outdated.value = true;
      break;
    case "table":
      for (const w of watchers) {
        if (w.match !== message.match || w.seat !== message.seat) continue;
        w.last = mergeTable(w.last, message as TableMessage);
        if (w.last) w.table(w.last);
      }
      break;
    case "presence":
      for (const w of watchers) {
        if (w.match === message.match) w.presence(message.seats ?? [], message.clock, message.deal);
      }
      break;
    case "chat":
      for (const w of watchers) {
        if (w.match === message.match && w.seat === message.seat) w.chat(message as never);
      }
      break;
    case "left":
      for (const w of [...watchers]) {
        if (w.match === message.match && w.seat === message.seat) w.left(message.how ?? "moved");
      }
      break;
    case "gone":
      for (const w of [...watchers]) if (w.match === message.match) w.left(null);
      break;
    case "rematch":
      for (const w of watchers) if (w.match === message.match) w.rematch(message.next ?? "");
      break;
  }
}

/**
 * The server has refused a watch: retry if it is busy. A server older than this page does not know
 * the option `changes`: repeat the request without it.
 */
function unwatched(watcher: Watcher, message: Incoming, asked: boolean): void {
  const full = message.code === "too_many" && (watcher.tries ?? 0) < MOST_TRIES;
  if (full || message.code === "busy") {
    watcher.tries = (watcher.tries ?? 0) + 1;
    window.setTimeout(() => {
      if (watchers.has(watcher) && socket?.readyState === WebSocket.OPEN) watch(watcher);
    }, BUSY_PAUSE);
  } else if (message.code === "bad_input" && asked) {
    changes = false;
    if (watchers.has(watcher)) watch(watcher);
  } else {
    watcher.refused(new Refused(message.message ?? "", message.code ?? "", ""));
  }
}

function lost(): void {
  socket = null;
  changes = true;
  watches.clear();
  for (const [id, request] of pending) {
    if (request.keep) continue;
    pending.delete(id);
    request.reject(new Refused("", "lost", ""));
  }
  if (watchers.size === 0) {
    link.value = "idle";
    return;
  }
  link.value = "lost";
  window.clearTimeout(timer);
  timer = window.setTimeout(connect, pause);
  pause = Math.min(15000, Math.max(400, pause * 1.7));
}

function connect(): void {
  if (socket) return;
  window.clearTimeout(timer);
  if (link.value === "idle") link.value = "connecting";
  const url = new URL("ws", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  const made = new WebSocket(url, "valise.1");
  socket = made;
  made.onopen = () => {
    link.value = "open";
    pause = 0;
    for (const watcher of watchers) watch(watcher);
    for (const request of pending.values()) send(request.message);
  };
  made.onmessage = (event) => {
    if (socket === made) receive(JSON.parse(String(event.data)) as Incoming);
  };
  made.onclose = () => {
    if (socket === made) lost();
  };
}

/** Repeats the watch requests of a match, after an option such as `words` has changed. */
export function watchAgain(match: string): void {
  if (socket?.readyState !== WebSocket.OPEN) return;
  for (const watcher of watchers) if (watcher.match === match) watch(watcher);
}

/** Watches one seat of a match until the returned function is called. */
export function watchSeat(watcher: Watcher): () => void {
  watchers.add(watcher);
  if (socket?.readyState === WebSocket.OPEN) watch(watcher);
  else connect();
  return () => {
    watchers.delete(watcher);
    if (socket?.readyState === WebSocket.OPEN) {
      send({ type: "unwatch", id: ++lastId, match: watcher.match, seat: watcher.seat });
    }
  };
}

/** Sends a request. A lost connection rejects it, unless `keep`: then it is sent again. */
export function request<T>(message: Record<string, unknown>, keep = false): Promise<T> {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    const full = { ...message, id };
    if (socket?.readyState === WebSocket.OPEN) send(full);
    else if (!keep) {
      reject(new Refused("", "lost", ""));
      return;
    }
    pending.set(id, { message: full, keep, resolve: resolve as never, reject });
  });
}

/** Connects again, so that the server sees a new cookie. */
export function reconnect(): void {
  if (!socket) return;
  const old = socket;
  socket = null;
  old.onclose = null;
  old.close();
  pause = 0;
  if (watchers.size) connect();
  else link.value = "idle";
}

window.addEventListener("online", () => {
  if (link.value === "lost") {
    pause = 0;
    connect();
  }
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && link.value === "lost") {
    pause = 0;
    connect();
  }
});
