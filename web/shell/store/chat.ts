/*
 * What the seats say to each other. Lines come by viewer, since a seat may have muted another; they
 * are shown as text and nothing else.
 */
import { computed, signal } from "@preact/signals";
import type { Refused } from "../api";
import { request } from "../connection";
import { kept } from "../settings";
import type { ChatLine, ChatMessage } from "../types";
import { words } from "../words";

const MOST_READ = 100; // matches for which we remember how far we have read
const RECENT = 30; // seconds

/** The number of the last line read, by match. */
const read = kept<Record<string, number>>("chat-read", {});

export class ChatStore {
  /** Lines by viewer. */
  private readonly said = signal<Record<string, ChatLine[]>>({});
  private readonly mutes = signal<Record<string, number[]>>({});
  readonly refused = signal("");
  /** The most characters that the server takes in a line. */
  readonly most = signal(0);
  /** The chat is on the screen, where its own live region is read aloud. */
  open = false;

  constructor(
    private readonly match: string,
    private readonly viewer: () => number | null,
  ) {}

  readonly lines = computed<ChatLine[]>(() => this.said.value[String(this.viewer())] ?? []);
  readonly muted = computed<number[]>(() => this.mutes.value[String(this.viewer())] ?? []);
  /** How many lines of others this browser has not shown yet. */
  readonly unread = computed(() => {
    const seen = read.value[this.match] ?? 0;
    const me = this.viewer();
    return this.lines.value.filter((line) => line.number > seen && line.seat !== me).length;
  });

  /** Takes in new lines; returns the one to read aloud, if any. */
  hear(message: ChatMessage): ChatLine | null {
    const key = String(message.seat);
    const heard = this.heard(message.seat);
    this.said.value = {
      ...this.said.value,
      [key]: mergeLines(message.whole ? [] : (this.said.value[key] ?? []), message.lines),
    };
    this.mutes.value = { ...this.mutes.value, [key]: message.muted };
    const line = message.lines.at(-1);
    if (!line || message.whole || this.open || line.seat === message.seat) return null;
    // Lines from before this page was opened can be read in the list.
    if (!heard && Math.abs(Date.now() / 1000 - line.time) > RECENT) return null;
    return line;
  }

  /** The number of the last line that a viewer has. */
  heard(viewer: number | null): number {
    return this.said.value[String(viewer)]?.at(-1)?.number ?? 0;
  }

  markRead(): void {
    const last = this.lines.value.at(-1)?.number ?? 0;
    if (last <= (read.value[this.match] ?? 0)) return;
    const others = Object.entries(read.value).filter(([match]) => match !== this.match);
    read.value = Object.fromEntries([...others.slice(1 - MOST_READ), [this.match, last]]);
  }

  /** True if the server took the line. */
  async say(text: string): Promise<boolean> {
    this.refused.value = "";
    return this.ask({ type: "chat", text: sayable(text) });
  }

  async mute(whom: number, mute: boolean): Promise<void> {
    await this.ask({ type: "mute", whom, mute });
  }

  private async ask(message: Record<string, unknown>): Promise<boolean> {
    try {
      await request({ ...message, match: this.match, seat: this.viewer() });
      return true;
    } catch (error) {
      const { code, message: why } = error as Refused;
      this.refused.value = code === "lost" ? words.net.wait : words.net.failed(why);
      return false;
    }
  }
}

/** Lines may come twice, after a lost connection: the number of a line tells. */
export function mergeLines(before: readonly ChatLine[], lines: readonly ChatLine[]): ChatLine[] {
  const known = new Set(before.map((line) => line.number));
  return [...before, ...lines.filter((line) => !known.has(line.number))];
}

/** A text as one line without control characters, as the server demands. */
export function sayable(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
}
