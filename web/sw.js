/*
 * The service worker: the page and its boards, kept for when the server cannot be reached.
 *
 * - The page itself always comes from the server if that answers, so an upgrade is seen at once;
 *   what is kept serves only when it does not.
 * - Files under assets/ carry a hash of their contents: what is kept is as good as what is there.
 * - Nothing else is touched: no answer of the API is ever kept.
 *
 * The build puts in VERSION, a hash over all files, and FILES, their names. A new version is kept
 * beside the one before it, whose pages may still be open and may still want their boards, and
 * serves once a page of its own is there.
 */
/* global VERSION, FILES */
const PATIENCE = 4000; // milliseconds for a server that is slow
const scope = new URL(self.registration.scope);
const family = `valise ${scope.pathname} `;
const current = family + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(current)
      .then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })))),
  );
});

/*
 * Takes the place of the worker before it when a page of this version asks for it, never by
 * itself: a page that is asked for meanwhile waits until that is done, in Chromium a second, and
 * for good where a debugger or a test driver holds workers as they start. An upgrade is just when
 * people reload.
 */
self.addEventListener("message", (event) => {
  if (event.data?.takeOver === VERSION) event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(family) && name !== current))
      .then((old) => Promise.all(old.slice(0, -1).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const kept = (request) => caches.match(request, { ignoreVary: true });

async function page(request) {
  const spare = await (await caches.open(current)).match("./", { ignoreVary: true });
  const late = new Promise((resolve) => spare && setTimeout(resolve, PATIENCE, spare));
  try {
    const answer = await Promise.race([fetch(request), late]);
    // A proxy that cannot reach the server says so with such a status.
    return answer.status >= 500 && spare ? spare : answer;
  } catch (error) {
    if (spare) return spare;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin) return;
  if (!url.pathname.startsWith(scope.pathname)) return;
  const name = url.pathname.slice(scope.pathname.length);
  if (name === "") event.respondWith(page(request));
  else if (name.startsWith("assets/")) {
    event.respondWith(kept(request).then((answer) => answer ?? fetch(request)));
  } else if (FILES.includes(name)) {
    event.respondWith(
      fetch(request).catch(async (error) => {
        const answer = await kept(request);
        if (answer) return answer;
        throw error;
      }),
    );
  }
});

/* Whether a page shows this match. Its address here is the one it was opened with; it knows better. */
function shows(page, match) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data === true);
    setTimeout(resolve, 300, false);
    page.postMessage({ shows: match }, [port2]);
  });
}

/* A notification of one's turn that was shown from here, as phones want it: to its table. */
self.addEventListener("notificationclick", (event) => {
  const match = event.notification.data?.match;
  if (!match) return;
  event.notification.close();
  const table = `${scope.href}#/m/${match}`;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async (pages) => {
      if (!pages.length) return self.clients.openWindow(table);
      const there = await Promise.all(pages.map((page) => shows(page, match)));
      const open = pages[there.indexOf(true)];
      if (open) return open.focus();
      await pages[0].navigate(table).catch(() => null);
      return pages[0].focus();
    }),
  );
});
