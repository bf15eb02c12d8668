// What the boards show: values, differences, bars, bounds, and boards of all shapes.

import assert from "node:assert/strict";
import { open, painted, score, spot, value } from "./driver.mjs";

export default {
  async "the first visit shows 3x3 under psk and nssk, a sentence and four examples"({ browser, base }) {
    const page = await open(browser, base);
    assert.equal(await value(page, "psk"), "9");
    assert.equal(await value(page, "nssk"), "2");
    const intro = page.getByRole("complementary", { name: "Introduction" });
    assert.match(await intro.innerText(), /Superko forbids a play that recreates an earlier position/);
    assert.equal(await intro.getByRole("link").count(), 4);
    assert.equal(await page.locator(".inspect .legend li").count(), 6);
    for (const link of await intro.getByRole("link").all()) {
      await link.click();
      await page.locator('.eg[aria-current="true"]', { hasText: await link.innerText() }).waitFor();
      await page.locator(".differs-box.found").waitFor();
    }
    // The cross is remembered.
    await intro.getByRole("button").click();
    await page.reload();
    await page.locator(".panel").first().waitFor();
    assert.equal(await intro.count(), 0);
  },

  async "2x3 under psk and ssk differs, and is answered at once"({ browser, base }) {
    const page = await open(browser, base, "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk");
    assert.equal(await value(page, "psk"), "0");
    assert.equal(await value(page, "ssk"), "−1");
    const words = await page.locator(".differs-box").innerText();
    assert.match(words, /The position is worth\s0\sunder psk, but\s−1\sunder ssk\./);
    // Of two rulesets the first is the measure.
    assert.equal(await page.locator('[data-rules="psk"] .differs').count(), 0);
    assert.equal(await page.locator('[data-rules="ssk"] .score.differs').count(), 1);
    assert.ok((await page.locator('[data-rules="ssk"] .point.differs').count()) >= 2);
    assert.ok((await page.locator('[data-rules="ssk"] .goban .ear').count()) >= 2);
    assert.match(await page.locator(".turn").innerText(), /White to move/);
    // Measured in the page, without the time that the test itself takes to look.
    const took = await page.evaluate(async () => {
      const began = performance.now();
      document.querySelector('[data-rules="psk"] [data-move="A1"]').click();
      const solved = () =>
        /Black to move/.test(document.querySelector(".turn").innerText) &&
        [...document.querySelectorAll(".panel")].every((each) => /Best/.test(each.innerText) && !each.matches(".waiting"));
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
      () => /Black wins by 2/.test(document.querySelector(".say")?.textContent ?? "") && /moves=B2/.test(location.hash),
    );
    assert.equal(await value(page, "nssk"), "2");
    assert.match(await spot(page, "nssk", "B2").getAttribute("aria-label"), /^B2, black stone, the last move/);
  },

  async "OOO/.X. set up by clicking on 2x3, White to move: 0 under psk and −1 under ssk"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk;ssk");
    await page.getByRole("button", { name: "Board 2 × 2" }).click();
    await page.getByRole("button", { name: "2x3", exact: true }).click();
    await spot(page, "psk", "C2").waitFor();
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    const stone = (move, colour) => page.locator(`[data-rules="psk"] [data-move="${move}"][aria-label*="${colour}"]`).waitFor();
    await spot(page, "psk", "B1").click();
    await stone("B1", "black stone");
    // The values of the position before are gone, not dimmed.
    assert.equal(await page.locator(".panel .t, .panel .score.b1").count(), 0);
    // A stroke sets White, and the same colour again takes a stone off.
    await page
      .getByRole("button", { name: /^White/ })
      .first()
      .click();
    const middle = async (move) => {
      const box = await spot(page, "psk", move).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle("A2")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("B2")), { steps: 8 });
    await page.mouse.move(...(await middle("C2")), { steps: 8 });
    await page.mouse.up();
    for (const move of ["A2", "B2", "C2"]) await stone(move, "white stone");
    await spot(page, "psk", "C2").click();
    await stone("C2", "empty");
    await spot(page, "psk", "C2").click();
    // The right button sets the other colour.
    await spot(page, "psk", "A1").click({ button: "right" });
    await stone("A1", "black stone");
    await page.keyboard.press("e");
    await spot(page, "psk", "A1").click();
    await stone("A1", "empty");
    await page.getByRole("button", { name: "White moves" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    assert.equal(await page.evaluate(() => location.hash), "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk");
    await page.locator(".turn", { hasText: "White to move" }).waitFor();
    assert.equal(await value(page, "psk"), "0");
    assert.equal(await value(page, "ssk"), "−1");
  },

  async "set-up that is cancelled leaves the game as it was"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk&moves=A1,B2");
    await value(page, "psk");
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    await spot(page, "psk", "B1").click();
    await page.waitForFunction(() => /start=\.O\/XX/.test(location.hash));
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await page.evaluate(() => location.hash), "#board=2x2&rules=psk&moves=A1,B2");
  },

  async "a position is set up as text, and what is wrong with it is said"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk&mode=setup");
    const field = page.getByLabel(/Position as text/);
    await field.fill("XB/..");
    await field.press("Enter");
    await page.locator(".inspect", { hasText: "“B” is neither X" }).waitFor();
    await field.fill("x./.o");
    await field.press("Enter");
    await page.locator('[data-rules="psk"] [data-move="A2"][aria-label*="black stone"]').waitFor();
    await field.fill("XX/XX");
    await field.press("Enter");
    await page.locator(".inspect .error", { hasText: "no liberty" }).waitFor();
    await page.locator('[data-rules="psk"] [data-move="A1"][aria-label*="black stone"]').waitFor();
  },

  async "what answers a move is said of a move that is rested on"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk;kee2020&moves=B2");
    await value(page, "psk");
    await value(page, "kee2020");
    const strip = page.locator(".inspect");
    const before = await strip.boundingBox();
    for (const move of ["A1", "pass"]) {
      await page.locator(`[data-rules="psk"] [data-move="${move}"]`).hover();
      await page.waitForFunction(() => document.querySelectorAll(".inspect .per .reply").length === 2);
      const said = (await strip.innerText()).replace(/\s+/g, " ");
      assert.match(said, new RegExp(`^White ${move} psk .*, then Black .*kee2020 .*, then Black `), said);
      assert.deepEqual(await strip.boundingBox(), before);
    }
    // It is what is best in the position after the move.
    const told = (await strip.innerText()).replace(/\s+/g, " ");
    const [, reply] = /psk .*?then Black (\w+)/.exec(told);
    await page.locator('[data-rules="psk"] [data-move="pass"]').click();
    await page.waitForFunction(() => location.hash.includes("B2,pass"));
    await value(page, "psk");
    const best = await page.locator('[data-rules="psk"] [data-best]').innerText();
    assert.ok(best === "every move" || best.includes(reply), `${reply}: ${best}`);
  },

  async "an illegal move names its moment and draws it, on hover, focus and tap"({ browser, base }) {
    for (const how of ["hover", "focus", "tap"]) {
      const page = await open(browser, base, "#board=1x2&rules=psk&moves=A1,B1", { hasTouch: how === "tap" });
      const barred = spot(page, "psk", "A1");
      await page.locator('[data-rules="psk"] [data-at="A1"] .no').waitFor();
      assert.equal(await barred.getAttribute("aria-disabled"), "true");
      assert.match(await barred.getAttribute("aria-label"), /A1, empty, illegal: it would recreate the position after move 1/);
      // What is marked as disabled for a screen reader can still be looked at.
      await barred[how](how === "focus" ? {} : { force: true });
      const strip = page.locator(".inspect");
      const before = await strip.boundingBox();
      await strip.locator("[data-moment]").waitFor();
      assert.match(await strip.innerText(), /Black A1 is illegal under psk: it would recreate the position after move 1/);
      const drawn = strip.getByRole("img", { name: "The position after move 1, when Black played A1." });
      assert.equal(await drawn.locator(".stone.sb").count(), 1);
      // Its place was reserved: nothing jumps.
      assert.deepEqual(await strip.boundingBox(), before);
    }
  },

  async "a move that is illegal under one ruleset alone is said to differ"({ browser, base }) {
    const page = await open(browser, base, "#board=1x2&rules=psk;kee2020&moves=A1,B1,pass,pass");
    await page.locator(".differs-box", { hasText: "Under psk the game has ended" }).waitFor();
    assert.match(await page.locator('[data-rules="psk"]').innerText(), /−2.*Ended.*ended the game/s);
    await value(page, "kee2020");
    const other = await open(browser, base, "#board=1x2&rules=psk;simple-ko&moves=A1,B1,A1");
    await other.locator('[data-rules="psk"]', { hasText: "3. Black A1 is illegal" }).waitFor();
    assert.match(await other.locator(".differs-box").innerText(), /Under psk move 3, Black A1, is illegal/);
    await other.locator(".inspect", { hasText: "Black A1, move 3, is illegal under psk" }).waitFor();
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
    await page.waitForFunction(() => /between|nodes/.test(document.querySelector(".panel")?.textContent ?? ""), null, {
      timeout: 60_000,
    });
    await search.getByRole("button", { name: "Stop" }).click();
    await search.getByText("You stopped the search").waitFor();
    const open_ = () => page.evaluate(() => window.streams.filter((each) => each.readyState !== 2).length);
    assert.equal(await open_(), 0);
    // The value of this board is published, and stays.
    assert.equal(await score(page, "psk"), "20");
    await search.getByRole("button", { name: "Search for the other moves" }).click();
    await search.getByRole("button", { name: "Stop" }).waitFor();
    await page.waitForFunction(() => window.streams.filter((each) => each.readyState !== 2).length === 1);
    await spot(page, "psk", "B2").click();
    await page.waitForFunction(
      () => /moves=B2/.test(location.hash) && window.streams.filter((each) => each.readyState !== 2).length <= 1,
    );
    assert.ok((await page.evaluate(() => window.streams.length)) >= 2);
    await page.goto(`${base}#board=1x2&rules=psk`);
    await value(page, "psk");
    await page.waitForFunction(() => window.streams.every((each) => each.readyState === 2));
  },

  async "graphs are drawn and played on: built-in ones and a list of edges"({ browser, base }) {
    const page = await open(browser, base, "#board=cycle:5&rules=psk");
    await value(page, "psk");
    assert.equal(await page.locator(".goban .spot").count(), 5);
    assert.equal(await page.locator(".layer .point").count(), 5);
    await page.getByRole("button", { name: "Board cycle:5" }).click();
    await page.getByText("A graph of your own").click();
    await page.getByLabel(/Edges/).fill("a b,\nb\n");
    await page.getByRole("button", { name: "Draw it" }).click();
    // What is wrong is said beside the text, which stays.
    await page.locator(".chooser .error").waitFor();
    assert.equal(await page.getByLabel(/Edges/).inputValue(), "a b,\nb\n");
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
    await page.locator(".goban .letter").first().waitFor();
    assert.equal(await page.locator(".goban .letter").count(), 12);
  },

  async "rulesets are added, changed, given options and taken away"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk");
    await page.getByLabel("Add a ruleset").selectOption({ label: "Situational superko (ssk)" });
    assert.equal(await page.locator(".panel").count(), 2);
    await page.getByLabel("Ruleset", { exact: true }).nth(1).selectOption("kee2020");
    assert.equal(await value(page, "kee2020"), "0");
    const second = page.locator('[data-rules="kee2020"]');
    await second.getByRole("button", { name: "The rules of kee2020 and options" }).click();
    const drawer = page.getByRole("dialog");
    assert.match(await drawer.innerText(), /Repeated Initialization Rule/);
    await drawer.getByLabel(/^lift/i).selectOption("produced");
    await page.waitForFunction(() => /rules=psk;kee2020\+--lift\+produced/.test(location.hash));
    await value(page, "kee2020 --lift produced");
    await page.keyboard.press("Escape");
    for (const rules of ["ssk", "nssk"]) await page.getByLabel("Add a ruleset").selectOption(rules);
    assert.equal(await page.locator(".panel").count(), 4);
    assert.equal(await page.getByLabel("Add a ruleset").count(), 0);
    await page.getByRole("button", { name: "Remove psk" }).click();
    assert.equal(await page.locator(".panel").count(), 3);
  },
};
