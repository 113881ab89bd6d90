/*
 * Attacks through nginx, with the lines of packaging/nginx.conf: what once froze or killed the
 * server, what got past the proxy's own rules, and headers by which a client says who it is. Raw
 * bytes by TLS, because no honest client would send them.
 */
import { createServer } from "node:http";
import { connect as connectTls } from "node:tls";
import { assert, freePort, sleep } from "./lib.mjs";

const PATIENCE = 20000;
const KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
const PROTOCOL = "Sec-WebSocket-Protocol: valise.1\r\n";
const H2C =
  "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n" +
  "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n";
const PREFACE = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]), // SETTINGS
  Buffer.from([0, 0, 4, 0, 1, 0, 0, 0, 1, 1, 2, 3, 4]), // DATA on stream 1
]);

/** A server that remembers the head of the last request, in the place of the table. */
export async function startListener() {
  const listener = { port: await freePort(), heads: [] };
  listener.server = createServer((request, answer) => {
    listener.heads.push(request);
    answer.end("heard");
  });
  listener.server.on("upgrade", (request, socket) => {
    listener.heads.push(request);
    socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  });
  await new Promise((resolve) => listener.server.listen(listener.port, "127.0.0.1", resolve));
  return listener;
}

/** A connection to the proxy: sends bytes, collects what comes. */
function open(port) {
  const socket = connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false });
  const wire = { text: "", ended: false, send: (bytes) => socket.write(bytes) };
  socket.on("data", (data) => (wire.text += data.toString("latin1")));
  socket.on("close", () => (wire.ended = true));
  socket.on("error", () => (wire.ended = true));
  wire.close = () => socket.destroy();
  wire.until = async (condition, what) => {
    const end = Date.now() + PATIENCE;
    while (!condition(wire)) {
      assert(Date.now() < end, `${what}; received: ${JSON.stringify(wire.text.slice(0, 600))}`);
      await sleep(20);
    }
  };
  return wire;
}

/** The statuses of all responses that have come; "100 Continue" is none. */
const statuses = ({ text }) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((m) => Number(m[1])).filter((s) => s !== 100);

/** Sends a request, or several, and waits for these statuses. */
async function expect(port, request, expected, { more } = {}) {
  const wire = open(port);
  wire.send(request);
  await wire.until(
    () => statuses(wire).length >= expected.length || wire.ended,
    `${expected} expected for ${request}`,
  );
  if (more) {
    wire.send(more);
    await wire.until(() => wire.ended || statuses(wire).length > expected.length, "still open");
  }
  const got = statuses(wire);
  wire.close();
  assert(
    expected.every((status, i) => got[i] === status),
    `${JSON.stringify(request)}: ${got}, not ${expected}`,
  );
  return wire.text;
}

