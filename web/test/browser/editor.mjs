// Own rules: solved as they are typed, and carried by a link. Files that are dropped on the page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { open, score, value } from "./driver.mjs";
import { serious } from "./accessible.mjs";
import { withSite } from "./site.mjs";

const EDITOR = "#view=rules&board=2x2&rules=kee2020";
const TWO_PASSES = `title = "Kee 2020 with two passes to end"
[clauses]
bars = ["position", "initialised-twice"]
lifted-by = "pass"
passes-in-a-row = "players"
`;

/** The test at every address of the page: that of the program, or both of the site. */
const each = ({ base, site }, test) => (site ? withSite(site, test) : test(base));

const field = (page) => page.getByLabel("Rules file", { exact: true });
const sound = (page) => page.locator('[data-faults="0"]').waitFor();

/** Waits until the rules are solved as they stand. */
async function solved(page, rules) {
  await page.locator(`[data-rules="${rules}"]:not(.waiting)[aria-busy="false"] .score:not(.bound)`).waitFor();
  return score(page, rules);
}

async function drop(page, name, text) {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/** Puts the cursor after a word of the text. */
const after = (page, word) =>
  field(page).evaluate((area, word) => {
    const at = area.value.indexOf(word) + word.length;
    area.focus();
    area.setSelectionRange(at, at);
  }, word);

export default {
  async "rules are begun from a ruleset, changed, and solved beside it"(given) {
    await each(given, async (base) => {
      const page = await open(given.browser, base, EDITOR);
      await sound(page);
      assert.match(await field(page).inputValue(), /name = "my-kee2020"/);
      assert.equal(await solved(page, "my-kee2020"), await solved(page, "kee2020"));
      assert.equal(await solved(page, "psk"), "1");
      // A value of the clause at the cursor is put in by a press, and taken back as what is typed.
      await after(page, "passes-in-a-row");
      await page.locator('[data-clause="passes-in-a-row"]').waitFor();
      await page.getByRole("button", { name: '"players"', exact: true }).click();
      await sound(page);
      assert.match(await field(page).inputValue(), /^passes-in-a-row = "players"$/m);
      await page.keyboard.press("Control+z");
      await page.waitForFunction(() => /= "players \+ 1"/.test(document.querySelector("textarea").value));
      await page.keyboard.press("Control+Shift+z");
      await page.waitForFunction(() => /= "players"/.test(document.querySelector("textarea").value));
      await sound(page);
      // The smallest position on which two passes are not three.
      await page.getByRole("button", { name: "Look for it" }).click();
      const found = page.locator(".one-difference", { hasText: "under your rules" }).last();
      await found.waitFor();
      assert.match(await found.innerText(), /1×2 \.X, Black to move:\s−2\sunder your rules,\s2\sunder kee2020/);
      await found.getByRole("link", { name: "Show it on the boards" }).click();
      assert.equal(await value(page, "my-kee2020"), "−2");
      assert.equal(await value(page, "kee2020"), "2");
      assert.match(await page.locator(".differs-box").innerText(), /under my-kee2020, but\s2\sunder kee2020/);
    });
  },

  async "the search for the smallest difference says where it is, and is stopped"(given) {
    await each(given, async (base) => {
      const page = await open(given.browser, base, EDITOR);
      await page.locator('[data-solved="my-kee2020"]').waitFor();
      await solved(page, "my-kee2020");
      const part = page.locator("[data-smallest]");
      await part.getByLabel("Boards up to").selectOption("3x3");
      await part.getByRole("button", { name: "Look for it" }).click();
      await part.getByText(/Looking at \d+x\d+…/).waitFor();
      await part.getByRole("button", { name: "Stop" }).click();
      await part.getByText(/You stopped it at \d+x\d+\./).waitFor();
      // Rules that say the same are told apart by no position.
      await part.getByLabel("Boards up to").selectOption("2x2");
      await part.getByRole("button", { name: "Look for it" }).click();
      await part.getByText("None up to 2x2: all 50 starts have the same value and the same best moves under both.").waitFor();
    });
  },

  async "clauses that do not go together are mended by one press"(given) {
    await each(given, async (base) => {
      const page = await open(given.browser, base, EDITOR);
      await sound(page);
      await field(page).fill('title = "Lifted"\n[clauses]\nbars = ["position"]\nlifted-by = "pass"\npasses-in-a-row = 2\n');
      const fault = page.locator(".fault");
      await fault.getByText(/does not go with passes-in-a-row = 2/).waitFor();
      await fault.getByRole("button", { name: "take out lifted-by" }).waitFor();
      await fault.getByRole("button", { name: 'second-pass = "player"' }).click();
      await sound(page);
      assert.match(await field(page).inputValue(), /\npasses-in-a-row = 2\nsecond-pass = "player"\n$/);
    });
  },

  async "a fault stands under its line, with words to press, and the last sound text stays solved"(given) {
    await each(given, async (base) => {
      const page = await open(given.browser, base, EDITOR);
      await sound(page);
      await solved(page, "my-kee2020");
      await after(page, '"posi');
      await page.keyboard.press("Backspace");
      const fault = page.locator(".fault");
      await fault.waitFor();
      const text = await field(page).inputValue();
      const line = text.split("\n").findIndex((each) => each.startsWith("bars")) + 1;
      assert.match(await fault.innerText(), new RegExp(`^Line ${line}, column 9\\.`));
      assert.equal(await page.locator("mark").innerText(), '"postion"');
      const under = await page.evaluate(() => document.querySelector(".fault").previousElementSibling.dataset.line);
      assert.equal(Number(under), line - 1);
      assert.equal(await solved(page, "my-kee2020"), "0");
      await page.getByText("These values are of the last text without a fault").waitFor();
      // A press below the fault puts the cursor where the text is drawn; so does one above it again.
      for (const row of [line + 2, line - 2, line + 1]) {
        const box = await page.locator(`[data-line="${row - 1}"]`).boundingBox();
        await page.mouse.click(box.x + 46, box.y + 10);
        const at = await field(page).evaluate((area) => area.value.slice(0, area.selectionStart).split("\n").length);
        assert.equal(at, row);
        const drawn = await field(page).evaluate((area) => area.getBoundingClientRect().top);
        const gap = await page.locator(".code-lines").evaluate((lines) => lines.getBoundingClientRect().top - 8);
        assert.equal(drawn > gap + 20, row > line, "the field is drawn over its line");
      }
      await page.getByRole("button", { name: "position", exact: true }).click();
      await sound(page);
      assert.equal(await fault.count(), 0);
    });
  },

  async "for a name that no ruleset may have another is offered"(given) {
    await each(given, async (base) => {
      const page = await open(given.browser, base, EDITOR);
      await sound(page);
      for (const [typed, offered] of [
        ["Kee's New Rules", "kee-s-new-rules"],
        ["psk", "my-psk"],
      ]) {
        await field(page).fill(`name = "${typed}"\n${TWO_PASSES}`);
        await page.locator(".fault", { hasText: "Line 1, column 8" }).waitFor();
        await page.locator(".fault").getByRole("button", { name: offered, exact: true }).click();
        await sound(page);
        await solved(page, offered);
      }
    });
  },

  async "the text is kept as it is typed, and nothing undoes it"(given) {
    await each(given, async (base) => {
      const page = await open(given.browser, base, "#view=rules&board=2x2&rules=psk");
      await page.locator('[data-solved="my-psk"]').waitFor();
      // What was begun and not touched is not kept.
      await page.getByLabel("Start from").selectOption("kee2020");
      await page.locator('[data-solved="my-kee2020"]').waitFor();
      assert.equal(await page.locator(".own-rules").count(), 0);
      assert.equal(await page.getByRole("button", { name: "Earlier texts" }).count(), 0);
      await sound(page);
      await after(page, "[clauses]");
      await page.keyboard.type("\nno");
      await page.locator(".fault").waitFor();
      const faulty = await field(page).inputValue();
      await page.reload();
      await page.locator(".fault").waitFor();
      assert.equal(await field(page).inputValue(), faulty);
      // Another one is begun beside it, and the earlier one is there to be taken up.
      await page.getByLabel("Start from").selectOption("spight");
      await page.locator('[data-solved="my-spight"]').waitFor();
      await page.getByRole("button", { name: "Earlier texts" }).click();
      await page.getByRole("button", { name: /^my-kee2020/ }).click();
      await page.locator(".fault").waitFor();
      assert.equal(await field(page).inputValue(), faulty);
      // What is no composition of clauses is refused in one line.
      await page.getByLabel("Start from").selectOption("jann");
      await page.getByRole("alert").filter({ hasText: "state machine of its own" }).waitFor();
      assert.equal(await field(page).inputValue(), faulty);
    });
  },

  async "a link carries the rules, which are shown before they are used"(given) {
    await each(given, async (base) => {
      const page = await open(given.browser, base, EDITOR);
      await sound(page);
      await field(page).fill(`name = "two-passes"\n${TWO_PASSES}`);
      await page.locator('[data-solved="two-passes"]').waitFor();
      await solved(page, "two-passes");
      await page.waitForFunction(() => location.hash.includes("own=two-passes:"));
      const hash = await page.evaluate(() => location.hash);
      const asked = [];
      const other = await open(given.browser, base, "#view=tables");
      other.on("request", (request) => /api\/(draft|look|solve)/.test(request.url()) && asked.push(request.url()));
      await other.goto(base + hash.replace("&view=rules", ""));
      await other.reload();
      await other.locator('[data-own="two-passes"]').waitFor();
      assert.equal(await other.locator("pre").innerText(), `name = "two-passes"\n${TWO_PASSES}`);
      assert.equal(await other.locator(".panel").count(), 0);
      assert.deepEqual(await serious(other), []);
      assert.deepEqual(asked, []);
      await other.getByRole("button", { name: "Use these rules" }).click();
      assert.equal(await value(other, "two-passes"), "0");
      assert.match(await other.locator('[data-rules="two-passes"]').innerText(), /Kee 2020 with two passes to end/);
      // It is remembered; another text is not taken for it.
      await other.reload();
      await value(other, "two-passes");
      const without = await open(given.browser, base, hash.replace("&view=rules", ""));
      await without.getByRole("button", { name: "Go on without them" }).click();
      await value(without, "kee2020");
      assert.doesNotMatch(await without.evaluate(() => location.hash), /own=|two-passes/);
      // Under the name of another ruleset they cannot be used.
      const named = await open(given.browser, base, hash.replace("&view=rules", "").replaceAll("two-passes", "nssk"));
      await named.getByRole("button", { name: "Use these rules" }).click();
      await named.getByText("nssk: the text calls them two-passes").waitFor();
      await named.getByRole("button", { name: "Open it in the editor" }).click();
      await named.locator('[data-solved="two-passes"]').waitFor();
    });
  },

  async "what is known to go wrong is tried, and arrives one by one"(given) {
    await each(given, async (base) => {
      const page = await open(given.browser, base, EDITOR);
      await sound(page);
      await field(page).fill(`name = "two-passes"\n${TWO_PASSES}`);
      await page.locator('[data-solved="two-passes"]').waitFor();
      await page.getByRole("button", { name: "Try what is known to go wrong" }).click();
      await page.locator("[data-finding]").first().waitFor({ timeout: 120_000 });
      await page.locator('[data-critique="done"]').waitFor({ timeout: 300_000 });
      assert.match(await page.locator(".critique [role=status]").innerText(), /^\d+ tried: \d+ present, \d+ not/);
      const fatal = page.locator('[data-finding="fatal-pass"]');
      await fatal.locator("svg.goban").waitFor();
      assert.match(await fatal.innerText(), /A pass is worth 0/);
      assert.deepEqual(await serious(page), []);
      await fatal.getByRole("link", { name: "Show it" }).click();
      assert.equal(await value(page, "two-passes"), "4");
      // What was found of one text is not said of another.
      await page.goBack();
      await page.locator('[data-critique="none"]').waitFor();
    });
  },

  async "a game, a rules file and what is neither are dropped on the page"(given) {
    await each(given, async (base) => {
      const page = await open(given.browser, base, "#board=3x3&rules=kee2020;psk");
      await value(page, "psk");
      await drop(page, "game.sgf", "(;GM[1]SZ[3:2]KM[6.5]AW[aa];B[ba];W[bb](;B[ab])(;B[cb]))");
      await page.waitForFunction(() => /board=2x3&start=O\.\.\/\.\.\.&rules=kee2020;psk&moves=B2,B1,A1/.test(location.hash));
      await page.locator(".notice", { hasText: "game.sgf" }).waitFor();
      assert.match(await page.locator(".notice").innerText(), /Values are without komi/);
      await value(page, "psk");
      await drop(page, "named.sgf", "(;GM[1]SZ[2]RU[nssk];B[aa])");
      await page.waitForFunction(() => /board=2x2&rules=nssk;kee2020;psk&moves=A2/.test(location.hash));
      await drop(page, "broken.sgf", "no game");
      await page.locator(".notice.wrong", { hasText: "broken.sgf" }).waitFor();
      await drop(page, "notes.txt", "x");
      await page.locator(".notice.wrong", { hasText: "a game (.sgf), a rules file (.toml) or a certificate (.cert)" }).waitFor();
      await drop(page, "Two Passes.toml", TWO_PASSES.replaceAll("\n", "\r\n"));
      await page.locator('[data-solved="two-passes"]').waitFor();
      assert.equal(await field(page).inputValue(), TWO_PASSES);
      // It is saved under its name as it is.
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
      assert.equal(download.suggestedFilename(), "two-passes.toml");
      assert.equal(await readFile(await download.path(), "utf8"), TWO_PASSES);
    });
  },

  async "axe finds nothing serious in the editor"(given) {
    await each(given, async (base) => {
      for (const options of [{ colorScheme: "light" }, { colorScheme: "dark" }, { viewport: { width: 360, height: 740 } }]) {
        const page = await open(given.browser, base, EDITOR, { reducedMotion: "reduce", ...options });
        await sound(page);
        await solved(page, "my-kee2020");
        await page.getByText(/^All \d+ clauses$/).click();
        assert.deepEqual(await serious(page), []);
        await after(page, '"posi');
        await page.keyboard.press("Backspace");
        await page.locator(".fault").waitFor();
        assert.deepEqual(await serious(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the window");
        await page.context().close();
      }
    });
  },
};
