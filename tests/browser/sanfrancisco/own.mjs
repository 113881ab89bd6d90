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

/** Everything that is written on the map is large enough to be read, or is left out. */
async function readable({ browser, server, game, shot }, viewport) {
  const page = await visitor(browser, server, { viewport });
  await setOut(page, game.id, ["me", "greedy"]);
  await play(page, ways.mouse, { until: (commits) => commits >= 2 });
  await page.locator(".sf .scroll").waitFor();
  const whole = page.locator(".sf .zoom button").nth(2);
  await whole.click();
  const written = await page.evaluate(() =>
    [...document.querySelectorAll(".sf .city text:not(.sign)")].map((text) => {
      const { a, b } = text.getScreenCTM();
      const px = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
      return [text.textContent, Math.round(px * 10) / 10];
    }),
  );
  await shot(page, `map-${viewport.width}`);
  const small = written.filter(([, px]) => px < 11.9);
  assert(written.length > 0, "nothing is written on the map");
  assert(small.length === 0, `too small to be read: ${small.slice(0, 5).join("; ")}`);
  noProblems(page);
  await page.context().close();
  return `${written.length} words from ${Math.min(...written.map(([, px]) => px))} px`;
}

export const own = {
  "what is written on the map can be read on a phone": (all) =>
    readable(all, { width: 360, height: 740 }),
  "what is written on the map can be read on a tablet": (all) =>
    readable(all, { width: 768, height: 1024 }),
  "a button shows all routes that can be claimed": (all) => showsAll(all, ways.mouse, {}),
  "a button shows all routes that can be claimed, on a phone": (all) =>
    showsAll(all, ways.finger, {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      isMobile: true,
    }),
};
