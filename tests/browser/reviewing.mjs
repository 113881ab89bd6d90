/* Looking back at a match, and hints with what they expect. */
import { assert, axe, noProblems, play, setOut, visitor, ways } from "./lib.mjs";

async function reviewed({ browser, server, game, shot }, colorScheme, viewport) {
  const page = await visitor(browser, server, { colorScheme, viewport });
  const kind = `${viewport.width < 700 ? "phone" : "desk"}-${colorScheme}`;
  const bots = Array.from({ length: Math.max(1, game.least_seats - 1) }, () => "tourist");
  await setOut(page, game.id, ["me", ...bots]);

  // A hint says what it expects, and so does every other move it thought of.
  await page.waitForFunction(() => document.querySelector(".turn.my-turn"));
  const expected = page.locator(".composer .hint .expected");
  const others = page.locator(".composer .hint .link-button");
  // The tests give bots 20 ms: where that is too short for an opinion there is only the reason.
  for (let i = 0; i < 8 && !(await expected.count()); i++) {
    await page.keyboard.press("h");
    await page.locator(".composer [data-hint]").waitFor();
  }
  if (await others.count()) {
    const told = (await expected.count()) ? await expected.innerText() : "";
    assert(
      told === "" || /^\d+% to win · -?[\d.]+ points$/.test(told),
      `the hint expects "${told}"`,
    );
    await others.click();
    await page.locator(".hints li").first().waitFor();
    const reasons = await page.locator(".hints li span").allInnerTexts();
    assert(
      reasons.length > 1 && reasons.every((text) => /because \S/.test(text)),
      `moves without a reason: ${reasons.filter((text) => !/because \S/.test(text)).join("; ")}`,
    );
    assert(
      told === "" || (await page.locator(".hints li .expected").count()) > 0,
      "no move says what is expected of it",
    );
    await shot(page, `${kind}-hints`);
    await axe(page, `hints (${kind})`);
    await page.keyboard.press("Escape");
  }

  await play(page, ways.mouse);
  await page.locator("dialog.over button", { hasText: "How it went" }).click();
  await page.locator("dialog.review progress, dialog.review .chart").first().waitFor();
  await page.locator("dialog.review .chart svg").waitFor({ timeout: 120000 });
  await shot(page, `${kind}-review`);
  await axe(page, `review (${kind})`);
  const lines = await page.locator(".chart path.chance").count();
  assert(lines === bots.length + 1, `${lines} lines for ${bots.length + 1} travellers`);

  // The same as a table, and its rows lead to their positions.
  await page.locator(".review summary").click();
  const rows = page.locator(".review details tbody tr");
  assert((await rows.count()) > 5, "the table has too few rows");
  const sums = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll("td")].reduce(
        (sum, cell) => sum + parseInt(cell.textContent, 10),
        0,
      ),
    ),
  );
  assert(
    sums.every((sum) => Math.abs(sum - 100) <= 2),
    `chances that do not add up: ${sums.find((sum) => Math.abs(sum - 100) > 2)}`,
  );
  await page.locator(".review .effort").scrollIntoViewIfNeeded();
  await shot(page, `${kind}-review-end`);

  // By keys: the slider says where it is, and the button goes there.
  const slider = page.locator(".review input[type=range]");
  await slider.focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
  const told = await slider.getAttribute("aria-valuetext");
  assert(/^Move 7: .*\d+%/.test(told), `the slider says "${told}"`);
  await page.locator(".review .pick button").click();
  await page.locator(".replay .line", { hasText: "Move 7 of" }).waitFor();
  assert(
    await page.locator(".replay input[type=checkbox]").isChecked(),
    "a position of the review is shown with all hands open",
  );

  // And back; a click into the picture goes where it points.
  await page.locator(".replay button", { hasText: "Chances" }).click();
  const chart = page.locator("dialog.review .chart svg");
  await chart.waitFor();
  const box = await chart.boundingBox();
  await chart.click({ position: { x: box.width / 2, y: box.height / 2 } });
  const line = page.locator(".replay .line b");
  await line.waitFor();
  const [, at, last] = /Move (\d+) of (\d+)/.exec(await line.innerText()) ?? [];
  assert(
    Math.abs(Number(at) / Number(last) - 0.5) < 0.1,
    `a click in the middle leads to ${at} of ${last}`,
  );
  noProblems(page);
  await page.context().close();
}

export const reviewing = {
  "looking back at how it went, by day": (all) =>
    reviewed(all, "light", { width: 1366, height: 768 }),
  "looking back at how it went, by night, on a phone": (all) =>
    reviewed(all, "dark", { width: 390, height: 844 }),
};
