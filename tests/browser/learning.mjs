/* The first game: every board explains itself, in the player's own turns, and lets itself be skipped. */
import { assert, axe, noProblems, play, setOut, visitor, ways } from "./lib.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Commits within which a game must have explained its first things. */
const enough = (brief) => (brief ? 8 : 24);

const seats = (game) => [
  "me",
  ...Array.from({ length: Math.max(1, game.least_seats - 1) }, () => "greedy"),
];

const card = (page) => page.locator(".tour");

/** The card lies on the screen, and beside what it explains. */
async function stands(page) {
  const boxes = await page.evaluate(() => {
    const box = (selector) => {
      const found = document.querySelector(selector)?.getBoundingClientRect();
      return (
        found && { left: found.left, top: found.top, right: found.right, bottom: found.bottom }
      );
    };
    return { card: box(".tour"), ring: box(".tour-ring"), wide: innerWidth, high: innerHeight };
  });
  const { card, ring, wide, high } = boxes;
  const step = await page.locator(".tour").getAttribute("data-step");
  assert(
    card.left >= 0 && card.top >= 0 && card.right <= wide + 1 && card.bottom <= high + 1,
    `the card of "${step}" leaves the screen: ${JSON.stringify(boxes)}`,
  );
  assert(ring, `"${step}" points at nothing`);
}

/** Reads every step that comes up while playing on as the hints say. */
async function learn(page, way, most, onStep) {
  const read = [];
  await play(page, way, {
    until: (commits) => commits >= most,
    turn: async () => {
      while (await card(page).count()) {
        const step = await card(page).getAttribute("data-step");
        assert(!read.includes(step), `"${step}" is told twice`);
        read.push(step);
        await stands(page);
        if (onStep) await onStep(step);
        await card(page).locator("button").first().click();
        await page.waitForFunction(
          (was) => document.querySelector(".tour")?.dataset.step !== was,
          step,
        );
      }
    },
  });
  return read;
}

export const learning = {
  "the first game explains itself": async ({ browser, server, game, shot, brief }) => {
    const page = await visitor(browser, server, { tour: true });
    await setOut(page, game.id, seats(game));
    let checked = false;
    const read = await learn(page, ways.mouse, enough(brief), async (step) => {
      await shot(page, `tour-${step}`);
      if (checked) return;
      checked = true;
      await axe(page, "the first game");
    });
    assert(read.length >= 4, `only ${read.join(", ") || "nothing"} was told`);
    noProblems(page);
    return `${read.length} things told`;
  },

  "the first game on a phone, skipped and begun again": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server, { ...PHONE, tour: true });
    await setOut(page, game.id, seats(game));
    await card(page).waitFor();
    await stands(page);
    await shot(page, "tour-phone");
    const first = await card(page).getAttribute("data-step");
    await card(page).locator(".skip").tap();
    await card(page).waitFor({ state: "detached" });
    await page.reload();
    await page.locator(".turn.my-turn").waitFor();
    assert((await card(page).count()) === 0, "what was skipped comes back");
    await page.locator('[data-tool="menu"]').tap();
    await page.locator("dialog .again").tap();
    await card(page).waitFor();
    assert((await card(page).getAttribute("data-step")) === first, "it does not begin again");
    // Switched off for good in the menu.
    await page.locator('[data-tool="menu"]').tap();
    await page.locator("dialog .explain input").tap();
    await page.keyboard.press("Escape");
    await card(page).waitFor({ state: "detached" });
    noProblems(page);
  },
};
