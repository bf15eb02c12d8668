// The book: the page opened as a file, with a book of 2x3 made from the published table and the program's answers.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open, painted, spot, value } from "./driver.mjs";

const file = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Writes the files that web/BOOK.md describes, for one board under three rulesets. */
async function write(folder, base) {
  await cp(file("dist"), folder, { recursive: true });
  for (const part of ["strong", "empty"]) await mkdir(join(folder, "data", part), { recursive: true });
  const put = (key, data) => writeFile(join(folder, "data", `${key.replace(":", "-")}.js`), `superkoBook(${JSON.stringify(key)}, ${JSON.stringify(data)});\n`);
  const get = async (path, body) => (await fetch(base + path, body && { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();

  const [head, ...lines] = (await readFile(file("../solutions/strong/2x3.csv"), "utf8")).trim().split("\n");
  const names = head.split(",");
  const columns = ["psk", "ssk", "kee2020 --lift produced"];
  const places = columns.map((name) => names.indexOf(name.replace(" --", "+").replace(" ", "-")));
  assert.ok(!places.includes(-1));
  const rows = Object.fromEntries(lines.map((line) => line.split(",")).map((cells) => [cells[0], places.map((place) => cells[place])]));
  await put("strong/2x3", { columns, rows });

  const solved = await solve(base, { board: "2x3", rules: "psk" });
  await put("empty/2x3", { board: await get("api/board?board=2x3"), rules: { psk: solved } });
  const cycle = await solve(base, { board: "cycle:5", rules: "psk" });
  await put("empty/cycle:5", { board: await get("api/board?board=cycle:5"), rules: { psk: cycle } });
  await put("catalogue", { ...(await get("api/catalogue")), boards: ["2x3", "cycle:5"], strong: ["2x3"] });
  await put("claims", await get("api/claims"));
  await put("tables", await get("api/tables"));
}

/** The last record of a stream of events. */
async function solve(base, question) {
  const text = await (await fetch(`${base}api/solve?q=${encodeURIComponent(JSON.stringify(question))}`)).text();
  return JSON.parse(/event: answer\ndata: (.*)/.exec(text)[1]);
}

async function withBook(base, test) {
  const folder = await mkdtemp(join(tmpdir(), "superko-book-"));
  try {
    await write(folder, base);
    await test(pathToFileURL(folder).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export default {
  async "the book opens as a file and has the values of the tables"({ browser, base }) {
    await withBook(base, async (folder) => {
      const page = await open(browser, folder, "/index.html");
      await page.locator('[data-rules="psk"] .score', { hasText: "0" }).waitFor();
      await page.locator('[data-rules="ssk"] .score', { hasText: "−1" }).waitFor();
      assert.match(await page.locator(".words").innerText(), /This is a book of results.*does not play on/s);
      assert.match(await page.locator(".differences").innerText(), /worth 0 under psk, but −1 under ssk/);
      for (const hidden of ["Undo", "Redo", "Certificate", "Set up"]) {
        assert.equal(await page.getByRole("button", { name: hidden, exact: true }).count(), 0, hidden);
      }
      assert.equal(await page.locator(".moves, .check").count(), 0);
      // A symmetrical position, the colours exchanged: the same value with the other sign.
      await page.goto(`${folder}/index.html#board=2x3&start=.O./XXX&rules=ssk`);
      await page.locator('[data-rules="ssk"] .score', { hasText: /^1$/ }).waitFor();
      assert.deepEqual(page.problems, []);
    });
  },

  async "positions of the book are set up by clicking, under the rulesets that it has"({ browser, base }) {
    await withBook(base, async (folder) => {
      const page = await open(browser, folder, "/index.html#board=2x3&rules=psk");
      assert.equal(await value(page, "psk"), "0");
      assert.match(await painted(page, "psk", "B2"), /^−?\d$/);
      const choices = await page.getByLabel("Ruleset", { exact: true }).locator("option").allInnerTexts();
      assert.deepEqual([...choices].sort(), ["kee2020 --lift produced", "psk", "ssk"]);
      await spot(page, "psk", "B2").click();
      await page.locator('[data-rules="psk"] [data-move="B2"][aria-label*="black stone"]').waitFor();
      await page.locator('[data-rules="psk"] .score', { hasText: "6" }).waitFor();
      await page.goto(`${folder}/index.html#board=cycle:5&rules=psk`);
      assert.equal(await value(page, "psk"), "0");
      assert.equal(await page.locator(".picture .point").count(), 5);
      assert.equal(await page.locator(".setup").count(), 0);
      await page.goto(`${folder}/index.html#board=2x3&rules=psk&moves=B2`);
      await page.locator(".error", { hasText: "The book has no positions after moves" }).waitFor();
      await page.goto(`${folder}/index.html#board=9x9&rules=psk`);
      await page.locator(".error", { hasText: "The book has no board 9x9" }).waitFor();
      await page.goto(`${folder}/index.html#view=tables`);
      await page.locator("table").waitFor();
      await page.goto(`${folder}/index.html#view=tour`);
      await page.locator(".tour").waitFor();
      assert.deepEqual(page.problems, []);
    });
  },
};
