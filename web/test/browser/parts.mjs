// The other parts: the claims, the results, why rulesets differ, certificates, what can be shared, and the theme.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open, value } from "./driver.mjs";

const hash = (page) => page.evaluate(() => location.hash);

export default {
  async "the claims are cards, the refuted first, each with its board, and can be played"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk&view=tour");
    const record = await page.evaluate(() => fetch("api/claims").then((response) => response.json()));
    const claims = record.documents.flatMap((document) => document.claims);
    const cards = page.locator(".card");
    await cards.first().waitFor();
    const refuted = claims.filter(({ verdict }) => verdict === "refuted");
    assert.equal(await cards.count(), refuted.length);
    assert.match(await cards.first().innerText(), /Refuted/);
    await cards.first().locator("svg.goban").waitFor();
    await page.getByRole("button", { name: /^Confirmed/ }).click();
    assert.equal(await cards.count(), claims.filter(({ verdict }) => verdict === "confirmed").length);
    await page.getByLabel("Document", { exact: true }).selectOption(record.documents[1].id);
    assert.equal(await cards.count(), record.documents[1].claims.filter(({ verdict }) => verdict === "confirmed").length);
    // The notation is behind a press, with what it means.
    assert.equal(await page.locator(".checked").count(), 0);
    await cards.first().getByRole("button", { name: "As checked" }).click();
    await cards.first().locator(".checked code").first().waitFor();
    // A claim in the address is shown, and its position is played with its line.
    const small = ({ question, line }) => /^(1x2|2x2)$/.test(question.board) && line.length > 0;
    const claim = claims.find(({ positions }) => positions.length > 0 && positions.every(small));
    assert.ok(claim, "no claim has only small positions with lines");
    const other = await open(browser, base, `#board=3x3&rules=psk&view=tour&claim=${claim.id}`);
    const card = other.locator(".card.named");
    assert.equal(await card.getAttribute("id"), claim.id);
    await card.getByRole("button", { name: "Play it" }).click();
    await other.waitForFunction(() => /^#board=(1x2|2x2)&.*moves=/.test(location.hash));
    await other.locator(".panel .goban").first().waitFor();
  },

  async "every value of the tables is a link that opens its board"({ browser, base }) {
    const page = await open(browser, base, "#view=tables");
    await page.locator("table").waitFor();
    const link = page.getByRole("link", { name: "2x2 under psk: 1" });
    await link.click();
    assert.equal(await hash(page), "#board=2x2&rules=psk");
    assert.equal(await value(page, "psk"), "1");
  },

  async "boards that only a proof reaches are rows of the tables"({ browser, base }) {
    const page = await open(browser, base, "#view=tables");
    await page.getByRole("link", { name: "4x5 under psk: 20" }).waitFor();
    await page.getByRole("link", { name: "4x5 under nssk: ≥4" }).waitFor();
    // Too large to be opened here.
    const row = page.getByRole("row", { name: /^5x5/ });
    assert.match(await row.innerText(), /25/);
    assert.equal(await row.getByRole("link").count(), 0);
  },

  async "a certificate is downloaded, checked when it is chosen, and refused when it is changed"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk");
    await value(page, "psk");
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Proof", exact: true }).click();
    const download = await waiting;
    assert.equal(download.suggestedFilename(), "2x2-psk.cert");
    const folder = await mkdtemp(join(tmpdir(), "superko-certificate-"));
    try {
      const file = join(folder, "2x2-psk.cert");
      await download.saveAs(file);
      await page.locator(".inspect", { hasText: "Saved 2x2-psk.cert: a proof of this value" }).waitFor();
      const chooser = page.getByLabel("A file to open");
      await chooser.setInputFiles(file);
      await page.locator('.notice[data-verified="true"]').waitFor();
      assert.match(await page.locator(".notice").innerText(), /Verified/);
      const bytes = await readFile(file);
      bytes[bytes.length - 3] ^= 0xff;
      await writeFile(join(folder, "changed.cert"), bytes);
      await chooser.setInputFiles(join(folder, "changed.cert"));
      await page.locator('.notice.wrong:not([data-verified="true"])', { hasText: "changed.cert" }).waitFor();
      // The same by dropping it.
      const data = await page.evaluateHandle(
        (content) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(content)], "dropped.cert"));
          return transfer;
        },
        [...(await readFile(file))],
      );
      await page.dispatchEvent("body", "drop", { dataTransfer: data });
      await page.locator('.notice[data-verified="true"]', { hasText: "dropped.cert" }).waitFor();
      // It is said of this position alone.
      await page.keyboard.press("p");
      await page.locator(".notice").waitFor({ state: "detached" });
    } finally {
      await rm(folder, { recursive: true });
    }
  },

  async "why two rulesets differ is told up to the move at which they part"({ browser, base }) {
    const page = await open(browser, base, "#board=3x3&rules=psk;nssk");
    // What the program prints for `why --board 3x3 --rules psk --against nssk`, so that the page alone is tested.
    const contrast = await readFile(new URL("why.json", import.meta.url), "utf8");
    await page.route("**/api/why", (route) => route.fulfill({ contentType: "application/json", body: contrast }));
    await value(page, "nssk");
    await page.getByRole("button", { name: "Why do they differ?" }).click();
    assert.match(await hash(page), /&differ=1\.2$/);
    const why = page.locator(".why-differ");
    await why.getByRole("heading", { name: /Why 9 under psk, but 2 under nssk\?/ }).waitFor();
    assert.match(await why.innerText(), /At move 8 White B3 is illegal under psk: it would recreate the position after move 5/);
    assert.equal(await why.locator(".film li").count(), 8);
    assert.match(await why.locator(".recreated").innerText(), /5\s*Black\s*A3/);
    await why.locator('[data-rules="psk"] [data-at="B3"] .no').waitFor();
    assert.equal(await why.locator('[data-rules="nssk"] [data-at="B3"] .t text').textContent(), "2");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => /&differ=1\.2\.6$/.test(location.hash));
    await page.getByRole("button", { name: "Open on the boards" }).click();
    assert.equal(await hash(page), "#board=3x3&rules=psk;nssk&moves=B2,B3,A2,C2,A3,pass");
  },

  async "what is shown is copied and saved: a link, a frame, SGF and pictures"({ browser, base }) {
    const page = await open(browser, base, "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk&moves=A1&tree=A1,C1", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await value(page, "ssk");
    const choose = async (name) => {
      await page.getByRole("button", { name: "Share" }).click();
      await page.getByRole("button", { name }).click();
    };
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await choose("Copy link");
    await page.locator(".notice", { hasText: "copied" }).waitFor();
    assert.equal(await copied(), page.url());
    await choose("Copy for a page");
    await page.waitForFunction(() => navigator.clipboard.readText().then((text) => /<iframe src="[^"]+&amp;embed"/.test(text)));
    const saved = async (name) => {
      const waiting = page.waitForEvent("download");
      await choose(name);
      const download = await waiting;
      return [download.suggestedFilename(), await readFile(await download.path())];
    };
    const [game, sgf] = await saved("Save as SGF");
    assert.equal(game, "2x3-psk.sgf");
    assert.match(sgf.toString(), /^\(;FF\[4\].*SZ\[3:2\].*;W\[ab\];B\[cb\]\)/);
    const [picture, svg] = await saved("Save as SVG");
    assert.equal(picture, "2x3-psk.svg");
    assert.match(svg.toString(), /<title>2x3 under psk, Black to move: /);
    // It means something alone: no colour is left to a stylesheet.
    assert.doesNotMatch(svg.toString(), /class=|var\(|light-dark/);
    const [, png] = await saved("Save as PNG");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.ok(png.length > 4000);
  },

  async "in another page the panels stand alone and tell their height"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk&embed");
    await value(page, "psk");
    assert.equal(await page.locator(".top, .ctx, .rail, .inspect, .first").count(), 0);
    // A frame is not allowed by the headers of the program: what the page tells the page around it is asked of the page itself.
    const told = await page.evaluate(async () => {
      const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
      return { height, content: document.querySelector("#app").scrollHeight };
    });
    assert.ok(Math.abs(told.height - told.content) < 2, JSON.stringify(told));
  },

  async "four rulesets fit a window of 1280 by 800, and long boards are whole"({ browser, base }) {
    for (const board of ["2x2", "3x3", "1x8"]) {
      const page = await open(browser, base, `#board=${board}&rules=psk;ssk;nssk;kee2020`, {
        viewport: { width: 1280, height: 800 },
      });
      for (const rules of ["psk", "ssk", "nssk", "kee2020"]) await value(page, rules);
      const { down, aside } = await page.evaluate(() => ({
        down: document.querySelector(".inspect").getBoundingClientRect().bottom,
        aside: Math.max(
          ...[...document.querySelectorAll(".drawn")].map(
            (drawn) => drawn.getBoundingClientRect().right - drawn.closest(".panel").getBoundingClientRect().right,
          ),
        ),
      }));
      assert.ok(down <= 800, `${board}: the strip ends at ${down}`);
      assert.ok(aside <= 1, board);
      await page.context().close();
    }
    const phone = await open(browser, base, "#board=1x20&rules=psk;nssk", { viewport: { width: 390, height: 844 } });
    await phone.locator(".as-upright .drawn").first().waitFor();
    const heights = await phone
      .locator(".drawn")
      .evaluateAll((all) =>
        all.map((each) => [each.clientHeight > each.clientWidth, each.getBoundingClientRect().right <= innerWidth]),
      );
    assert.deepEqual(heights, [
      [true, true],
      [true, true],
    ]);
  },

  async "a ruleset is a tab on a phone, with its value, and every target is large enough"({ browser, base }) {
    const page = await open(browser, base, "#board=3x3&rules=psk;nssk", { viewport: { width: 390, height: 844 }, hasTouch: true });
    await value(page, "psk");
    const tabs = page.getByRole("tab");
    assert.deepEqual(await tabs.allInnerTexts().then((all) => all.map((text) => text.replace(/\s+/g, " ").replace(" ,", ","))), [
      "psk 9",
      "nssk 2, differs",
    ]);
    await tabs.nth(1).click();
    await value(page, "nssk");
    assert.equal(await page.locator(".panel").count(), 1);
    // What differs stands above the board.
    const top = (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((each) => each.getBoundingClientRect().top);
    assert.ok((await top(".differs-box")) < (await top(".drawn")));
    const small = await page
      .locator(".ctx button, .pass, .tabs button, .layer button")
      .evaluateAll((all) => all.filter((each) => each.clientHeight < 40).map((each) => each.outerHTML.slice(0, 80)));
    assert.deepEqual(small, []);
  },

  async "a pressed button can be read while the pointer is on it"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk&moves=A1&mode=play");
    await value(page, "psk");
    const read = async (button) => {
      await button.hover();
      await page.waitForTimeout(150);
      return button.evaluate((each) => {
        const { color, backgroundColor } = getComputedStyle(each);
        const light = (text) =>
          text
            .match(/[\d.]+/g)
            .slice(0, 3)
            .reduce((sum, part) => sum + Number(part), 0);
        return Math.abs(light(color) - light(backgroundColor));
      });
    };
    assert.ok((await read(page.locator('.move[aria-current="step"]'))) > 400);
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    assert.ok((await read(page.getByRole("button", { name: /^Black B/ }))) > 400);
    assert.ok((await read(page.getByRole("button", { name: "Done" }))) > 400);
  },

  async "the theme is chosen and kept"({ browser, base }) {
    const page = await open(browser, base, "", { colorScheme: "light" });
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const theme = page.getByRole("button", { name: "Dark" });
    await theme.waitFor();
    const light = await back();
    await theme.click();
    assert.equal(await theme.getAttribute("aria-pressed"), "true");
    const dark = await back();
    assert.notEqual(dark, light);
    await page.reload();
    await theme.waitFor();
    assert.equal(await back(), dark);
    const system = await open(browser, base, "", { colorScheme: "dark" });
    assert.equal(await system.evaluate(() => getComputedStyle(document.body).backgroundColor), dark);
  },

  async "nothing moves where motion is not wanted, and a phone needs no scrolling aside"({ browser, base }) {
    const page = await open(browser, base, "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk", {
      viewport: { width: 360, height: 740 },
      reducedMotion: "reduce",
    });
    await value(page, "psk");
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    for (const view of ["", "&view=tables", "&view=tour", "&mode=setup", "&why=1.1"]) {
      await page.goto(`${base}#board=3x3&rules=psk;ssk${view}`);
      await page.waitForTimeout(300);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, view);
    }
  },
};
