/*
 * What every browser test needs: a server of its own, a browser, players. A player knows no game:
 * it reads what is lit on the page, asks for a hint, touches, and plays, by mouse, by finger, by
 * keys or through the text view. So a new game is tested as it is, without a line here.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(root, "web/package.json"));
const { chromium } = require("playwright-core");
export const axeSource = require("axe-core").source;

export const program = process.env.VALISE_PROGRAM ?? join(root, "build/release/valise");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/* ---- What must be gone when the tests end, however they end ---- */

const remains = new Set();

/** Does this at the end of the program, unless `forget` says that it has been done. */
export function atEnd(undo) {
  remains.add(undo);
  return { forget: () => remains.delete(undo) };
}

/** A temporary folder, which is gone at the end. */
export function makeFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `valise-${name}-`));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Starts a program, which is ended at the end. What cannot be started is an error to await. */
export function start(command, args, options) {
  const child = spawn(command, args, options);
  const end = atEnd(() => child.kill("SIGKILL"));
  child.gone = new Promise((resolve) => child.once("exit", resolve));
  child.gone.then(end.forget);
  child.begun = new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new Error(`${command}: ${error.message}`)));
  });
  return child;
}

// The newest first: a program ends before its folder goes.
process.on("exit", () => {
  for (const undo of [...remains].reverse()) undo();
});
for (const [signal, status] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.on(signal, () => process.exit(status));
}

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

export function launch(more = []) {
  return chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...more] });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A server on its own port and database, which can be killed and started again. */
export class Server {
  constructor(folder, port, base) {
    this.folder = folder;
    this.port = port;
    this.url = `http://127.0.0.1:${port}${base}`;
    this.own = this.url; // where it is without a proxy
    this.output = "";
    this.pages = [];
  }

  static async start(extra = [], base = "/") {
    assert(existsSync(program), `there is no program ${program}; build it first`);
    const server = new Server(makeFolder("browser"), await freePort(), base);
    server.extra = base === "/" ? extra : ["--base", base, ...extra];
    await server.up();
    return server;
  }

  async up() {
    const args = ["serve", "--port", String(this.port), "--db", join(this.folder, "table.db")];
    args.push("--bot-pause", "0", "--bot-time", "20");
    // Many players come from one address here, as they never do outside a test.
    for (const limit of LIMITS) args.push("--limit", limit);
    const dist = this.assets ?? join(root, "web/dist");
    if (existsSync(dist)) args.push("--assets", dist);
    this.process = start(program, [...args, ...this.extra], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    await this.process.begun;
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on("data", (data) => (this.output = (this.output + data).slice(-8000)));
    }
    for (let i = 0; i < 600; i++) {
      if (this.process.exitCode !== null) break;
      try {
        if ((await fetch(`${this.own}healthz`)).ok) return;
      } catch {
        // Not listening yet.
      }
      await sleep(50);
    }
    throw new Error(`the server did not come up:\n${this.output}`);
  }

  async kill(signal = "SIGKILL") {
    this.process.kill(signal);
    await this.process.gone;
  }

