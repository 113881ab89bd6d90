/*
 * The installed page: what is kept for when the server cannot be reached, that nothing old is left
 * after an upgrade, and that nothing is kept of what must be asked anew.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, brotliCompressSync } from "node:zlib";
import { assert, axe, makeFolder, noProblems, root, setOut, sleep, visitor } from "./lib.mjs";

const dist = join(root, "web/dist");

/** Waits until the worker has kept the page and answers for it, and no other is on its way. */
export async function settled(page, version) {
  const look = async (wanted) => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { active, waiting, installing } = registration ?? {};
    if (active?.state !== "activated" || waiting || installing) return false;
    if (navigator.serviceWorker.controller !== active) return false;
    return (await caches.keys()).some((n) => n.endsWith(wanted));
  };
  for (let i = 0; i < 300; i++) {
    if (await page.evaluate(look, version)) return;
    await sleep(100);
  }
  throw new Error(`the page ${version} is not kept after half a minute`);
}

export const versionOf = (folder) =>
  /<meta name="client" content="(\w{16})"/.exec(
    readFileSync(join(folder, "index.html"), "utf8"),
  )[1];

/** The same client as if a word of it had been changed: another page, another script, another name. */
function nextBuild() {
  const folder = makeFolder("build");
  cpSync(dist, folder, { recursive: true });
  const old = versionOf(dist);
  const version = [...old].reverse().join("");
  const main = readdirSync(join(folder, "assets")).find((name) => /^main-\w+\.js$/.test(name));
  const renamed = "main-RENEWED0.js";
  const put = (name, text) => {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
  };
  const text = (name) => readFileSync(join(folder, name), "utf8");
  put(
    `assets/${renamed}`,
    `${text(`assets/${main}`)}\ndocument.documentElement.dataset.renewed="1";`,
  );
  for (const name of ["index.html", "sw.js"]) {
    put(name, text(name).replaceAll(old, version).replaceAll(main, renamed));
  }
  for (const ending of ["", ".gz", ".br"]) rmSync(join(folder, "assets", main + ending));
  return { folder, version };
}

const renewed = (page) => page.evaluate(() => document.documentElement.dataset.renewed === "1");

