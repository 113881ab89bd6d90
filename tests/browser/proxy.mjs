/*
 * node tests/browser/proxy.mjs NGINX: a match in a real browser through a real proxy, by TLS and
 * under a sub-path, with the lines of packaging/nginx.conf, and attacks through it. Ends with status
 * 1 if anything failed.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import {
  assert,
  freePort,
  launch,
  makeFolder,
  noProblems,
  play,
  root,
  Server,
  setOut,
  sleep,
  start,
  visitor,
  ways,
} from "./lib.mjs";
import { settled, versionOf } from "./keeping.mjs";
import { attacks, startListener } from "./proxy-attacks.mjs";

const nginx = process.argv[2];
if (!nginx || !existsSync(nginx)) {
  console.error(
    nginx ? `there is no nginx at ${nginx}` : "usage: node tests/browser/proxy.mjs NGINX",
  );
  console.error("tools/check-proxy finds nginx, or fetches it, and runs this");
  process.exit(2);
}
const BASE = "/valise/";
const folder = makeFolder("proxy");
const names = ["--trust-proxy", "127.0.0.1", "--host", "play.example.org"];
const server = await Server.start(names, BASE);
const port = await freePort();
const listener = await startListener();
const heardPort = await freePort(); // the same lines, in front of the listener

/* ---- The proxy ---- */

execFileSync(
  "openssl",
  [
    ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" "),
    ..."-subj /CN=play.example.org -addext subjectAltName=DNS:play.example.org".split(" "),
    ...["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")],
  ],
  { stdio: "ignore" },
);
const lines = readFileSync(join(root, "packaging/nginx.conf"), "utf8");
assert(lines.includes("127.0.0.1:8080"), "packaging/nginx.conf names no table");
writeFileSync(
  join(folder, "nginx.conf"),
  `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((w) => `${w}_temp_path ${folder}/${w};`).join(" ")}
  ${[
    [port, server.port],
    [heardPort, listener.port],
  ]
    .map(
      ([from, to]) => `server {
    listen 127.0.0.1:${from} ssl;
    server_name play.example.org;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    ${lines.replaceAll("127.0.0.1:8080", `127.0.0.1:${to}`)}
  }`,
    )
    .join("\n")}
}
`,
);
mkdirSync(join(folder, "logs"));
const proxy = start(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
  stdio: ["ignore", "inherit", "inherit"],
});
await proxy.begun;
server.url = `https://play.example.org:${port}${BASE}`;

/** A request to the proxy as another program makes it: status and headers. */
function ask(path, headers = {}) {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, rejectUnauthorized: false };
    options.headers = { Host: `play.example.org:${port}`, ...headers };
    request(options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer));
    })
      .on("error", reject)
      .end();
  });
}

const tests = {
  "paths and names": async () => {
    for (let i = 0; i < 100; i++) {
      if (await ask(`${BASE}healthz`).catch(() => null)) break;
      await sleep(50);
    }
    assert((await ask(`${BASE}healthz`)).statusCode === 200, "the table is not there");
    const short = await ask("/valise");
    assert(short.statusCode === 308 && short.headers.location.endsWith(BASE), "no way to the base");
    const other = await ask(`${BASE}healthz`, { Host: "other.example" });
    assert(other.statusCode === 421, `another name: ${other.statusCode}`);
  },

  ...attacks({ port, heardPort, server, listener }),

  "a match between two browsers": async ({ browser, game }) => {
    const page = await visitor(browser, server, { ignoreHTTPSErrors: true });
    const more = Array(Math.max(0, game.least_seats - 2)).fill("greedy");
    await setOut(page, game.id, ["me", "friend", ...more]);
    const url = await page.locator(".gathering .link input").first().inputValue();
    assert(url.startsWith(`${server.url}#/m/`), `the invitation is ${url}`);
    const friend = await visitor(browser, server, { ignoreHTTPSErrors: true });
    await friend.goto(url);
    await friend.locator("form button.start").click();
    await page.locator(".board [data-target]").first().waitFor();
    await friend.locator(".board [data-target]").first().waitFor();
    const both = [page, friend];
    const at = async (who) => {
      const stamp = await who.evaluate(() => document.querySelector(".table")?.dataset.at);
      return Number(stamp?.split("/")[0]);
    };
    const start = await at(page);
    // Both play on; it is enough when each has seen some moves of the other.
    const playing = both.map((who) => play(who, ways.mouse, { most: 6 }).catch(() => 0));
    for (let i = 0; (await at(page)) < start + 6 || (await at(friend)) < start + 6; i++) {
      assert(i < 300, `they are at ${await at(page)} and ${await at(friend)}, from ${start}`);
      await sleep(100);
    }
    for (const who of both) {
      const cookies = await who.context().cookies();
      const [cookie] = cookies.filter(({ name }) => name === "valise");
      assert(cookie?.path === BASE && cookie.secure && cookie.httpOnly, JSON.stringify(cookies));
      noProblems(who);
    }
    for (const who of both) await who.context().close();
    await Promise.all(playing);
  },

  "the page is kept under the sub-path": async ({ browser }) => {
    const page = await visitor(browser, server, { ignoreHTTPSErrors: true });
    await settled(page, versionOf(join(root, "web/dist")));
    const scope = await page.evaluate(
      async () => (await navigator.serviceWorker.getRegistration()).scope,
    );
    assert(scope === server.url, `the worker's scope is ${scope}`);
    const client = await page.context().newCDPSession(page);
    const { url, errors } = await client.send("Page.getAppManifest");
    assert(url === `${server.url}manifest.webmanifest` && !errors.length, `manifest: ${url}`);
    // The proxy stays and says 502: that is offline too.
    await server.kill();
    assert((await ask(`${BASE}healthz`)).statusCode === 502, "somebody answers");
    await page.goto(server.url);
    await page.locator(".offline p").waitFor();
    await server.up();
    await page.locator(".posters article").first().waitFor({ timeout: 20000 });
    noProblems(page);
    await page.context().close();
  },
};

let failed = 0;
const browser = await launch([
  `--host-resolver-rules=MAP play.example.org 127.0.0.1`,
  "--ignore-certificate-errors",
]);
try {
  const { games } = await server.games();
  const game = games.find(({ playable }) => playable);
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test({ browser, game });
      console.log(`ok    ${name}`);
    } catch (error) {
      console.log(`FAIL  ${name}: ${error.message}`);
      failed++;
    }
  }
} finally {
  await browser.close();
  proxy.kill("SIGTERM");
  await proxy.gone;
  listener.server.close();
  await server.stop();
}
process.exit(failed ? 1 : 0);
