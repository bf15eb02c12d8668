// Takes a picture of a session with `solve gtp`: every command with its reply, as a terminal shows them.
// Usage: node web/test/session.mjs SOLVE PICTURE.png COMMAND ...
import { execFileSync } from "node:child_process";
import { browse } from "./browser/driver.mjs";

const [solve, picture, ...commands] = process.argv.slice(2);
if (commands.length === 0) {
  console.error("expected the program, the file of the picture, and commands");
  process.exit(2);
}
const replies = execFileSync(solve, ["gtp", "--rules", "psk"], { input: `${commands.join("\n")}\nquit\n`, encoding: "utf8" })
  .split("\n\n")
  .map((reply) => reply.replace(/^\n+/, ""));
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const lines = commands.map((command, place) => `<b>${escape(command)}</b>\n${escape(replies[place])}\n`);
const html = `<!DOCTYPE html><meta charset="utf-8"><style>
body { margin: 0; background: #16181d; color: #d7dae0; }
pre { margin: 0; padding: 16px 20px; font: 15px/1.35 "DejaVu Sans Mono", monospace; display: inline-block; }
b { color: #9ecbff; }</style>
<pre>$ solve gtp --rules psk\n\n${lines.join("\n")}</pre>`;

const browser = await browse();
const page = await browser.newPage({ viewport: { width: 900, height: 400 } });
await page.setContent(html);
await page.locator("pre").screenshot({ path: picture });
await browser.close();
