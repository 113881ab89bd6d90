/* People who meet at a table: clocks and seats that a bot minds, chat, and being told of one's turn. */
import { assert, axe, noProblems, phase, Server, sleep, visitor } from "./lib.mjs";

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/** Makes a match by the protocol and goes there; the links of the friends' seats. */
async function meet(page, game, kinds, more = {}) {
  const links = await page.evaluate(
    async ({ game, kinds, more }) => {
      const answer = await fetch("api/matches", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ game, ...more, seats: kinds }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      const made = await answer.json();
      location.hash = `#/m/${made.match}`;
      return made.seats.map((seat) => seat.link ?? "");
    },
    { game, kinds, more },
  );
  await page.reload();
  return links;
}

async function sit(page, server, link, name) {
  await page.goto(server.url + link.slice(1));
  await page.locator("form input").fill(name);
  await page.locator('form button[type="submit"]').click();
  await page.locator(".table").waitFor();
}

const seats = (game, others) => [
  { kind: "me", name: "Ada" },
  ...others,
  ...Array.from({ length: Math.max(0, game.least_seats - 1 - others.length) }, () => ({
    kind: "bot",
    bot: "greedy",
  })),
];

const minded = (page, on) =>
  page.waitForFunction((want) => !!document.querySelector(".minded") === want, on);

/** What stands beside a traveller's name, until it fits. */
const seatSays = (page, seat, what, want = true) =>
  page.waitForFunction(
    ([seat, what, want]) =>
      document.querySelectorAll(".seats li")[seat]?.textContent.includes(what) === want,
    [seat, what, want],
  );

const acts = (page) => page.locator(".table .turn.my-turn").count();

/** Two people in two browsers at a table that is dealt. */
async function pair(browser, server, game, more, options = [{}, {}]) {
  const ada = await visitor(browser, server, options[0]);
  const links = await meet(ada, game.id, seats(game, [{ kind: "friend" }]), more);
  const bob = await visitor(browser, server, options[1]);
  await sit(bob, server, links[1], "Bob");
  for (const page of [ada, bob]) await page.locator(".table .composer").waitFor();
  await ada.waitForFunction(() => document.body.textContent.includes("Bob"));
  return [ada, bob];
}

async function openChat(page) {
  const tab = page.locator(".tabs button").nth(2);
  if (await tab.isVisible()) await tab.click();
  else await page.locator(".side-switch").click();
  await page.locator(".chat").waitFor();
}

async function say(page, text) {
  await page.locator(".chat form input").fill(text);
  await page.locator(".chat form button").click();
  await page.waitForFunction(() => document.querySelector(".chat form input").value === "");
}

const said = (page) => page.locator(".chat .lines .text").allTextContents();

/** Plays what the hint says, once. */
async function oneMove(page) {
  const at = () => page.evaluate(() => document.querySelector(".table")?.dataset.at);
  for (let i = 0; i < 100; i++) {
    const now = await phase(page);
    const before = await at();
    if (now === "choose") {
      await page.locator('[data-tool="hint"]').click();
      await page.locator(".composer [data-hint]").first().click();
    } else if (now === "commit") {
      await page.locator(".composer .commit").click();
    } else {
      await sleep(30);
      continue;
    }
    await page.waitForFunction(
      (was) => document.querySelector(".table")?.dataset.at !== was,
      before,
    );
    if (now === "commit") return;
  }
  throw new Error("no move could be played");
}

