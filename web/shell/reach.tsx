/*
 * Whether the server can be reached: an answer proves that it can, a failed request that it cannot.
 * While it cannot, the page says so and keeps asking. This file also registers the service worker,
 * which stores the page for that case.
 */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Suitcase } from "../art/marks";
import type { Refused } from "./api";
import { client, outdated } from "./connection";
import { tableRoute } from "./routes";
import { words } from "./words";

const SOON = 1500;
const LATE = 15000;

export const offline = signal(!navigator.onLine);
let pause = SOON;
let timer = 0;

async function probe(): Promise<void> {
  window.clearTimeout(timer);
  try {
    const answer = await fetch(new URL("healthz", document.baseURI), { cache: "no-store" });
    if (answer.ok) {
      reached();
      return;
    }
  } catch {
    // Still no answer.
  }
  pause = Math.min(LATE, pause * 1.6);
  timer = window.setTimeout(probe, pause);
}

export function reached(): void {
  window.clearTimeout(timer);
  pause = SOON;
  offline.value = false;
}

export function unreached(): void {
  if (offline.value && timer) return;
  offline.value = true;
  timer = window.setTimeout(probe, pause);
}

if (offline.value) unreached();
window.addEventListener("offline", unreached);
window.addEventListener("online", () => void probe());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && offline.value) void probe();
});

/** Whether this device or the server is offline, in words. */
export function awayWords(): string {
  return navigator.onLine ? words.net.silent : words.net.offline;
}

interface Answer<T> {
  answer?: T;
  error?: Refused;
}

/** Requests the content of a page; repeats the request when the server is back. */
export function useAnswer<T>(ask: () => Promise<T>): Answer<T> & { again: () => Promise<void> } {
  const [got, setGot] = useState<Answer<T>>({});
  const away = offline.value;
  const again = () =>
    ask().then(
      (answer) => setGot({ answer }),
      (error: Refused) => error.code !== "offline" && setGot({ ...got, error }),
    ) as Promise<void>;
  useEffect(() => {
    if (!got.answer) void again();
  }, [away]);
  return { ...got, again };
}

export function Offline() {
  return (
    <div class="offline" role="status">
      {offline.value && (
        <p>
          <b>{awayWords()}</b> <span>{words.net.offlineNote}</span>{" "}
          <button type="button" class="quiet" onClick={() => void probe()}>
            {words.net.tryAgain}
          </button>
        </p>
      )}
    </div>
  );
}

/** Shown instead of a page that needs the server. */
export function Away() {
  return (
    <main class="plain away">
      <Suitcase size={88} />
      <h1>{words.net.away}</h1>
      <p>{words.net.awayNote}</p>
    </main>
  );
}

/** Registers the service worker; browsers allow it on https pages only. */
export function keepPage(): void {
  const workers = navigator.serviceWorker;
  if (!workers || !client) return;
  // The worker asks which page shows a certain table (sw.js).
  workers.addEventListener("message", (event: MessageEvent<{ shows?: string }>) => {
    const { shows } = event.data;
    if (shows) event.ports[0]?.postMessage(location.hash.startsWith(tableRoute(shows)));
  });
  const keep = () =>
    workers.register(new URL("sw.js", document.baseURI)).then(
      (registration?: ServiceWorkerRegistration) => {
        // A browser that blocks workers may report success without a registration.
        if (!registration) return;
        // After an upgrade: this page is new, so its worker may replace the old one (sw.js).
        const handOver = () => {
          const next = registration.installing ?? registration.waiting;
          next?.postMessage({ takeOver: client });
        };
        handOver();
        registration.addEventListener("updatefound", handOver);
        outdated.subscribe((is) => {
          if (is) void registration.update().catch(() => undefined);
        });
      },
      () => undefined, // Without a worker the page works as well, online.
    );
  // After the first board: storing files must not slow down the page.
  const later = () => window.setTimeout(() => void keep(), 2000);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
