// Bundles the page into web/dist: one classic script, one stylesheet, the document, and the licences of what is bundled.
// The same sources and the same lock file give the same bytes. `node build.mjs DIR` writes into another folder.

import { build } from "esbuild";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "dist"));

const common = { absWorkingDir: here, bundle: true, minify: true, format: "iife", target: ["es2022"], charset: "utf8" };

// The worker of the module is a string in the script: a page that is opened as a file may load no worker from another file.
const worker = await build({ ...common, entryPoints: ["src/worker.ts"], write: false });

const result = await build({
  ...common,
  entryPoints: { app: "src/main.tsx" },
  outdir: out,
  define: { WORKER: JSON.stringify(worker.outputFiles[0].text) },
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

/** The packages that the bundle contains, in alphabetical order. */
const packages = new Set();
for (const path of Object.keys(result.metafile.inputs)) {
  const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
  if (found) packages.add(found[1]);
}

const parts = ["The script app.js contains these packages.\n"];
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const licence = await readFile(join(folder, "LICENSE"), "utf8");
  parts.push(`${"-".repeat(72)}\n${name} ${version}\n\n${licence.trim()}\n`);
}

await mkdir(out, { recursive: true });
await writeFile(join(out, "LICENSES.txt"), parts.join("\n"));
await copyFile(join(here, "src/index.html"), join(out, "index.html"));
