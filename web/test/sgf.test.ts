import assert from "node:assert/strict";
import { test } from "node:test";
import type { Drawn } from "../src/records";
import { sgfOf } from "../src/sgf-text";
import { FIRST } from "../src/state";
import { readTree } from "../src/tree";

const board: Drawn = {
  schema: 1,
  board: "2x3",
  graph: null,
  rows: 2,
  columns: 3,
  points: ["A2", "B2", "C2", "A1", "B1", "C1"],
};

test("the start, the moves and their variations are written as SGF", () => {
  const state = { ...FIRST, board: "2x3", start: "OOO/.X.", toMove: "white" as const, rules: ["psk"] };
  assert.equal(
    sgfOf({ ...state, tree: readTree("A1(C1,pass)(pass)")! }, board),
    "(;FF[4]GM[1]CA[UTF-8]AP[superko]SZ[3:2]KM[0]RU[psk]PL[W]AB[bb]AW[aa][ba][ca];W[ab](;B[cb];W[])(;B[]))\n",
  );
  assert.equal(sgfOf({ ...state, tree: readTree("challenge:A1")! }, board), null);
  assert.equal(sgfOf(state, { ...board, graph: { points: board.points, edges: [] }, rows: null, columns: null }), null);
});
