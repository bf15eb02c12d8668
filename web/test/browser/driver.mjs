// Starts the program and a browser for the tests of the page, and reads what the page shows.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const OPTIONS = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** The address of the page: that of a program that is started, or one that is given, for which there is no program. */
export async function serve(target) {
  if (/^https?:/.test(target)) return { base: target, program: null, stop() {} };
  const server = spawn(target, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\/\/\S+/.exec(line);
    if (address) return { base: address[0], program: target, stop: () => server.kill("SIGTERM") };
    throw new Error(`expected the address of the page in the first line, which is ${line}`);
  }
  throw new Error(`${target} serve ended without an address`);
}

export async function browse() {
  return chromium.launch(OPTIONS);
}

/** A page of its own, which fails the test on any error and on any request to elsewhere. */
export async function open(browser, base, hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // What the server refuses is an answer of its own, and shown on the page.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(".", base).href) && !/^(data|blob):/.test(request.url()))
      problems.push(`request to ${request.url()}`);
  });
  await page.goto(base + hash);
  page.problems = problems;
  return page;
}

/** What the tile at the head of a panel says, without what only a screen reader hears. */
export const score = (page, rules) => page.locator(`${part(rules)} .score`).evaluate((tile) => tile.firstChild.textContent);

const part = (rules) => `[data-rules="${rules}"]`;

/** A move of the board under a ruleset. */
export const spot = (page, rules, move) => page.locator(`${part(rules)} [data-move="${move}"]`);

/** The exact value under a ruleset, once the search has ended. */
export async function value(page, rules) {
  await page.locator(`${part(rules)}:not(.waiting) [data-best]`).waitFor();
  return score(page, rules);
}

/** The value on the tile of an intersection, once it is known. */
export async function painted(page, rules, move) {
  const tile = page.locator(`${part(rules)} [data-at="${move}"] .t text`);
  await tile.waitFor();
  return tile.textContent();
}
