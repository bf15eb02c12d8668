// Draws the boards of the README from the published tables: the value of every first move as a tile on its point, with
// the board of one ruleset beside that of another. The look is that of the page, with its colours written in, so that
// a picture needs nothing beside it. Usage: node docs/images/boards.mjs [FOLDER]

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const out = resolve(process.argv[2] ?? join(root, "docs/images"));

const PICTURES = [{ file: "3x3-psk-nssk.svg", board: "3x3", rules: ["psk", "nssk"] }];

const CELL = 48;
const RIM = { left: 42, top: 31, right: 31, bottom: 42 };
const HEAD = 46;
const MARGIN = 18;
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** The colours of the page (web/src/css/tokens.css), light and dark: of the board, and ground, edge and ink of a tile. */
const THEMES = {
  light: {
    paper: "#faf7f1",
    hairline: "#e4dccd",
    ink: "#211d17",
    quiet: "#5f574a",
    wood: ["#ecd8b1", "#e5cd9f"],
    rim: "#cdb283",
    grid: "#6b5330",
    coord: "#5f4a2a",
    frame: "#0b5f4a",
    key: "#0b5f4a",
    tiles: {
      b1: ["#dce9f7", "#8fb3d8", "#10305a"],
      b2: ["#a9cdf0", "#5e97cf", "#0b2747"],
      b3: ["#1f5c9e", "#17477c", "#ffffff"],
      w1: ["#fde6d6", "#d39a70", "#5a2708"],
      w2: ["#f7bd93", "#cb7f44", "#4a1d03"],
      w3: ["#b0460f", "#8a3408", "#ffffff"],
      even: ["#f6f3ec", "#b3a78f", "#2b261e"],
    },
  },
  dark: {
    paper: "#171410",
    hairline: "#37312a",
    ink: "#efe9de",
    quiet: "#b5ab99",
    wood: ["#9c8154", "#93784b"],
    rim: "#5c4a2c",
    grid: "#2b2111",
    coord: "#0a0602",
    frame: "#d2fbe8",
    key: "#6fdcae",
    tiles: {
      b1: ["#27435f", "#5783ad", "#e0eefc"],
      b2: ["#2f6bad", "#7db0e3", "#ffffff"],
      b3: ["#a9d0f7", "#d5e8fb", "#0a2138"],
      w1: ["#5b3218", "#a8693f", "#ffe8d7"],
      w2: ["#a8531d", "#e6a577", "#ffffff"],
      w3: ["#ffc293", "#ffe3cd", "#351602"],
      even: ["#464036", "#7e7462", "#f4efe5"],
    },
  },
};

const colours = ({ paper, hairline, ink, quiet, wood, rim, grid, coord, frame, key, tiles }) => `
  text{fill:${ink}} .paper{fill:${paper};stroke:${hairline}} .wood{stroke:${rim}} .w-1{stop-color:${wood[0]}} .w-2{stop-color:${wood[1]}}
  .grid{stroke:${grid}} .coord text{fill:${coord}} .frame{stroke:${frame}} .key{stroke:${key}} .quiet{fill:${quiet}}
${Object.entries(tiles)
  .map(([name, [ground, edge, ink]]) => `  .${name} rect{fill:${ground};stroke:${edge}} .${name} text{fill:${ink}}`)
  .join("\n")}`;

const STYLE = `
  text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif} .wood{fill:url(#wood)} .frame{fill:none;stroke-width:2.2}
  .grid{fill:none;stroke-width:1.5;stroke-linecap:square} .name{font-weight:650;font-size:12.5px} .quiet{font-size:10px}
  .coord text{font-weight:500;font-size:10px} .tile text,.coord text{text-anchor:middle;dominant-baseline:central} .tile text{font-weight:650}
${colours(THEMES.light)}
@media (prefers-color-scheme: dark) {${colours(THEMES.dark)}
}
`;

const number = (value) => value.replace("-", "−");

/** A score such as `-3/2` as a number. */
function score(value) {
  const [above, below = "1"] = value.split("/");
  const found = Number(above) / Number(below);
  if (Number.isNaN(found)) throw new Error(`${value} is no score`);
  return found;
}

function depth(value, points) {
  const lead = score(value);
  if (lead === 0) return "even";
  const third = Math.min(3, Math.ceil((3 * Math.abs(lead)) / points));
  return `${lead > 0 ? "b" : "w"}${third}`;
}

