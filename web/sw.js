/*
 * The service worker: stores the page and its boards for the time when the server cannot be
 * reached.
 *
 * - The page itself comes from the server whenever that answers, so an upgrade is seen at once; the
 *   stored copy is the fallback.
 * - Files under assets/ have a hash of their content in the name, so a stored copy is never
 *   outdated.
 * - Nothing else is stored: in particular no answer of the API.
 *
 * The build fills in VERSION, a hash over all files, and FILES, their names. A new version is
 * stored beside the previous one, because open pages of that one may still load their boards; it is
 * used once a page of its own version is there.
 */
/* global VERSION, FILES */
const PATIENCE = 4000; // milliseconds to wait for a slow server
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
 * The new service worker activates after the page has reloaded with the matching version, when that
 * page asks for it, and never by itself. Requests made during an activation wait for it: a second
 * in Chromium, and for ever where a debugger or a test driver pauses new workers. An upgrade is
 * exactly when people reload.
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
    // A proxy that cannot reach the server answers with such a status.
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

/* Asks a page whether it shows this match; its URL here is the one that it was opened with. */
function shows(page, match) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data === true);
    setTimeout(resolve, 300, false);
    page.postMessage({ shows: match }, [port2]);
  });
}

/* A touched notification opens its table, in a page that is open already if there is one. */
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