export const meeting = {
  "time runs out": async ({ browser, game, shot }) => {
    const server = await Server.start(["--limit", "clock=2"]);
    try {
      const clock = { kind: "move", seconds: 6 };
      const pages = await pair(browser, server, game, { clock }, [
        {},
        { ...PHONE, colorScheme: "dark" },
      ]);
      const first = (await acts(pages[0])) ? 0 : 1;
      const [owner, other] = [pages[first], pages[1 - first]];
      for (const page of pages) {
        const face = page.locator(".turn .clock");
        await face.waitFor();
        assert(/^0:0\d$/.test((await face.textContent()).trim()), "the clock shows no time");
      }
      await shot(other, "clock-other");
      // Nothing is done: a bot takes over, and everybody sees it.
      await minded(owner, true);
      await shot(owner, "minded-mine");
      await seatSays(other, first, "a bot stands in");
      await other.locator(".log .by-bot").first().waitFor({ state: "attached" });
      const tabs = other.locator(".tabs button");
      if (await tabs.first().isVisible()) await tabs.nth(1).click();
      await axe(other, "a table with a minded seat");
      await shot(other, "minded-theirs");
      // A key pressed anywhere is a return.
      await owner.keyboard.press("Shift");
      await minded(owner, false);
      await seatSays(other, first, "a bot stands in", false);
      // The marks stay where they were.
      assert((await owner.locator(".log .by-bot").count()) > 0, "the marks are gone");
      // Who leaves is seen to be away; whoever comes back sits down at once.
      const left = owner.url();
      await owner.goto(`${server.url}healthz`);
      await seatSays(other, first, "away");
      if (await tabs.first().isVisible()) await tabs.first().click();
      await shot(other, "away");
      await owner.goto(left);
      await owner.locator(".table .composer").waitFor();
      await seatSays(other, first, "away", false);
      await seatSays(other, first, "a bot stands in", false);
      pages.forEach(noProblems);
    } finally {
      for (const page of server.pages) await page.context().close();
      await server.stop();
    }
  },

  "a clock is chosen": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server);
    await page.locator(`a[href="#/new/${game.id}"]`).first().click();
    const field = page.locator('select[name="clock"]');
    await field.waitFor();
    assert((await page.locator('select[name="chat"]').count()) === 0, "chat with bots alone");
    await field.selectOption({ label: "3 days a move, by correspondence" });
    await page.locator(".drafts select").nth(1).selectOption("friend");
    await page.locator('select[name="chat"]').selectOption("seats");
    await page.locator(".drafts input").first().fill("Ada");
    await page.locator(".start").scrollIntoViewIfNeeded();
    await shot(page, "setup-clock");
    await page.locator("button.start").click();
    await page.locator(".table.gathering").waitFor();
    await page.locator(".awaited + button").click();
    await page.locator(".turn .clock").waitFor();
    const face = (await page.locator(".turn .clock").textContent()).trim();
    assert(/^(3 days 0 h|2 days 23 h)$/.test(face), `the clock says ${face}`);
    await page.goto(`${server.url}#/`);
    await page.locator(".tags li").first().waitFor();
    const state = await page.locator(".tags .state").first().textContent();
    assert(/· (3 days 0|2 days 23) h/.test(state), `my matches say ${state}`);
    noProblems(page);
    await page.context().close();
  },

  "they talk": async ({ browser, server, game, shot }) => {
    const [ada, bob] = await pair(browser, server, game, {}, [
      { colorScheme: "dark" },
      { ...PHONE },
    ]);
    const eve = await visitor(browser, server);
    await eve.goto(ada.url());
    await openChat(ada);
    await say(ada, "Shall we <b>meet</b> in Rome? <img src=x onerror=alert(1)>");
    // Bob sees that there is something, reads it as text, answers.
    await bob.waitForFunction(() => /Chat \(1\)/.test(document.querySelector(".tabs").textContent));
    await openChat(bob);
    await bob.waitForFunction(() => !/Chat \(/.test(document.querySelector(".tabs").textContent));
    assert((await bob.locator(".chat .lines img, .chat .lines .text b").count()) === 0, "HTML");
    await say(bob, "Rome, at noon 🧳");
    await ada.waitForFunction(() => /at noon/.test(document.querySelector(".lines").textContent));
    const both = ["Shall we <b>meet</b> in Rome? <img src=x onerror=alert(1)>", "Rome, at noon 🧳"];
    for (const page of [ada, bob]) {
      assert(JSON.stringify(await said(page)) === JSON.stringify(both), "the lines differ");
      await axe(page, "a table with chat");
    }
    await shot(ada, "chat");
    await shot(bob, "phone-chat");
    // A spectator reads, and has nothing to write with.
    await openChat(eve);
    await eve.waitForFunction(() => /at noon/.test(document.querySelector(".lines").textContent));
    assert((await eve.locator(".chat form").count()) === 0, "a spectator could write");
    // A muted seat is not heard, not even after a reload, until it is heard again.
    await ada.locator(".mutes button").click();
    await ada.waitForFunction(() => document.querySelectorAll(".lines .text").length === 1);
    await say(bob, "Are you there?");
    await ada.reload();
    await ada.locator(".table .composer").waitFor();
    await openChat(ada);
    await ada.waitForFunction(() => document.querySelectorAll(".lines .text").length === 1);
    await shot(ada, "chat-muted");
    await ada.locator('.mutes button[aria-pressed="true"]').click();
    await ada.waitForFunction(() => document.querySelectorAll(".lines .text").length === 3);
    // Keys typed into a message are no short cuts.
    await ada.locator(".chat form input").pressSequentially("hrt?l");
    assert((await ada.locator("dialog, .textview").count()) === 0, "a letter opened something");
    // Too much is refused in words.
    for (let i = 0; i < 30; i++) {
      await ada.locator(".chat form input").fill(`and ${i}`);
      await ada.locator(".chat form button").click();
      await sleep(30);
      if (await ada.locator('.chat [role="alert"]').count()) break;
    }
    const refused = await ada.locator('.chat [role="alert"]').textContent();
    assert(/wait a little/.test(refused), `too much talk is answered with ${refused}`);
    [ada, bob, eve].forEach(noProblems);
  },

  "told of one's turn": async ({ browser, server, game, shot }) => {
    const watchSound = () => {
      window.rings = 0;
      const make = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () {
        window.rings++;
        return make.call(this);
      };
      // Notifications as the browser would show them, without one on the screen.
      window.shown = [];
      window.allowed = "default";
      window.Notification = class {
        constructor(title, options) {
          window.shown.push(`${title}|${options.body}`);
        }
        static get permission() {
          return window.allowed;
        }
        static async requestPermission() {
          return (window.allowed = "granted");
        }
      };
      document.hasFocus = () => !window.elsewhere;
    };
    const ada = await visitor(browser, server);
    await ada.addInitScript(watchSound);
    const links = await meet(ada, game.id, seats(game, [{ kind: "friend" }]), {
      clock: { kind: "days", days: 2 },
    });
    const bob = await visitor(browser, server);
    await sit(bob, server, links[1], "Bob");
    for (const page of [ada, bob]) await page.locator(".table .composer").waitFor();
    await ada.waitForFunction(() => document.body.textContent.includes("Bob"));
    const icon = () => ada.evaluate(() => document.querySelector('link[rel="icon"]').href);
    // Whoever's turn it is plays until it is the wanted one's.
    const turn = async (whose) => {
      for (let i = 0; i < 200; i++) {
        const now = (await acts(ada)) ? "ada" : (await acts(bob)) ? "bob" : "";
        if (now === whose) return;
        if (now) await oneMove(now === "ada" ? ada : bob);
        else await sleep(50);
      }
      throw new Error(`it does not become the turn of ${whose}`);
    };
    await turn("ada");
    assert(/^Your turn · /.test(await ada.title()), `the title is ${await ada.title()}`);
    const mine = await icon();
    assert(mine.startsWith("data:image/svg+xml,"), "the icon is as always");
    await turn("bob");
    await ada.waitForFunction(() => document.title.startsWith("Bob · "));
    assert((await icon()) !== mine, "the icon does not change");
    await turn("ada");
    assert((await ada.evaluate(() => window.rings + window.shown.length)) === 0, "it rang unasked");
    // Allowed: it rings at once, so that one knows how it sounds.
    await ada.locator('[data-tool="menu"]').click();
    await ada.locator('input[name="sound"]').check();
    const tones = await ada.evaluate(() => window.rings);
    assert(tones > 0, "no sound when it is switched on");
    await ada.locator('input[name="notify"]').check();
    await shot(ada, "settings-telling");
    await axe(ada, "the menu");
    await ada.keyboard.press("Escape");
    await ada.locator("dialog").waitFor({ state: "detached" });
    // Looking at the table: a sound, and no notification.
    await turn("bob");
    await turn("ada");
    await ada.waitForFunction((n) => window.rings === n, tones * 2);
    assert((await ada.evaluate(() => window.shown.length)) === 0, "notified while looking");
    // Elsewhere: both.
    await turn("bob");
    await ada.evaluate(() => (window.elsewhere = true));
    await turn("ada");
    await ada.waitForFunction(() => window.shown.length === 1);
    const shown = await ada.evaluate(() => window.shown[0]);
    assert(shown.startsWith(`Your turn · ${game.name}|`), `the notification says ${shown}`);
    // It is remembered, and can be switched off.
    await ada.reload();
    await ada.locator(".table .composer").waitFor();
    assert((await ada.evaluate(() => window.rings)) === 0, "a reload rings");
    await ada.locator('[data-tool="menu"]').click();
    assert(await ada.locator('input[name="sound"]').isChecked(), "the sound is forgotten");
    await ada.locator('input[name="sound"]').uncheck();
    // The lobby's title counts the tables that wait for me.
    await ada.goto(`${server.url}#/`);
    await ada.waitForFunction(() => document.title === "(1) Valise");
    [ada, bob].forEach(noProblems);
  },
};
