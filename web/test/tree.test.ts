import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST, forget, goTo, play, redo, undo } from "../src/state";
import { following, isOneLine, readTree, type Tree, withLine, withoutLine, writeTree } from "../src/tree";

const grown = (...lines: string[]): Tree => lines.reduce<Tree>((tree, line) => withLine(tree, line.split(" ")), []);

test("a tree is written with its variations in parentheses, and read again", () => {
  const cases: [Tree, string][] = [
    [[], ""],
    [grown("B2"), "B2"],
    [grown("B2 A1 pass"), "B2,A1,pass"],
    [grown("B2 A1", "B2 C1 A1"), "B2(A1)(C1,A1)"],
    [grown("B2 A1", "C1"), "(B2,A1)(C1)"],
    [grown("a b c", "a b d", "a e", "f"), "(a(b(c)(d))(e))(f)"],
  ];
  for (const [tree, text] of cases) {
    assert.equal(writeTree(tree), text);
    assert.deepEqual(readTree(text), tree);
  }
});

test("random trees come back", () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 200; round += 1) {
    const lines = Array.from({ length: 1 + random(6) }, () =>
      Array.from({ length: 1 + random(5) }, () => `m${random(3)}`).join(" "),
    );
    const tree = grown(...lines);
    assert.deepEqual(readTree(writeTree(tree)), tree);
  }
});

test("what is no tree is refused", () => {
  for (const text of [",", "a,", "(a", "a)", "()", "(a)(a)", "a,,b", "a,(b)(c)", "(a)b"]) assert.equal(readTree(text), null, text);
});

test("a line that is there already changes nothing", () => {
  const tree = grown("a b", "a c");
  assert.equal(withLine(tree, ["a", "b"]), tree);
  assert.deepEqual(
    following(tree, ["a"]).map((node) => node.move),
    ["b", "c"],
  );
  assert.deepEqual(following(tree, ["x", "y"]), []);
  assert.deepEqual(withoutLine(tree, ["a", "b"]), grown("a c"));
  assert.ok(isOneLine(grown("a b c")) && !isOneLine(tree));
});

test("undo and redo walk along the line that was walked last", () => {
  const first = play(play(FIRST, "A1"), "C1");
  const second = play(undo(first), "pass");
  assert.deepEqual(redo(undo(second), second.moves).moves, ["A1", "pass"]);
  assert.deepEqual(redo(undo(second), first.moves).moves, ["A1", "C1"]);
  assert.deepEqual(redo(undo(second), []).moves, ["A1", "C1"]);
  assert.equal(redo(second, second.moves), second);
  assert.equal(undo(FIRST), FIRST);
});

test("a variation that is forgotten takes the position shown along", () => {
  const state = play(undo(play(play(FIRST, "A1"), "C1")), "pass");
  assert.deepEqual(forget(state, ["A1", "C1"]).moves, ["A1", "pass"]);
  assert.deepEqual(forget(state, ["A1"]).moves, []);
  assert.deepEqual(forget(goTo(state, []), ["A1"]).tree, []);
});
