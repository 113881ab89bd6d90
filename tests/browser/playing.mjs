/* Whole matches: by mouse, by keys alone, on a phone, between two browsers, by the text view alone. */
import { assert, noProblems, phase, play, setOut, sleep, tapOn, visitor, ways } from "./lib.mjs";

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/** The end is shown: a table of points with a winner. */
async function arrived(page) {
  const over = page.locator("dialog.over");
  await over.waitFor();
  assert((await over.locator("tbody tr.first").count()) >= 1, "the end names no winner");
  noProblems(page);
}

/** Everything on a laptop's table stands on the screen, without scrolling. */
async function fits(page) {
  const out = await page.evaluate(() => {
    const root = document.scrollingElement;
    if (root.scrollHeight > window.innerHeight || root.scrollWidth > window.innerWidth) {
      return [`the page is ${root.scrollWidth}x${root.scrollHeight}`];
    }
    // A board that is larger than any screen says so, and scrolls inside itself.
    if (document.querySelector(".board [data-scrolls]")) return [];
    const board = document.querySelector(".board").getBoundingClientRect();
    return [...document.querySelectorAll(".board [data-target]")]
      .filter((e) => {
        const box = e.getBoundingClientRect();
        const middle = [box.left + box.width / 2, box.top + box.height / 2];
        return box.width > 0 && (middle[0] > board.right || middle[1] > board.bottom);
      })
      .map((e) => `${e.dataset.target} lies outside the board`);
  });
  assert(out.length === 0, `the table does not fit: ${out.slice(0, 3).join("; ")}`);
}

/** What can be touched in the hand lies within the table's own column, or scrolls there; the page stays in its frame. */
async function keepsWithin(page) {
  const out = await page.evaluate(() => {
    const root = document.scrollingElement;
    if (root.scrollWidth > innerWidth) return [`the page is ${root.scrollWidth} wide`];
    const main = document.querySelector(".table main").getBoundingClientRect();
    const scrolls = (e) =>
      e.scrollWidth > e.clientWidth && /auto|scroll/.test(getComputedStyle(e).overflowX);
    const reached = (e) => !e.matches(".hand") && (scrolls(e) || reached(e.parentElement));
    return [...document.querySelectorAll(".hand [data-target]")]
      .filter((e) => !reached(e))
      .map((e) => [e.dataset.target, e.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.right > main.right + 1 || box.left < main.left))
      .map(([id]) => `${id} leaves the table`);
  });
  assert(out.length === 0, out.slice(0, 3).join("; "));
}

/** Every text of the engine has got the names of the travellers. */
async function named(page) {
  const text = await page.locator(".table main").innerText();
  assert(!/\{\d\}/.test(text), `a traveller has no name in: ${/.*\{\d\}.*/.exec(text)?.[0]}`);
}

/** Whatever a finger is meant to touch is at least 44 pixels in both directions, as it is now. */
async function fingersFit(page) {
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        ".target.lit, .composer button, .tabs button, .head button, .board button, .hand button",
      ),
    ]
      .map((e) => [e, e.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(
        ([e, box]) =>
          `${e.dataset.target ?? e.textContent} ${Math.round(box.width)}x${Math.round(box.height)}`,
      ),
  );
  assert(small.length === 0, `too small for a finger: ${small.join(", ")}`);
}

/** Things to touch whose middles lie within a finger's breadth of each other. */
function crowded(page) {
  return page.evaluate(() => {
    const seen = (e) => {
      const box = e.getBoundingClientRect();
      const frame = e.ownerSVGElement?.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (!frame || x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) {
        return [];
      }
      return [{ id: e.dataset.target, x, y }];
    };
    const all = [...document.querySelectorAll("g.target.lit")].flatMap(seen);
    const near = (a, b) => a !== b && Math.hypot(a.x - b.x, a.y - b.y) < 44;
    return all.filter((a) => all.some((b) => near(a, b))).map(({ id }) => id);
  });
}

/**
 * Where things crowd on a drawing, a finger on the middle of one of them either chooses it or is
 * asked which one is meant, with that one among the answers, each with room for a finger.
 */
