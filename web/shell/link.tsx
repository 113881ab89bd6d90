/* A link to send: its code, its text, and a button that copies it. */
import { useState } from "preact/hooks";
import { Qr } from "./qr";
import { words } from "./words";

interface Props {
  title: string;
  note: string;
  url: string;
  /** Whether its QR code is shown. */
  code: boolean;
  class?: string;
}

export function Link({ title, note, url, code, class: extra = "" }: Props) {
  const [copied, setCopied] = useState(false);
  const full = new URL(url.replace(/^\//, ""), document.baseURI).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(full);
      setCopied(true);
    } catch {
      // Without the clipboard the link stands in the field, ready to be marked.
    }
  };
  return (
    <div class={`link ${extra}`}>
      {code && <Qr text={full} label={words.share.qr(title)} />}
      <div>
        <h3>{title}</h3>
        <p class="soft">{note}</p>
        <input
          readOnly
          value={full}
          aria-label={title}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="quiet" onClick={copy}>
          {copied ? words.share.copied : words.share.copy}
        </button>
      </div>
    </div>
  );
}
