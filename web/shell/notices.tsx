/* Notes over the table: the connection, votes, a lost seat, a newer page. */
import { useEffect } from "preact/hooks";
import { link } from "./connection";
import { DealAlarm } from "./dealcheck";
import { Left, Votes } from "./lost";
import { NewerNote } from "./newer";
import { offline } from "./reach";
import type { TableStore } from "./store/table";
import { words } from "./words";

const SHOWN = 4000; // milliseconds that a notice stays

export function Notices({ store }: { store: TableStore }) {
  const notice = store.messages.notice.value;
  useEffect(() => {
    if (!notice) return;
    const timer = window.setTimeout(() => (store.messages.notice.value = ""), SHOWN);
    return () => window.clearTimeout(timer);
  }, [notice, store]);
  return (
    <div class="notices" role="status">
      {link.value === "lost" && !offline.value && <p>{words.net.lost}</p>}
      {notice && <p>{notice}</p>}
      <DealAlarm store={store} />
      <Votes store={store} />
      <Left store={store} />
      <NewerNote />
    </div>
  );
}
