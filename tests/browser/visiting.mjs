/*
 * The pages around a table as a visitor meets them: by keys alone, without the server, with a link
 * that leads nowhere, and with a server that is older than the page.
 */
import { assert, axe, noProblems, Server, setOut, visitor } from "./lib.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: "dark" };

const withBots = (game) => [
  "me",
  ...Array.from({ length: Math.max(1, game.least_seats - 1) }, () => "greedy"),
];
const withFriend = (game) => ["me", "friend", ...withBots(game).slice(2)];

const focused = (locator) => locator.evaluate((e) => e === document.activeElement);

/** Whether what has the focus shows it. */
const shown = (page) =>
  page.evaluate(() => {
    const e = document.activeElement;
    const marked = (element) => {
      const style = getComputedStyle(element);
      return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    };
    // What lies on a board draws a mark of its own.
    if (e === document.body || e.matches("[data-target]") || marked(e)) return "";
    // A field that lies over its own label is marked there.
    return marked(e.closest("label") ?? e) ? "" : e.outerHTML.slice(0, 120);
  });

/** Goes on by Tab until the focus is there; every stop on the way shows where it is. */
async function tabTo(page, locator, what) {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    const unmarked = await shown(page);
    assert(!unmarked, `the focus does not show on ${unmarked}`);
    if ((await locator.count()) && (await focused(locator.first()))) return;
  }
  throw new Error(`the keys do not reach ${what}`);
}

/** Opens a dialog by Enter and closes it by Escape: the focus is back where it was. */
async function opens(page, locator, dialog, what) {
  await page.keyboard.press("Enter");
  await page.locator(dialog).waitFor();
  assert(
    await page.locator(dialog).evaluate((e) => e.contains(document.activeElement)),
    `${what}: the focus is not in the dialog`,
  );
  await page.keyboard.press("Escape");
  await page.locator(dialog).waitFor({ state: "detached" });
  assert(await focused(locator.first()), `${what}: the focus is not back`);
}

const headed = (page, name) =>
  page.waitForFunction(
    (text) =>
      document.activeElement?.tagName === "H1" &&
      document.activeElement.textContent.includes(text ?? ""),
    name,
  );

async function byKeysAlone({ browser, server, game }) {
  const page = await visitor(browser, server);
  await page.locator(".posters article").first().waitFor();
  const menu = page.locator(".head button.tool");
  await tabTo(page, menu, "the menu");
  await opens(page, menu, "dialog.settings", "the menu");
  const play = page.locator(`a[href="#/new/${game.id}"]`);
  const rules = page.locator(".posters li", { has: play }).locator("button.quiet");
  await tabTo(page, rules, "the rules");
  await opens(page, rules, "dialog.rules", "the rules");
  await page.keyboard.press("Shift+Tab");
  assert(await focused(play.first()), "what begins a match is not before its rules");
  await page.keyboard.press("Enter");
  // Another page: its name is said, and the keys go on from there.
  await headed(page, game.name);
  await tabTo(page, page.locator(".drafts li").nth(0).locator("input"), "my name");
  await page.keyboard.type("Ada");
  await tabTo(page, page.locator(".drafts li").nth(1).locator("select"), "the second seat");
  await page.keyboard.press("ArrowUp");
  const kind = await page.locator(".drafts li").nth(1).locator("select").inputValue();
  await page.keyboard.press("ArrowDown");
  const bot = await page.locator(".drafts li").nth(1).locator("select").inputValue();
  assert(kind !== bot && bot.startsWith("bot "), "the keys do not choose who sits there");
  await tabTo(page, page.locator('select[name="clock"]'), "the clock");
  await tabTo(page, page.locator("button.start"), "the start");
  await page.keyboard.press("Enter");
  await page.locator(".board [data-target]").first().waitFor();
  const tool = (name) => page.locator(`[data-tool="${name}"]`);
  await tabTo(page, tool("rules"), "the rules at the table");
  await opens(page, tool("rules"), "dialog.rules", "the rules at the table");
  await tabTo(page, tool("share"), "share");
  await page.keyboard.press("Enter");
  const move = page.locator(".move-seats button");
  await tabTo(page, move, "moving a seat");
  await page.keyboard.press("Enter");
  // The link comes in the place of the button, with the focus.
  await page.waitForFunction(() => document.activeElement?.closest(".one-use button"));
  await page.keyboard.press("Escape");
  await page.locator("dialog.share").waitFor({ state: "detached" });
  assert(await focused(tool("share")), "the focus is not back on share");
  // Back to all games, to what is mine, and there a match is forgotten.
  await page.keyboard.press("Shift+Tab");
  await tabTo(page, page.locator(".head .home"), "the way back");
  await page.keyboard.press("Enter");
  await headed(page);
  await tabTo(page, page.locator(".tags button"), "forgetting");
  await opens(page, page.locator(".tags button"), "dialog.sure", "forgetting");
  await page.keyboard.press("Enter");
  await page.locator("dialog.sure").waitFor();
  await tabTo(page, page.locator("dialog.sure .danger"), "saying so");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".tags, dialog.sure"));
  await headed(page); // what had the focus is gone
  await tabTo(page, page.locator('.head a[href="#/mine"]'), "my journeys");
  await page.keyboard.press("Enter");
  await headed(page, "journeys");
  await tabTo(page, page.locator(".records .file input"), "a file");
  await tabTo(page, page.locator(".data .danger"), "deleting");
  await opens(page, page.locator(".data .danger"), "dialog.sure", "deleting");
  noProblems(page);
  await page.context().close();
}

