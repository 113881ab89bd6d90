/* What must hold: reload, a lost connection, a killed server, refusals, taking back, looking back. */
import {
  assert,
  axe,
  noProblems,
  phase,
  play,
  setOut,
  Server,
  sleep,
  uncovered,
  visitor,
  ways,
} from "./lib.mjs";

const seatsFor = (game) => [
  "me",
  ...Array.from({ length: Math.max(1, game.least_seats - 1) }, () => "greedy"),
];

const position = (page) =>
  page.evaluate(() => Number(document.querySelector(".table")?.dataset.at.split("/")[0]));

/** Touches until the move could be played, without playing it. */
async function compose(page) {
  for (let i = 0; i < 30; i++) {
    const now = await phase(page);
    if (now === "commit") return;
    if (now === "choose") {
      await page.locator('[data-tool="hint"]').click();
      const at = await page.evaluate(() => document.querySelector(".table").dataset.at);
      await page.locator(".composer [data-hint]").first().click();
      await page.waitForFunction((was) => document.querySelector(".table").dataset.at !== was, at);
    }
    await sleep(20);
  }
  throw new Error("no move could be composed");
}

/** One's own move, ready to be played. */
async function ready(page) {
  await play(page, ways.mouse, { until: (commits) => commits >= 1 });
  await page.waitForFunction(() => document.querySelector(".turn.my-turn"));
  await compose(page);
}

