/*
 * The little of a browser that the client's modules touch when they are loaded, and a WebSocket
 * whose other end is the test. Import it before anything of the client.
 */
import { webcrypto } from "node:crypto";

type Listener = (event?: unknown) => void;

/** Listeners by the kind of event, for `fire`. */
const listeners = new Map<string, Listener[]>();

function listen(kind: string, listener: Listener): void {
  listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

/** Calls what listens to an event of window or document. */
export function fire(kind: string): void {
  for (const listener of listeners.get(kind) ?? []) listener();
}

/** What the browser keeps; `refuse` makes it throw, as private windows of some browsers do. */
export const storage = {
  kept: new Map<string, string>(),
  refuse: false,
};

/** Timers wait until the test lets the time pass. */
const timers = new Map<number, { at: number; run: () => void }>();
let now = 0;
let lastTimer = 0;

export function pass(milliseconds: number): void {
  now += milliseconds;
  for (const [id, timer] of [...timers]) {
    if (timer.at > now || !timers.delete(id)) continue;
    timer.run();
  }
}

/** One connection to the server that the test plays. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** Every connection that was made, the latest last. */
  static readonly all: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];

  constructor(
    readonly url: URL,
    readonly protocol: string,
  ) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all[FakeSocket.all.length - 1]!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  /** The server accepts the connection. */
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  /** The connection breaks. */
  lose(): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.();
  }

  /** The server says something; what waits for it runs before this returns. */
  async say(message: Record<string, unknown>): Promise<void> {
    this.onmessage?.({ data: JSON.stringify(message) });
    await settled();
  }

  /** The messages of a kind that the page sent, oldest first. */
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type);
  }

  /** The latest message of a kind. */
  latest(type: string): Record<string, unknown> {
    const found = this.of(type).pop();
    if (!found) throw new Error(`the page sent no "${type}"`);
    return found;
  }

  /** Answers the latest message of a kind. */
  answer(type: string, message: Record<string, unknown>): Promise<void> {
    return this.say({ ...message, re: this.latest(type).id });
  }
}

/** Waits until every promise that can be kept has been. */
export function settled(): Promise<void> {
  return new Promise((resolve) => realTimeout(resolve, 0));
}

const realTimeout = globalThis.setTimeout;

const media = { matches: false, addEventListener: listen };
const page = {
  window: {
    addEventListener: listen,
    matchMedia: () => media,
    setTimeout: (run: () => void, after: number) => {
      timers.set(++lastTimer, { at: now + after, run });
      return lastTimer;
    },
    clearTimeout: (id: number) => timers.delete(id),
    setInterval: () => 0,
  },
  document: {
    baseURI: "https://example.org/valise/",
    visibilityState: "visible",
    documentElement: { dataset: {} as Record<string, string | undefined> },
    querySelector: () => null,
    hasFocus: () => true,
    addEventListener: listen,
  },
  location: { hash: "" },
  navigator: { languages: ["de-CH", "en"], onLine: true },
  localStorage: {
    getItem: (key: string) => {
      if (storage.refuse) throw new Error("refused");
      return storage.kept.get(key) ?? null;
    },
    setItem: (key: string, value: string) => {
      if (storage.refuse) throw new Error("refused");
      storage.kept.set(key, value);
    },
  },
  WebSocket: FakeSocket,
};

for (const [name, value] of Object.entries(page)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
// Node 18 has it only behind an option.
globalThis.crypto ??= webcrypto;
