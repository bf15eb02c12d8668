import assert from "node:assert/strict";
import { test } from "node:test";
import type { Column } from "../src/column";
import { bestInWords, compare, textOf } from "../src/compare";
import { layoutOf } from "../src/layout";
import { isFramed, pointsOf } from "../src/points";
import type { Barred, Drawn, MoveValue } from "../src/records";
import type { Answer, Seen } from "../src/source";

const board: Drawn = { schema: 1, board: "1x3", graph: null, rows: 1, columns: 3, points: ["A1", "B1", "C1"] };

const barredAt = (move: string, why: string, since: number): Barred => ({
  number: 3,
  player: "black",
  move,
  why,
  since,
  moment: null,
});

function column(values: Record<string, string>, value: string, change: Partial<Seen> = {}): Column {
  const moves = new Map(
    Object.entries(values).map(([move, worth]): [string, MoveValue] => [
      move,
      { move, value: worth, bounds: { low: worth, high: worth } },
    ]),
  );
  const best = Object.keys(values).filter((move) => values[move] === value);
  const look: Seen = {
    board: "1x3",
    rules: "psk",
    title: "",
    start: "...",
    to_move: "white",
    moves: [],
    steps: [],
    illegal: null,
    position: "...",
    last: null,
    player: "white",
    stage: null,
    ended: null,
    legal: Object.keys(values),
    barred: [],
    refused: [],
    ...change,
  };
  const bounds = { low: value, high: value };
  const answer: Answer = { value, bounds, best_moves: best, all_best_moves: true, line: [], line_moves: 0, line_complete: true };
  const question = { board: "1x3", rules: "psk", to_move: "white" as const };
  return {
    question,
    progress: "solved",
    board,
    layout: layoutOf(board),
    look,
    error: null,
    value,
    bounds,
    published: null,
    moves,
    answer,
    asking: "",
    nodes: 0,
    seconds: 0,
  };
}

test("what is the same is not marked", () => {
  const one = column({ A1: "0", pass: "1" }, "0");
  const found = compare([one, column({ A1: "0", pass: "1" }, "0")], ["psk", "ssk"]);
  assert.deepEqual([found.value, found.moves, found.found], [[false, false], [new Set(), new Set()], false]);
  assert.match(textOf(found.sentences[0]!), /^Nothing differs/);
  assert.deepEqual(compare([one], ["psk"]).sentences, []);
});

test("no more is said to be the same than is known", () => {
  const one = column({ A1: "0" }, "0");
  const said = (other: Column) => textOf(compare([one, other], ["psk", "ssk"]).sentences[0]!);
  assert.match(said({ ...one, value: null }), /^Nothing is known to differ yet: 0 under psk, 0 under ssk\.$/);
  assert.match(said({ ...one, answer: { ...one.answer!, all_best_moves: false } }), /^The value is the same. What each move/);
  assert.match(said({ ...one, look: { ...one.look!, legal: ["A1", "pass"] } }), /^The value is the same. What each move/);
  assert.match(said(one), /^Nothing differs/);
});

test("values and moves that differ are said together where they differ alike", () => {
  const found = compare(
    [column({ A1: "0", C1: "0", pass: "2" }, "0"), column({ A1: "-1", C1: "-1", pass: "2" }, "-1")],
    ["psk", "ssk"],
  );
  // Of two the first is the measure.
  assert.deepEqual(found.value, [false, true]);
  assert.deepEqual(found.moves, [new Set(), new Set(["A1", "C1"])]);
  assert.deepEqual(found.sentences.map(textOf), [
    "The position is worth 0 under psk, but −1 under ssk.",
    "A1 and C1 are worth 0 under psk, but −1 under ssk.",
  ]);
});

test("a banned move differs from one that may be made, before any value is known", () => {
  const barred = column({ pass: "0" }, "0", {
    barred: [barredAt("B1", "banned, it would recreate the position at the start", 0)],
  });
  const open = { ...column({ pass: "0" }, "0", { legal: ["B1", "pass"] }), moves: new Map() };
  const found = compare([barred, open], ["psk", "kee2020"]);
  assert.deepEqual(found.moves, [new Set(), new Set(["B1"])]);
  assert.deepEqual(found.sentences.map(textOf), ["B1 is illegal under psk, but legal under kee2020."]);
});