  async stop() {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      await this.kill("SIGTERM");
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  async games() {
    return (await fetch(`${this.own}api/games`)).json();
  }
}

const LIMITS = [
  "connections_per_address=500",
  "requests_per_second=1000",
  "messages_per_second=500",
  "matches_per_minute=1000",
];

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The first of the page's errors, requests to other hosts and refused styles, kept to be asserted. */
export function observe(page, server) {
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(`script: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy/i.test(message.text())) {
      page.problems.push(message.text());
    }
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && new URL(url).host !== new URL(server.url).host) {
      page.problems.push(`a request to another host: ${url}`);
    }
  });
}

export function noProblems(page) {
  assert(page.problems.length === 0, `the page complained: ${page.problems.join("; ")}`);
}

/* Several browsers share the processors; how fast a page is, is measured apart. */
const PATIENCE = 45000;

/** A fresh browser profile with one page on the lobby; with `tour` games explain themselves. */
export async function visitor(browser, server, { tour = false, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  if (!tour) await context.addInitScript(() => localStorage.setItem("valise.tour", "false"));
  const page = await context.newPage();
  observe(page, server);
  server.pages.push(page);
  await page.goto(server.url);
  return page;
}

/**
 * Sets up a match through the page: kinds are "me", "friend", "local" or a bot's name, options
 * are chosen by their names.
 */
export async function setOut(page, game, kinds, options = {}) {
  await page.locator(`a[href="#/new/${game}"]`).first().click();
  const drafts = page.locator(".drafts li");
  await drafts.first().waitFor();
  while ((await drafts.count()) > kinds.length) {
    await drafts.last().locator("button.icon").click();
  }
  while ((await drafts.count()) < kinds.length) {
    await page.locator("form > button.quiet").first().click();
  }
  for (const [i, kind] of kinds.entries()) {
    const row = drafts.nth(i);
    const value = ["me", "friend", "local"].includes(kind) ? kind : `bot ${kind}`;
    await row.locator("select").selectOption(value);
    if (kind === "me" || kind === "local") {
      await row.locator("input").fill(["Ada", "Bela", "Chidi", "Dora"][i]);
    }
  }
  for (const [name, value] of Object.entries(options)) {
    await page.locator(`label.field select[name="${name}"]`).selectOption(value);
  }
  await page.locator("button.start").click();
  await page.waitForURL(/#\/m\//);
}

/* What the page is waiting for, read from the page alone. */
export function phase(page) {
  return page.evaluate(() => {
    if (document.querySelector("dialog.over")) return "over";
    if (document.querySelector(".curtain")) return "curtain";
    if (document.querySelector(".table .awaited")) return "gathering";
    if (!document.querySelector(".turn.my-turn")) return "wait";
    const commit = document.querySelector(".composer .commit");
    if (commit && /…$/.test(commit.textContent)) return "wait";
    if (document.querySelector(".target.lit, .composer [data-move], .composer [data-group]"))
      return "choose";
    return commit && !commit.disabled ? "commit" : "wait";
  });
}

async function waitForPhase(page, wanted) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const now = await phase(page);
    if (wanted.includes(now)) return now;
    if (Date.now() > end) {
      throw new Error(
        `waited ${PATIENCE / 1000} s for ${wanted.join(" or ")}; the page is at "${now}"`,
      );
    }
    await sleep(15);
  }
}

/* The ways to touch. Each does one thing to the page as that player would. */

const byMouse = {
  touch: async (page, element) => {
    const id = await element.getAttribute("data-target");
    await element.click();
    // Two that lie on the same spot: which one is meant is asked.
    const named = page.locator(`[data-nearby="${id}"]`);
    if (id && (await named.count())) await named.click();
  },
  commit: (page) => page.locator(".composer .commit").click(),
  hint: (page) => page.locator('[data-tool="hint"]').click(),
};

const byFinger = {
  anywhere: true, // a crowded place asks which one is meant
  touch: async (page, element) => {
    await element.evaluate((e) => e.scrollIntoView({ block: "nearest", inline: "nearest" }));
    const id = await element.getAttribute("data-target");
    if (!id || !(await element.evaluate((e) => e instanceof SVGElement))) {
      await element.tap();
      return;
    }
    const before = await steps(page);
    await tapOn(page, id);
    // A click follows a tap when the browser gets to it: only then is it known what came of it.
    await page.waitForFunction(
      ([target, was]) =>
        document.querySelector(`[data-nearby="${CSS.escape(target)}"], .refusal`) ||
        document.querySelector(".table")?.dataset.at !== was,
      [id, before],
    );
    const named = page.locator(`[data-nearby="${id}"]`);
    if (await named.count()) await named.tap();
  },
  commit: (page) => page.locator(".composer .commit").tap(),
  hint: (page) => page.locator('[data-tool="hint"]').tap(),
};

/**
 * Puts a finger on the middle of an element of a drawing, whatever of the drawing lies there, or,
 * where a button lies over it, on another part of it; where that is out of sight, the button that
 * shows all that can be touched comes first.
 */
export async function tapOn(page, id) {
  const middle = () =>
    page.evaluate((target) => {
      const element = document.querySelector(`[data-target="${CSS.escape(target)}"]`);
      const look = () => {
        const box = element.getBoundingClientRect();
        const drawing = element.ownerSVGElement;
        const seen = drawing.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const out = x < seen.left || x > seen.right || y < seen.top || y > seen.bottom;
        if (out || drawing.contains(document.elementFromPoint(x, y))) return { x, y, out };
        for (let n = 0; n < 400; n++) {
          const other = [(n % 20) + 0.5, Math.floor(n / 20) + 0.5].map((part) => part / 20);
          const at = { x: box.left + other[0] * box.width, y: box.top + other[1] * box.height };
          if (element.contains(document.elementFromPoint(at.x, at.y))) return { ...at, out };
        }
        return { x, y, out };
      };
      // A finger scrolls the page to what is in the frame of the drawing.
      if (!look().out) element.scrollIntoView({ block: "center", inline: "nearest" });
      return look();
    }, id);
  let at = await middle();
  if (at.out) {
    await page.locator("[data-show-lit]").tap();
    at = await middle();
    assert(!at.out, `${id} is not on the screen when all that can be touched is shown`);
  }
  await page.touchscreen.tap(at.x, at.y);
}

/* By keys alone: N and P walk over what can be touched, Enter touches, C plays, H asks. */
const byKeys = {
  touch: async (page, element) => {
    for (let i = 0; i < 400; i++) {
      if (await element.evaluate((e) => e === document.activeElement)) {
        await page.keyboard.press("Enter");
        return;
      }
      await page.keyboard.press("n");
    }
    throw new Error("the keys do not reach what is lit");
  },
  commit: (page) => page.keyboard.press("c"),
  hint: (page) => page.keyboard.press("h"),
};

/* Through the text view alone: only buttons inside it are pressed. */
const byWords = {
  inside: ".textview",
  touch: (page, element) => element.click(),
  commit: (page) => page.locator(".textview .commit").click(),
  hint: (page) => page.keyboard.press("h"),
};

export const ways = {
  mouse: byMouse,
  finger: byFinger,
  keys: byKeys,
  words: byWords,
};

/** On a crowded map a neighbour may lie over the middle of a thing: then the button serves. */
export function uncovered(element) {
  return element.evaluate((e) => {
    e.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = e.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return e.contains(top);
  });
}

/**
 * Where the hint points: an element of the board, or the button that does it. Null where an answer
 * that was still on its way has made the hint pointless.
 */
async function hinted(page, way, before) {
  const inside = way.inside ?? ".composer";
  await page.waitForFunction(
    ([where, was]) =>
      document.querySelector(`${where} [data-hint]`) ||
      document.querySelector(".table")?.dataset.at !== was,
    [inside, before],
  );
  const button = page.locator(`${inside} [data-hint]`).first();
  if (!(await button.count())) return null; // it will be asked for again
  if (way.inside) return button;
  const move = await button.getAttribute("data-hint");
  const targets = page.locator(".target.lit.hinted");
  if ((await targets.count()) === 1 && (way.anywhere || (await uncovered(targets.first())))) {
    return targets.first();
  }
  const named = page.locator(`.composer [data-move="${move}"]`);
  return (await named.count()) ? named.first() : button;
}

/**
 * Plays until `until` says so or the match is over. Returns how many moves it committed.
 * `turn` is called at the beginning of each decision.
 */
export async function play(page, way, { most = 400, until = () => false, turn } = {}) {
  let commits = 0;
  for (let i = 0; i < most; i++) {
    const now = await waitForPhase(page, ["choose", "commit", "over", "curtain"]);
    if (now === "over" || until(commits)) return commits;
    if (now === "curtain") {
      await way.touch(page, page.locator(".curtain button"));
      continue;
    }
    if (turn) await turn(now);
    if (now === "choose") {
      const before = await steps(page);
      await way.hint(page);
      const element = await hinted(page, way, before);
      if (!element) continue;
      await way.touch(page, element);
      await changed(page, before);
      const ready = await phase(page);
      if (ready !== "commit") continue;
    }
    const at = await steps(page);
    await way.commit(page);
    commits++;
    await changed(page, at);
  }
  throw new Error(`${most} decisions and no end`);
}

/** The server has answered: the stamp is another, or the page is. */
function changed(page, was) {
  return page
    .waitForFunction(
      (before) =>
        document.querySelector(".table")?.dataset.at !== before ||
        document.querySelector(".curtain, dialog.over"),
      was,
    )
    .catch(async (error) => {
      const said = await page.evaluate(() => document.querySelector(".composer")?.innerText);
      throw new Error(
        `nothing came of a touch at ${was}; below the board: ${said} (${error.message})`,
      );
    });
}

/** A stamp of position and composed steps, which every answer of the server changes. */
function steps(page) {
  return page.evaluate(() => document.querySelector(".table")?.dataset.at ?? "");
}

/** axe-core on the page as it is; fails on serious and critical findings. */
export async function axe(page, where) {
  // Evaluated through the protocol, so the content security policy stays as it is.
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const result = await window.axe.run(document, {
      resultTypes: ["violations"],
    });
    return result.violations
      .filter((v) => v.impact === "serious" || v.impact === "critical")
      .map(
        (v) =>
          `${v.id} (${v.nodes
            .map((node) => node.html.slice(0, 120))
            .slice(0, 3)
            .join(" | ")})`,
      );
  });
  assert(found.length === 0, `axe finds on ${where}: ${found.join("; ")}`);
}
