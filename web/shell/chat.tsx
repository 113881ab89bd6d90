/* The chat of a match: lines, the field to write in, muting; and the choice of its rule. */
import { useEffect, useRef, useState } from "preact/hooks";
import { SeatMark } from "../art/marks";
import type { TableStore } from "./store/table";
import type { ChatRule } from "./types";
import { words } from "./words";

export function Chat({ store }: { store: TableStore }) {
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
              maxLength={chat.most.value}
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
              // A seat that has said nothing needs no mute button.
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
