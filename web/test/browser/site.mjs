// The site: the page that solves by the module, opened as a file and from a plain web server, with no program behind it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open, painted, score, spot, value } from "./driver.mjs";
import { serveFolder } from "./folder.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The address of a plain web server of a folder, once for all tests. */
let served = null;

/** Tells the test both addresses of the site. */
export async function withSite(site, test) {
  if (!site) return console.log("        there is no site (--site DIR): left out");
  const folder = resolve(site);
  served ??= serveFolder(folder);
  for (const base of [`${pathToFileURL(folder).href}/index.html`, await served]) await test(base);
}

export default {
  async "the site solves by itself, from a file and from a server"({ browser, site }) {
    await withSite(site, async (base) => {
      const page = await open(browser, base, "#board=3x3&rules=psk;nssk");
      assert.equal(await value(page, "psk"), "9");
      assert.equal(await value(page, "nssk"), "2");
      await page.goto(`${base}#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk;kee2020;simple-ko`);
      assert.equal(await value(page, "psk"), "0");
      assert.equal(await value(page, "ssk"), "−1");
      const before = await painted(page, "psk", "C1");
      await spot(page, "psk", "C1").click();
      await page.locator('[data-rules="psk"]:not(.waiting) [data-best]').waitFor();
      assert.equal(await score(page, "psk"), before);
    });
  },

  async "a search of the site stops without losing its worker"({ browser, site }) {
    await withSite(site, async (base) => {
      const page = await open(browser, base, "#board=4x4&start=..../.X../..../....&to=white&rules=psk");
      await page.getByRole("button", { name: "Stop" }).click();
      await page.locator('[data-rules="psk"]:not(.waiting)').waitFor();
      const workers = page.workers();
      assert.equal(workers.length, 2, "one for what takes no search, and that of the game");
      // Longer than a worker is waited for.
      await page.waitForTimeout(1000);
      assert.deepEqual(page.workers(), workers);
      await page.goto(`${base}#board=2x2&rules=psk`);
      assert.equal(await value(page, "psk"), "1");
    });
  },

  async "a certificate is made, and checked by the site"({ browser, site }) {
    await withSite(site, async (base) => {
      const page = await open(browser, base, "#board=2x2&rules=psk");
      await value(page, "psk");
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Proof" }).click()]);
      assert.equal(download.suggestedFilename(), "2x2-psk.cert");
      const made = await readFile(await download.path());
      for (const [name, bytes, says] of [
        ["made.cert", made, /Verified\. made\.cert/],
        ["published.cert", await readFile(join(root, "solutions/3x3/psk.cert")), /Verified\. published\.cert/],
        ["wrong.cert", made.subarray(0, made.length - 3), /Not verified\. wrong\.cert/],
      ]) {
        await page.getByLabel("A file to open").setInputFiles({ name, mimeType: "application/octet-stream", buffer: bytes });
        await page.getByText(says).first().waitFor();
      }
    });
  },

  async "why two rulesets differ is found without a server"({ browser, site }) {
    await withSite(site, async (base) => {
      const page = await open(browser, base, "#board=3x3&rules=nssk;psk&differ=1.2");
      await page.getByRole("heading", { name: /Why.*under nssk.*under psk/ }).waitFor();
      await page.getByText(/At move 8 White B3 is illegal under psk: it would recreate the position after move 5/).first().waitFor();
    });
  },

  async "the claims and the tables of the site are those of the book"({ browser, site }) {
    await withSite(site, async (base) => {
      const page = await open(browser, base, "#view=tables");
      await page.getByRole("rowheader", { name: "3x3" }).first().waitFor();
      await page.goto(`${base}#view=tour`);
      await page.getByText(/Refuted/).first().waitFor();
    });
  },
};
