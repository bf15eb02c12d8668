// The keyboard alone: every part is reached, focus is seen, and the keys do what the list of keys says.

import assert from "node:assert/strict";
import { open, spot, value } from "./driver.mjs";

const hash = (page) => page.evaluate(() => location.hash);
const focused = (page) =>
  page.evaluate(() => document.activeElement?.getAttribute("data-move") ?? document.activeElement?.textContent ?? "");
const changed = (page, before) => page.waitForFunction((old) => location.hash !== old, before);

async function press(page, key) {
  const before = await hash(page);
  await page.keyboard.press(key);
  await changed(page, before);
}

export default {
  async "a game is played without a mouse"({ browser, base }) {
    const page = await open(browser, base, "#board=3x3&rules=nssk");
    await value(page, "nssk");
    for (let i = 0; i < 30 && (await focused(page)) !== "A3"; i += 1) await page.keyboard.press("Tab");
    assert.equal(await focused(page), "A3");
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, "none");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), "B2");
    await page.keyboard.press("End");
    assert.equal(await focused(page), "C2");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), "C2");
    await page.keyboard.press("ArrowLeft");
    await press(page, "Enter");
    assert.match(await hash(page), /moves=B2$/);
    assert.equal(await focused(page), "B2");
    await page.locator('[data-rules="nssk"]:not(.waiting) [data-move="B2"][aria-label*="black stone"]').waitFor();
    await press(page, "p");
    assert.match(await hash(page), /moves=B2,pass$/);
    await press(page, "u");
    assert.match(await hash(page), /moves=B2&tree=B2,pass$/);
    await press(page, "r");
    await press(page, "Control+z");
    await press(page, "Control+y");
    assert.match(await hash(page), /moves=B2,pass$/);
    assert.equal(await focused(page), "B2");
  },

  async "only one intersection of a board is in the order of tabs"({ browser, base }) {
    const page = await open(browser, base, "#board=3x3&rules=nssk;psk");
    await value(page, "psk");
    assert.equal(await page.locator('.layer button[tabindex="0"]').count(), 2);
    assert.equal(await page.locator(".layer button").count(), 18);
    assert.equal(await page.getByRole("grid").count(), 2);
    assert.equal(await page.getByRole("row").count(), 6);
    assert.equal(await page.getByRole("gridcell").count(), 18);
  },

  async "the help opens, keeps the focus and closes"({ browser, base }) {
    const page = await open(browser, base);
    await page.getByRole("button", { name: "Help" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    assert.match(await page.getByRole("dialog").innerText(), /Arrow keys/);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog"));
    await page.keyboard.press("?");
    await page.getByLabel("Single letters and figures are keys").uncheck();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.waitForFunction(() => !document.querySelector("dialog"));
    await value(page, "psk");
    await page.keyboard.press("p");
    await page.waitForTimeout(100);
    assert.equal(await hash(page), "");
  },

  async "figures choose a board, and left and right lead through the moves"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk;kee2020&moves=A2,B1");
    await value(page, "kee2020");
    await press(page, "ArrowLeft");
    assert.match(await hash(page), /moves=A2&/);
    await press(page, "ArrowRight");
    assert.match(await hash(page), /moves=A2,B1$/);
    await page.keyboard.press("2");
    await page.waitForFunction(() => document.activeElement.closest('[data-rules="kee2020"] .layer'));
    // On a board the arrow keys lead from point to point.
    const before = await hash(page);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await hash(page), before);
  },

  async "Escape closes a menu, and so does a press elsewhere"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk");
    const opener = page.getByRole("button", { name: "Board 2 × 2" });
    await opener.click();
    await page.getByRole("button", { name: "2x3", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".popover").count(), 0);
    assert.equal(await opener.evaluate((button) => button === document.activeElement), true);
    await opener.click();
    await page.mouse.click(1200, 780);
    assert.equal(await page.locator(".popover").count(), 0);
  },

  async "stones are set with the keyboard, and letters typed into a field stay there"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk");
    await value(page, "psk");
    await press(page, "s");
    assert.match(await hash(page), /mode=setup/);
    await spot(page, "psk", "A2").focus();
    await press(page, "Enter");
    assert.match(await hash(page), /start=X\.\/\.\./);
    await page.getByLabel(/Position as text/).focus();
    const before = await hash(page);
    await page.keyboard.type("us?p");
    assert.equal(await hash(page), before);
    assert.equal(await page.locator("dialog").count(), 0);
  },

  async "arrow keys reach every point of a graph"({ browser, base }) {
    const page = await open(browser, base, "#board=star:6&rules=psk");
    await value(page, "psk");
    const seen = new Set();
    await page.locator('.layer button[tabindex="0"]').focus();
    for (const key of [
      "ArrowUp",
      "ArrowDown",
      "ArrowLeft",
      "ArrowUp",
      "ArrowRight",
      "ArrowDown",
      "ArrowDown",
      "ArrowLeft",
      "ArrowRight",
      "ArrowUp",
      "ArrowRight",
      "ArrowRight",
      "ArrowLeft",
      "ArrowLeft",
    ]) {
      seen.add(await focused(page));
      await page.keyboard.press(key);
    }
    seen.add(await focused(page));
    assert.equal(seen.size, 6, [...seen].join(" "));
  },
};
