/* The page itself: accessibility, contrast, size, speed, other hosts. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { assert, axe, noProblems, play, root, setOut, visitor, ways } from "./lib.mjs";

/* ---- Contrast, computed from the sources ---- */

function luminance(colour) {
  const n = parseInt(colour.slice(1), 16);
  const [r, g, b] = [n >> 16, (n >> 8) & 255, n & 255].map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

function mix(a, b, part) {
  const at = (colour, shift) => (parseInt(colour.slice(1), 16) >> shift) & 255;
  return (
    "#" +
    [16, 8, 0]
      .map((shift) => Math.round(at(a, shift) * (1 - part) + at(b, shift) * part))
      .map((v) => v.toString(16).padStart(2, "0"))
      .join("")
  );
}

/* The colours of palette.css by day and by night: one value for both, or a switched pair. */
function properties(css, light) {
  const colour = "(#[0-9a-f]{6}|\\d+%)";
  const pattern = new RegExp(
    `--([\\w-]+):\\s*(?:var\\(--day, ${colour}\\)\\s*var\\(--night, ${colour}\\)|${colour});`,
    "g",
  );
  return Object.fromEntries(
    [...css.matchAll(pattern)].map(([, name, day, night, both]) => [
      name,
      both ?? (light === "day" ? day : night),
    ]),
  );
}

/* [front, backs, least ratio]: text 4.5, what carries meaning 3. */
const PAGE_PAIRS = [
  ["ink", ["paper", "panel", "field"], 4.5],
  ["soft", ["paper", "panel"], 4.5],
  ["head", ["paper", "panel"], 4.5],
  ["act", ["paper", "panel"], 4.5],
  ["on-act", ["act"], 4.5],
  ["on-bar", ["bar"], 4.5],
  ["on-sunny", ["sunny"], 4.5],
  ["wrong", ["paper", "panel"], 4.5],
  ["glow", ["paper", "panel"], 3],
  ["pick", ["paper", "panel"], 3],
  ["fresh", ["paper", "panel"], 3],
  ["edge", ["paper", "panel", "field"], 3],
];
/* Texts that stand on a lane of their own colour, tinted into the panel. */
const TINTED = [
  ["tomato-text", "TOMATO"],
  ["teal-text", "TEAL"],
  ["navy-text", "NAVY"],
  ["mustard-text", "MUSTARD_TEXT"],
  ["sage-text", "SAGE_TEXT"],
  ["plum-text", "PLUM"],
];

function constants() {
  const source = readFileSync(join(root, "web/art/colours.ts"), "utf8");
  const named = Object.fromEntries(
    [...source.matchAll(/export const (\w+) = "(#[0-9a-f]{6})"/g)].map((m) => [m[1], m[2]]),
  );
  const pairs = [...source.matchAll(/\[(\w+), (\w+), ([\d.]+)\]/g)].map((m) => [
    m[1],
    m[2],
    Number(m[3]),
  ]);
  return { named, pairs };
}

async function paletteHolds() {
  const css = readFileSync(join(root, "web/shell/palette.css"), "utf8");
  const { named, pairs } = constants();
  const bad = [];
  let counted = 0;
  const check = (what, front, back, least) => {
    counted++;
    const ratio = contrast(front, back);
    if (ratio < least) bad.push(`${what} ${ratio.toFixed(2)} < ${least}`);
  };
  const lights = { day: properties(css, "day"), night: properties(css, "night") };
  for (const [light, p] of Object.entries(lights)) {
    for (const [front, backs, least] of PAGE_PAIRS) {
      for (const back of backs) check(`${light}: ${front} on ${back}`, p[front], p[back], least);
    }
    for (const [text, base] of TINTED) {
      const ground = mix(p.panel, named[base], parseInt(p.tint, 10) / 100);
      check(`${light}: ${text} on its lane`, p[text], ground, 4.5);
      check(`${light}: ink on the lane of ${text}`, p.ink, ground, 4.5);
    }
  }
  for (const [front, back, least] of pairs) {
    check(`card: ${front} on ${back}`, named[front], named[back], least);
  }
  assert(counted > 80 && pairs.length >= 15, `only ${counted} pairs were found`);
  assert(bad.length === 0, `too little contrast: ${bad.join("; ")}`);
}

/* ---- Axe on every screen ---- */

async function everyScreen({ browser, server, game, shot }, colorScheme, viewport) {
  const page = await visitor(browser, server, { colorScheme, viewport });
  const kind = `${viewport.width < 700 ? "phone" : "desk"}-${colorScheme}`;
  const look = async (name) => {
    await shot(page, `${kind}-${name}`);
    await axe(page, `${name} (${kind})`);
  };
  await page.locator(".posters article").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".cover svg").length > 0);
  await look("lobby");
  await page.goto(`${server.url}#/new/${game.id}`);
  await page.locator(".drafts li").first().waitFor();
  await look("setup");
  await page.goto(server.url);
  const more = Array.from({ length: Math.max(0, game.least_seats - 2) }, () => "greedy");
  await setOut(page, game.id, ["me", "friend", ...more]);
  await page.locator(".gathering .link").first().waitFor();
  await look("gathering");
  await page.goto(server.url);
  await setOut(page, game.id, [
    "me",
    ...Array.from({ length: Math.min(2, game.most_seats - 1) }, () => "greedy"),
  ]);
  await play(page, ways.mouse, { until: (commits) => commits >= 3 });
  await page.waitForFunction(() => document.querySelector(".turn.my-turn"));
  await look("table");
  await page.keyboard.press("h");
  await page.locator(".composer [data-hint]").waitFor();
  await look("hint");
  await page.keyboard.press("t");
  await page.locator(".textview .words p").filter({ hasText: /\w/ }).first().waitFor();
  await look("text");
  await page.keyboard.press("t");
  await page.keyboard.press("r");
  await page.locator("dialog.rules .markdown").waitFor();
  await look("rules");
  await page.keyboard.press("Escape");
  await page.locator('[data-tool="menu"]').click();
  await page.locator("dialog.settings").waitFor();
  await look("menu");
  await page.keyboard.press("Escape");
  if (viewport.width < 700) {
    for (const tab of [0, 1]) {
      await page.locator(".tabs button").nth(tab).click();
      await look(tab ? "tab-log" : "tab-travellers");
      await page.locator(".tabs button").nth(tab).click();
    }
  }
  if (viewport.width >= 700) {
    // The end by day is looked at where the match is played for its record.
    noProblems(page);
    await page.context().close();
    return;
  }
  await play(page, ways.mouse);
  await page.locator("dialog.over").waitFor();
  await look("over");
  await page.locator("dialog.over button", { hasText: "Look back" }).click();
  await page.locator(".replay input[type=range]").waitFor();
  await page.waitForFunction(() => document.querySelector(".board"));
  await look("replay");
  noProblems(page);
  await page.context().close();
}