function tile(value, points, { x, y, width, height, size }) {
  return (
    `<g class="tile ${depth(value, points)}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5"/>` +
    `<text x="${x + width / 2}" y="${y + height / 2 + 0.5}" font-size="${size}">${number(value)}</text></g>`
  );
}

/** Who wins under best play, in words. */
function outcome(value) {
  const lead = score(value);
  if (lead === 0) return "a draw";
  return `${lead > 0 ? "Black" : "White"} wins by ${value.replace("-", "")}`;
}

function panel({ board, title, name, value, best_moves: best, move_values: moves }) {
  const [rows, columns] = board.split("x").map(Number);
  const points = rows * columns;
  const width = RIM.left + (columns - 1) * CELL + RIM.right;
  const height = RIM.top + (rows - 1) * CELL + RIM.bottom;
  const x = (column) => RIM.left + column * CELL;
  const y = (row) => RIM.top + row * CELL;
  const lines = [
    ...Array.from({ length: rows }, (_, row) => `M${x(0)} ${y(row)}H${x(columns - 1)}`),
    ...Array.from({ length: columns }, (_, column) => `M${x(column)} ${y(0)}V${y(rows - 1)}`),
  ];
  const parts = [
    tile(value, points, { x: 0.5, y: 0, width: 34, height: 34, size: 19 }),
    `<text class="name" x="44" y="13.5">${title}</text>`,
    `<text class="quiet" x="44" y="29.5">${name} · ${outcome(value)}</text>`,
    `<g transform="translate(0 ${HEAD})">`,
    `<rect class="wood" x=".5" y=".5" width="${width}" height="${height}" rx="7"/><path class="grid" d="${lines.join("")}"/>`,
    `<g class="coord">`,
    ...Array.from({ length: columns }, (_, column) => `<text x="${x(column)}" y="${height - 10}">${COLUMNS[column]}</text>`),
    ...Array.from({ length: rows }, (_, row) => `<text x="10" y="${y(row)}">${rows - row}</text>`),
    `</g>`,
  ];
  for (const { move, value: after } of moves) {
    if (move === "pass") {
      parts.push(
        `<text class="name" x="${width + 12}" y="${RIM.top - 8}">Pass</text>`,
        tile(after, points, { x: width + 12, y: RIM.top, width: 34, height: 26, size: 14 }),
      );
      continue;
    }
    const column = x(COLUMNS.indexOf(move[0]));
    const row = y(rows - Number(move.slice(1)));
    parts.push(tile(after, points, { x: column - 17, y: row - 14, width: 34, height: 28, size: 17 }));
    if (best.includes(move)) {
      parts.push(`<rect class="frame" x="${column - 20.6}" y="${row - 17.6}" width="41.2" height="35.2" rx="8.5"/>`);
    }
  }
  parts.push(
    `<rect class="frame key" x="${width + 13.1}" y="${height - 39}" width="16" height="13" rx="4"/>`,
    `<text class="quiet" x="${width + 34}" y="${height - 29}">best</text>`,
    "</g>",
  );
  const told = `${title}: worth ${number(value)}, best ${best.join(", ")}`;
  return { parts, told, width: Math.max(width + 68, 218), height: HEAD + height + 1 };
}

function picture({ board, rules }) {
  const panels = rules.map((name) => {
    const table = JSON.parse(readFileSync(join(root, "solutions", board, `${name}.json`), "utf8"));
    return panel({ ...table, name });
  });
  let left = MARGIN;
  const drawn = panels.map(({ parts, width }) => {
    const at = `<g transform="translate(${left} ${MARGIN})">\n${parts.join("\n")}\n</g>`;
    left += width + 22;
    return at;
  });
  const width = left - 22 + MARGIN;
  const height = 2 * MARGIN + Math.max(...panels.map((panel) => panel.height));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${1.5 * width}" height="${1.5 * height}" role="img">
<title>${board.replace("x", "×")}, Black to move, with the value of every first move. ${panels.map(({ told }) => told).join(". ")}.</title>
<style>${STYLE}</style>
<defs><linearGradient id="wood" x1="0" y1="0" x2="0" y2="1"><stop class="w-1" offset="0"/><stop class="w-2" offset="1"/></linearGradient></defs>
<rect class="paper" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10"/>
${drawn.join("\n")}
</svg>
`;
}

mkdirSync(out, { recursive: true });
for (const { file, ...what } of PICTURES) writeFileSync(join(out, file), picture(what));
