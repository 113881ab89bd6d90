/*
 * Whether the server has a newer page than this one, after an upgrade. A table hears of it on its
 * connection; a page without one asks when somebody comes back to it, when the server is back, and
 * now and then. Whoever goes on to another page then gets the new one without being asked.
 */
import { effect } from "@preact/signals";
import { client, link, outdated } from "./connection";
import { offline } from "./reach";
import { words } from "./words";

const ROUND = 5 * 60 * 1000; // milliseconds between looks of a page that stays in sight

async function look(): Promise<void> {
  if (!client || outdated.value || offline.value || link.value === "open") return;
  if (document.visibilityState === "hidden") return;
  try {
    const answer = await fetch(new URL("./", document.baseURI), { cache: "no-store" });
    const named = /<meta name="client" content="(\w+)"/.exec(await answer.text())?.[1];
    if (answer.ok && named && named !== client) outdated.value = true;
  } catch {
    // Not reachable just now: whatever else the page asks for will say so.
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

/** Whether a change of page is the moment to fetch the new one; what is kept would be the old. */
export const renewsNow = () => outdated.value && !offline.value;

/** Says so, and offers to load it. */
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
