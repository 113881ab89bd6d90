/*
 * What the seats say to each other. Lines come by viewer, since a seat may have muted another; they
 * are shown as text and nothing else.
 */
import { computed, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { SeatMark } from "../art/marks";
import type { Refused } from "./api";
import { request } from "./connection";
import { kept } from "./settings";
import type { TableStore } from "./table";
import type { ChatLine, ChatMessage, ChatRule } from "./types";
import { words } from "./words";

const MOST_READ = 100; // matches of which we remember how far we have read

/** Up to which number the chat of a match was read. */
const read = kept<Record<string, number>>("chat-read", {});

export class ChatStore {
  /** Lines by viewer. */
  private readonly said = signal<Record<string, ChatLine[]>>({});
  private readonly mutes = signal<Record<string, number[]>>({});
  readonly refused = signal("");
  /** Whether it is on the screen: then it speaks for itself. */
  open = false;

  constructor(
    private readonly match: string,
    private readonly viewer: () => number | null,
  ) {}

  readonly lines = computed<ChatLine[]>(() => this.said.value[String(this.viewer())] ?? []);
  readonly muted = computed<number[]>(() => this.mutes.value[String(this.viewer())] ?? []);
  /** Lines of others that were not looked at yet. */
  readonly unread = computed(() => {
    const seen = read.value[this.match] ?? 0;
    const me = this.viewer();
    return this.lines.value.filter((line) => line.number > seen && line.seat !== me).length;
  });

  hear(message: ChatMessage): void {
    const key = String(message.seat);
    const before = message.whole ? [] : (this.said.value[key] ?? []);
    const known = new Set(before.map((line) => line.number));
    const lines = [...before, ...message.lines.filter((line) => !known.has(line.number))];
    this.said.value = { ...this.said.value, [key]: lines };
    this.mutes.value = { ...this.mutes.value, [key]: message.muted };
  }

  /** The last line that a viewer has. */
  heard(viewer: number | null): number {
    return this.said.value[String(viewer)]?.at(-1)?.number ?? 0;
  }

  markRead(): void {
    const last = this.lines.value.at(-1)?.number ?? 0;
    if (last <= (read.value[this.match] ?? 0)) return;
    const others = Object.entries(read.value).filter(([match]) => match !== this.match);
    read.value = Object.fromEntries([...others.slice(1 - MOST_READ), [this.match, last]]);
  }

  /** True if it was said. */
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

/** One line, without what cannot be seen: the server refuses the rest. */
function sayable(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
}

export function Chat({ store, most }: { store: TableStore; most: number }) {
  const [text, setText] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const chat = store.chat;
  const w = words.chat;
  const lines = chat.lines.value;
  const names = store.names.value;
  const me = store.eyes.value;
  const table = store.table.value;
  useEffect(() => {
    chat.open = true;
    return () => {
      chat.open = false;
    };
  }, [chat]);
  useEffect(() => {
    chat.markRead();
    const foot = list.current;
    if (foot) foot.scrollTop = foot.scrollHeight;
  }, [lines.length, chat]);
  if (!table) return null;
  const others = table.seats.filter((seat) => seat.kind === "person" && seat.seat !== me);
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.trim() && (await chat.say(text))) setText("");
  };
  return (
    <div class="chat">
      {lines.length === 0 && <p class="soft">{w.empty}</p>}
      <ol class="log lines" ref={list} tabIndex={0} aria-label={w.title} aria-live="polite">
        {lines.map((line) => (
          <li key={line.number}>
            <SeatMark seat={line.seat} size={14} />
            <span>
              <b>{line.seat === me ? words.table.you(names[line.seat]!) : names[line.seat]}</b>{" "}
              <small class="soft">{w.time(new Date(line.time * 1000))}</small>
              <span class="text">{line.text}</span>
            </span>
          </li>
        ))}
      </ol>
      {me === null ? (
        <p class="soft">{w.readOnly}</p>
      ) : (
        <>
          <form class="row" onSubmit={send}>
            <input
              aria-label={w.write}
              placeholder={w.write}
              maxLength={most}
              value={text}
              autocomplete="off"
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <button type="submit">{w.send}</button>
          </form>
          {chat.refused.value && <p role="alert">{chat.refused.value}</p>}
          <div class="mutes">
            {others.map((seat) => {
              const muted = chat.muted.value.includes(seat.seat);
              // Who has said nothing need not be silenced.
              if (!muted && !lines.some((line) => line.seat === seat.seat)) return null;
              return (
                <button
                  type="button"
                  class="quiet"
                  aria-pressed={muted}
                  onClick={() => void chat.mute(seat.seat, !muted)}
                >
                  {(muted ? w.unmute : w.mute)(names[seat.seat]!)}
                </button>
              );
            })}
          </div>
        </>
      )}
    </div>
  );
}

export function ChatField({
  rule,
  onChange,
}: {
  rule: ChatRule;
  onChange: (rule: ChatRule) => void;
}) {
  return (
    <label class="field">
      <span>
        {words.chat.title}
        <small class="soft">{words.chat.note}</small>
      </span>
      <select
        name="chat"
        value={rule}
        onChange={(event) => onChange(event.currentTarget.value as ChatRule)}
      >
        {(["open", "seats", "off"] as const).map((key) => (
          <option value={key}>{words.chat.rules[key]}</option>
        ))}
      </select>
    </label>
  );
}
