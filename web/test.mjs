/*
 * The unit tests of the client: node test.mjs [WORD]. Bundles every tests/**.test.ts (those whose
 * path contains WORD) and runs it with node's own test runner; no browser, no server. Prints one
 * line if all pass, everything the runner says if not.
 */
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const word = process.argv[2] ?? "";

function testsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testsIn(path);
    return path.endsWith(".test.ts") && path.includes(word) ? [path] : [];
  });
}

const tests = testsIn(join(root, "tests")).sort();
if (tests.length === 0) {
  console.error(`web: no unit test has "${word}" in its path`);
  process.exit(1);
}
const out = mkdtempSync(join(tmpdir(), "valise-web-"));
process.on("exit", () => rmSync(out, { recursive: true, force: true }));
const entries = tests.map((path) => relative(join(root, "tests"), path).replace(/\.ts$/, ""));
await build({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(entries.map((name, i) => [name, tests[i]])),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node18",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".css": "empty", ".woff2": "empty" },
  define: { PROJECT: JSON.stringify(dirname(root)) },
  sourcemap: "inline",
  logLevel: "warning",
});

const start = Date.now();
const files = entries.map((name) => join(out, `${name}.mjs`));
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], {
  encoding: "utf8",
});
const said = run.stdout + run.stderr;
// Node 18 counts files here, node 20 tests; none at all would mean that nothing ran.
const passed = Number(/^[#ℹ] pass (\d+)/m.exec(said)?.[1] ?? 0);
if (run.status !== 0 || passed < tests.length) {
  process.stdout.write(said);
  process.exit(run.status || 1);
}
const seconds = ((Date.now() - start) / 1000).toFixed(1);
console.log(`web: the unit tests of ${tests.length} files passed (${seconds} s)`);