async function fingerMeans(page, id) {
  await tapOn(page, id);
  const outcome = await page.waitForFunction((target) => {
    const element = document.querySelector(`[data-target="${CSS.escape(target)}"]`);
    if (element?.classList.contains("chosen")) return "chosen";
    const named = document.querySelector(`[data-nearby="${CSS.escape(target)}"]`);
    return named ? "asked" : null;
  }, id);
  const asked = (await outcome.jsonValue()) === "asked";
  if (asked) {
    const named = page.locator(`[data-nearby="${id}"]`);
    const box = await named.boundingBox();
    assert(box.width >= 43.5 && box.height >= 43.5, `the answer ${id} is too small for a finger`);
    await named.tap();
    await page.locator(`[data-target="${id}"].chosen`).waitFor();
  }
  const back = page.locator(".composer .back");
  while (await back.count()) {
    const was = await page.locator(".table").getAttribute("data-at");
    await back.tap();
    await page.waitForFunction((at) => document.querySelector(".table").dataset.at !== at, was);
  }
  return asked;
}

/** While a move is put together nothing is asked that has a single answer. */
async function asksSomething(page) {
  const only = await page.evaluate(() => {
    if (!document.querySelector(".composer .back")) return "";
    if (document.querySelector(".composer[data-chosen]")) return ""; // of a set all can change
    const moves = document.querySelectorAll(
      ".composer [data-move], .composer [data-group], .target.lit",
    );
    return moves.length === 1 ? moves[0].textContent : "";
  });
  assert(!only, `"${only}" is asked for, and nothing else could be answered`);
}

/* In a run over all games only the first is played to the end in every way; the others are begun. */
const far = (brief) => (brief ? { until: (commits) => commits >= 5 } : {});

const seatsFor = (game, others) => [
  "me",
  ...Array.from({ length: Math.max(1, game.least_seats - 1) }, () => others),
];

async function byMouse({ browser, server, game, shot, brief }, options = {}) {
  const page = await visitor(browser, server);
  await setOut(page, game.id, seatsFor(game, "greedy"), options);
  let looked = false;
  const commits = await play(page, ways.mouse, {
    ...far(brief),
    turn: async () => {
      await named(page);
      await keepsWithin(page);
      await asksSomething(page);
      if (looked) return;
      looked = true;
      await fits(page);
      await shot(page, "table");
    },
  });
  assert(commits > 2, `the match ended after ${commits} commits`);
  if (!brief) await arrived(page);
  noProblems(page);
  await shot(page, "over");
  await page.context().close();
}

/** The other forms of a game, each by mouse. */
export const inForm = (form) => (all) => byMouse(all, form.options);

