// The other parts: the claims as a tour, the tables, certificates, and the theme.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open, value } from "./driver.mjs";

const hash = (page) => page.evaluate(() => location.hash);

export default {
  async "the tour tells a claim, its verdict and its position, and goes on"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk&view=tour");
    const tour = page.locator(".tour");
    await page.waitForFunction(() => /claim=/.test(location.hash));
    const first = await hash(page);
    await tour.getByRole("button", { name: "Next" }).click();
    await page.waitForFunction((old) => location.hash !== old, first);
    assert.match(await tour.innerText(), /Confirmed|Refuted|Open|Not decidable/);
    assert.match(await tour.innerText(), /2 of \d+/);
    await tour.getByRole("button", { name: "Previous" }).click();
    await page.waitForFunction((old) => location.hash === old, first);
    // A claim with a position opens it.
    const record = await page.evaluate(() => fetch("api/claims").then((response) => response.json()));
    const claims = record.documents.flatMap((document) => document.claims);
    const small = (claim) => claim.positions.some(({ question, line }) => /^(1x2|2x2)$/.test(question.board) && line.length > 0);
    const claim = claims.find(small);
    assert.ok(claim, "no claim has a small position with a line");
    const at = claim.positions.findIndex(({ question, line }) => /^(1x2|2x2)$/.test(question.board) && line.length > 0);
    const other = await open(browser, base, `#board=2x2&rules=psk&view=tour&claim=${claim.id}`);
    await other.locator(".positions li").nth(at).getByRole("button", { name: "Show it with its line" }).click();
    const { question } = claim.positions[at];
    await other.waitForFunction((board) => location.hash.startsWith(`#board=${board}&`), question.board);
    assert.match(await hash(other), /&tree=/);
    await value(other, await other.locator(".ruleset").first().getAttribute("data-rules"));
  },

  async "every value of the tables is a link that opens its board"({ browser, base }) {
    const page = await open(browser, base, "#view=tables");
    await page.locator("table").waitFor();
    const link = page.getByRole("link", { name: "2x2 under psk: 1" });
    await link.click();
    assert.equal(await hash(page), "#board=2x2&rules=psk");
    assert.equal(await value(page, "psk"), "1");
  },

  async "a certificate is downloaded, checked when it is chosen, and refused when it is changed"({ browser, base }) {
    const page = await open(browser, base, "#board=2x2&rules=psk");
    await value(page, "psk");
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Certificate", exact: true }).click();
    const download = await waiting;
    assert.equal(download.suggestedFilename(), "2x2-psk.cert");
    const folder = await mkdtemp(join(tmpdir(), "superko-certificate-"));
    try {
      const file = join(folder, "2x2-psk.cert");
      await download.saveAs(file);
      const chooser = page.getByLabel("A certificate to check");
      await chooser.setInputFiles(file);
      await page.locator('.verdict[data-verified="true"]').waitFor();
      assert.match(await page.locator(".verdict").innerText(), /Verified/);
      const bytes = await readFile(file);
      bytes[bytes.length - 3] ^= 0xff;
      await writeFile(join(folder, "changed.cert"), bytes);
      await chooser.setInputFiles(join(folder, "changed.cert"));
      await page.locator('.verdict:not([data-verified="true"])', { hasText: /changed|not|expected/ }).waitFor();
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
      await page.locator('.verdict[data-verified="true"]', { hasText: "dropped.cert" }).waitFor();
    } finally {
      await rm(folder, { recursive: true });
    }
  },

  async "the theme is chosen and kept"({ browser, base }) {
    const page = await open(browser, base, "", { colorScheme: "light" });
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByLabel("Theme").waitFor();
    assert.equal(await back(), "rgb(255, 255, 255)");
    await page.getByLabel("Theme").selectOption("dark");
    assert.notEqual(await back(), "rgb(255, 255, 255)");
    await page.reload();
    await page.getByLabel("Theme").waitFor();
    assert.notEqual(await back(), "rgb(255, 255, 255)");
    const dark = await open(browser, base, "", { colorScheme: "dark" });
    assert.notEqual(await dark.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  },

  async "nothing moves where motion is not wanted, and a phone needs no scrolling aside"({ browser, base }) {
    const page = await open(browser, base, "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk", {
      viewport: { width: 360, height: 740 },
      reducedMotion: "reduce",
    });
    await value(page, "ssk");
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    for (const view of ["", "&view=tables", "&view=tour", "&mode=setup"]) {
      await page.goto(`${base}#board=3x3&rules=psk;ssk${view}`);
      await page.waitForTimeout(300);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, view);
    }
  },
};
