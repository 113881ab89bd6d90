/* Easy Breezy on screens with little room. */
import { noProblems } from "../lib.mjs";
import { fourAtTable, inSight, legible, LOW, PHONE } from "../legible.mjs";

export const own = {
  "four at a table on small screens": async (all) => {
    const page = await fourAtTable(all, 5);
    await legible(page, LOW);
    await inSight(page, ".ticker [data-target]", 28, "lanes");
    await inSight(page, ".queue [data-target]", 80, "cards of the queue");
    await all.shot(page, "low");
    await legible(page, PHONE);
    await inSight(page, ".ticker [data-target]", 30, "lanes");
    await all.shot(page, "small");
    noProblems(page);
    await page.context().close();
  },
};
