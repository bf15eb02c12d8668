// How long the page takes from a click to the answer, and from the address to the first value: node test/measure.mjs
// PROGRAM DIR, a `solve` and a folder that scripts/site.sh has made. Rows of a table for docs/measurements.md, each the median
// of five: of the site from a server with nothing in its cache (cold) and again (warm), from a file, and of `solve serve`.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { browse, serve } from "./browser/driver.mjs";
import { serveFolder } from "./browser/folder.mjs";

const [program, folder] = process.argv.slice(2);
const RUNS = Number(process.env.RUNS ?? 5);
const RULES = "psk;nssk;kee2020;spight";
const server = await serve(program);
const sites = {
  "site, from a server": await serveFolder(resolve(folder)),
  "site, from a file": `${pathToFileURL(resolve(folder)).href}/index.html`,
  "solve serve": server.base,
};
const browser = await browse();
const median = (times) => `${Math.round(times.sort((a, b) => a - b)[times.length >> 1])} ms`;
const rules = RULES.split(";");

/** Waits until every ruleset has its answer. */
const answered = (page) =>
  page.waitForFunction(
    (rules) => rules.every((each) => document.querySelector(`[data-rules="${each}"]:not(.waiting) [data-best]`)),
    rules,
    { polling: 5, timeout: 300_000 },
  );

for (const [name, base] of Object.entries(sites)) {
  const first = { cold: [], warm: [] };
  const boards = { "2x2": [], "3x3": [], "3x4": [] };
  const moves = { "2x2": [], "3x3": [], "3x4": [] };
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    for (const kind of ["cold", "warm"]) {
      await page.goto("about:blank");
      const began = performance.now();
      await page.goto(`${base}#board=3x3&rules=psk`);
      await page.locator('[data-rules="psk"]:not(.waiting) [data-best]').waitFor();
      first[kind].push(performance.now() - began);
    }
    for (const board of Object.keys(boards)) {
      let began = performance.now();
      await page.goto(`${base}#board=${board}&rules=${RULES}`);
      await answered(page);
      boards[board].push(performance.now() - began);
      began = performance.now();
      await page.locator('[data-rules="psk"] [data-move="A1"]').click();
      await page.waitForFunction(() => location.hash.includes("moves=A1"));
      await answered(page);
      moves[board].push(performance.now() - began);
    }
    await context.close();
  }
  const cells = [median(first.cold), median(first.warm), ...Object.keys(boards).flatMap((board) => [median(boards[board]), median(moves[board])])];
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
await browser.close();
server.stop();
