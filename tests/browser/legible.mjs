/* Whether a board can be read: no text under 12 px, and what must be seen wholly on the screen. */
import { assert, play, visitor, ways } from "./lib.mjs";

const LEAST = 12;
export const PHONE = { width: 360, height: 640 };
export const LOW = { width: 1024, height: 768 };

/** A table of four on a low screen, after some moves of mine. */
export async function fourAtTable({ browser, server, game }, moves) {
  const page = await visitor(browser, server, { viewport: LOW });
  await page.evaluate(async (id) => {
    const seats = [{ kind: "me", name: "Maximiliana Alexandrowna" }];
    while (seats.length < 4) seats.push({ kind: "bot", bot: "greedy" });
    const answer = await fetch("api/matches", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game: id, seats }),
    });
    location.hash = `#/m/${(await answer.json()).match}`;
  }, game.id);
  await play(page, ways.mouse, { until: (commits) => commits >= moves });
  return page;
}

/** Every text of board and hand, as large as it is drawn. */
export async function legible(page, size) {
  await page.setViewportSize(size);
  await page.waitForTimeout(200); // boards measure themselves before they draw
  // What can be touched may have been brought into sight.
  await page.locator(".board").evaluate((board) => (board.scrollTop = 0));
  const small = await page.evaluate((least) => {
    const found = [];
    for (const element of document.querySelectorAll(".board *, .hand *")) {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = own.map((node) => node.textContent.trim()).join("");
      if (!text || element.getBoundingClientRect().width === 0) continue;
      const matrix = element.ownerSVGElement ? element.getScreenCTM() : { a: 1, b: 0 };
      const drawn = parseFloat(getComputedStyle(element).fontSize) * Math.hypot(matrix.a, matrix.b);
      if (drawn < least - 0.05) found.push(`${text} ${drawn.toFixed(1)}`);
    }
    return found;
  }, LEAST);
  assert(small.length === 0, `at ${size.width} px too small: ${small.slice(0, 5).join(", ")}`);
}

/** How much of each of these is on the screen and not under anything that scrolls, in px. */
export function heights(page, selector) {
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const box = element.getBoundingClientRect();
      const frame = element.closest(".board, .hand").getBoundingClientRect();
      const top = Math.max(box.top, frame.top);
      const seen = Math.min(box.bottom, frame.bottom) - top;
      return { whole: box.height, seen: Math.max(0, seen) };
    }),
  );
}

/** All of them lie wholly in the frame of the board and are at least so high. */
export async function inSight(page, selector, least, what) {
  const boxes = await heights(page, selector);
  assert(boxes.length > 0, `there are no ${what}`);
  for (const { whole, seen } of boxes) {
    assert(whole >= least, `${what}: ${Math.round(whole)} px high, at least ${least} wanted`);
    assert(seen > whole - 2, `${what}: ${Math.round(seen)} of ${Math.round(whole)} px in sight`);
  }
}
