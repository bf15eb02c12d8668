// The book, opened as files: what `solve book` writes, with no server and no network.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { open, painted, spot, value } from "./driver.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The folder of a book that the program has written, once for all tests. */
let written = null;

async function write(program) {
  const folder = await mkdtemp(join(tmpdir(), "superko-book-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  await promisify(execFile)(resolve(program), ["book", "--out", join(folder, "book")], { cwd: root });
  return `${pathToFileURL(join(folder, "book")).href}/index.html`;
}

/** Tells the test where the book is. A page that is served elsewhere has no program that could write one. */
async function withBook(program, test) {
  if (program === null) return console.log("        there is no program to write a book: left out");
  written ??= write(program);
  await test(await written);
}

/** Waits until the tile at the head of a panel says a value. A dog-ear there is heard as a word more. */
const score = (page, rules, text) =>
  page.locator(`[data-rules="${rules}"]:not(.waiting) .score`, { hasText: new RegExp(`^${text}(, differs)?$`) }).waitFor();

export default {
  async "the book opens as a file and has the values of the tables"({ browser, program }) {
    await withBook(program, async (book) => {
      const page = await open(browser, book, "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk");
      await score(page, "psk", "0");
      await score(page, "ssk", "−1");
      assert.match(await page.locator(".source-words").innerText(), /This is a book of results.*does not play on/s);
      assert.match(await page.locator(".differs-box").innerText(), /worth\s0\sunder psk, but\s−1\sunder ssk/);
      for (const hidden of ["One move back", "One move on", "Proof", "Why do they differ?"]) {
        assert.equal(await page.getByRole("button", { name: hidden, exact: true }).count(), 0, hidden);
      }
      assert.equal(await page.locator(".moves-box, .files").count(), 0);
      // Turned around, and with the colours exchanged: the same value, then with the other sign.
      await page.goto(`${book}#board=2x3&start=.X./OOO&to=white&rules=ssk`);
      await score(page, "ssk", "−1");
      await page.goto(`${book}#board=2x3&start=.O./XXX&rules=ssk`);
      await score(page, "ssk", "1");
    });
  },

  async "positions of the book are set up by clicking, under the rulesets that it has"({ browser, program }) {
    await withBook(program, async (book) => {
      const page = await open(browser, book, "#board=3x3&rules=nssk");
      assert.equal(await value(page, "nssk"), "2");
      assert.equal(await painted(page, "nssk", "B2"), "2");
      const choices = await page.getByLabel("Ruleset", { exact: true }).locator("option").allInnerTexts();
      assert.ok(choices.includes("Kee rules of 2020 (kee2020 --lift produced)") && choices.length > 20);
      await page.getByRole("button", { name: "Set up", exact: true }).click();
      await spot(page, "nssk", "B2").click();
      await page.locator('[data-rules="nssk"] [data-move="B2"][aria-label*="black stone"]').waitFor();
      await page.getByRole("button", { name: "Done" }).click();
      await score(page, "nssk", "9");
      await page.goto(`${book}#board=cycle:5&rules=psk`);
      assert.equal(await value(page, "psk"), "0");
      assert.equal(await page.locator(".layer .point").count(), 5);
      assert.equal(await page.getByRole("button", { name: "Set up", exact: true }).count(), 0);
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
      await page.locator(".card .verdict-word").first().waitFor();
      await page.getByRole("button", { name: /^Confirmed/ }).click();
      assert.ok((await page.locator(".card").count()) > 100);
      // A board is drawn when its card comes into view, so the list is scrolled until one of the book is there.
      const found = await page.waitForFunction(
        () => {
          const cards = [...document.querySelectorAll(".card")];
          const card = cards.find((card) => /1x2/.test(card.querySelector(".fig")?.innerHTML ?? ""));
          if (card) return card.id;
          const drawn = cards.findLast((card) => card.querySelector(".fig svg"));
          drawn?.scrollIntoView();
          return undefined;
        },
        { polling: 100 },
      );
      const claim = await found.jsonValue();
      await page.locator(`[id="${claim}"]`).getByRole("button", { name: "Show it", exact: true }).click();
      await page.locator(".panel .goban").first().waitFor();
    });
  },
};
