/*
 * The browser tests: node tests/browser/run.mjs [--game ID] [--only WORDS] [--shots DIR]
 * With --game that game is played to its end in every way. Without it the first playable game with
 * a board is, and every other one is begun in every way; what concerns the page alone runs once. Ends with "N passed, N failed" and status 1 if anything failed.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, root, Server } from "./lib.mjs";
import { holding } from "./holding.mjs";
import { keeping } from "./keeping.mjs";
import { learning } from "./learning.mjs";
import { looking, sources } from "./looking.mjs";
import { meeting } from "./meeting.mjs";
import { people } from "./people.mjs";
import { inForm, playing } from "./playing.mjs";
import { reviewing } from "./reviewing.mjs";
import { visiting } from "./visiting.mjs";

const LANES = Number(process.env.VALISE_BROWSERS ?? 3); // tests side by side
const TIME = 240000; // no test takes longer

function option(name) {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}

const only = option("--only");
const shots = option("--shots");
if (shots) mkdirSync(shots, { recursive: true });

let passed = 0;
let failed = 0;

async function run(name, test) {
  if (only && !name.includes(only)) return;
  const start = Date.now();
  let timer;
  try {
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`took more than ${TIME / 1000} s`)), TIME);
    });
    const note = await Promise.race([test(), late]);
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    console.log(`ok    ${name} (${seconds} s${note ? `, ${note}` : ""})`);
    passed++;
  } catch (error) {
    console.log(`FAIL  ${name}: ${error.message}`);
    if (process.env.VALISE_VERBOSE) console.log(error.stack);
    failed++;
  } finally {
    clearTimeout(timer);
  }
}

for (const [name, test] of Object.entries(sources)) await run(name, test);

// The games whose boards are in the build.
const page = readFileSync(join(root, "web/dist/index.html"), "utf8");
const probe = await Server.start();
const { games } = await probe.games();
await probe.stop();
const wanted = option("--game");
const playable = games.filter(
  (game) =>
    game.playable && page.includes(`board-${game.id}&quot;`) && (!wanted || game.id === wanted),
);
if (wanted && playable.length === 0) {
  console.log(`FAIL  there is no playable game ${wanted} with a board`);
  failed++;
}

/** A game that has other forms, or a board with ways of its own, has them beside these tests. */
async function besides(game, file) {
  const url = new URL(`./${game.id}/${file}.mjs`, import.meta.url);
  return existsSync(url) ? await import(url) : {};
}

// What is tested on a phone as well: at a desk when a game is named, and in long runs.
const atDesk = new Set([
  "looking back at how it went, by day",
  "a seat moves from the desk to the phone",
  "what if, at a desk",
  "my journeys, at a desk",
]);

// What the shell does for any game: with the others when a game is named, and in long runs.
const withOne = new Set(["between two browsers, one of them by link", "by the text view alone"]);

const browser = await launch();
const queue = [];
for (const [index, game] of playable.entries()) {
  const pages = {
    ...holding,
    ...looking,
    ...keeping,
    ...reviewing,
    ...meeting,
    ...people,
    ...visiting,
  };
  const all = { ...playing, ...learning, ...pages };
  for (const [name, test] of Object.entries(all)) {
    // The connection, the page and the curtain do not depend on the game: once is enough.
    if (index > 0 && !wanted && name in pages) continue;
    const brief = !wanted && !process.env.VALISE_LONG;
    if (brief && (atDesk.has(name) || (index > 0 && withOne.has(name)))) continue;
    queue.push([`${game.id}: ${name}`, test, game, index > 0]);
  }
  const { own = {} } = await besides(game, "own");
  for (const [name, test] of Object.entries(own)) {
    queue.push([`${game.id}: ${name}`, test, game, index > 0]);
  }
  const { forms = [] } = await besides(game, "forms");
  for (const form of forms) {
    queue.push([`${game.id}: ${form.name}, by mouse`, inForm(form), game, index > 0]);
  }
}

async function lane() {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const [name, test, game, brief] = job;
    if (only && !name.includes(only)) continue;
    // A server of its own for each test, so that killing one disturbs no other.
    const server = await Server.start();
    const shot = async (page, what) => {
      if (shots) await page.screenshot({ path: join(shots, `${game.id}-${what}.png`) });
    };
    await run(name, async () => {
      try {
        return await test({ browser, server, game, shot, brief });
      } catch (error) {
        for (const [i, page] of server.pages.entries()) {
          if (!page.isClosed()) await shot(page, `failed-${name.replace(/\W+/g, "-")}-${i}`);
        }
        throw error;
      }
    });
    for (const page of server.pages) await page.context().close();
    await server.stop();
  }
}

// What is measured in milliseconds runs before the others, alone.
const timed = queue.filter(([name]) => name.includes("within a second"));
const rest = queue.filter((job) => !timed.includes(job));
queue.splice(0, queue.length, ...timed);
await lane();
queue.push(...rest);
await Promise.all(Array.from({ length: LANES }, lane));
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
