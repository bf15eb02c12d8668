// Makes a book in HTML of the documentation: node web/book.mjs OUT [--root DIR] [--site].
//
// The map is docs/README.md: every table of it with a column "page" is a part of the book, under the heading above it.
// All Markdown that can be reached from there by relative links is a page; other files of the repository are linked to
// at its address in Cargo.toml. A link that leads nowhere, or to a heading that is not there, is an error, and nothing is
// written. Pages need no script to be read; they work from any server and from files. --site says that the book lies in
// the folder docs/ of the whole site (scripts/site.sh), and links to its other parts. --root names the repository, where
// this file is a copy outside of it.

import { build } from "esbuild";
import MarkdownIt from "markdown-it";
import { copyFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const MAP = "docs/README.md";
const FRONT = "README.md";

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { root: { type: "string", default: join(here, "..") }, site: { type: "boolean", default: false } },
});
if (positionals.length !== 1) {
  console.error("usage: node web/book.mjs OUT [--root DIR] [--site]");
  process.exit(2);
}
const root = resolve(options.root);
const out = resolve(positionals[0]);
const escape = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

// --- what a page is ------------------------------------------------------------------------------------------------

/** Where a page or a picture of the repository lies in the book. */
function place(path) {
  if (path === FRONT) return "index.html";
  if (path === MAP) return "map.html";
  const inside = path.startsWith("docs/") ? path.slice("docs/".length) : path;
  return inside.replace(/(^|\/)README\.md$/, "$1index.html").replace(/\.md$/, ".html");
}

/** The anchor of a heading, as GitHub makes it. */
function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
}

const wordsOf = ({ type, content }) => (/^(text|code_inline)$/.test(type) ? content : type === "softbreak" ? " " : "");
const textOf = (inline) => inline.children.map(wordsOf).join("");

const markdown = new MarkdownIt({ html: true });

/** A line of a session: commands are told from what they print, and `? 2` is how a tested example notes an exit status. */
function sessionLine(line) {
  if (line.startsWith("$ ")) return `<b>${escape(line)}</b>`;
  return /^\? \d+$/.test(line) ? `<i>exit status ${line.slice(2)}</i>` : escape(line);
}

markdown.renderer.rules.fence = (tokens, index) => {
  const { content, info } = tokens[index];
  const lines = content.trimEnd().split("\n");
  return `<pre tabindex="0"><code>${lines.map(info === "console" ? sessionLine : escape).join("\n")}</code></pre>\n`;
};
markdown.renderer.rules.heading_close = (tokens, index) => {
  const id = tokens[index - 2].attrGet("id");
  return ` <a class="anchor" href="#${id}" aria-label="Link to this heading">#</a></${tokens[index].tag}>\n`;
};
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => "</table></div>\n";

async function read(path) {
  const tokens = markdown.parse(await readFile(join(root, path), "utf8"), {});
  const headings = [];
  const anchors = new Set();
  const links = [];
  const walk = (list) => {
    for (const token of list) {
      if (token.type === "link_open") links.push({ token, name: "href" });
      if (token.type === "image") links.push({ token, name: "src" });
      if (/^html_/.test(token.type)) {
        for (const [, id] of token.content.matchAll(/\b(?:id|name)="([^"]+)"/g)) anchors.add(id);
      }
      if (token.children) walk(token.children);
    }
  };
  walk(tokens);
  tokens.forEach((token, index) => {
    if (token.type !== "heading_open") return;
    const text = textOf(tokens[index + 1]);
    const first = slug(text);
    let id = first;
    for (let count = 1; anchors.has(id); count += 1) id = `${first}-${count}`;
    anchors.add(id);
    token.attrSet("id", id);
    headings.push({ level: Number(token.tag.slice(1)), text, id });
  });
  return { path, tokens, headings, anchors, links, below: [], title: headings[0]?.text ?? path };
}

// --- all pages -----------------------------------------------------------------------------------------------------

const faults = [];
const pages = new Map();
const pictures = new Set();