export const playing = {
  "by mouse": (all) => byMouse(all),

  "by keys alone": async ({ browser, server, game, brief }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, seatsFor(game, "greedy"));
    const commits = await play(page, ways.keys, far(brief));
    assert(commits > 2, `the match ended after ${commits} commits`);
    if (!brief) await arrived(page);
    noProblems(page);
    await page.context().close();
  },

  "the keys never lose their place": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, seatsFor(game, "greedy"));
    await page.waitForFunction(() => document.querySelector(".turn.my-turn"));
    const onBoard = () => page.evaluate(() => !!document.activeElement.dataset.target);
    // The board is one stop of Tab, however much lies on it; arrows go on from there.
    await page.keyboard.press("b");
    assert(await onBoard(), "B does not lead to the board");
    const stops = await page.evaluate(
      () =>
        [...document.querySelectorAll(".table [data-target]")].filter((e) => e.tabIndex >= 0)
          .length,
    );
    assert(stops === 1, `the board has ${stops} stops of Tab`);
    await page.keyboard.press("Tab");
    assert(!(await onBoard()), "Tab goes from one thing on the board to the next");
    await page.keyboard.press("Shift+Tab");
    assert(await onBoard(), "Shift and Tab do not lead back to the board");
    // From here on something has the focus at every moment, whatever is drawn anew.
    await page.evaluate(() => {
      window.lost = [];
      let since = 0;
      setInterval(() => {
        const gone = document.activeElement === document.body;
        since = gone ? since + 1 : 0;
        if (since === 3) window.lost.push(document.querySelector(".table")?.dataset.at);
      }, 20);
    });
    const byTab = {
      ...ways.keys,
      commit: async () => {
        const there = () =>
          page.evaluate(() => document.activeElement.matches(".composer .commit"));
        for (let i = 0; i < 60 && !(await there()); i++) await page.keyboard.press("Tab");
        assert(await there(), "Tab does not lead to the button that plays the move");
        const ring = await page.evaluate(
          () => parseFloat(getComputedStyle(document.activeElement).outlineWidth) || 0,
        );
        assert(ring >= 2, "nothing shows where the keys are");
        await page.keyboard.press("Enter");
      },
    };
    await play(page, byTab, { until: (commits) => commits >= 4 });
    // A dialog gives the focus back to what opened it.
    for (const tool of ["menu", "share", "rules"]) {
      await page.locator(`[data-tool="${tool}"]`).focus();
      await page.keyboard.press("Enter");
      await page.locator("dialog[open]").waitFor();
      const inside = await page.evaluate(() => !!document.activeElement.closest("dialog"));
      assert(inside, `the focus is not in the dialog of ${tool}`);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      const back = await page.evaluate(() => document.activeElement.dataset.tool);
      assert(back === tool, `after ${tool} the focus is at ${back}`);
    }
    // Looking back begins at the slider, and the way out leads to the board.
    await page.locator(".log-panel h2 .link-button").last().focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.matches(".replay input[type=range]"));
    await shot(page, "keys-replay");
    await page.locator(".replay .leave").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.closest(".table main"));
    const lost = await page.evaluate(() => window.lost);
    assert(lost.length === 0, `the focus was lost at ${lost.join(", ")}`);
    noProblems(page);
    await page.context().close();
  },

  "on a phone": async ({ browser, server, game, shot, brief }) => {
    const page = await visitor(browser, server, PHONE);
    await setOut(page, game.id, seatsFor(game, "greedy"));
    let decisions = 0;
    await play(page, ways.finger, {
      ...far(brief),
      turn: async () => {
        if (decisions++ % 4 === 0) await fingersFit(page);
        if (decisions === 1) await shot(page, "phone-table");
        const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
        assert(wide <= 390, `the page is ${wide} wide on a phone`);
      },
    });
    if (!brief) await arrived(page);
    noProblems(page);
    await shot(page, "phone-over");
    await page.context().close();
  },

  "on a tablet": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server, { viewport: { width: 820, height: 1180 } });
    const others = Array.from({ length: game.most_seats - 1 }, () => "greedy");
    await setOut(page, game.id, ["me", ...others]);
    let looked = 0;
    await play(page, ways.mouse, {
      until: (commits) => commits >= 8,
      turn: async () => {
        await keepsWithin(page);
        if (looked++ === 0) await fits(page);
      },
    });
    await shot(page, "tablet");
    // The words stand in the place of the side, and nothing over them.
    await page.locator('[data-tool="text"]').click();
    await page.locator(".textview").waitFor();
    assert(!(await page.locator(".table aside").isVisible()), "the side covers the words");
    noProblems(page);
    await page.context().close();
  },

  "what can be done is in sight on a small phone": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server, {
      ...PHONE,
      viewport: { width: 360, height: 640 },
    });
    await setOut(page, game.id, seatsFor(game, "greedy"));
    let looked = 0;
    await play(page, ways.finger, {
      until: (commits) => commits >= 4,
      turn: async (now) => {
        if (now !== "choose") return;
        looked++;
        // Something that is lit lies free under its own middle, or a button offers a move.
        await page
          .waitForFunction(
            () =>
              [...document.querySelectorAll(".target.lit, .composer [data-move]")].some((e) => {
                const box = (e.querySelector(".feel, .ring") ?? e).getBoundingClientRect();
                const at = document.elementFromPoint(
                  box.left + box.width / 2,
                  box.top + box.height / 2,
                );
                return !!at && e.contains(at);
              }),
            null,
            { timeout: 10000 },
          )
          .catch(async () => {
            await shot(page, "out-of-sight");
            throw new Error("nothing that can be done is in sight");
          });
      },
    });
    assert(looked > 0, "nothing was asked");
    noProblems(page);
    await page.context().close();
    return `${looked} decisions`;
  },

  "a finger where things crowd": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server, PHONE);
    await setOut(page, game.id, seatsFor(game, "greedy"));
    let [tried, asked] = [0, 0];
    await play(page, ways.finger, {
      until: (commits) => commits >= 3,
      turn: async (now) => {
        if (now !== "choose" || tried >= 6 || (await page.locator(".composer .back").count())) {
          return;
        }
        const ids = await crowded(page);
        for (const id of ids.filter((_, i) => i % Math.ceil(ids.length / 3) === 0)) {
          tried++;
          if (await fingerMeans(page, id)) asked++;
          if (tried === 1) await shot(page, "phone-crowded");
        }
      },
    });
    noProblems(page);
    await page.context().close();
    return `${tried} tried, ${asked} asked which`;
  },

  "by the text view alone": async ({ browser, server, game, shot, brief }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, seatsFor(game, "greedy"));
    await page.locator('[data-tool="text"]').click();
    let seen = "";
    await play(page, ways.words, {
      ...far(brief),
      turn: async () => {
        /* The words are asked for when the view is opened: they come a moment later. */
        await page.waitForFunction(
          () => document.querySelector(".textview .words")?.textContent.length > 40,
        );
        const text = await page.locator(".textview .words").innerText();
        assert(text.length > 40, "the text view says too little");
        if (!seen) await shot(page, "text");
        seen = text;
      },
    });
    if (!brief) await arrived(page);
    noProblems(page);
    await page.context().close();
  },

  "between two browsers, one of them by link": async ({ browser, server, game, shot, brief }) => {
    const host = await visitor(browser, server);
    const others = Array.from({ length: Math.max(0, game.least_seats - 2) }, () => "greedy");
    await setOut(host, game.id, ["me", "friend", ...others]);
    await host.locator(".gathering .link input").first().waitFor();
    await shot(host, "gathering");
    const link = await host.locator(".gathering .link input").first().inputValue();
    assert(/\/s\/1\//.test(link), `no seat in the link ${link}`);
    assert((await host.locator(".gathering svg.qr").count()) > 0, "no QR code for the friend");

    const guest = await visitor(browser, server);
    await guest.goto(link);
    await guest.locator("form input").fill("Zoë");
    await shot(guest, "invite");
    await guest.locator("button.start").click();
    await guest.waitForURL(/#\/m\/[^/]+$/);
    assert(!guest.url().includes("/s/"), "the secret stays in the address bar");

    const spectator = await visitor(browser, server);
    await spectator.goto(guest.url());
    if (brief) {
      await Promise.race([play(host, ways.mouse, far(true)), play(guest, ways.mouse, far(true))]);
      await spectator.locator(".board").waitFor();
    } else {
      await Promise.all([play(host, ways.mouse), play(guest, ways.mouse)]);
      for (const page of [host, guest, spectator]) await arrived(page);
      const names = await host.locator("dialog.over tbody").innerText();
      assert(names.includes("Ada") && names.includes("Zoë"), `the names are lost: ${names}`);

      // A rematch takes both along.
      await host.locator("dialog.over button", { hasText: "Play again" }).click();
      await guest.locator("dialog.over a", { hasText: "To the rematch" }).click();
      for (const page of [host, guest]) {
        await page.waitForFunction(() => document.querySelector(".table:not(.gathering) .board"));
      }
      assert(host.url() === guest.url(), "the rematch is not one match");
    }
    for (const page of [host, guest, spectator]) {
      noProblems(page);
      await page.context().close();
    }
  },

  "pass and play, with a curtain between the hands": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server);
    const more = Array.from({ length: Math.max(0, game.least_seats - 2) }, () => "greedy");
    await setOut(page, game.id, ["me", "local", ...more]);
    await page.locator(".curtain").waitFor();
    assert((await page.locator("[data-target]").count()) === 0, "cards show behind the curtain");
    await shot(page, "curtain");
    let curtains = 0;
    const names = new Set();
    for (let i = 0; i < 24 && (curtains < 2 || names.size < 2); i++) {
      if ((await phase(page)) === "over") break;
      const now = await page.waitForFunction(() =>
        document.querySelector(".curtain")
          ? "curtain"
          : document.querySelector(".turn.my-turn")
            ? "turn"
            : null,
      );
      if ((await now.jsonValue()) === "curtain") {
        curtains++;
        names.add(await page.locator(".curtain h1").innerText());
        await page.locator(".curtain button").click();
      }
      await play(page, ways.mouse, {
        until: (commits) => commits >= 1,
        most: 40,
      });
      await sleep(30);
    }
    assert(curtains >= 2 && names.size === 2, `${curtains} curtains for ${names.size} people`);
    noProblems(page);
    await page.context().close();
  },
};
