// Takes a picture of a game in SGF as another program shows it: BesoGo (MIT), an editor of games that runs in a browser.
// Usage: node web/test/viewer.mjs BESOGO_FOLDER FILE.sgf PICTURE.png
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browse } from "./browser/driver.mjs";

const [folder, file, picture] = process.argv.slice(2);
if (picture === undefined) {
  console.error("expected the folder of BesoGo, a file in SGF and the file of the picture");
  process.exit(2);
}
const part = (name) => readFileSync(join(folder, name), "utf8");
const game = readFileSync(file, "utf8").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const html = `<!DOCTYPE html><meta charset="utf-8"><style>${part("css/besogo.css")}${part("css/board-flat.css")}
body { margin: 8px; background: white; } .besogo-board-portrait, .besogo-container { width: 100%; }</style>
<script>${part("besogo.all.js")}</script>
<body><div class="besogo-viewer" orient="landscape" maxwidth="960" panels="control+comment+tree" coord="western">${game}</div></body>`;

const browser = await browse();
const page = await browser.newPage({ viewport: { width: 980, height: 500 } });
await page.setContent(html);
await page.evaluate(() => globalThis.besogo.autoInit());
await page.waitForSelector(".besogo-tree svg");
await page.waitForTimeout(300);
await page.screenshot({ path: picture });
await browser.close();
