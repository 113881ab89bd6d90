/* A link to send: QR code, text, and a button that copies it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Qr } from "./qr";
import { words } from "./words";

interface Props {
  title: string;
  note: string;
  url: string;
  /** Whether its QR code is shown. */
  code: boolean;
  class?: string;
  /** It replaces the button that asked for it, and takes over the focus. */
  asked?: boolean;
}

/** Uses the clipboard API, which browsers offer on https pages only, or the older command. */
async function copyText(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

export function Link({ title, note, url, code, class: extra = "", asked }: Props) {
  const [state, setState] = useState<"" | "copied" | "marked">("");
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asked) button.current?.focus();
  }, []);
  const full = new URL(url.replace(/^\//, ""), document.baseURI).href;
  const copy = async () => {
    const done = await copyText(full, field.current!);
    setState(done ? "copied" : "marked");
    if (done) button.current?.focus();
  };
  return (
    <div class={`link ${extra}`}>
      {code && <Qr text={full} label={words.share.qr(title)} />}
      <div>
        <h3>{title}</h3>
        <p class="soft">{note}</p>
        <input
          ref={field}
          readOnly
          value={full}
          aria-label={title}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="quiet" ref={button} onClick={copy}>
          {state === "copied" ? words.share.copied : words.share.copy}
        </button>
        <span role="status">
          {state === "marked" && <small class="soft"> {words.share.marked}</small>}
        </span>
      </div>
    </div>
  );
}
