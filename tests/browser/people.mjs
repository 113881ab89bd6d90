/* Seats that change hands, what-ifs, results, records: as people do it, on a phone and at a desk. */
import { readFileSync } from "node:fs";
import { assert, axe, noProblems, play, Server, setOut, sleep, visitor, ways } from "./lib.mjs";

const DESK = { viewport: { width: 1366, height: 768 }, colorScheme: "light" };
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true };

const withBots = (game) => [
  "me",
  ...Array.from({ length: Math.max(1, game.least_seats - 1) }, () => "greedy"),
];

const myTurn = (page) => page.waitForFunction(() => document.querySelector(".turn.my-turn"));

const position = (page) =>
  page.evaluate(() => Number(document.querySelector(".table")?.dataset.at.split("/")[0]));

/** Opens the share dialog, which a phone has in its menu. */
async function openShare(page) {
  if (await page.locator('[data-tool="share"]').count()) {
    await page.locator('[data-tool="share"]').click();
  } else {
    await page.locator('[data-tool="menu"]').click();
    await page.locator("dialog.settings button", { hasText: "Share" }).click();
  }
  await page.locator("dialog.share").waitFor();
}

/** Nothing is wider than the page. */
async function fits(page, where) {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert(wide <= 0, `${where}: ${wide} pixels too wide`);
}

async function look(page, shot, name) {
  await sleep(150);
  await shot(page, name);
  await fits(page, name);
  await axe(page, name);
}