/** The tests, by name; `place` knows the proxy, the table behind it and the listener's port. */
export const attacks = (place) => {
  const { port, heardPort, server, listener } = place;
  const host = `Host: play.example.org:${port}\r\n`;
  const get = (path, headers = "") => `GET ${path} HTTP/1.1\r\n${host}${headers}\r\n`;
  const post = (headers = "", path = "/valise/api/my/forget", body = "{}") =>
    `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n${headers}` +
    `Content-Length: ${body.length}\r\n\r\n${body}`;
  const health = get("/valise/healthz");
  const alive = () => expect(port, health, [200]);

  return {
    "C1: requests sent ahead, bodies that come later": async () => {
      const head = health.replace("GET", "HEAD");
      await expect(port, head + post() + health, [200, 404, 200]);
      const late = post();
      const wire = open(port);
      wire.send(health + late.slice(0, -2));
      await wire.until(() => statuses(wire).length === 1, "no first answer");
      await sleep(100);
      wire.send("{");
      await sleep(50);
      wire.send("}" + health);
      await wire.until(() => statuses(wire).length === 3, "no answer to a late body");
      assert(String(statuses(wire)) === "200,404,200", `${statuses(wire)}`);
      wire.close();
      await alive();
    },

    "C2: HTTP/2 after an upgrade": async () => {
      const text = await expect(port, get("/valise/healthz", H2C), [200], { more: PREFACE });
      assert(!/^HTTP\/1\.1 101/m.test(text) && !/^upgrade:/im.test(text), `upgraded: ${text}`);
      await expect(port, get("/valise/ws", H2C), [426], { more: PREFACE });
      await alive();
    },

    "C3: what nginx forbids stays forbidden": async () => {
      const paths = ["metrics", "./metrics", "x/../metrics", "/metrics", "%6detrics", "metrics?a"];
      for (const path of paths) {
        await expect(port, get(`/valise/${path}`), [403]);
        await expect(port, get(`/valise/${path}`, H2C), [403]);
      }
      for (const path of ["metrics/", "metrics%3f", "metrics%23", "metrics%2f", "METRICS"]) {
        const text = await expect(port, get(`/valise/${path}`, "Connection: close\r\n"), []);
        assert(!text.includes("valise_"), `/valise/${path} shows the figures`);
      }
      // Behind an upgrade that is ignored, refused or accepted there is no way around nginx.
      const inside = get("/valise/metrics", "Connection: close\r\n");
      const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
      const ways = [
        get("/valise/healthz", H2C),
        get("/valise/healthz", upgrade + KEY + PROTOCOL),
        get("/valise/ws", H2C),
        get("/valise/ws", H2C + KEY + PROTOCOL),
        get("/valise/ws", upgrade + KEY + PROTOCOL),
        get("/valise/ws", upgrade + KEY.replace("13", "777") + PROTOCOL),
      ];
      for (const way of ways) {
        for (const more of [inside, Buffer.concat([PREFACE, Buffer.from(inside)])]) {
          const wire = open(port);
          wire.send(way);
          await wire.until(() => statuses(wire).length > 0, `no answer to ${way}`);
          wire.send(more);
          await wire.until(() => wire.ended || statuses(wire).includes(403), `${way} stays open`);
          assert(!wire.text.includes("valise_"), `the figures came by ${way}`);
          wire.close();
        }
      }
      await alive();
    },

    "C4: unknown upgrades on a kept connection": async () => {
      const foo = get("/valise/healthz", "Connection: Upgrade\r\nUpgrade: foo\r\n");
      await expect(port, health + foo + health, [200, 200, 200]);
    },

    "a client cannot choose its address": async () => {
      const { games } = await server.games();
      const { id } = games.find(({ playable }) => playable);
      const seats = Array.from({ length: 2 }, (_, i) => ({ kind: i ? "local" : "me" }));
      const body = JSON.stringify({ game: id, seats });
      const forged = [
        "X-Forwarded-For: 203.0.113.1\r\n",
        "X-Forwarded-For: 203.0.113.2, 127.0.0.1\r\nX-Forwarded-For: 203.0.113.3\r\n",
        "Forwarded: for=203.0.113.4\r\nX-Real-IP: 203.0.113.5\r\n",
        "Connection: close, X-Forwarded-For\r\n",
        `${H2C}X-Forwarded-For: 203.0.113.6\r\n`,
      ];
      const before = server.output.length;
      for (const headers of forged) {
        await expect(port, post(headers, "/valise/api/matches", body), [201]);
      }
      await sleep(200);
      const made = server.output.slice(before).match(/event=match_made .*/g) ?? [];
      assert(made.length === forged.length, `${made.length} matches are in the log`);
      for (const line of made) assert(/ address=127\.0\.0\.1$/.test(line), line);
    },

    "headers of one connection end at the proxy": async () => {
      const bad =
        "TE: trailers\r\nTrailer: X-A\r\nKeep-Alive: timeout=5\r\nProxy-Connection: keep-alive\r\n" +
        "Forwarded: for=203.0.113.4\r\nX-Real-IP: 203.0.113.5\r\nX-Forwarded-Host: a.example\r\n" +
        "X-Forwarded-Proto: gopher\r\nX-Forwarded-For: 203.0.113.6\r\nExpect: 100-continue\r\n";
      const dropped = ["te", "trailer", "keep-alive", "proxy-connection", "forwarded", "x-real-ip"];
      dropped.push("x-forwarded-host", "x-forwarded-proto", "expect", "http2-settings");
      const ways = [
        [get("/valise/x", bad + H2C), undefined],
        [get("/valise/ws", bad + H2C), "websocket"],
        [get("/valise/ws", bad), "websocket"],
        [
          `POST /valise/x HTTP/1.1\r\n${host}${bad}Transfer-Encoding: chunked\r\n\r\n` +
            "2\r\n{}\r\n0\r\nX-A: b\r\n\r\n",
          undefined,
        ],
      ];
      for (const [request, upgrade] of ways) {
        listener.heads.length = 0;
        await expect(heardPort, request, [upgrade ? 400 : 200]);
        const [{ headers }] = listener.heads;
        for (const name of dropped) assert(!(name in headers), `${name}: ${headers[name]}`);
        assert(headers.upgrade === upgrade, `Upgrade: ${headers.upgrade}`);
        const connection = upgrade ? "upgrade" : undefined;
        assert(headers.connection === connection, `Connection: ${headers.connection}`);
        assert(headers["x-forwarded-for"] === "127.0.0.1", headers["x-forwarded-for"]);
        assert(!("transfer-encoding" in headers), "a transfer coding");
        assert(headers.host === `play.example.org:${port}`, headers.host);
      }
    },
  };
};
