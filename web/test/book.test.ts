import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const MAP = "# Map\n\n| page | about |\n|---|---|\n| [Start](../README.md) | s |\n| [One](one.md) | o |\n";
const ONE = "# One\n\n## Again\n\n[below](deep/two.md)\n\n## Again\n\n```console\n$ solve <x>\n? 2\n<y>\n```\n";

/** Makes the book of a repository with these files besides a map of two pages; what it prints and its pages. */
function book(files: Record<string, string>, ...options: string[]) {
  const root = mkdtempSync(join(tmpdir(), "superko-book-"));
  const all = {
    "Cargo.toml": 'repository = "https://host/name"\n',
    "README.md": "# Front\n",
    "docs/README.md": MAP,
    "docs/one.md": ONE,
    "docs/deep/two.md": "# Two\n\n[up](../one.md)\n",
    "src/lib.rs": "",
    "docs/images/board.svg": "<svg/>",
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const out = join(root, "out");
  const { status, stderr } = spawnSync(process.execPath, ["book.mjs", out, "--root", root, ...options], { encoding: "utf8" });
  const page = (path: string) => readFileSync(join(out, path), "utf8");
  const kept = existsSync(out);
  const read = kept
    ? Object.fromEntries(["index.html", "one.html", "deep/two.html", "map.html", "headings.js"].map((path) => [path, page(path)]))
    : {};
  const copied = existsSync(join(out, "images/board.svg"));
  rmSync(root, { recursive: true });
  return { status, stderr, kept, copied, page: (path: string) => read[path] ?? "" };
}

test("links lead to pages, to pictures, and to the repository", () => {
  const links = "# Front\n\n[a](docs/one.md#again-1) [b](src/lib.rs) [c](src) [d](https://x.org/) ![e](docs/images/board.svg)\n";
  const made = book({ "README.md": links });
  assert.equal(made.status, 0, made.stderr);
  const front = made.page("index.html");
  assert.match(front, /href="one\.html#again-1"/);
  assert.match(front, /href="https:\/\/host\/name\/blob\/main\/src\/lib\.rs"/);
  assert.match(front, /href="https:\/\/host\/name\/tree\/main\/src"/);
  assert.match(front, /href="https:\/\/x\.org\/"/);
  assert.match(front, /src="images\/board\.svg"/);
  assert.ok(made.copied);
  assert.match(made.page("map.html"), /href="index\.html"/);
});

test("headings have anchors, and commands are told from what they print", () => {
  const page = book({}).page("one.html");
  assert.match(page, /<h2 id="again">/);
  assert.match(page, /<h2 id="again-1">/);
  assert.match(page, /<b>\$ solve &#60;x&#62;<\/b>\n<i>exit status 2<\/i>\n&#60;y&#62;/);
});

test("pages follow one another, those that the map does not name after the page that links to them", () => {
  const made = book({});
  assert.match(made.page("index.html"), /rel="next" href="one\.html"/);
  assert.match(made.page("one.html"), /rel="prev" href="index\.html".*rel="next" href="deep\/two\.html"/);
  assert.match(made.page("deep/two.html"), /href="\.\.\/book\.css"/);
  assert.match(made.page("deep/two.html"), /rel="prev" href="\.\.\/one\.html"/);
  assert.deepEqual(JSON.parse(made.page("headings.js").slice("window.headings = ".length, -2)), [
    ["Start", "index.html", "Start"],
    ["One", "one.html", "One"],
    ["Again", "one.html#again", "One"],
    ["Again", "one.html#again-1", "One"],
  ]);
});

test("as a part of the site it links to the other parts", () => {
  assert.match(book({}, "--site").page("deep/two.html"), /href="\.\.\/\.\.\/index\.html">Boards<\/a>/);
});

test("a link that leads nowhere is an error, and nothing is written", () => {
  for (const [link, fault] of [
    ["gone.md", "there is no such file"],
    ["docs/one.md#gone", "there is no such heading"],
    ["#gone", "there is no such heading"],
    ["../outside.md", "there is no such file"],
  ]) {
    const made = book({ "README.md": `# Front\n\n[x](${link})\n` });
    assert.equal(made.status, 1, link);
    assert.ok(made.stderr.includes(`README.md: ${link}: ${fault}`), made.stderr);
    assert.ok(!made.kept, link);
  }
});
