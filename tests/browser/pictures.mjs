/*
 * Takes the pictures of the documents anew: node tests/browser/pictures.mjs [DIR]
 * The lobby, a table on a laptop by day, and one on a phone by night, as WebP in docs/pictures.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, play, root, Server, setOut, visitor, ways } from "./lib.mjs";

const folder = process.argv[2] ?? join(root, "docs/pictures");
mkdirSync(folder, { recursive: true });
const server = await Server.start();
const browser = await launch();
const { games } = await server.games();
const game = games.find((g) => g.playable).id;

/** Chromium itself writes the WebP, so that no other tool is needed. */
async function picture(page, name, quality = 0.82) {
  await page.mouse.move(0, 0);
  const png = (await page.screenshot()).toString("base64");
  const sheet = await page.context().newPage();
  const webp = await sheet.evaluate(
    async ({ png, quality }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality).split(",")[1];
    },
    { png, quality },
  );
  await sheet.close();
  const bytes = Buffer.from(webp, "base64");
  writeFileSync(join(folder, `${name}.webp`), bytes);
  console.log(`${name}.webp ${bytes.length} bytes`);
}

const desk = await visitor(browser, server);
await desk.locator(".cover svg").first().waitFor();
await desk.waitForTimeout(600);
await picture(desk, "lobby");
await setOut(desk, game, ["me", "traveller", "explorer"]);
await play(desk, ways.mouse, { until: (commits) => commits >= 9 });
await desk.waitForTimeout(300);
await picture(desk, "table");
const phone = await visitor(browser, server, {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
  hasTouch: true,
  isMobile: true,
});
await setOut(phone, game, ["me", "traveller"]);
await play(phone, ways.finger, { until: (commits) => commits >= 3 });
await phone.waitForTimeout(300);
await picture(phone, "phone");
await browser.close();
await server.stop();
