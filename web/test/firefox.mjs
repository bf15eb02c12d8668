// The site in Firefox, over its own protocol: node test/firefox.mjs DIR, a folder that scripts/site.sh has made. The page is
// opened as a file and from a server; values, a move, a certificate that is checked, and an own ruleset are asked for.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { serveFolder } from "./browser/folder.mjs";

const folder = resolve(process.argv[2]);
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
  // A file may read the scripts beside it in the same way as the browser of a reader does: nothing is changed for it.
  headless: true,
});
let failed = false;
try {
  for (const base of [`${pathToFileURL(folder).href}/index.html`, await serveFolder(folder)]) {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(`${base}#board=3x3&rules=psk;nssk`);
    const value = async (rules) => {
      await page.waitForSelector(`[data-rules="${rules}"]:not(.waiting) [data-best]`, { timeout: 120_000 });
      return page.$eval(`[data-rules="${rules}"] .score`, (tile) => tile.firstChild.textContent);
    };
    assert.equal(await value("psk"), "9");
    assert.equal(await value("nssk"), "2");
    await page.click('[data-rules="nssk"] [data-move="B2"]');
    assert.equal(await value("nssk"), "2");
    assert.match(page.url(), /moves=B2/);
    assert.deepEqual(problems, []);
    console.log(`ok      ${base}`);
    await page.close();
  }
} catch (error) {
  failed = true;
  console.log(`FAILED  ${error.stack}`);
} finally {
  await browser.close();
}
process.exit(failed ? 1 : 0);
