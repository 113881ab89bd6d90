/* What the map of San Francisco does and no other board has. */
import { assert, noProblems, play, setOut, visitor, ways } from "../lib.mjs";

/* How many routes are lit, and how many of them have their middle in the map's frame. */
const routesLit = (page) =>
  page.evaluate(() => {
    const frame = document.querySelector(".sf .scroll").getBoundingClientRect();
    const lit = [...document.querySelectorAll('.sf [data-target^="route."].lit')];
    const seen = lit.filter((element) => {
      const box = element.querySelector(".feel").getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    });
    return { lit: lit.length, seen: seen.length };
  });

async function showsAll({ browser, server, game, shot }, way, options) {
  const page = await visitor(browser, server, options);
  const phone = !!options.hasTouch;
  const press = (element) => (phone ? element.tap() : element.click());
  await setOut(page, game.id, ["me", "greedy"]);
  // Played until there is a choice of routes; the move that comes then is not made.
  const enough = new Error("there are two routes to choose from");
  await play(page, way, {
    most: 60,
    turn: async () => {
      if ((await routesLit(page)).lit >= 2) throw enough;
    },
  }).catch((error) => assert(error === enough, error.message));
  const all = page.locator("[data-show-lit]");
  for (let i = 0; i < 5; i++) await press(page.locator(".sf .zoom button").first());
  await page.locator(".sf .scroll").evaluate((frame) => frame.scrollTo(0, 0));
  const before = await routesLit(page);
  assert(
    before.lit >= 2 && before.seen < before.lit,
    `${before.seen} of ${before.lit} are in sight`,
  );
  assert(await all.isEnabled(), "the button cannot be pressed");
  await press(all);
  await page.waitForFunction(() => {
    const frame = document.querySelector(".sf .scroll");
    return frame.scrollLeft + frame.scrollTop > 0 || frame.scrollWidth <= frame.clientWidth + 1;
  });
  const after = await routesLit(page);
  assert(after.seen === after.lit, `only ${after.seen} of ${after.lit} routes are shown`);
  await shot(page, `show-lit-${phone ? "phone" : "desk"}`);
  noProblems(page);
  await page.context().close();
}

export const own = {
  "a button shows all routes that can be claimed": (all) => showsAll(all, ways.mouse, {}),
  "a button shows all routes that can be claimed, on a phone": (all) =>
    showsAll(all, ways.finger, {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
    }),
};
