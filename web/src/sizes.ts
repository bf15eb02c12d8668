// How the panels stand: beside one another, one below the other, as tabs, or upright; and how large a cell is.

import { GRAPH_BORDER, MARGIN } from "./view/goban";

export type Arrangement = "columns" | "rows" | "tabs" | "upright";

export interface Room {
  /** The width of the panels, and the height from their top to the end of the window. */
  width: number;
  height: number;
  phone: boolean;
}

/** The size of a drawing in cells. */
export interface Cells {
  width: number;
  height: number;
  grid: boolean;
}

export interface Sizes {
  arrangement: Arrangement;
  /** Pixels of a cell. */
  cell: number;
}

/** White space between panels, and the name beside a row. */
const GAP = 24;
const NAME = 236;
/** Facts beside the board, where there are one or two panels. */
const SIDE = 144;
/** What stands above and below a board: the name, and the pass; then facts if they are below; then the strip. */
const ABOVE = 80;
const PASS = 48;
const FACTS = 116;
const STRIP = 128;

/** The least cell that a finger or a pointer meets, and the most by the number of panels. */
const LEAST = 36;
const MOST = [100, 90, 84, 84];

export function sizesOf(count: number, cells: Cells, room: Room): Sizes {
  // The border of a graph grows with its cells: see `frameOf`.
  const [margin, border] = cells.grid ? [MARGIN, 0] : [0, GRAPH_BORDER];
  const most = MOST[Math.min(count, 4) - 1]!;
  const fit = (width: number, height: number, greatest: number) =>
    Math.floor(Math.min(greatest, (width - margin) / (cells.width + border), (height - margin) / (cells.height + border)));
  if (room.phone) {
    const across = fit(room.width, Infinity, 90);
    if (cells.height === 1 && cells.grid && across < 30) {
      const beside = (room.width - 12 * (count - 1)) / count;
      return { arrangement: "upright", cell: Math.max(30, Math.floor(Math.min(46, beside - margin))) };
    }
    // Not so high that the pass is out of sight.
    return { arrangement: "tabs", cell: Math.max(20, fit(room.width, Math.max(240, room.height - 190), 90)) };
  }
  const panel = (room.width - GAP * (count - 1)) / count;
  const beside = count <= 2 ? panel - (count === 1 ? 260 : SIDE) : panel;
  const height = room.height - ABOVE - PASS - STRIP - (count <= 2 ? 0 : FACTS);
  const columns = fit(beside, Infinity, most);
  if (columns < LEAST || (cells.grid && cells.width > 7)) {
    const each = (room.height - STRIP) / count - PASS - 28;
    const wide = fit(room.width - NAME, Infinity, 66);
    return { arrangement: "rows", cell: Math.max(Math.min(LEAST, wide), Math.min(wide, fit(Infinity, each, 66))) };
  }
  return { arrangement: "columns", cell: Math.max(Math.min(44, columns), Math.min(columns, fit(beside, height, most))) };
}
