// What the boards show: values, differences, bars, bounds, and boards of all shapes.

import assert from "node:assert/strict";
import { open, painted, spot, value } from "./driver.mjs";

export default {
  async "the first address shows 2x3 under psk and ssk, which differ"({ browser, base }) {
    const page = await open(browser, base);
    assert.equal(await value(page, "psk"), "0");
    assert.equal(await value(page, "ssk"), "−1");
    const words = await page.locator(".differences").innerText();
    assert.match(words, /The position is worth 0 under psk, but −1 under ssk\./);
    assert.equal(await page.locator(".result.differs").count(), 2);
    assert.ok((await page.locator(".point.differs").count()) >= 2);
    assert.match(await page.locator('[data-rules="psk"] .turn').innerText(), /White to move/);
    // Measured in the page, without the time that the test itself takes to look.
    const took = await page.evaluate(async () => {
      const began = performance.now();
      document.querySelector('[data-rules="psk"] [data-move="A1"]').click();
      const solved = () =>
        [...document.querySelectorAll(".ruleset")].every(
          (each) => /Black to move.*Best/s.test(each.innerText) && !each.matches(".waiting"),
        );
      while (!solved()) await new Promise(requestAnimationFrame);
      return performance.now() - began;
    });
    console.log(`        2x3 answered under both rulesets ${took.toFixed(0)} ms after the click`);
    assert.ok(took < 2000);
  },

  async "B2 on 3x3 under nssk is worth 2, on the board and when it is clicked"({ browser, base }) {
    const page = await open(browser, base, "#board=3x3&rules=nssk");
    // Bounds of moves are painted before their values.
    await page.locator('[data-rules="nssk"] [data-best]').waitFor();
    assert.equal(await painted(page, "nssk", "B2"), "2");
    assert.equal(await painted(page, "nssk", "A3"), "−2");
    assert.equal(await spot(page, "nssk", "B2").getAttribute("aria-label"), "B2, empty, worth 2, a best move");
    await value(page, "nssk");
    await spot(page, "nssk", "B2").click();
    await page.waitForFunction(
      () => /Black wins by 2/.test(document.querySelector(".value")?.textContent ?? "") && /moves=B2/.test(location.hash),
    );
    assert.equal(await value(page, "nssk"), "2");
    assert.match(await spot(page, "nssk", "B2").getAttribute("aria-label"), /^B2, black stone, the last move/);
  },

  async "OOO/.X. set up by clicking on 2x3, White to move: 0 under psk and −1 under ssk"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk;ssk");
    await page.getByRole("button", { name: "Board 2x2" }).click();
    await page.getByRole("button", { name: "2x3", exact: true }).click();
    await spot(page, "psk", "C2").waitFor();
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    for (const [move, colour, times] of [
      ["A2", "white", 2],
      ["B2", "white", 2],
      ["C2", "white", 2],
      ["B1", "black", 1],
    ]) {
      for (let i = 0; i < times; i += 1) {
        const before = await page.evaluate(() => location.hash);
        await spot(page, "psk", move).click();
        await page.waitForFunction((hash) => location.hash !== hash, before);
      }
      await page.locator(`[data-rules="psk"] [data-move="${move}"][aria-label*="${colour} stone"]`).waitFor();
    }
    await page.getByLabel("White", { exact: true }).check();
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    assert.equal(await page.evaluate(() => location.hash), "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk");
    await page.locator('[data-rules="psk"] .turn', { hasText: "White to move" }).waitFor();
    assert.equal(await value(page, "psk"), "0");
    assert.equal(await value(page, "ssk"), "−1");
  },

  async "a position is set up as text, and what is wrong with it is said"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk&mode=setup");
    const field = page.getByLabel(/Position as text/);
    await field.fill("XB/..");
    await page.getByRole("button", { name: "Set it up" }).click();
    await page.getByText("“B” is neither X").waitFor();
    await field.fill("x./.o");
    await page.getByRole("button", { name: "Set it up" }).click();
    await page.locator('[data-rules="psk"] [data-move="A2"][aria-label*="black stone"]').waitFor();
    await field.fill("XX/XX");
    await page.getByRole("button", { name: "Set it up" }).click();
    await page.locator(".error", { hasText: "no liberty" }).waitFor();
    await page.locator('[data-rules="psk"] [data-move="A1"][aria-label*="black stone"]').waitFor();
  },

  async "a barred move names its moment and draws it, on hover, focus and tap"({ browser, base }) {
    for (const how of ["hover", "focus", "tap"]) {
      const page = await open(browser, base, "#board=1x2&rules=psk&moves=A1,B1", { hasTouch: how === "tap" });
      const barred = spot(page, "psk", "A1");
      await barred.locator(".bar").waitFor();
      assert.equal(await barred.getAttribute("aria-disabled"), "true");
      assert.match(await barred.getAttribute("aria-label"), /A1, empty, barred, it would recreate the position after move 1/);
      // What is marked as disabled for a screen reader can still be looked at.
      await barred[how](how === "focus" ? {} : { force: true });
      const moment = page.locator(".moment");
      assert.match(await moment.innerText(), /A1 is barred.*after move 1/s);
      assert.match(await moment.innerText(), /The position after move 1, when Black played A1\./);
      assert.equal(await moment.locator(".black .stone").count(), 1);
    }
  },

  async "a move that one ruleset bars and another allows is said to differ"({ browser, base }) {
    const page = await open(browser, base, "#board=1x2&rules=psk;kee2020&moves=A1,B1,pass,pass");
    await page.locator(".differences", { hasText: "Under psk the game has ended" }).waitFor();
    assert.match(await page.locator('[data-rules="psk"] .result').innerText(), /−2.*the game ends/s);
    await value(page, "kee2020");
    const other = await open(browser, base, "#board=1x2&rules=psk;simple-ko&moves=A1,B1,A1");
    await other.locator('[data-rules="psk"] .result', { hasText: "may not be made here: barred" }).waitFor();
    assert.match(await other.locator(".differences").innerText(), /Under psk Black A1, move 3, may not be made/);
  },

  async "bounds tighten, the search is stopped, and a new question closes the old one"({ browser, base }) {
    const context = { hasTouch: false };
    const page = await open(browser, base, "", context);
    await page.addInitScript(() => {
      window.streams = [];
      const Plain = window.EventSource;
      window.EventSource = class extends Plain {
        constructor(url) {
          super(url);
          window.streams.push(this);
        }
      };
    });
    await page.goto(`${base}#board=4x5&rules=psk`);
    await page.reload();
    const search = page.locator(".search");
    await search.getByRole("button", { name: "Stop" }).waitFor();
    await page.waitForFunction(() => /between|nodes/.test(document.querySelector(".ruleset")?.textContent ?? ""), null, {
      timeout: 60_000,
    });
    await search.getByRole("button", { name: "Stop" }).click();
    await search.getByText("You stopped the search").waitFor();
    const open_ = () => page.evaluate(() => window.streams.filter((each) => each.readyState !== 2).length);
    assert.equal(await open_(), 0);
    await search.getByRole("button", { name: "Solve again" }).click();
    await search.getByRole("button", { name: "Stop" }).waitFor();
    await page.waitForFunction(() => window.streams.filter((each) => each.readyState !== 2).length === 1);
    await spot(page, "psk", "B2").click();
    await page.waitForFunction(
      () => /moves=B2/.test(location.hash) && window.streams.filter((each) => each.readyState !== 2).length <= 1,
    );
    assert.ok((await page.evaluate(() => window.streams.length)) >= 2);
    await page.goto(`${base}#board=1x2&rules=psk`);
    await value(page, "psk");
    assert.equal(await open_(), 0);
  },

  async "graphs are drawn and played on: built-in ones and a list of edges"({ browser, base }) {
    const page = await open(browser, base, "#board=cycle:5&rules=psk");
    await value(page, "psk");
    assert.equal(await page.locator(".picture .point").count(), 5);
    await page.getByRole("button", { name: "Board cycle:5" }).click();
    await page.getByLabel(/Edges/).fill("stem left\nstem right # a comment\nstem far\nfar farther\n");
    await page.getByLabel("Name", { exact: true }).fill("fork");
    await page.getByRole("button", { name: "Draw it" }).click();
    await spot(page, "psk", "farther").waitFor();
    assert.match(
      await page.evaluate(() => location.hash),
      /^#board=fork&edges=stem\+left,stem\+right,stem\+far,far\+farther&rules=psk$/,
    );
    await value(page, "psk");
    await spot(page, "psk", "stem").click();
    await page.locator('[data-rules="psk"] [data-move="stem"][aria-label*="black stone"]').waitFor();
    await page.goto(`${base}#board=torus:3x3&rules=psk`);
    await page.locator(".picture .letter").first().waitFor();
    assert.equal(await page.locator(".frame .letter").count(), 12);
  },

  async "rulesets are added, changed, given options and taken away"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk");
    await page.getByRole("button", { name: "Add a ruleset" }).click();
    assert.equal(await page.locator(".ruleset").count(), 2);
    await page.getByLabel("Ruleset", { exact: true }).nth(1).selectOption("kee2020");
    assert.equal(await value(page, "kee2020"), "0");
    const second = page.locator('[data-rules="kee2020"]');
    await second.getByText("The rules and options").click();
    assert.match(await second.innerText(), /Repeated Initialization Rule/);
    await second.getByLabel(/^lift/i).selectOption("produced");
    await page.waitForFunction(() => /rules=psk;kee2020\+--lift\+produced/.test(location.hash));
    await value(page, "kee2020 --lift produced");
    for (let i = 0; i < 2; i += 1) await page.getByRole("button", { name: "Add a ruleset" }).click();
    assert.equal(await page.locator(".ruleset").count(), 4);
    assert.equal(await page.getByRole("button", { name: "Add a ruleset" }).count(), 0);
    await page.getByRole("button", { name: "Remove psk" }).click();
    assert.equal(await page.locator(".ruleset").count(), 3);
  },
};
