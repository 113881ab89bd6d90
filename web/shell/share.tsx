/* Links to seats and for spectators, each with a QR code. */
import { useState } from "preact/hooks";
import { Dialog } from "./dialog";
import { MoveSeats } from "./moveseat";
import { Qr } from "./qr";
import type { TableStore } from "./table";
import { words } from "./words";

function Link({
  title,
  note,
  url,
  code,
}: {
  title: string;
  note: string;
  url: string;
  code: boolean;
}) {
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
    <div class="link">
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

export function ShareLinks({ store }: { store: TableStore }) {
  const seats = store.table.value?.seats ?? store.info.value?.seats ?? [];
  const friends = seats.filter((s) => s.kind === "person" && !s.mine && store.linkOf(s.seat));
  return (
    <>
      {friends.map((s) => (
        <Link
          key={s.seat}
          title={words.share.seat(s.seat + 1, s.claimed ? s.name : "")}
          note={s.claimed ? words.share.taken : words.share.waiting}
          url={store.linkOf(s.seat)!}
          code={!s.claimed}
        />
      ))}
      <Link
        title={words.share.watch}
        note={words.share.watchNote}
        url={`#/m/${store.match}`}
        code={friends.length === 0}
      />
      <MoveSeats store={store} />
    </>
  );
}

export function Share({ store, onClose }: { store: TableStore; onClose: () => void }) {
  return (
    <Dialog title={words.share.title} class="share" onClose={onClose}>
      <div class="scroll">
        <p>{words.share.lead}</p>
        <ShareLinks store={store} />
      </div>
    </Dialog>
  );
}
