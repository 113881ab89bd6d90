/*
 * Builds web/dist: index.html, nowhere.html, assets/ with hashed names, icons, the service worker,
 * and a .gz and a .br beside every text file. Boards are found by folder: games/ID/board.tsx is one
 * lazy bundle, games/ID/cover.tsx another. The page learns their names through a meta element, so
 * there is no list of games here.
 */
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { icons } from "./icons.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");
const games = readdirSync(join(root, "games"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

const entries = { main: "shell/main.tsx" };
for (const id of games) {
  for (const part of ["board", "cover"]) {
    const file = `games/${id}/${part}.tsx`;
    if (existsSync(join(root, file))) entries[`${part}-${id}`] = file;
  }
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "assets"), { recursive: true });
const result = await build({
  absWorkingDir: root,
  entryPoints: entries,
  outdir: "dist/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022", "chrome100", "firefox100", "safari15.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".woff2": "file" },
  minify: true,
  metafile: true,
  legalComments: "none",
  logLevel: "warning",
});

const files = {};
const preload = new Set();
for (const [path, output] of Object.entries(result.metafile.outputs)) {
  const name = relative("dist", path);
  if (name.endsWith(".woff2") && name.includes("-latin-wght-normal")) preload.add(name);
  if (!output.entryPoint) continue;
  const key = Object.keys(entries).find((k) => entries[k] === output.entryPoint);
  if (!key) continue;
  files[key] = { js: name };
  if (output.cssBundle) files[key].css = relative("dist", output.cssBundle);
  files[key].parts = output.imports
    .filter((i) => i.kind === "import-statement")
    .map((i) => relative("dist", i.path));
}
const lazy = {};
for (const [key, value] of Object.entries(files)) {
  if (key !== "main") lazy[key] = value.css ? [value.js, value.css] : [value.js];
}
const escape = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
const head = [
  `<meta name="parts" content="${escape(JSON.stringify(lazy))}">`,
  ...[...preload].map(
    (name) => `<link rel="preload" href="${name}" as="font" type="font/woff2" crossorigin>`,
  ),
  ...files.main.parts.map((name) => `<link rel="modulepreload" href="${name}">`),
  `<link rel="stylesheet" href="${files.main.css}">`,
  `<script type="module" src="${files.main.js}"></script>`,
].join("\n    ");
const page = readFileSync(join(root, "index.html"), "utf8").replace("<!-- head -->", head);
// The page for unknown addresses. It may be served at any depth, so its links begin with the base,
// which the server fills in.
const nowhere = readFileSync(join(root, "nowhere.html"), "utf8").replace(
  "<!-- head -->",
  `<link rel="stylesheet" href="@base@${files.main.css}">`,
);
for (const name of readdirSync(join(root, "public"))) {
  writeFileSync(join(dist, name), readFileSync(join(root, "public", name)));
}
for (const [name, bytes] of icons()) writeFileSync(join(dist, name), bytes);

// The version of the whole build: the page carries it, the server reads it from the page, and the
// service worker stores files under it.
const built = [
  ...readdirSync(dist).filter((name) => name.includes(".")),
  ...readdirSync(join(dist, "assets")).map((name) => `assets/${name}`),
].sort();
const sum = createHash("sha256")
  .update(page)
  .update(nowhere)
  .update(readFileSync(join(root, "sw.js")));
for (const name of built) sum.update(name).update(readFileSync(join(dist, name)));
const version = sum.digest("hex").slice(0, 16);
writeFileSync(
  join(dist, "index.html"),
  page.replace("<!-- client -->", `<meta name="client" content="${version}" />`),
);
writeFileSync(join(dist, "nowhere.html"), nowhere);
await build({
  absWorkingDir: root,
  entryPoints: ["sw.js"],
  outdir: "dist",
  define: { VERSION: JSON.stringify(version), FILES: JSON.stringify(["./", ...built]) },
  target: ["es2022", "chrome100", "firefox100", "safari15.4"],
  minify: true,
  logLevel: "warning",
});

const texts = /\.(html|js|css|svg|webmanifest|json|txt)$/;
let before = 0;
for (const folder of [dist, join(dist, "assets")]) {
  for (const name of readdirSync(folder)) {
    if (!texts.test(name) || name === "nowhere.html") continue;
    const bytes = readFileSync(join(folder, name));
    const br = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
    });
    const gz = gzipSync(bytes, { level: 9 });
    writeFileSync(join(folder, `${name}.br`), br);
    writeFileSync(join(folder, `${name}.gz`), gz);
    const first = [files.main.js, ...files.main.parts].includes(`assets/${name}`);
    if (first) before += gz.length;
  }
}
console.log(
  `web: ${Object.keys(lazy).filter((key) => key.startsWith("board-")).length} boards, ${before} bytes of script (gzip) before a board`,
);
