/* Travelogue on screens with little room. */
import { noProblems, play, ways } from "../lib.mjs";
import { fourAtTable, inSight, legible, LOW, PHONE } from "../legible.mjs";

export const own = {
  "four at a table on small screens": async (all) => {
    const page = await fourAtTable(all, 0);
    await legible(page, LOW);
    // What is to be chosen stands first.
    await legible(page, PHONE);
    await inSight(page, ".piles [data-target]", 100, "destinations");
    await all.shot(page, "small");
    await page.setViewportSize(LOW);
    await play(page, ways.mouse, { until: (commits) => commits >= 3 });
    await legible(page, LOW);
    await legible(page, PHONE);
    noProblems(page);
    await page.context().close();
  },
};