test("three rulesets are grouped by what they find", () => {
  const found = compare(
    [column({ A1: "1" }, "1"), column({ A1: "1" }, "1"), column({ A1: "no-result" }, "no-result")],
    ["psk", "ssk", "simple-ko"],
  );
  assert.deepEqual(found.sentences.map(textOf), [
    "The position is worth 1 under psk and ssk, but none under simple-ko.",
    "A1 is worth 1 under psk and ssk, but none under simple-ko.",
  ]);
});

test("a ruleset that is not solved yet is not marked", () => {
  const unknown = { ...column({ A1: "0" }, "0"), value: null, answer: null, moves: new Map() };
  const found = compare([column({ A1: "1" }, "1"), column({ A1: "2" }, "2"), unknown], ["psk", "ssk", "jann"]);
  assert.deepEqual([found.value, found.moves[2]], [[false, true, false], new Set()]);
  assert.ok(found.sentences.every((sentence) => !textOf(sentence).includes("jann")));
});

test("only what the fewest rulesets say is marked, and only if it changes what to do or who wins", () => {
  const usual = column({ A1: "3", B1: "1", C1: "1", pass: "1" }, "3");
  const other = column({ A1: "2", B1: "2", C1: "1", pass: "-1" }, "2");
  const found = compare([usual, other, usual, usual], ["psk", "nssk", "ssk", "kee2020"]);
  assert.deepEqual(found.value, [false, true, false, false]);
  // A1 is best under all and C1 under none; a smaller win is no mark.
  assert.deepEqual(found.moves, [new Set(), new Set(["B1", "pass"]), new Set(), new Set()]);
  assert.equal(textOf(found.sentences[0]!), "The position is worth 3 under psk, ssk and kee2020, but 2 under nssk.");
});

test("where nearly every move is best none is framed, and none is marked for not being best", () => {
  const draw = column({ A1: "0", B1: "0", C1: "0", pass: "0" }, "0");
  const win = column({ A1: "1", B1: "0", C1: "0", pass: "0" }, "1");
  assert.deepEqual([isFramed(draw), isFramed(win)], [false, true]);
  assert.deepEqual(compare([draw, win], ["psk", "nssk"]).moves, [new Set(), new Set(["A1"])]);
  assert.equal(bestInWords(draw), "every move");
});

test("best moves may differ though the value does not", () => {
  const found = compare([column({ A1: "0", B1: "0" }, "0"), column({ A1: "0", B1: "1" }, "0")], ["psk", "ssk"]);
  assert.deepEqual(found.sentences.map(textOf), [
    "Best is every move under psk, but A1 under ssk.",
    "B1 is worth 0 under psk, but 1 under ssk.",
  ]);
});

test("a move that one ruleset refuses is said, and its position is not compared", () => {
  const illegal = {
    ...column({}, "0", { illegal: barredAt("A1", "banned, it would recreate the start", 0) }),
    value: null,
  };
  const found = compare([illegal, column({ A1: "0" }, "0")], ["psk", "ssk"]);
  assert.deepEqual(found.sentences.map(textOf), ["Under psk move 3, Black A1, is illegal: it would recreate the start."]);
  assert.deepEqual(found.moves, [new Set(), new Set()]);
});

test("an intersection says its name, colour, value, and why it is banned", () => {
  const why = "banned, it would recreate the position after move 2 (White A1)";
  const { board: points, others } = pointsOf(
    column({ C1: "-2", pass: "1" }, "-2", { position: "O..", last: "A1", barred: [barredAt("B1", why, 2)] }),
  );
  assert.deepEqual(
    points.map((point) => point.spoken),
    [
      "A1, white stone, the last move",
      "B1, empty, illegal: it would recreate the position after move 2 (White A1)",
      "C1, empty, worth −2, a best move",
    ],
  );
  assert.deepEqual(
    others.map((point) => point.spoken),
    ["pass, worth 1"],
  );
  assert.deepEqual(
    points.map((point) => point.shade),
    ["bound", "bound", "w2"],
  );
});
