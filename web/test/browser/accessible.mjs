// axe-core on every part of the page, in light and dark and at the width of a phone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { open, value } from "./driver.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds that is serious or critical, a line each. It fetches no stylesheets, which a page in a file may not do. */
export async function serious(page) {
  // Evaluated through the debugger, which the page's policy on scripts does not concern. Style sheets are not read again: a file
  // may not read another.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], preload: false }));
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target} ${node.any.map((each) => each.message).join(" ")}`),
  );
}

const FIRST = "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk";
const PARTS = {
  boards: { hash: FIRST },
  "a line that is told": { hash: `${FIRST}&why=1.3`, ready: (page) => page.locator(".best-line").waitFor() },
  "a variation, and what is illegal": {
    hash: "#board=1x2&rules=psk;kee2020&moves=A1,B1&tree=A1(B1)(pass)",
    ready: (page) => page.locator('[data-rules="psk"] [data-move="A1"]').focus(),
  },
  "all shades": { hash: "#board=3x3&rules=nssk&moves=B2" },
  "a graph": { hash: "#board=torus:2x3&rules=psk" },
  "setting up": { hash: `${FIRST}&mode=setup`, ready: (page) => page.locator(".palette").waitFor(), solved: false },
  "the choice of a board": {
    hash: FIRST,
    ready: (page) => page.getByRole("button", { name: "Board 2 × 3" }).click(),
  },
  "the rules": {
    hash: FIRST,
    ready: (page) =>
      page
        .getByRole("button", { name: /^The rules of/ })
        .first()
        .click(),
  },
  "the help": { hash: FIRST, ready: (page) => page.keyboard.press("?") },
  "the menu for sharing": {
    hash: FIRST,
    ready: (page) => page.getByRole("button", { name: /^(Share|More)$/ }).click(),
  },
  "the end of a game": {
    hash: "#board=3x3&rules=nssk&moves=B2,pass,pass",
    ready: (page) => page.locator(".count").waitFor(),
    solved: false,
  },
  "a long board": { hash: "#board=1x8&rules=psk;nssk" },
  claims: { hash: `${FIRST}&view=tour`, ready: (page) => page.locator(".card .claim-board svg").first().waitFor() },
  "a claim as checked": {
    hash: `${FIRST}&view=tour`,
    ready: (page) => page.getByRole("button", { name: "As checked" }).first().click(),
  },
  tables: { hash: "#view=tables", ready: (page) => page.locator("table").waitFor() },
};

const tests = {};
for (const [look, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["360 pixels wide", { viewport: { width: 360, height: 740 } }],
]) {
  tests[`axe finds nothing serious: ${look}`] = async ({ browser, base }) => {
    for (const [name, { hash, ready, solved = true }] of Object.entries(PARTS)) {
      const page = await open(browser, base, hash, { reducedMotion: "reduce", ...options });
      const rules = /rules=([a-z0-9]+)/.exec(hash)?.[1];
      if (rules && solved && !hash.includes("view=")) await value(page, rules);
      await ready?.(page);
      assert.deepEqual(await serious(page), [], name);
      await page.context().close();
    }
  };
}
export default tests;
