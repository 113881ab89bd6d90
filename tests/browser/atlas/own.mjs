/* What the map of Atlas does and no other board has. */
import { assert, noProblems, play, setOut, visitor, ways } from "../lib.mjs";

export const own = {
  "a sheet that is opened is no news, and holds four": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server, { viewport: { width: 1024, height: 768 } });
    await setOut(page, game.id, ["me", "greedy", "greedy", "greedy"]);
    await play(page, ways.mouse, { until: (commits) => commits >= 2 });
    await page.waitForFunction(() => document.querySelector(".turn.my-turn"));
    await page.locator('[data-sheet="goals"]').click();
    await page.locator(".at-goals .target").first().waitFor();
    const marked = await page.locator(".at-goals .target.changed").count();
    assert(marked === 0, `${marked} goals are marked as new because their sheet was opened`);
    await page.locator('[data-sheet="sheet"]').click();
    await page.locator(".at-sheet").waitFor();
    await shot(page, "sheet-of-four");
    const over = await page.evaluate(() => {
      const [table, sheet] = [".at-sheet", ".at-sheets"].map((s) => document.querySelector(s));
      return table.getBoundingClientRect().right - sheet.getBoundingClientRect().right;
    });
    assert(over <= 0, `the score sheet is ${over} pixels too wide`);
    noProblems(page);
    await page.context().close();
  },

  "the keys show on the map where they are": async ({ browser, server, game, shot }) => {
    const page = await visitor(browser, server);
    await setOut(page, game.id, ["me", "greedy"]);
    await play(page, ways.mouse, { until: (commits) => commits >= 2 });
    assert((await page.locator(".at-focused").count()) === 0, "a ring before any key");
    // B leads to the board, arrows from there over the map.
    const country = page.locator('.at-world [data-target^="country."]').first();
    await country.waitFor({ state: "attached" });
    await page.keyboard.press("b");
    await country.evaluate((element) => element.focus({ focusVisible: true }));
    const seen = new Set();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp"]) {
      await page.keyboard.press(key);
      const there = await page.evaluate(() => {
        const focus = document.activeElement;
        if (!focus?.closest(".at-world")) return null;
        const middle = (element) => {
          const box = element.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        };
        const ring = document.querySelector(".at-focused circle");
        if (!ring) return { id: focus.dataset.target };
        const box = ring.getBoundingClientRect();
        const frame = document.querySelector(".at-world").getBoundingClientRect();
        const [a, b] = [middle(ring), middle(focus.querySelector(".hit") ?? focus)];
        return {
          id: focus.dataset.target,
          apart: Math.hypot(a[0] - b[0], a[1] - b[1]),
          wide: box.width,
          stroke: parseFloat(getComputedStyle(ring).strokeWidth),
          inside:
            a[0] > frame.left && a[0] < frame.right && a[1] > frame.top && a[1] < frame.bottom,
          name: document.querySelector(".at-focused text").textContent,
          label: focus.dataset.label,
        };
      });
      if (!there) continue; // the arrow led off the map
      seen.add(there.id);
      assert(there.wide !== undefined, `no ring around ${there.id}`);
      assert(there.apart < 3, `the ring is ${there.apart} pixels beside ${there.id}`);
      assert(there.wide >= 24 && there.stroke >= 3, `a ring of ${there.wide} pixels`);
      assert(there.inside, `the ring of ${there.id} is outside of the map's frame`);
      assert(there.name && there.label.startsWith(there.name), `"${there.name}": ${there.label}`);
    }
    assert(seen.size >= 3, `the arrows came to ${[...seen]} only`);
    await shot(page, "focus-ring");
    await page.locator('[data-tool="rules"]').focus();
    await page.locator(".at-focused").waitFor({ state: "detached" });
    noProblems(page);
    await page.context().close();
  },
};
