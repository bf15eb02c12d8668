// The start, the moves and their variations as a game in SGF FF[4].

import { stonesOf } from "./position";
import type { Drawn } from "./records";
import type { PageState } from "./state";
import type { Tree } from "./tree";

/** The game as SGF; null on a board that is no grid, or if the tree has moves that SGF has no word for. */
export function sgfOf(state: PageState, board: Drawn): string | null {
  if (board.graph !== null || !board.rows || !board.columns) return null;
  const { rows, columns, points } = board;
  const place = (i: number) => letter(i % columns) + letter(Math.floor(i / columns));
  const known = (tree: Tree): boolean =>
    tree.every((node) => (points.includes(node.move) || node.move === "pass") && known(node.children));
  if (!known(state.tree)) return null;
  const stones = stonesOf(state.start ?? "");
  const set = (name: string, stone: string) => {
    const all = stones.flatMap((each, i) => (each === stone ? [`[${place(i)}]`] : []));
    return all.length > 0 ? name + all.join("") : "";
  };
  const black = state.toMove === "black";
  const node = (move: string, number: number) => {
    const at = points.indexOf(move);
    return `;${(number % 2 === 0) === black ? "B" : "W"}[${at < 0 ? "" : place(at)}]`;
  };
  const line = (tree: Tree, number: number): string =>
    tree.length === 1
      ? node(tree[0]!.move, number) + line(tree[0]!.children, number + 1)
      : tree.map((each) => `(${node(each.move, number)}${line(each.children, number + 1)})`).join("");
  const size = rows === columns ? String(rows) : `${columns}:${rows}`;
  const rules = (state.rules[0] ?? "").replace(/[\\\]]/g, "\\$&");
  const root = `;FF[4]GM[1]CA[UTF-8]AP[superko]SZ[${size}]KM[0]RU[${rules}]${black ? "" : "PL[W]"}${set("AB", "X")}${set("AW", "O")}`;
  return `(${root}${line(state.tree, 0)})\n`;
}

function letter(i: number): string {
  return String.fromCharCode(97 + i);
}
