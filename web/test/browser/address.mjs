// The address: a link restores what one saw, the back button goes back, and what cannot be read is said.

import assert from "node:assert/strict";
import { open, painted, spot, value } from "./driver.mjs";

const hash = (page) => page.evaluate(() => location.hash);

export default {
  async "a link restores position, rulesets, variations and the line that is told"({ browser, base }) {
    const link = "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk;nssk&moves=A1,C1&tree=(A1(C1,B2)(pass))(C1)&why=2.2";
    const page = await open(browser, base, link);
    await value(page, "nssk");
    assert.equal(await hash(page), link);
    assert.equal(await page.locator(".panel").count(), 3);
    assert.match(await spot(page, "psk", "C1").getAttribute("aria-label"), /C1, black stone, the last move/);
    await page.getByRole("button", { name: "Move 2 Black C1" }).and(page.locator('[aria-current="step"]')).first().waitFor();
    assert.equal(await page.locator(".tree .move").count(), 6);
    await page.locator(".best-line").waitFor();
    assert.match(await page.locator(".best-line").innerText(), /under ssk/);
    assert.match(await page.locator(".best-line .words").innerText(), /^4\. /);
    const words = await page.locator(".differs-box").innerText();
    const other = await open(browser, base, await hash(page));
    await value(other, "nssk");
    await other.locator(".best-line").waitFor();
    assert.equal(await other.locator(".differs-box").innerText(), words);
  },

  async "the back button restores what was seen before"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk");
    await painted(page, "psk", "B2");
    await spot(page, "psk", "B2").click();
    await page.waitForFunction(() => /moves=B2/.test(location.hash));
    await page.getByLabel("Add a ruleset").selectOption("ssk");
    assert.equal(await page.locator(".panel").count(), 2);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll(".panel").length === 1);
    await page.goBack();
    assert.equal(await hash(page), "#board=2x2&rules=psk");
    await painted(page, "psk", "B2");
    await page.goForward();
    await page.locator('[data-rules="psk"] [data-move="B2"][aria-label*="black stone"]').waitFor();
  },

  async "what an address tells that cannot be is said in a sentence"({ browser, base }) {
    const page = await open(browser, base, "#board=3x&rules=psk;japanese&to=red&colour=blue");
    const alerts = page.getByRole("alert");
    await alerts.filter({ hasText: "to=red; expected black or white" }).waitFor();
    await alerts.filter({ hasText: "“colour”" }).waitFor();
    await page.getByText("There is no ruleset “japanese”").waitFor();
    assert.equal(await page.locator('[data-rules="japanese"] .error').count(), 1);
    await page.locator('[data-rules="psk"] .error', { hasText: "3x" }).waitFor();
    await page.getByRole("button", { name: "Board 3x" }).click();
    await page.getByRole("button", { name: "2x2", exact: true }).click();
    assert.equal(await value(page, "psk"), "1");
  },

  async "an illegal move in a link is named, and the moves before it stand"({ browser, base }) {
    const page = await open(browser, base, "#board=1x2&rules=psk&moves=A1,B1,A1,B1");
    const panel = page.locator('[data-rules="psk"]');
    await panel.getByText("3. Black A1 is illegal").waitFor();
    await panel.getByText(/Illegal: it would recreate the position after move 1/).waitFor();
    assert.match(await spot(page, "psk", "B1").getAttribute("aria-label"), /white stone/);
  },
};