/** What a link of a page leads to: a path of the repository and an anchor, or null where it leaves it. */
function aim(path, link) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return null;
  const [file, anchor = ""] = link.split("#");
  const to = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), decodeURI(file)));
  return { to: to.replace(/\/$/, ""), anchor: decodeURIComponent(anchor) };
}

/** Reads a page and then, in the order of its links, those that it links to. */
async function gather(path) {
  const page = await read(path);
  pages.set(path, page);
  for (const { token, name } of page.links) {
    const found = aim(path, token.attrGet(name));
    if (!found) continue;
    const kind = found.to.startsWith("../") ? null : await stat(join(root, found.to)).catch(() => null);
    if (!kind) faults.push(`${path}: ${token.attrGet(name)}: there is no such file`);
    else if (kind.isFile() && found.to.endsWith(".md")) page.below.push(found.to);
    else if (name === "src") pictures.add(found.to);
  }
}

/** The parts of the book, from the tables of the map. */
function partsOf(map) {
  const parts = [];
  let heading = "";
  let cell = -1;
  let counted = false;
  map.tokens.forEach((token, index) => {
    if (token.type === "heading_open") heading = textOf(map.tokens[index + 1]);
    if (token.type === "tr_open") cell = -1;
    if (token.type === "th_open" || token.type === "td_open") cell += 1;
    if (token.type !== "inline" || cell !== 0) return;
    if (map.tokens[index - 1].type === "th_open") counted = token.content === "page";
    if (!counted || map.tokens[index - 1].type !== "td_open") return;
    if (parts.at(-1)?.heading !== heading) parts.push({ heading, entries: [] });
    const link = token.children.find(({ type }) => type === "link_open");
    parts.at(-1).entries.push({ path: aim(MAP, link.attrGet("href")).to, label: textOf(token) });
  });
  return parts;
}

await gather(MAP);
const parts = partsOf(pages.get(MAP));
const entries = parts.flatMap((part) => part.entries);
for (const { path } of entries) await gather(path);
const named = new Set(entries.map(({ path }) => path));
/** Pages that the map does not name follow the README.md of their folder, if it does name that, or whatever links to them. */
async function follow(path, parent, elsewhere) {
  if (!order.includes(path)) order.push(path);
  pages.get(path).parent = parent;
  for (const child of pages.get(path).below) {
    const home = posix.join(posix.dirname(child), "README.md");
    if (pages.has(child) || (named.has(home) && home !== path && !elsewhere)) continue;
    await gather(child);
    await follow(child, parent ?? path, elsewhere);
  }
}
const order = [];
for (const { path } of entries) await follow(path, null, false);
for (const path of [...order]) await follow(path, pages.get(path).parent, true);
pages.get(MAP).parent = null;

for (const page of pages.values()) {
  for (const { token, name } of page.links) {
    const found = aim(page.path, token.attrGet(name));
    const other = found && pages.get(found.to);
    if (other && found.anchor && !other.anchors.has(found.anchor)) {
      faults.push(`${page.path}: ${token.attrGet(name)}: there is no such heading`);
    }
  }
}
if (faults.length > 0) {
  console.error(`links that lead nowhere:\n${faults.join("\n")}`);
  process.exit(1);
}

// --- how they look -------------------------------------------------------------------------------------------------

const manifest = await readFile(join(root, "Cargo.toml"), "utf8");
const repository = /^repository = "(.*)"$/m.exec(manifest)[1];

/** The link from one page to another file of the repository. */
async function link(from, { to, anchor }) {
  const hash = anchor ? `#${anchor}` : "";
  if (pages.has(to) || pictures.has(to)) return (posix.relative(posix.dirname(place(from)), place(to)) || ".") + hash;
  const folder = (await stat(join(root, to))).isDirectory();
  return `${repository}/${folder ? "tree" : "blob"}/main/${to}${hash}`;
}

const toPage = (from, to) => posix.relative(posix.dirname(place(from)), place(to));

