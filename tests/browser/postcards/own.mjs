/* Postcards on screens with little room. */
import { noProblems } from "../lib.mjs";
import { fourAtTable, inSight, legible, LOW, PHONE } from "../legible.mjs";

export const own = {
  "four at a table on small screens": async (all) => {
    const page = await fourAtTable(all, 2);
    await legible(page, LOW);
    await inSight(page, ".pc-card [data-target]", 90, "postcards");
    await all.shot(page, "low");
    await legible(page, PHONE);
    noProblems(page);
    await page.context().close();
  },
};
