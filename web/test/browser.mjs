// Tests of the page in a real browser, with real values: node test/browser.mjs PROGRAM [--images DIR] [--site DIR].
// PROGRAM is a `solve` that serves the page, or the address of a page that is served already. --site names a folder that
// scripts/site.sh has made: then the tests of the site are run, and no others.

import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { browse, serve } from "./browser/driver.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { images: { type: "string" }, site: { type: "string" } },
});
const [target] = positionals;
const { images, site } = values;
if (positionals.length > 1 || (target === undefined) === (site === undefined)) {
  console.error("usage: node test/browser.mjs PROGRAM|ADDRESS [--images DIR], or node test/browser.mjs --site DIR");
  process.exit(2);
}
const only = process.env.ONLY;
const groups = site ? ["site", "editor"] : ["boards", "moves", "keyboard", "address", "parts", "editor", "book", "accessible"];
const server = site ? { base: "", program: null, site, stop() {} } : await serve(target);
const browser = await browse();
let failed = 0;
let passed = 0;
try {
  for (const group of groups) {
    const { default: tests } = await import(`./browser/${group}.mjs`);
    for (const [name, test] of Object.entries(tests)) {
      if (only && !`${group}: ${name}`.includes(only)) continue;
      const before = browser.contexts().length;
      try {
        await test({ browser, ...server });
        const pages = browser
          .contexts()
          .slice(before)
          .flatMap((context) => context.pages());
        for (const page of pages) assert.deepEqual(page.problems ?? [], []);
        passed += 1;
        console.log(`ok      ${name}`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED  ${name}\n${error.stack}\n`);
      }
      for (const context of browser.contexts()) await context.close();
    }
  }
  if (images) {
    const { default: shoot } = await import("./browser/images.mjs");
    await shoot({ browser, base: server.base, images });
  }
} finally {
  await browser.close();
  server.stop();
}
console.log(`${passed} tests in the browser passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
