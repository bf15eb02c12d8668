// A panel as a picture that means something alone: value, ruleset, mover, board, pass and key, with its colours written in.

import { h, render } from "preact";
import type { Column } from "./column";
import { isFramed, pointsOf } from "./points";
import { nameOf } from "./position";
import { inWords, printed, shade } from "./score";
import { frameOf, Goban, ShadingDefs, UNIT } from "./view/goban";

const CELL = 64;
/** The properties that are the look of an element, by its kind, and those that are said only where they are no default. */
const SHAPE = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity"];
const LOOK: Record<string, readonly string[]> = {
  stop: ["stop-color"],
  text: ["fill", "font-weight", "text-anchor", "dominant-baseline"],
  rect: SHAPE,
  circle: SHAPE,
  path: SHAPE,
};
const DEFAULTS: Record<string, string> = {
  stroke: "none",
  "stroke-linecap": "butt",
  "stroke-dasharray": "none",
  opacity: "1",
  "text-anchor": "start",
  "dominant-baseline": "auto",
};

/** The panel of a ruleset as SVG. */
export function pictureOf(column: Column, rules: string): string | null {
  const { board, layout, look } = column;
  if (!board || !layout || !look) return null;
  const { board: points, others } = pointsOf(column);
  const pass = others.find(({ move }) => move === "pass");
  const frame = frameOf(board, layout, CELL, true);
  const scale = CELL / UNIT;
  const value = column.value ?? column.published?.value ?? null;
  const tile = (x: number, y: number, wide: number, high: number, size: number, kind: string, text: string) =>
    h("g", { class: `t ${kind}` }, [
      h("rect", { x, y, width: wide, height: high, rx: 5 }),
      h("text", { x: x + wide / 2, y: y + high / 2 + 0.5, "font-size": size }, text),
    ]);
  const words = (x: number, y: number, size: number, kind: string, text: string) =>
    h("text", { x, y, "font-size": size, class: `cap ${kind}` }, text);
  const mover = look.player ? `${nameOf(look.player)} to move` : "Game over";
  const top = 60;
  const below = top + frame.height * scale + 12;
  const said = value === null ? mover : `${mover}: ${inWords(value)}`;
  // Letters of this size are about 7.6 wide, whatever the typeface.
  const width = Math.max(frame.width * scale, (value === null ? 0 : 54) + 7.6 * said.length);
  const height = below + (look.ended ? 0 : 40);
  const title = `${board.board} under ${rules}, ${mover}${value === null ? "" : `: ${inWords(value)}`}`;
  const host = document.createElement("div");
  host.className = "picture-host";
  const picture = h(
    "svg",
    { class: "goban", xmlns: "http://www.w3.org/2000/svg", width: width + 24, height, viewBox: `-12 -6 ${width + 24} ${height}` },
    [
      h("title", {}, title),
      h(ShadingDefs, {}),
      h("rect", { class: "sheet", x: -12, y: -6, width: width + 24, height }),
      value === null
        ? null
        : tile(0, 4, 44, 44, printed(value).length > 2 ? 16 : 24, shade(value, board.points.length), printed(value)),
      words(value === null ? 0 : 54, 22, 16, "", `${board.board.replace("x", "×")} under ${rules}`),
      words(value === null ? 0 : 54, 42, 13, "q", said),
      h(
        "g",
        { transform: `translate(${-frame.left * scale} ${top - frame.top * scale}) scale(${scale})` },
        h(Goban, {
          board,
          layout,
          position: look.position,
          last: look.last,
          cell: CELL,
          coordinates: true,
          points,
          framed: isFramed(column),
          count: look.ended && look.count?.score === look.ended.score ? look.count : null,
        }),
      ),
      pass && pass.text !== "" ? words(0, below + 17, 14, "", "Pass") : null,
      pass && pass.text !== "" ? tile(42, below, 38, 26, 14, pass.shade, pass.text) : null,
      look.ended ? null : words(pass ? 92 : 0, below + 17, 12, "q", "framed: a best move"),
    ],
  );
  document.body.append(host);
  render(picture, host);
  const svg = host.querySelector("svg")!;
  // The board is an image within the picture; here it becomes a part of it.
  const inner = svg.querySelector("svg");
  inner?.replaceWith(...inner.childNodes);
  for (const element of svg.querySelectorAll<SVGElement>("*")) {
    const look = getComputedStyle(element);
    for (const name of LOOK[element.tagName] ?? []) {
      const is = look.getPropertyValue(name);
      const unseen = name.startsWith("stroke-") && look.stroke === "none";
      // What does not scale on the page would here.
      if (name === "stroke-width" && look.vectorEffect === "non-scaling-stroke") {
        if (!unseen) element.setAttribute(name, String(Math.round((100 * parseFloat(is)) / scale) / 100));
      } else if (is && is !== DEFAULTS[name] && !unseen)
        element.setAttribute(name, is.replace(/url\("?[^#]*#([^")]+)"?\)/, "url(#$1)"));
    }
  }
  svg.setAttribute("font-family", "system-ui, sans-serif");
  for (const element of svg.querySelectorAll("[class], [data-at]")) {
    element.removeAttribute("class");
    element.removeAttribute("data-at");
  }
  svg.removeAttribute("class");
  const text = new XMLSerializer().serializeToString(svg);
  render(null, host);
  host.remove();
  return `${text}\n`;
}

/** A picture in SVG as PNG, twice as large. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser makes no PNG of this picture.")))),
  );
}