export const holding = {
  "reload in mid-turn": async ({ browser, server, game }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, seatsFor(game));
    await ready(page);
    const before = await position(page);
    await page.reload();
    await page.waitForFunction(() => document.querySelector(".turn.my-turn"));
    assert((await position(page)) === before, "a reload changed the position");
    assert((await page.locator(".log li").count()) > 0, "the log is gone after a reload");
    await compose(page);
    await ways.mouse.commit(page);
    await page.waitForFunction(
      (was) => Number(document.querySelector(".table").dataset.at.split("/")[0]) > was,
      before,
    );
    noProblems(page);
    await page.context().close();
  },

  "a lost connection": async ({ browser, server, game }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, seatsFor(game));
    await ready(page);
    const before = await position(page);
    await page.context().setOffline(true);
    // Offline does not close what is open; the server's side of the wire does.
    await server.kill();
    await page.locator(".offline p").waitFor();
    await page.context().setOffline(false);
    await sleep(300);
    assert(await page.locator(".offline p").isVisible(), "it is back without its server");
    await server.up();
    await page.waitForFunction(() => !document.querySelector(".notices p, .offline p"));
    assert((await position(page)) === before, "the position changed while away");
    await play(page, ways.mouse, { until: (commits) => commits >= 1 });
    assert((await position(page)) > before, "nothing could be played afterwards");
    noProblems(page);
    await page.context().close();
  },

  "the server killed in mid-turn, the move on its way": async ({ browser, server, game }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, seatsFor(game));
    await ready(page);
    const before = await position(page);
    await server.kill("SIGKILL");
    await page.locator(".composer .commit").click();
    await sleep(200);
    await server.up();
    await page.waitForFunction(
      (was) => Number(document.querySelector(".table").dataset.at.split("/")[0]) > was,
      before,
    );
    await play(page, ways.mouse, { until: (commits) => commits >= 1 });
    noProblems(page);
    await page.context().close();
  },

  "a server too busy to store a move": async ({ browser, server, game }) => {
    const page = await visitor(browser, server);
    // It says so twice, in the server's place; then it has time.
    const refused = [];
    let armed = false;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const beyond = socket.connectToServer();
      socket.onMessage((text) => {
        const message = JSON.parse(text);
        if (!armed || message.type !== "commit" || refused.length >= 2) return beyond.send(text);
        refused.push(message.key);
        const error = { code: "busy", message: "try again", where: "", clause: "" };
        socket.send(JSON.stringify({ type: "error", re: message.id, ...error }));
      });
    });
    await page.reload(); // what was said above holds from then on
    await setOut(page, game.id, seatsFor(game));
    await ready(page);
    const before = await position(page);
    armed = true;
    await page.locator(".composer .commit").click();
    await page.waitForFunction(
      (was) => Number(document.querySelector(".table").dataset.at.split("/")[0]) > was,
      before,
    );
    assert(
      refused.length === 2 && refused[0] === refused[1],
      `it was not the same move again: ${refused}`,
    );
    noProblems(page);
    await page.context().close();
  },

  "touching, taking back, and why not": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, seatsFor(game));
    await page.waitForFunction(
      () => document.querySelector(".turn.my-turn") && document.querySelector(".target.lit"),
    );
    const at = await page.evaluate(() => document.querySelector(".table").dataset.at);
    await page.locator(".target.lit").first().click();
    await page.waitForFunction((was) => document.querySelector(".table").dataset.at !== was, at);
    assert((await page.locator(".composer .back").count()) === 1, "there is no way back");
    await shot(page, "composing");
    for (let i = 0; i < 5 && (await page.locator(".composer .back").count()); i++) {
      await page.keyboard.press("Escape");
      await sleep(120);
    }
    const after = await page.evaluate(() => document.querySelector(".table").dataset.at);
    assert(after === at, `taking back leads to ${after}, not to ${at}`);

    let dark; // the first whose middle nothing else covers: a bent route's lies beside it
    for (const other of await page.locator(".target:not(.lit)").all()) {
      if (await uncovered(other)) {
        dark = other;
        break;
      }
    }
    if (dark) {
      await dark.click();
      const refusal = page.locator(".refusal");
      await refusal.waitFor();
      await shot(page, "refusal");
      const clause = refusal.locator(".clause");
      assert((await clause.count()) === 1, "the refusal cites no clause");
      await clause.click();
      await page.locator("dialog.rules .here").waitFor();
      await shot(page, "rules");
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector("dialog"));
      // A hint takes the place of the refusal.
      await page.keyboard.press("h");
      await page.locator(".composer [data-hint]").waitFor();
    }
    // One that is asked for while another is thought about, for what lay there before, comes too.
    await page.evaluate(() => {
      const hint = document.querySelector('[data-tool="hint"]');
      const seen = new MutationObserver(() => {
        seen.disconnect();
        hint.click();
      });
      seen.observe(document.querySelector(".table"), { attributeFilter: ["data-at"] });
      hint.click();
      document
        .querySelector(".target.lit")
        .dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await page.waitForFunction(
      (was) =>
        document.querySelector(".table").dataset.at !== was &&
        document.querySelector(".composer [data-hint], .refusal"),
      at,
    );
    await page.keyboard.press("Escape");
    await page.waitForFunction((was) => document.querySelector(".table").dataset.at === was, at);

    // Arrows go from one thing to the next; a closer look, from the keyboard.
    await page.locator(".target.lit").first().focus();
    const here = () => page.evaluate(() => document.activeElement?.dataset.target);
    const first = await here();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      await page.keyboard.press(key);
      if ((await here()) !== first) break;
    }
    assert((await here()) && (await here()) !== first, "the arrows lead nowhere");
    await page.keyboard.press("i");
    await page.locator("dialog.about").waitFor();
    await shot(page, "about");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.locator("dialog .keys").waitFor();
    await page.keyboard.press("Escape");
    noProblems(page);
    await page.context().close();
  },

  "looking back, open hands, record and deal": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, seatsFor(game));
    await play(page, ways.mouse, { until: (commits) => commits >= 2 });
    await page.locator(".log-panel .link-button").click();
    const slider = page.locator(".replay input[type=range]");
    await slider.waitFor();
    await slider.fill("3");
    await page.waitForFunction(() =>
      /^Move 3 /.test(document.querySelector(".replay b").textContent),
    );
    assert((await page.locator(".target.lit").count()) === 0, "the past can be touched");
    await page.locator(".replay .leave").click();

    await play(page, ways.mouse);
    const over = page.locator("dialog.over");
    await over.locator("button", { hasText: "Verify" }).click();
    await over.locator(".verdict").waitFor();
    const verdict = await over.locator(".verdict").innerText();
    assert(/^.*Yes\./ms.test(verdict) && !verdict.includes("✗"), `the deal: ${verdict}`);
    await shot(page, "verify");
    await axe(page, "the end");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      over.locator("a", { hasText: "record" }).click(),
    ]);
    const stream = await download.createReadStream();
    let record = "";
    for await (const chunk of stream) record += chunk;
    assert(record.includes(game.id), "the record does not name its game");

    // Whoever has looked at the table finds the results again.
    await page.keyboard.press("Escape");
    await over.waitFor({ state: "detached" });
    await page.locator(".composer button", { hasText: "Results" }).click();
    await over.locator("button", { hasText: "Look back" }).click();
    await page.locator(".replay .check input").waitFor();
    assert(await page.locator(".replay .check input").isChecked(), "hands are not open");
    const last = Number(await page.locator(".replay input[type=range]").getAttribute("max"));
    for (const at of [0, Math.floor(last / 2), last]) {
      await page.locator(".replay input[type=range]").fill(String(at));
      await page.waitForFunction(
        (n) => document.querySelector(".table").dataset.at.split("/")[1] === String(n),
        at,
      );
      await page.locator(".board").waitFor();
    }
    await page.locator(".replay input[type=range]").fill(String(Math.floor(last / 2)));
    await sleep(150);
    await shot(page, "replay");
    await axe(page, "looking back");
    noProblems(page);
    await page.context().close();
  },

  "cards move in 250 ms, and not at all with reduced motion": async ({ browser, server, game }) => {
    for (const reducedMotion of ["no-preference", "reduce"]) {
      const page = await visitor(browser, server, { reducedMotion });
      await setOut(page, game.id, seatsFor(game));
      await page.evaluate(() => {
        window.glides = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
          window.glides.push(options.duration);
          return animate.call(this, frames, options);
        };
      });
      // More than the choices with which some games begin.
      await play(page, ways.mouse, { until: (commits) => commits >= 6 });
      const glides = await page.evaluate(() => window.glides);
      if (reducedMotion === "reduce") {
        assert(glides.length === 0, `${glides.length} things moved in spite of reduced motion`);
      } else {
        assert(glides.length > 0, "nothing moved");
        assert(Math.max(...glides) <= 250, `a card took ${Math.max(...glides)} ms`);
      }
      await page.context().close();
    }
  },

  "my matches": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, seatsFor(game));
    await page.locator(".board").waitFor();
    await page.goto(server.url);
    await page.locator(".tags a").first().waitFor();
    await page.locator(".posters article").first().waitFor();
    await shot(page, "lobby-mine");
    const top = async (selector) => (await page.locator(selector).first().boundingBox()).y;
    assert((await top(".tags a")) < (await top(".posters")), "what goes on is not at the top");
    await page.locator(".tags a").first().click();
    await page.locator(".board").waitFor();
    await page.goto(server.url);
    await page.locator(".tags button").first().click();
    await page.locator("dialog.sure .danger").click();
    await page.waitForFunction(() => !document.querySelector(".tags"));
    noProblems(page);
    await page.context().close();
  },
};

export { Server };
