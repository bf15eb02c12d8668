import assert from "node:assert/strict";
import { test } from "node:test";
import { exchanged, exchangedRules, negated, turned } from "../src/exchange";
import { emptied, readPosition } from "../src/position";
import type { Catalogue } from "../src/records";
import { readRules, writeRules } from "../src/rules-text";
import { bounded, boundedInWords, inWords, listed, numberOf, printed, shade } from "../src/score";
import { listedImage, symmetries } from "../src/symmetry";

test("scores are read, printed and said", () => {
  assert.deepEqual(["2", "-1/2", "0", "no-result"].map(numberOf), [2, -0.5, 0, 0]);
  assert.deepEqual(["2", "-1/2", "no-result"].map(printed), ["2", "−1/2", "none"]);
  assert.equal(inWords("-4/3"), "White wins by 4/3");
  assert.equal(inWords("10000"), "Black wins by a cycle");
  assert.equal(inWords("0"), "a draw");
  assert.equal(listed(["A", "B", "C"]), "A, B and C");
});

test("bounds say what is known and nothing more", () => {
  const of = (low: string, high: string) => bounded({ low, high }, 9);
  assert.deepEqual([of("-9", "9"), of("-9", "2"), of("1", "9"), of("-1", "3"), of("2", "2")], ["", "≤2", "≥1", "−1…3", "2"]);
});

test("bounds are said in words", () => {
  assert.deepEqual(["≤2", "≥1", "−1…3", "2"].map(boundedInWords), ["at most 2", "at least 1", "between −1 and 3", "2"]);
});

test("a score is painted for who is ahead, whoever moves, in thirds of the points", () => {
  assert.deepEqual(
    ["9", "4", "3", "-3", "-9"].map((score) => shade(score, 9)),
    ["b3", "b2", "b1", "w1", "w3"],
  );
  assert.deepEqual(
    ["0", "-1/2", "no-result"].map((score) => shade(score, 9)),
    ["even", "w1", "void"],
  );
});

test("a position is read as a reader types it", () => {
  assert.equal(emptied("../.."), null);
  assert.deepEqual(readPosition(" ooo /.x.", 6, 3), { position: "OOO/.X." });
  assert.deepEqual(readPosition("OOO.X.", 6, 3), { position: "OOO/.X." });
  assert.deepEqual(readPosition("XO.", 3, null), { position: "XO." });
  assert.match(JSON.stringify(readPosition("OO/.X", 6, 3)), /4 letters; the board has 6/);
  assert.match(JSON.stringify(readPosition("BW./...", 6, 3)), /“B” is neither/);
});

const catalogue: Catalogue = {
  schema: 1,
  version: "0",
  boards: [],
  rulesets: [
    {
      id: "psk",
      title: "",
      document: "",
      summary: "",
      names: [{ name: "tromp-taylor", options: { suicide: "allowed" } }],
      axes: [
        { name: "suicide", help: "", values: ["forbidden", "allowed"] },
        { name: "scoring", help: "", values: ["area", "territory"] },
      ],
      articles: [],
      state: "",
      always_ends: true,
      readings: [],
    },
  ],
};

test("a ruleset with options is read by any of its names and written by its own", () => {
  const said = (text: string) => {
    const chosen = readRules(catalogue, text);
    return chosen && writeRules(chosen);
  };
  assert.equal(said("psk"), "psk");
  assert.equal(said(" PSK  --scoring territory --suicide=allowed "), "psk --suicide allowed --scoring territory");
  assert.equal(said("tromp-taylor"), "psk --suicide allowed");
  assert.equal(said("tromp-taylor --suicide forbidden"), "psk");
  for (const wrong of ["japanese", "psk --lift", "psk --lift stands", "psk --suicide maybe", ""])
    assert.equal(said(wrong), null, wrong);
});

test("a grid has eight symmetries if it is square, four if not", () => {
  const distinct = (rows: number, columns: number) => new Set(symmetries(rows, columns).map(String)).size;
  assert.deepEqual([distinct(3, 3), distinct(2, 3), distinct(1, 4), distinct(1, 1)], [8, 4, 2, 1]);
});

test("the image of a position is found, and moves go back to where they belong", () => {
  const found = listedImage(".../..X", 2, 3, (text) => text === "X../...")!;
  assert.equal(found.image, "X../...");
  // The stone of the image at its first point is the last point of the position.
  assert.equal(found.from[0], 5);
  for (const from of symmetries(3, 3))
    assert.deepEqual(
      [...from].sort((a, b) => a - b),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
  assert.equal(
    listedImage("X../...", 2, 3, () => false),
    null,
  );
});

test("colours and signs are exchanged", () => {
  assert.equal(exchanged("XO./..X"), "OX./..O");
  assert.deepEqual(["2", "-1/2", "0", "no-result"].map(negated), ["-2", "1/2", "0", "no-result"]);
});

test("an option that favours a colour favours the other when the colours are exchanged", () => {
  const chosen = readRules(catalogue, "psk --suicide allowed")!;
  const cycles = { ...chosen, options: { ...chosen.options, cycles: "black" } };
  assert.deepEqual(exchangedRules(cycles).options, { suicide: "allowed", scoring: "area", cycles: "white" });
  assert.deepEqual(exchangedRules(exchangedRules(cycles)), cycles);
});

test("an answer is turned in all of its parts, and turned twice is itself", () => {
  const answer = {
    value: null,
    bounds: { low: "-1", high: "5" },
    finite_play: { low: -2, high: 5, black_can_force_no_result: true, white_can_force_no_result: false },
    best_moves: ["B1"],
    all_best_moves: true,
    move_values: [{ move: "B1", value: "1/2", bounds: { low: "1/2", high: "1/2" } }],
    line: ["B1"],
    line_moves: 1,
    line_complete: true,
  };
  const other = turned(answer);
  assert.deepEqual(other.bounds, { low: "-5", high: "1" });
  assert.deepEqual(other.finite_play, { low: -5, high: 2, black_can_force_no_result: false, white_can_force_no_result: true });
  assert.deepEqual(other.move_values, [{ move: "B1", value: "-1/2", bounds: { low: "-1/2", high: "-1/2" } }]);
  assert.deepEqual(turned(other), answer);
});
