/*
 * After an upgrade the server has a newer page than this one. A table hears of it on its
 * connection; other pages ask when they become visible, when the server is back, and every few
 * minutes. The next change of page then loads the new version without asking.
 */
import { effect } from "@preact/signals";
import { client, link, outdated } from "./connection";
import { offline } from "./reach";
import { words } from "./words";

const ROUND = 5 * 60 * 1000; // milliseconds between checks of a page that stays visible

async function look(): Promise<void> {
  if (!client || outdated.value || offline.value || link.value === "open") return;
  if (document.visibilityState === "hidden") return;
  try {
    const answer = await fetch(new URL("./", document.baseURI), { cache: "no-store" });
    const named = /<meta name="client" content="(\w+)"/.exec(await answer.text())?.[1];
    if (answer.ok && named && named !== client) outdated.value = true;
  } catch {
    // The server cannot be reached; the other requests of the page will say so.
  }
}

export function watchForNewer(): void {
  document.addEventListener("visibilitychange", () => void look());
  window.setInterval(() => void look(), ROUND);
  let away = offline.value;
  effect(() => {
    const back = away && !offline.value;
    away = offline.value;
    if (back) void look();
  });
}

/** Whether a change of page should reload: the page in memory is old, and the server is there. */
export const renewsNow = () => outdated.value && !offline.value;

/** The note about the newer page, with a button that loads it. */
export function NewerNote() {
  if (!outdated.value) return null;
  return (
    <p>
      {words.net.newer}{" "}
      <button type="button" class="quiet" onClick={() => location.reload()}>
        {words.net.reload}
      </button>
    </p>
  );
}

export function Newer() {
  return (
    <div class="newer" role="status">
      <NewerNote />
    </div>
  );
}