async function moveSeat({ browser, server, game, shot }, from, to) {
  const kind = from === DESK ? "desk" : "phone";
  const old = await visitor(browser, server, from);
  await setOut(old, game.id, withBots(game));
  await myTurn(old);
  await openShare(old);
  await old.locator(".move-seats button").first().click();
  await old.locator(".one-use .qr").waitFor();
  await old.locator(".one-use").scrollIntoViewIfNeeded();
  await look(old, shot, `${kind}-move-seat`);
  const link = await old.locator(".one-use input").inputValue();
  assert(/#\/m\/[\w-]{22}\/t\/0\/[\w-]{43}$/.test(link), `the link is ${link}`);
  // The button that had the focus is gone; the key still means the dialog.
  await old.keyboard.press("Escape");
  await old.locator("dialog.share").waitFor({ state: "detached" });

  const next = await visitor(browser, server, to);
  await next.goto(link);
  await next.locator("button.start").waitFor();
  await look(next, shot, `${to === DESK ? "desk" : "phone"}-take-seat`);
  await next.locator("button.start").click();
  await next.waitForURL(/#\/m\/[\w-]{22}$/);
  await myTurn(next);
  // The old device sees that it happened, and only watches now.
  await old.locator(".notices .vote").waitFor();
  assert(/moved to another device/.test(await old.locator(".notices").innerText()), "not told");
  assert((await old.locator(".turn.my-turn").count()) === 0, "the old device still has the turn");
  await old.locator(".board").waitFor();
  await look(old, shot, `${kind}-seat-left`);
  // A link serves once.
  const third = await visitor(browser, server, to);
  await third.goto(link);
  await third.locator("button.start").click();
  await third.locator("[role=alert]").waitFor();
  // The new device plays on.
  const before = await position(next);
  await play(next, to === DESK ? ways.mouse : ways.finger, { until: (commits) => commits >= 1 });
  assert((await position(next)) > before, "the new device cannot play");
  // Coming back to the lobby says it once more, until it was read.
  await old.goto(server.url);
  await old.locator(".left-seats button").waitFor();
  await look(old, shot, `${kind}-lobby-left`);
  await old.locator(".left-seats button").click();
  await old.waitForFunction(() => !document.querySelector(".left-seats"));
  for (const page of [old, next, third]) {
    noProblems(page);
    await page.context().close();
  }
}

/** What if, from a match that is going on; then from its end. */
async function whatIf({ browser, server, game, shot }, device) {
  const kind = device === DESK ? "desk" : "phone";
  const way = device === DESK ? ways.mouse : ways.finger;
  const page = await visitor(browser, server, device);
  await setOut(page, game.id, withBots(game));
  await play(page, way, { until: (commits) => commits >= 2 });
  await myTurn(page);
  const source = page.url();
  const lookBack = async () => {
    if (device !== DESK) await page.locator(".tabs button").nth(1).click();
    await page.locator(".log-panel .link-button").first().click();
    if (device !== DESK) await page.locator(".tabs button").nth(1).click();
    await page.locator(".replay input[type=range]").waitFor();
  };
  await lookBack();
  await look(page, shot, `${kind}-replay-running`);
  await page.locator(".replay .what-if").click();
  await page.locator("dialog.fork select").first().waitFor();
  await look(page, shot, `${kind}-fork-running`);
  await page.locator("dialog.fork button[type=submit]").click();
  await page.waitForFunction((was) => location.href !== was, source);
  await myTurn(page);
  assert(/What if/.test(await page.locator(".turn").innerText()), "the head does not say what if");
  if (device !== DESK) await page.locator(".tabs button").first().click();
  assert(/Only you/.test(await page.locator(".origin").innerText()), "it does not say where from");
  await look(page, shot, `${kind}-fork-table`);
  if (device !== DESK) await page.locator(".tabs button").first().click();
  const forked = page.url();
  // Nobody else sees it.
  const eve = await visitor(browser, server, device);
  await eve.goto(forked);
  await eve.locator("main.plain [role=alert]").waitFor();
  await look(eve, shot, `${kind}-fork-closed`);
  await eve.context().close();
  await play(page, way);
  await page.locator("dialog.over").waitFor();
  await page.keyboard.press("Escape");
  // From the end of it, with all hands as they were.
  await page.locator("dialog.over").waitFor({ state: "detached" });
  await lookBack();
  await page.locator(".replay input[type=range]").fill("3");
  await page.waitForFunction(
    () => document.querySelector(".table").dataset.at.split("/")[1] === "3",
  );
  await page.locator(".replay .what-if").click();
  await page.locator("dialog.fork .field select").selectOption("open");
  await look(page, shot, `${kind}-fork-over`);
  await page.locator("dialog.fork button[type=submit]").click();
  await page.waitForFunction((was) => location.href !== was, forked);
  await page.waitForFunction(() => document.querySelector(".board"));
  noProblems(page);
  await page.context().close();
}

/** Three at the table where the game has room; the last one has lost the seat. */
async function lostSeat({ browser, game, shot }) {
  const server = await Server.start(["--limit", "reissue=3"]);
  try {
    const three = game.most_seats >= 3;
    const ada = await visitor(browser, server, DESK);
    await setOut(ada, game.id, ["me", ...Array.from({ length: three ? 2 : 1 }, () => "friend")]);
    await ada.locator(".gathering .link input").first().waitFor();
    const linksOf = () =>
      ada.evaluate(() =>
        [...document.querySelectorAll(".link input")]
          .map((e) => e.value)
          .filter((l) => /\/s\//.test(l)),
      );
    const links = await linksOf();
    const friends = [];
    for (const [i, link] of links.entries()) {
      const friend = await visitor(browser, server, PHONE);
      await friend.goto(link);
      await friend.locator("input").fill(["Bela", "Chidi"][i]);
      await friend.locator("button.start").click();
      await friend.waitForURL(/#\/m\/[\w-]{22}$/);
      friends.push(friend);
    }
    await ada.locator(".board").waitFor();
    const lost = friends.pop();
    const name = three ? "Chidi" : "Bela";
    const ask = ada.locator(".seats li", { hasText: name }).locator(".lost-link");
    // A page that is open and that nobody touches does not keep the others from asking; its owner
    // sees it and says no.
    await ask.click();
    await ada.locator("dialog.lost button", { hasText: "Ask" }).click();
    await ada.locator(".notices .vote").waitFor();
    await lost.locator(".notices .vote button", { hasText: "I am here" }).waitFor();
    await look(lost, shot, "phone-lost-mine");
    await lost.locator(".notices .vote button", { hasText: "I am here" }).click();
    await ada.waitForFunction(() => !document.querySelector(".notices .vote"));
    noProblems(lost);
    await lost.context().close();
    await ask.click();
    await ada.locator("dialog.lost").waitFor();
    await look(ada, shot, "desk-lost-ask");
    await ada.locator("dialog.lost button", { hasText: "Ask" }).click();
    await ada.locator(".notices .vote").waitFor();
    if (three) {
      const bela = friends[0];
      await bela.locator(".notices .vote button", { hasText: "Agree" }).waitFor();
      await look(bela, shot, "phone-lost-vote");
      await bela.locator(".notices .vote button", { hasText: "Agree" }).click();
    }
    await ada.locator(".notices .vote button", { hasText: "Get the link" }).click();
    await ada.locator("dialog.lost .one-use .qr").waitFor();
    await look(ada, shot, "desk-lost-link");
    const link = await ada.locator("dialog.lost .one-use input").inputValue();
    const back = await visitor(browser, server, PHONE);
    await back.goto(link);
    await back.locator("button.start").click();
    await back.waitForURL(/#\/m\/[\w-]{22}$/);
    await back.locator(".board").waitFor();
    await ada.keyboard.press("Escape");
    await ada.waitForFunction(() => !document.querySelector(".notices .vote"));
    for (const page of [ada, back, ...friends]) {
      noProblems(page);
      await page.context().close();
    }
  } finally {
    await server.stop();
  }
}

/** A link that was used asks the holder on screen, shows no card before, and offers to watch. */
async function usedLink({ browser, game, shot }) {
  // After a refusal nobody may ask for as long as the limit "move" says.
  const server = await Server.start(["--limit", "move=2"]);
  try {
    const ada = await visitor(browser, server, DESK);
    const others = Array.from({ length: Math.max(0, game.least_seats - 2) }, () => "greedy");
    await setOut(ada, game.id, ["me", "friend", ...others]);
    await ada.locator(".gathering .link input").first().waitFor();
    const link = await ada.locator(".gathering .link input").first().inputValue();
    assert(/\/s\/1\//.test(link), `no seat in the link ${link}`);
    const bela = await visitor(browser, server, PHONE);
    await bela.goto(link);
    await bela.locator("form input").fill("Bela");
    await bela.locator("button.start").click();
    await bela.locator(".board").waitFor();
    await ada.locator(".board").waitFor();
    // Both pages have checked by themselves how the cards were dealt.
    for (const page of [ada, bela]) {
      await page.locator(".deal-note").first().waitFor({ state: "attached" });
      const note = await page.locator(".deal-note").first().textContent();
      assert(/has checked the deal/.test(note), `the deal: ${note}`);
    }
    // The maker keeps no link to the seat.
    const kept = await ada.evaluate(() => localStorage.getItem("valise.links"));
    assert(!kept.includes("/s/1/"), "the maker of the match still has the link");

    const third = await visitor(browser, server, DESK);
    await third.goto(link);
    await third.locator(".panel.used").waitFor();
    await look(third, shot, "desk-used-link");
    assert((await third.locator(".board").count()) === 0, "a used link shows the table");
    const start = third.locator(".panel.used button.start");
    await start.click();
    const question = bela.locator(".notices .ask");
    await question.waitFor();
    await look(bela, shot, "phone-asked");
    assert(/sit down as Bela/.test(await question.innerText()), "it does not say as who");
    await question.locator("button", { hasText: "Refuse" }).click();
    await third.locator(".panel.used [role=alert]").waitFor();
    assert((await third.locator(".board").count()) === 0, "a refused link shows the table");
    await question.waitFor({ state: "detached" });
    assert((await ada.locator(".seats").innerText()).indexOf("devices") < 0, "two devices already");

    // Until the time of peace is over, the page says so; then the question comes again.
    for (let tries = 0; tries < 40 && !(await question.count()); tries++) {
      await start.click();
      await sleep(250);
    }
    await question.locator("button", { hasText: "Allow" }).click();
    await third.waitForURL(/#\/m\/[\w-]{22}$/);
    await third.locator(".board").waitFor();
    await ada.waitForFunction(() =>
      document.querySelectorAll(".seats li")[1]?.textContent.includes("2 devices"),
    );
    await shot(ada, "desk-two-devices");

    // Somebody else may watch.
    const fourth = await visitor(browser, server, PHONE);
    await fourth.goto(link);
    await fourth.locator(".panel.used a.quiet").click();
    await fourth.locator(".board").waitFor();
    assert((await fourth.locator(".turn.my-turn").count()) === 0, "a spectator has a turn");
    noProblems(ada);
    noProblems(bela);
    for (const page of [ada, bela, third, fourth]) await page.context().close();
  } finally {
    await server.stop();
  }
}

/** A server that exchanges a nonce after the fact: the page finds out by itself, and says so. */
async function tampered({ browser, server, game, shot }) {
  const page = await visitor(browser, server, DESK);
  let changed = 0;
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const real = ws.connectToServer();
    real.onMessage((message) => {
      const text = String(message);
      const other = text.replace(/("nonces":\["[0-9a-f]{63})([0-9a-f])/, (_, before, last) => {
        changed++;
        return before + (last === "0" ? "1" : "0");
      });
      ws.send(other);
    });
  });
  await page.goto(server.url);
  await setOut(page, game.id, withBots(game));
  await page.locator(".board").waitFor();
  assert(changed > 0, "no nonce was told");
  const alarm = page.locator(".notices [role=alert]");
  await alarm.waitFor();
  assert(/wrong with the deal/.test(await alarm.innerText()), await alarm.innerText());
  await look(page, shot, "desk-tampered");
  noProblems(page);
  await page.context().close();
}

/** A holder adds a second device and keeps the seat. */
async function addDevice({ browser, server, game, shot }) {
  const old = await visitor(browser, server, DESK);
  await setOut(old, game.id, withBots(game));
  await myTurn(old);
  await openShare(old);
  await old.locator(".move-seats button", { hasText: "Add a device" }).first().click();
  await old.locator(".one-use .qr").waitFor();
  const link = await old.locator(".one-use input").inputValue();
  assert(/#\/m\/[\w-]{22}\/a\/0\/[\w-]{43}$/.test(link), `the link is ${link}`);
  await old.keyboard.press("Escape");
  const phone = await visitor(browser, server, PHONE);
  await phone.goto(link);
  await phone.locator("button.start").waitFor();
  await look(phone, shot, "phone-add-device");
  await phone.locator("button.start").click();
  await myTurn(phone);
  await myTurn(old);
  await old.waitForFunction(() =>
    document.querySelectorAll(".seats li")[0]?.textContent.includes("2 devices"),
  );
  for (const page of [old, phone]) {
    noProblems(page);
    await page.context().close();
  }
}

/* What is drawn first stays where it is when the rest arrives. */
async function stands(page, server, route, wanted) {
  const fresh = await page.context().newPage();
  await fresh.addInitScript(() => {
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        for (const { node } of entry.sources) window.moved.push(node?.className || node?.nodeName);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await fresh.goto(server.url + route);
  await fresh.locator(wanted).first().waitFor();
  await fresh.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const moved = await fresh.evaluate(() => window.moved);
  await fresh.close();
  assert(moved.length === 0, `at ${route} there moves ${moved.join(", ")}`);
}

async function journeys({ browser, server, game, shot }, device) {
  const kind = device === DESK ? "desk" : "phone";
  const page = await visitor(browser, server, device);
  const sure = async (button) => {
    // Nothing happens before one has said so.
    await button.click();
    await page.locator("dialog.sure").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog.sure").waitFor({ state: "detached" });
    assert(await button.evaluate((e) => e === document.activeElement), "the focus is lost");
    await button.click();
    await axe(page, `${kind}: a question`);
    await page.locator("dialog.sure .danger").click();
    await page.locator("dialog.sure").waitFor({ state: "detached" });
  };
  await page.goto(`${server.url}#/mine`);
  await page.locator(".records").waitFor();
  await look(page, shot, `${kind}-mine-empty`);
  await page.goto(server.url);
  await setOut(page, game.id, [
    "me",
    ...Array.from({ length: Math.max(1, game.least_seats - 1) }, () => "tourist"),
  ]);
  await play(page, device === DESK ? ways.mouse : ways.finger);
  await page.goto(`${server.url}#/mine`);
  await page.locator(".figures table").waitFor();
  assert(/of 1/.test(await page.locator(".figures .big").innerText()), "one match was played");
  assert(/Tourist/.test(await page.locator(".figures table").innerText()), "against whom?");
  await stands(page, server, "#/mine", ".figures table");
  await stands(page, server, "", ".posters article");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".records button").click(),
  ]);
  const file = await download.path();
  const text = readFileSync(file, "utf8");
  assert(/^valise record 4\n/.test(text) && /\nhash [0-9a-f]{16}\n$/.test(text), "not a record");
  const bring = (name, content) =>
    page
      .locator(".file input")
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  await bring("mine.txt", text);
  await page.locator(".brought a").waitFor();
  await look(page, shot, `${kind}-mine`);
  await bring("bad.txt", text.replace(/\npoints /, "\npoints 1"));
  await page.locator(".records [role=alert]").waitFor();
  const lines = text.trimEnd().split("\n").length;
  const alert = await page.locator(".records [role=alert]").innerText();
  assert(alert.includes(`line ${lines}`), `the error does not name the line: ${alert}`);
  await look(page, shot, `${kind}-mine-bad`);
  if (device === DESK) {
    // As many as one may have: more than the server takes at a time, with the lines of the whole.
    await bring("many.txt", text.repeat(120));
    await page.locator(".records [role=status]", { hasText: "120 records" }).waitFor();
    const broken = text.repeat(60) + text.replace(/\nhash \w+/, "\nhash 0000000000000000");
    await bring("broken.txt", broken);
    await page
      .locator(".records [role=alert]", {
        hasText: `broken.txt: That did not work: line ${61 * lines}:`,
      })
      .waitFor();
    assert((await page.locator(".brought li").count()) === 50, "the first part is there");
  }
  await bring("hello.txt", "hello");
  await page.locator(".records [role=alert]", { hasText: "hello.txt" }).waitFor();
  const other = await page.locator(".records [role=alert]").innerText();
  assert(/valise record 1/.test(other), `it does not say what was expected: ${other}`);
  // What was brought along can be looked back at.
  await bring("mine.txt", `\ufeff${text.replaceAll("\n", "\r\n")}`); // as some editors save it
  await page.locator(".brought a").click();
  await page.locator("dialog.over").waitFor();
  await page.goto(`${server.url}#/mine`);
  if (device === DESK) await sure(page.locator(".data button", { hasText: "Delete all results" }));
  else await sure(page.locator(".figures .drop"));
  assert((await page.locator(".figures article").count()) === 0, "the results are still there");
  await page.goto(server.url);
  await page.locator(".tags a").first().waitFor();
  await look(page, shot, `${kind}-lobby-brought`);
  assert((await page.locator(".tags a").count()) >= 3, "the matches are gone with the results");
  await page.goto(`${server.url}#/mine`);
  await sure(page.locator(".data .danger"));
  await page.locator(".data [role=status]", { hasText: "deleted" }).waitFor();
  await page.goto(server.url);
  await page.locator(".mine p.soft").waitFor();
  assert((await page.locator(".tags").count()) === 0, "matches are left");
  noProblems(page);
  await page.context().close();
}

export const people = {
  "a seat moves from the desk to the phone": (all) => moveSeat(all, DESK, PHONE),
  "a seat moves from the phone to the desk": (all) => moveSeat(all, PHONE, DESK),
  "a seat gets a second device": addDevice,
  "a used link asks the holder of the seat": usedLink,
  "a deal that was tampered with is noticed": tampered,
  "a lost seat is given out anew": lostSeat,
  "what if, at a desk": (all) => whatIf(all, DESK),
  "what if, on a phone": (all) => whatIf(all, PHONE),
  "my journeys, at a desk": (all) => journeys(all, DESK),
  "my journeys, on a phone": (all) => journeys(all, PHONE),
};
