// The pictures of the page in the documentation.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { open, value } from "./driver.mjs";

const PICTURES = {
  "page-2x3": { hash: "#board=2x3&start=OOO/.X.&to=white&rules=psk;ssk", size: [1280, 640], rules: ["psk", "ssk"] },
  "page-3x3": {
    hash: "#board=3x3&rules=psk;nssk",
    size: [1280, 760],
    rules: ["psk", "nssk"],
    colorScheme: "dark",
  },
  "page-why": {
    hash: "#board=2x3&start=OOO/.X.&to=white&rules=ssk&moves=A1&why=1.1",
    size: [1000, 900],
    rules: ["ssk"],
    part: ".main",
    // A move at which something is illegal.
    ready: async (page) => {
      const why = page.locator(".best-line");
      while ((await why.locator(".told ul li").count()) === 0) await why.getByRole("button", { name: "Next" }).click();
    },
  },
  "page-barred": {
    hash: "#board=2x2&rules=psk&moves=B2,A1,B1,A2,B1,pass,B2",
    size: [1100, 720],
    rules: ["psk"],
    part: ".main",
    ready: (page) => page.locator('[data-rules="psk"] .layer .is-barred').first().focus(),
  },
  "page-graph": { hash: "#board=torus:2x3&rules=psk;simple-ko", size: [1280, 760], rules: ["psk", "simple-ko"], part: ".panels" },
  "page-phone": { hash: "#board=2x2&rules=psk;kee2009&moves=B2", size: [390, 844], rules: ["psk"] },
  "page-claims": { hash: "#board=1x2&rules=kee2009&view=tour", size: [1280, 800], rules: [] },
};

export default async function shoot({ browser, base, images }) {
  await mkdir(images, { recursive: true });
  for (const [name, { hash, size, rules, part, ready, colorScheme = "light" }] of Object.entries(PICTURES)) {
    const [width, height] = size;
    const page = await open(browser, base, hash, { viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
    for (const each of rules) await value(page, each);
    if (hash.includes("tour")) await page.locator(".card .claim-board svg").first().waitFor();
    // The introduction is of the first visit, and how much was searched differs from run to run.
    await page.evaluate(() => document.querySelectorAll(".first, .nodes").forEach((each) => each.remove()));
    await ready?.(page);
    await page.waitForTimeout(100);
    await (part ? page.locator(part) : page).screenshot({ path: join(images, `${name}.png`) });
    await page.context().close();
    console.log(`wrote   ${name}.png`);
  }
}