export const looking = {
  "axe on every screen, by day": (all) => everyScreen(all, "light", { width: 1366, height: 768 }),
  "axe on every screen, by night, on a phone": (all) =>
    everyScreen(all, "dark", { width: 390, height: 844 }),

  "the side folds into a line": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server, { viewport: { width: 1024, height: 768 } });
    await setOut(page, game.id, [
      "me",
      ...Array.from({ length: Math.min(2, game.most_seats - 1) }, () => "greedy"),
    ]);
    await page.locator(".turn.my-turn").waitFor();
    const boardWidth = () =>
      page.locator("main").evaluate((main) => main.getBoundingClientRect().width);
    if (await page.locator(".side-line").count()) await page.locator("[data-fold]").click();
    await page.locator("aside .seats").waitFor();
    const before = await boardWidth();
    const points = await page.locator("aside .points b").allTextContents();
    await page.locator("[data-fold]").click();
    await page.locator(".side-line").waitFor();
    assert(!(await page.locator("aside").isVisible()), "the side is still there");
    assert((await boardWidth()) > before + 200, "the board has not become wider");
    const line = await page.locator(".side-line li b").allTextContents();
    assert(line.join() === points.join(), `the line says ${line}, the side ${points}`);
    assert((await page.locator(".side-line li.acts").count()) === 1, "whose turn is not marked");
    await shot(page, "folded");
    await axe(page, "a table with its side folded");
    // What was chosen is kept, the key undoes it, and the keyboard stays where it was.
    await page.reload();
    await page.locator(".side-line").waitFor();
    await page.locator(".board [data-target]").first().waitFor();
    await page.keyboard.press("s");
    await page.locator("aside .seats").waitFor();
    await page.waitForFunction(() => document.activeElement?.hasAttribute("data-fold"));
    await page.keyboard.press("s");
    await page.locator(".side-line").waitFor();
    await page.keyboard.press("l");
    await page.waitForFunction(() => document.activeElement?.classList.contains("log"));
    noProblems(page);
    await page.context().close();
  },

  "an address where nothing is": async ({ browser, server, shot }) => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await visitor(browser, server, { colorScheme });
      const answer = await page.goto(`${server.url}no/such/place`);
      assert(answer.status() === 404, `the status is ${answer.status()}`);
      await page.getByRole("heading", { level: 1, name: "Off the map" }).waitFor();
      const bar = await page
        .locator(".head")
        .evaluate((head) => getComputedStyle(head).backgroundColor);
      assert(bar !== "rgba(0, 0, 0, 0)", "the page is without its styles");
      await shot(page, `nowhere-${colorScheme}`);
      await axe(page, `an address where nothing is (${colorScheme})`);
      await page.locator("main a.button").click();
      await page.locator(".posters article").first().waitFor();
      noProblems(page);
      await page.context().close();
    }
    const program = await fetch(`${server.url}no/such/place`);
    assert(program.status === 404 && (await program.json()).error.code === "not_found", "no JSON");
  },

  "the first board within a second": async ({ browser, server, game }) => {
    const first = await visitor(browser, server);
    await setOut(first, game.id, [
      "me",
      ...Array.from({ length: Math.max(1, game.least_seats - 1) }, () => "greedy"),
    ]);
    await first.locator(".board [data-target]").first().waitFor();
    const url = first.url();
    // A new page of the same visitor, with nothing in the cache.
    let best = Infinity;
    for (let i = 0; i < 10 && best >= 1000; i++) {
      const page = await first.context().newPage();
      const client = await page.context().newCDPSession(page);
      await client.send("Network.setCacheDisabled", { cacheDisabled: true });
      await page.goto(url, { waitUntil: "commit" });
      await page.waitForFunction(() => document.querySelector(".board [data-target]"), null, {
        polling: "raf",
      });
      best = Math.min(best, await page.evaluate(() => performance.now()));
      await page.close();
    }
    assert(best < 1000, `the first board took ${Math.round(best)} ms`);
    noProblems(first);
    await first.context().close();
    return `${Math.round(best)} ms`;
  },
};