async function gatheringTools({ browser, server, game, shot }, device) {
  const page = await visitor(browser, server, device);
  await setOut(page, game.id, withFriend(game));
  await page.locator(".gathering .link").first().waitFor();
  const doors = device === PHONE ? ["menu"] : ["rules", "share", "menu"];
  for (const door of doors) {
    const tool = page.locator(`[data-tool="${door}"]`);
    await tool.focus();
    await opens(page, tool, "dialog.dialog", `${door} while others are awaited`);
  }
  if (device === PHONE) {
    await page.locator('[data-tool="menu"]').click();
    await page.locator("dialog.settings button", { hasText: "Rules" }).click();
    await page.locator("dialog.rules .markdown").waitFor();
    await shot(page, "phone-gathering-rules");
    // One dialog after another: back to what opened the first.
    await page.keyboard.press("Escape");
    await page.locator("dialog.rules").waitFor({ state: "detached" });
    assert(await focused(page.locator('[data-tool="menu"]')), "the focus is not on the menu");
  }
  noProblems(page);
  await page.context().close();
}

/** What an invitation's link is, and one to move my own seat. */
async function linksOf(page) {
  const invitation = await page
    .locator(".link input")
    .evaluateAll((all) => all.map((e) => e.value).find((l) => /\/s\//.test(l)));
  await page.locator(".move-seats button").first().click();
  const move = await page.locator(".one-use input").inputValue();
  return { invitation, move };
}

export const visiting = {
  "the pages by keys alone": byKeysAlone,

  "the tools serve while others are awaited": async (all) => {
    await gatheringTools(all, {});
    await gatheringTools(all, PHONE);
  },

  "an invitation says to what": async ({ browser, server, game, shot }) => {
    const ada = await visitor(browser, server);
    await setOut(ada, game.id, withFriend(game), { clock: '{"kind":"days","days":3}' });
    await ada.locator(".gathering .link").first().waitFor();
    const { invitation, move } = await linksOf(ada);
    const bela = await visitor(browser, server, PHONE);
    await bela.goto(invitation);
    await bela.locator("button.start").waitFor();
    await shot(bela, "phone-invited");
    await axe(bela, "an invitation");
    const text = await bela.locator("form").innerText();
    for (const part of [game.name, "Ada", "your seat", "3 days"]) {
      assert(text.includes(part), `the invitation does not say "${part}": ${text}`);
    }
    await bela.locator("form button.quiet", { hasText: "Rules" }).click();
    await bela.locator("dialog.rules .markdown").waitFor();
    await bela.keyboard.press("Escape");
    // A link that has lost its end, one of a match that is not here, one that was used.
    await bela.goto(invitation.slice(0, -4) + "AAAA");
    await bela.reload();
    await bela.locator("button.start").click();
    await bela.locator("[role=alert]").waitFor();
    assert((await bela.locator(`a[href^="#/m/"]`).count()) === 1, "there is no way to watch");
    await bela.goto(invitation.replace(/#\/m\/[\w-]{22}/, `#/m/${"A".repeat(22)}`));
    await bela.getByRole("heading", { level: 1, name: "Off the map" }).waitFor();
    assert((await bela.locator("button.start").count()) === 0, "a seat that is not there");
    await axe(bela, "a link that leads nowhere");
    await bela.goto(move);
    await bela.locator("button.start").click();
    await bela.waitForURL(/#\/m\/[\w-]{22}$/);
    const third = await visitor(browser, server);
    await third.goto(move);
    await third.locator("button.start").click();
    await third.locator("[role=alert]").waitFor();
    assert((await third.locator("button.start").count()) === 0, "a used link offers its seat");
    for (const page of [ada, bela, third]) {
      noProblems(page);
      await page.context().close();
    }
  },

  "every page waits for the server": async ({ browser, server, game }) => {
    const ada = await visitor(browser, server);
    await setOut(ada, game.id, withFriend(game));
    await ada.locator(".gathering .link").first().waitFor();
    const { invitation, move } = await linksOf(ada);
    const friend = await visitor(browser, server);
    const pages = [];
    const open = async (context, url, wanted) => {
      const page = await context.newPage();
      await page.goto(server.url);
      await page.locator(".posters article").first().waitFor();
      pages.push({ page, url, wanted });
    };
    await open(friend.context(), `${server.url}#/new/${game.id}`, ".drafts li");
    await open(friend.context(), `${server.url}#/mine`, ".records");
    await open(friend.context(), invitation, "form input");
    await open(friend.context(), move, "button.start");
    await server.kill();
    for (const { page, url, wanted } of pages) {
      await page.evaluate((to) => (location.href = to), url);
      // The games are known already: what can be shown is.
      await page.locator(`main.away, ${wanted}`).first().waitFor();
      assert(
        (await page.locator(".offline p").count()) || !(await page.locator("main.away").count()),
        `${url}: it does not say why`,
      );
      assert((await page.locator("[role=alert]").count()) === 0, `${url}: an alert as well`);
    }
    // What is sent now says what is wrong, once.
    const { page: setup } = pages[0];
    await setup.locator("button.start").click();
    const alert = await setup.locator("[role=alert]").innerText();
    assert(alert === "The server does not answer.", `it says: ${alert}`);
    await server.up();
    for (const { page, wanted } of pages) {
      await page.locator(wanted).first().waitFor();
      assert((await page.locator("main.away").count()) === 0, "it still waits");
    }
    for (const page of [ada, friend]) await page.context().close();
  },

  "a server that is older than the page": async ({ browser, server, game }) => {
    /** Between page and server, one that refuses what an older server did not know. */
    const between = async (page, refuse) => {
      await page.routeWebSocket(/\/ws$/, (socket) => {
        const real = socket.connectToServer();
        socket.onMessage((text) => {
          const message = JSON.parse(text);
          const why = refuse(message);
          if (!why) return real.send(text);
          const { id } = message;
          socket.send(
            JSON.stringify({ type: "error", re: id, code: "bad_input", message: why, clause: "" }),
          );
        });
      });
    };
    const page = await visitor(browser, server);
    let refusals = 0;
    await between(page, (message) => {
      if (!("changes" in message)) return "";
      refusals++;
      return '"changes" is not a member of this';
    });
    await page.reload();
    await setOut(page, game.id, withBots(game));
    await page.locator(".board [data-target]").first().waitFor();
    assert(refusals === 1, `it was refused ${refusals} times`);
    noProblems(page);
    // One that does not let it watch at all: the page says why, in the place of waiting for ever.
    const other = await page.context().newPage();
    await between(other, (message) => (message.type === "watch" ? "no such thing" : ""));
    await other.goto(page.url());
    await other.locator("main [role=alert]").waitFor();
    const text = await other.locator("main [role=alert]").innerText();
    assert(/no such thing/.test(text) && /Reload/.test(text), `it says: ${text}`);
    await axe(other, "a table that cannot be watched");
    await page.context().close();
  },

  "a page whose board the server no longer has": async ({ browser, server, game }) => {
    const page = await visitor(browser, server, { serviceWorkers: "block" });
    await page.locator(".posters article").first().waitFor();
    // Between the lobby and the table the server was upgraded.
    const gone = (route) => route.fulfill({ status: 404, body: "gone" });
    await page.route(/assets\/board-/, gone);
    await setOut(page, game.id, withBots(game));
    await page.locator("main [role=alert]").waitFor();
    const text = await page.locator("main [role=alert]").innerText();
    assert(/newer page/.test(text), `it says: ${text}`);
    await axe(page, "a page that is too old");
    await page.unroute(/assets\/board-/, gone);
    await page.locator("main button", { hasText: "Reload" }).click();
    await page.locator(".board [data-target]").first().waitFor();
    noProblems(page);
    await page.context().close();
  },

  "a board that cannot be drawn": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server);
    // As from a server that tells of the table in another way than this page knows.
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const real = socket.connectToServer();
      real.onMessage((text) => {
        const message = JSON.parse(text);
        if (message.view) message.view = {};
        delete message.view_changes;
        socket.send(JSON.stringify(message));
      });
    });
    await page.reload();
    await setOut(page, game.id, withBots(game));
    await page.locator(".board [role=alert]", { hasText: "in words" }).waitFor();
    await page.locator(".board button", { hasText: "Reload" }).waitFor();
    await page.locator(".board pre").filter({ hasText: /\w{3}/ }).waitFor();
    await shot(page, "undrawn");
    await axe(page, "a board that cannot be drawn");
    // The match goes on by the buttons and the words.
    await page.locator(".turn.my-turn").waitFor();
    await page.locator(".composer [data-move], .composer [data-group]").first().waitFor();
    await page.context().close();
  },

  "a chapter of the rules is found": async ({ browser, server, game }) => {
    const page = await visitor(browser, server, PHONE);
    const rules = page
      .locator(".posters li", { has: page.locator(`a[href="#/new/${game.id}"]`) })
      .locator("button.quiet");
    await rules.click();
    await page.locator("dialog.rules .markdown").waitFor();
    const chapters = await page.locator(".chapters option:not([disabled])").allTextContents();
    assert(chapters.length > 3, `there are ${chapters.length} chapters`);
    const wanted = chapters[Math.floor(chapters.length / 2)];
    await page.locator(".chapters").selectOption(wanted);
    const heading = page.locator("dialog.rules h3", { hasText: wanted });
    const [at, frame] = [await heading.boundingBox(), await page.locator(".scroll").boundingBox()];
    assert(Math.abs(at.y - frame.y) < 40, `the chapter is ${at.y - frame.y} pixels away`);
    // Text does not move sideways; a table that is too wide does, alone.
    const wide = await page
      .locator(".scroll")
      .evaluate((e) => (e.scrollTo(500, e.scrollTop), e.scrollLeft));
    assert(wide === 0, `the rules move ${wide} pixels sideways`);
    await axe(page, "rules on a phone");
    noProblems(page);
    await page.context().close();
  },

  "a link that has run out is made anew": async ({ browser, game }) => {
    const server = await Server.start(["--limit", "move=2"]);
    try {
      const page = await visitor(browser, server);
      // Over plain http elsewhere there is no clipboard.
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "clipboard", { value: undefined }),
      );
      await page.reload();
      await setOut(page, game.id, withBots(game));
      await page.locator(".board [data-target]").first().waitFor();
      await page.locator('[data-tool="share"]').click();
      await page.locator(".move-seats button").first().click();
      const first = await page.locator(".one-use input").inputValue();
      await page.locator(".one-use button").click();
      await page.locator(".one-use button", { hasText: "Copied" }).waitFor();
      await page.locator(".move-seats button", { hasText: "Make another" }).click();
      await page.locator(".one-use .qr").waitFor();
      const second = await page.locator(".one-use input").inputValue();
      assert(first !== second, "it is the same link");
      noProblems(page);
      await page.context().close();
    } finally {
      await server.stop();
    }
  },
};
