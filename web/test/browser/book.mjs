// The book, opened as files: what `solve book` writes, with no server and no network.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { open, painted, spot, value } from "./driver.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Writes a book and tells the test where it is. A page that is served elsewhere has no program that could. */
async function withBook(program, test) {
  if (program === null) return console.log("        there is no program to write a book: left out");
  const folder = await mkdtemp(join(tmpdir(), "superko-book-"));
  try {
    await promisify(execFile)(resolve(program), ["book", "--out", join(folder, "book")], { cwd: root });
    await test(`${pathToFileURL(join(folder, "book")).href}/index.html`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const score = (page, rules, text) => page.locator(`[data-rules="${rules}"]:not(.waiting) .score`, { hasText: text }).waitFor();

export default {
  async "the book opens as a file and has the values of the tables"({ browser, program }) {
    await withBook(program, async (book) => {
      const page = await open(browser, book);
      await score(page, "psk", /^0$/);
      await score(page, "ssk", /^−1$/);
      assert.match(await page.locator(".words").innerText(), /This is a book of results.*does not play on/s);
      assert.match(await page.locator(".differences").innerText(), /worth 0 under psk, but −1 under ssk/);
      for (const hidden of ["Undo", "Redo", "Certificate", "Set up"]) {
        assert.equal(await page.getByRole("button", { name: hidden, exact: true }).count(), 0, hidden);
      }
      assert.equal(await page.locator(".moves, .check").count(), 0);
      // Turned around, and with the colours exchanged: the same value, then with the other sign.
      await page.goto(`${book}#board=2x3&start=.X./OOO&to=white&rules=ssk`);
      await score(page, "ssk", /^−1$/);
      await page.goto(`${book}#board=2x3&start=.O./XXX&rules=ssk`);
      await score(page, "ssk", /^1$/);
    });
  },

  async "positions of the book are set up by clicking, under the rulesets that it has"({ browser, program }) {
    await withBook(program, async (book) => {
      const page = await open(browser, book, "#board=3x3&rules=nssk");
      assert.equal(await value(page, "nssk"), "2");
      assert.equal(await painted(page, "nssk", "B2"), "2");
      const choices = await page.getByLabel("Ruleset", { exact: true }).locator("option").allInnerTexts();
      assert.ok(choices.includes("kee2020 --lift produced") && choices.length > 20);
      await spot(page, "nssk", "B2").click();
      await page.locator('[data-rules="nssk"] [data-move="B2"][aria-label*="black stone"]').waitFor();
      await score(page, "nssk", /^9$/);
      await page.goto(`${book}#board=cycle:5&rules=psk`);
      assert.equal(await value(page, "psk"), "0");
      assert.equal(await page.locator(".picture .point").count(), 5);
      assert.equal(await page.locator(".setup").count(), 0);
      await page.goto(`${book}#board=2x3&rules=psk&moves=B2`);
      await page.locator(".error", { hasText: "The book has no positions after moves" }).waitFor();
      await page.goto(`${book}#board=9x9&rules=psk`);
      await page.locator(".error", { hasText: "The book has no board 9x9" }).waitFor();
    });
  },

  async "every board and every claim of the book can be opened"({ browser, program }) {
    await withBook(program, async (book) => {
      const page = await open(browser, book, "#view=tables");
      await page.locator("table").waitFor();
      const links = await page
        .locator("tbody tr td:nth-child(3) a")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      assert.ok(links.length > 15);
      for (const link of links) {
        await page.goto(book + link);
        await page.locator(".score:not(:empty)").waitFor();
        assert.equal(await page.locator(".error").count(), 0, link);
      }
      await page.goto(`${book}#view=tour&board=2x2&rules=psk`);
      await page.locator(".tour .verdict-word").waitFor();
      for (let i = 0; i < 12; i += 1) await page.getByRole("button", { name: "Next" }).click();
      assert.match(await page.locator(".tour").innerText(), /13 of \d+/);
    });
  },
};