/** What needs no browser. */
export const sources = {
  "contrast of the palette, by day and by night": paletteHolds,

  "the script before a board is at most 120 KB": async () => {
    const dist = join(root, "web/dist");
    const page = readFileSync(join(dist, "index.html"), "utf8");
    const names = [...page.matchAll(/(?:src|href)="(assets\/[^"]+\.js)"/g)].map((m) => m[1]);
    assert(names.length > 0, "index.html names no script");
    const bytes = names.reduce((sum, name) => sum + statSync(join(dist, `${name}.gz`)).size, 0);
    assert(bytes <= 120 * 1024, `${bytes} bytes of script before a board`);
    return `${bytes} bytes`;
  },

  "every word of the client stands in a catalogue": async () => {
    const found = [];
    const walk = (folder) => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) walk(path);
        else if (entry.name.endsWith(".tsx")) {
          const text = readFileSync(path, "utf8");
          const words = [
            ...text.matchAll(/>\s*([^<>{}=();]*[A-Za-z]{3,}[^<>{}=();]*)<\//g),
            ...text.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z]{3,}[^"]*)"/g),
          ];
          for (const word of words) found.push(`${entry.name}: ${word[1].trim().slice(0, 40)}`);
        }
      }
    };
    walk(join(root, "web/shell"));
    walk(join(root, "web/games"));
    assert(found.length === 0, `words outside a catalogue: ${found.join("; ")}`);
  },

  "no game is named in the shell or the kit": async () => {
    const games = readdirSync(join(root, "web/games"));
    const found = [];
    const walk = (folder) => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) walk(path);
        else {
          const text = readFileSync(path, "utf8").toLowerCase();
          for (const game of games) if (text.includes(game)) found.push(`${entry.name}: ${game}`);
        }
      }
    };
    walk(join(root, "web/shell"));
    walk(join(root, "web/art"));
    assert(found.length === 0, `named: ${found.join(", ")}`);
  },
};