export const keeping = {
  "the page can be installed": async ({ browser, server }) => {
    const page = await visitor(browser, server);
    const client = await page.context().newCDPSession(page);
    const { errors, url, data } = await client.send("Page.getAppManifest");
    assert(errors.length === 0, `the manifest: ${JSON.stringify(errors)}`);
    assert(url === `${server.url}manifest.webmanifest`, `the manifest is at ${url}`);
    const manifest = JSON.parse(data);
    const wanted = [
      ...manifest.icons.map((icon) => [icon.src, icon.sizes]),
      ["icon-180.png", "180x180"],
    ];
    for (const [src, sizes] of wanted) {
      const bytes = Buffer.from(await (await fetch(`${server.url}${src}`)).arrayBuffer());
      const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      assert(`${width}x${height}` === sizes, `${src} is ${width}x${height}, not ${sizes}`);
      const drawn = await page.evaluate(async (name) => {
        const image = new Image();
        image.src = name;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const draw = canvas.getContext("2d");
        draw.drawImage(image, 0, 0);
        const { data } = draw.getImageData(0, 0, image.width, image.height);
        const colours = new Set();
        for (let i = 0; i < data.length; i += 4) colours.add(data.slice(i, i + 4).join());
        return { colours: colours.size, corner: data[3] };
      }, src);
      assert(drawn.colours > 20, `${src} is empty`);
      const whole = src.includes("mask") || src.includes("180");
      assert(drawn.corner === (whole ? 255 : 0), `${src}: its corner covers ${drawn.corner}`);
    }
    await settled(page, versionOf(dist));
    const failures = await client.send("Page.getInstallabilityErrors");
    const real = failures.installabilityErrors.filter((e) => e.errorId !== "in-incognito");
    assert(real.length === 0, `not installable: ${JSON.stringify(real)}`);
    noProblems(page);
    await page.context().close();
  },

  "without the server the page says so, and goes on when it is back": async (all) => {
    const { browser, server, game, shot } = all;
    const page = await visitor(browser, server);
    await settled(page, versionOf(dist));
    await setOut(page, game.id, ["me", ...Array(Math.max(1, game.least_seats - 1)).fill("greedy")]);
    await page.locator(".board [data-target]").first().waitFor();
    const table = page.url();
    const kept = await page.evaluate(async () => {
      const urls = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) urls.push(request.url);
      return urls;
    });
    const boards = readdirSync(join(dist, "assets")).filter((n) => /^board-.*\.js$/.test(n));
    for (const board of boards) {
      assert(
        kept.some((url) => url.endsWith(`assets/${board}`)),
        `${board} is not kept`,
      );
    }
    const wrong = kept.filter((url) => /\/(api|ws|healthz|metrics)\b/.test(url));
    assert(wrong.length === 0, `kept though it must be asked anew: ${wrong.join(", ")}`);
    await server.kill();

    await page.goto(server.url);
    await page.locator(".offline p").waitFor();
    assert((await page.locator('[role="alert"]').count()) === 0, "there is an alert as well");
    assert(await page.evaluate(() => !!navigator.serviceWorker.controller), "nobody kept it");
    await shot(page, "offline-lobby");
    await axe(page, "offline");
    const second = await page.context().newPage();
    await second.goto(table);
    await second.locator(".offline p").waitFor();
    await shot(second, "offline-table");
    // What must be asked anew is not answered from what is kept.
    const answer = await page.evaluate(() =>
      fetch("api/games").then(
        () => "answered",
        () => "failed",
      ),
    );
    assert(answer === "failed", "an answer of the API was kept");

    await server.up();
    await page.locator(".posters article").first().waitFor({ timeout: 20000 });
    assert((await page.locator(".offline p").count()) === 0, "it still says that it is offline");
    await second.locator(".board [data-target]").first().waitFor({ timeout: 20000 });
    noProblems(page);
    await page.context().close();
  },

  "a notification leads to its table": async ({ browser, server, game }) => {
    const page = await visitor(browser, server, { permissions: ["notifications"] });
    await settled(page, versionOf(dist));
    await setOut(page, game.id, ["me", ...Array(Math.max(1, game.least_seats - 1)).fill("greedy")]);
    await page.locator(".board [data-target]").first().waitFor();
    const table = page.url();
    const match = /#\/m\/([\w-]{22})/.exec(table)[1];
    const [worker] = page.context().serviceWorkers();
    // Only a person's click may bring a window to the front or open one: both are noted instead.
    await worker.evaluate(() => {
      WindowClient.prototype.focus = async () => void self.noted.push("focus");
      self.clients.openWindow = async (url) => void self.noted.push(`open ${url}`);
    });
    /** Shows a notification of the table, as the page does on phones, and clicks it. */
    const click = (data) =>
      worker.evaluate(async (given) => {
        await self.registration.showNotification("Your turn", { data: given, tag: "t" });
        const [notification] = await self.registration.getNotifications({ tag: "t" });
        const event = new NotificationEvent("notificationclick", { notification });
        const done = [];
        event.waitUntil = (promise) => done.push(promise);
        self.noted = [];
        self.dispatchEvent(event);
        await Promise.all(done);
        const left = await self.registration.getNotifications({ tag: "t" });
        for (const one of left) one.close();
        return `${self.noted.join()}, ${left.length} left`;
      }, data);
    const expect = async (data, wanted) => {
      const did = await click(data);
      assert(did === wanted, `the click did "${did}", not "${wanted}"`);
    };
    // The table is open, and so is another page: the table comes to the front.
    const second = await page.context().newPage();
    await second.goto(server.url);
    await second.locator(".posters article").first().waitFor();
    await expect({ match }, "focus, 0 left");
    assert(second.url() === server.url, `the other page went to ${second.url()}`);
    await second.close();
    // The page is elsewhere: it goes there.
    await page.goto(server.url);
    await page.locator(".posters article").first().waitFor();
    await expect({ match }, "focus, 0 left");
    await page.locator(".board [data-target]").first().waitFor();
    assert(page.url() === table, `the page is at ${page.url()}`);
    // No page of ours is open: a new one.
    noProblems(page);
    const context = page.context();
    await page.close();
    await expect({ match }, `open ${table}, 0 left`);
    // One that is not ours is left alone.
    await expect({}, ", 1 left");
    await context.close();
  },

  "no old page after an upgrade": async ({ browser, server, game }) => {
    const next = nextBuild();
    try {
      const page = await visitor(browser, server);
      await settled(page, versionOf(dist));
      await setOut(page, game.id, [
        "me",
        ...Array(Math.max(1, game.least_seats - 1)).fill("greedy"),
      ]);
      await page.locator(".board [data-target]").first().waitFor();
      await server.kill("SIGTERM");
      server.assets = next.folder;
      await server.up();
      // The open page hears of it and offers the new one.
      await page.locator(".notices button").waitFor({ timeout: 30000 });
      assert(!(await renewed(page)), "the old page is new already");
      // It still gets its own boards, which the server no longer has.
      const own = /assets\/main-\w+\.js/.exec(readFileSync(join(dist, "index.html"), "utf8"))[0];
      assert((await fetch(`${server.url}${own}`)).status === 404, "the server has the old script");
      assert(
        await page.evaluate((name) => fetch(name).then((a) => a.ok), own),
        "the old script is lost",
      );
      await page.locator(".notices button").click();
      await page.locator(".board [data-target]").first().waitFor();
      assert(await renewed(page), "after a reload the page is old");
      // Another visit, and one without the server: the new one too.
      await settled(page, next.version);
      await page.goto(server.url);
      await page.locator(".posters article").first().waitFor();
      assert(await renewed(page), "another visit gets the old page");
      await server.kill();
      await sleep(100);
      await page.goto(`${server.url}?`);
      await page.locator(".offline p").waitFor();
      assert(await renewed(page), "without the server the old page comes back");
      noProblems(page);
      await page.context().close();
    } finally {
      rmSync(next.folder, { recursive: true, force: true });
    }
  },

  "a new worker waits for a page of its own": async ({ browser, server }) => {
    const next = nextBuild();
    try {
      const page = await visitor(browser, server);
      await settled(page, versionOf(dist));
      await server.kill("SIGTERM");
      server.assets = next.folder;
      await server.up();
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await page.locator(".newer button").waitFor();
      // It is there, with all it keeps, and stays behind the one that answers for the old page.
      const states = () =>
        page.evaluate(async () => {
          const { active, waiting } = await navigator.serviceWorker.getRegistration();
          const { controller } = navigator.serviceWorker;
          return `${active?.state}, ${waiting?.state}, ${controller === active}`;
        });
      const wanted = "activated, installed, true";
      for (let i = 0; i < 300 && (await states()) !== wanted; i++) await sleep(100);
      await sleep(1500);
      const seen = await states();
      assert(seen === wanted, `with the old page alone the workers are: ${seen}`);
      await page.locator(".newer button").click();
      await page.locator(".posters article").first().waitFor();
      assert(await renewed(page), "after a reload the page is old");
      await settled(page, next.version);
      noProblems(page);
      await page.context().close();
    } finally {
      rmSync(next.folder, { recursive: true, force: true });
    }
  },

  "a lobby left open hears of an upgrade": async ({ browser, server, game, shot }) => {
    const next = nextBuild();
    try {
      const page = await visitor(browser, server);
      const second = await page.context().newPage();
      await second.goto(server.url);
      for (const open of [page, second]) await open.locator(".posters article").first().waitFor();
      const newer = (open) => open.locator(".newer button");
      /** As if somebody came back to it from another window. */
      const comeBack = (open) =>
        open.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await comeBack(page);
      await sleep(500);
      assert((await newer(page).count()) === 0, "it speaks of a newer page before there is one");
      await server.kill("SIGTERM");
      // The second one asks while the server is away; it hears of the new page when that is back.
      await comeBack(second);
      await second.locator(".offline p").waitFor();
      server.assets = next.folder;
      await server.up();
      await newer(second).waitFor();
      assert((await newer(page).count()) === 0, "nobody was at the first one");
      await comeBack(page);
      await newer(page).waitFor();
      await shot(page, "newer");
      await axe(page, "a lobby with a newer page");
      await newer(page).click();
      await page.locator(".posters article").first().waitFor();
      assert(await renewed(page), "after a reload the page is old");
      await settled(page, next.version);
      // Whoever goes on without that gets the new page with the next one.
      await second.locator(`a[href="#/new/${game.id}"]`).first().click();
      await second.waitForFunction(() => document.documentElement.dataset.renewed === "1");
      await second.locator(".drafts li").first().waitFor();
      assert((await newer(second).count()) === 0, "the new page speaks of a newer one");
      noProblems(page);
      await page.context().close();
    } finally {
      rmSync(next.folder, { recursive: true, force: true });
    }
  },
};
