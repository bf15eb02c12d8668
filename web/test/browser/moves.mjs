// Playing: the tree of variations, undo and redo, the line of best play told and put into the tree.

import assert from "node:assert/strict";
import { open, spot, value } from "./driver.mjs";

const FIRST = "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk";
const hash = (page) => page.evaluate(() => location.hash);

/** Plays a move once it can be played, and waits until it has been. */
async function play(page, rules, move) {
  const before = await hash(page);
  await page.locator(`[data-rules="${rules}"]:not(.waiting) .is-open[data-move="${move}"]`).click();
  await page.waitForFunction((old) => location.hash !== old, before);
}

export default {
  async "variations make a tree that can be walked and cut"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk");
    await play(page, "psk", "B2");
    await play(page, "psk", "A1");
    await page.getByRole("button", { name: "One move back" }).click();
    await play(page, "psk", "pass");
    assert.equal(await hash(page), "#board=2x2&rules=psk&moves=B2,pass&tree=B2(A1)(pass)");
    await page.getByRole("button", { name: "Move 2 White A1" }).click();
    assert.match(await hash(page), /moves=B2,A1&/);
    await page.getByRole("button", { name: "One move back" }).click();
    await page.getByRole("button", { name: "One move on" }).click();
    assert.match(await hash(page), /moves=B2,A1&/);
    await page.getByRole("button", { name: "Delete from here" }).click();
    assert.equal(await hash(page), "#board=2x2&rules=psk&moves=B2&tree=B2,pass");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    assert.equal(await hash(page), "#board=2x2&rules=psk&tree=B2,pass");
  },

  async "a game is played to its end, which is said with its score"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk");
    await play(page, "psk", "B2");
    await play(page, "psk", "pass");
    await play(page, "psk", "pass");
    await page.locator('[data-rules="psk"]', { hasText: "Ended: Black wins by 4" }).waitFor();
    assert.equal(await page.locator(".score").innerText(), "4");
    // The count: one stone and three empty points, which bear squares.
    assert.match(await page.locator(".count").innerText(), /Black\s+1 \+ 3\s+4[^]*White\s+0 \+ 0\s+0[^]*Score\s+4 − 0\s+4/);
    assert.equal(await page.locator(".goban .cb").count(), 3);
    await page.locator('[role="status"]', { hasText: "the game has ended" }).waitFor({ state: "attached" });
    assert.equal(await page.locator(".point.is-open").count(), 0);
  },

  async "a capture is told aloud, and values when they are exact"({ browser, base }) {
    const page = await open(browser, base, "#board=1x2&rules=psk&moves=A1");
    await value(page, "psk");
    await page.evaluate(() => {
      window.said = [];
      const region = document.querySelector('[role="status"]');
      new MutationObserver(() => window.said.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await play(page, "psk", "B1");
    await page.waitForFunction(() => /Move 2, White B1, captures A1\./.test(window.said.join(" ")));
    await page.waitForFunction(() => /Under psk worth −2, White wins by 2\. Best: pass\./.test(window.said.join(" ")));
  },

  async "why: the line is told move by move, with the keyboard, and put into the tree"({ browser, base }) {
    const page = await open(browser, base, FIRST);
    await value(page, "psk");
    await page.locator('[data-rules="psk"]').getByRole("button", { name: "Explain" }).click();
    const why = page.locator(".best-line");
    await why.waitFor();
    assert.match(await why.innerText(), /The best line under psk: a draw/);
    const moves = await why.locator(".steps li").count();
    assert.ok(moves > 5);
    for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /why=1\.3/.test(location.hash));
    assert.match(await why.locator(".told .words").innerText(), /^3\. White/);
    const start = await hash(page);
    await page.keyboard.press("End");
    await page.waitForFunction((last) => location.hash.includes(`why=1.${last}`), moves - 1);
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Explain");
    // Played, it goes to its first move, and on from there.
    await page.goto(base + start);
    await value(page, "psk");
    await why.getByRole("button", { name: "Play this line" }).click();
    await page.waitForFunction(() => /&moves=[A-C][12]&tree=[A-C][12],/.test(location.hash));
    await page.getByRole("button", { name: "One move on" }).click();
    assert.match(await hash(page), /&moves=[A-C][12],[^&]+&tree=/);
  },

  async "what is illegal is told in the line"({ browser, base }) {
    const page = await open(browser, base, FIRST);
    await value(page, "ssk");
    await page.locator('[data-rules="ssk"]').getByRole("button", { name: "Explain" }).click();
    const why = page.locator(".best-line");
    await why.waitFor();
    const count = await why.locator(".steps li").count();
    let bars = 0;
    for (let i = 1; i < count; i += 1) {
      await why.locator(".steps button").nth(i).click();
      bars += await why.locator(".told ul li").count();
    }
    assert.ok(bars > 0, "no move of the line under ssk tells what is illegal");
  },
};