function sideMap(page) {
  const current = page.parent ?? page.path;
  const sections = (of) =>
    of.headings
      .filter(({ level }) => level === 2)
      .map(({ text, id }) => `<li><a href="#${id}">${escape(text)}</a></li>`)
      .join("");
  const siblings = order.filter((path) => pages.get(path).parent === current);
  const children = siblings
    .map((path) => {
      const here = path === page.path;
      return `<li><a href="${toPage(page.path, path)}"${here ? ' aria-current="page"' : ""}>${escape(pages.get(path).title)}</a></li>`;
    })
    .join("");
  const item = ({ path, label }) => {
    const here = path === page.path;
    const inner = path === current ? `${here ? sections(page) : ""}${children}` : "";
    return (
      `<li><a href="${toPage(page.path, path)}"${here ? ' aria-current="page"' : path === current ? ' class="within"' : ""}>${escape(label)}</a>` +
      `${inner ? `<ul>${inner}</ul>` : ""}</li>`
    );
  };
  return parts.map(({ heading, entries }) => `<h2>${escape(heading)}</h2>\n<ul>${entries.map(item).join("\n")}</ul>`).join("\n");
}

function document(page, body) {
  const up = posix.relative(posix.dirname(place(page.path)), ".");
  const base = up === "" ? "" : `${up}/`;
  const at = order.indexOf(page.path);
  const label = (path) => entries.find((entry) => entry.path === path)?.label ?? pages.get(path).title;
  const turn = (path, kind, word) =>
    path
      ? `<a class="${kind}" rel="${kind}" href="${toPage(page.path, path)}"><span>${word}</span> ${escape(label(path))}</a>`
      : "<span></span>";
  const site = options.site
    ? `<a href="${base}../index.html">Boards</a><a href="${base}../api/superko/index.html">Library</a>`
    : `<a href="${repository}">Repository</a>`;
  const title = page.path === FRONT ? "superko" : `${page.title.replaceAll("`", "")} – superko`;
  return `<!DOCTYPE html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<link rel="stylesheet" href="${base}book.css">
<script src="${base}headings.js" defer></script>
<script src="${base}book.js" defer></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="home" href="${base}index.html">superko</a><a href="${base}map.html">Documentation</a>${site}
<div id="search"></div><a class="contents" href="#map">Contents</a>
</header>
<div class="page">
<main id="text">
${body}<nav class="turn" aria-label="Pages before and after">${turn(order[at - 1], "prev", "Before:")}${turn(at < 0 ? order[0] : order[at + 1], "next", "Next:")}</nav>
<p class="source">Made from <a href="${repository}/blob/main/${page.path}">${page.path}</a>.</p>
</main>
<nav id="map" aria-label="Contents">
${sideMap(page)}
</nav>
</div>
</body>
</html>
`;
}

await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { book: "book/book.css" },
  outdir: out,
  bundle: true,
  minify: true,
  logLevel: "warning",
});
await copyFile(join(here, "book/book.js"), join(out, "book.js"));

for (const page of pages.values()) {
  for (const { token, name } of page.links) {
    const found = aim(page.path, token.attrGet(name));
    if (found) token.attrSet(name, await link(page.path, found));
    if (name === "src") token.attrSet("loading", "lazy");
  }
  const to = join(out, place(page.path));
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, document(page, markdown.renderer.render(page.tokens, markdown.options, {})));
}
for (const path of pictures) {
  const to = join(out, place(path));
  await mkdir(dirname(to), { recursive: true });
  await copyFile(join(root, path), to);
}

/** What the search looks in: every heading with its page, of pages that the map names. */
const headings = entries.flatMap(({ path, label }) =>
  pages
    .get(path)
    .headings.map(({ level, text, id }) => [level === 1 ? label : text, `${place(path)}${level === 1 ? "" : `#${id}`}`, label]),
);
await writeFile(join(out, "headings.js"), `window.headings = ${JSON.stringify(headings)};\n`);
console.log(`${pages.size} pages and ${pictures.size} pictures in ${out}`);
