// Bundles the unit tests and runs them with node's own test runner.

import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = await mkdtemp(join(tmpdir(), "superko-page-"));
const tests = (await readdir(here)).filter((name) => name.endsWith(".test.ts"));
await build({
  absWorkingDir: here,
  entryPoints: tests,
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, ["--test", ...tests.map((name) => join(out, name.replace(".ts", ".mjs")))], {
  stdio: "inherit",
});
await rm(out, { recursive: true });
process.exit(status ?? 1);
