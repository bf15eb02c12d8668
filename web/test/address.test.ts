import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../src/address";
import { atQuestion, FIRST, goTo, type PageState, play, undo, withBoard } from "../src/state";

const roundTrip = (state: PageState) => {
  const address = writeAddress(state);
  const { state: read, problems } = readAddress(address);
  assert.deepEqual(problems, [], address);
  assert.deepEqual(read, state, address);
  return address;
};

test("no address is the first position", () => {
  assert.deepEqual(readAddress("").state, FIRST);
  assert.deepEqual(readAddress("#").state, FIRST);
});

test("the first position has a readable address", () => {
  assert.equal(roundTrip(FIRST), "#board=3x3&rules=psk;nssk");
});

test("every state comes back from its address", () => {
  const options: PageState = { ...FIRST, rules: ["kee2020 --lift produced", "jann", "nssk --suicide allowed", "psk"] };
  assert.match(roundTrip(options), /rules=kee2020\+--lift\+produced;jann;nssk\+--suicide\+allowed;psk$/);
  const moved = play(play(play(withBoard(FIRST, "3x3", null), "B2"), "pass"), "challenge:A1");
  assert.match(roundTrip(moved), /&moves=B2,pass,challenge:A1$/);
  assert.match(roundTrip(undo(moved)), /&moves=B2,pass&tree=B2,pass,challenge:A1$/);
  const varied = play(undo(moved), "C1");
  assert.match(roundTrip(varied), /&tree=B2,pass\(challenge:A1\)\(C1\)$/);
  roundTrip(goTo(varied, []));
  roundTrip(play(goTo(varied, []), "A1"));
  roundTrip(withBoard(FIRST, "house", "A B\nB C-1\nC-1 d_2\nlone\n"));
  roundTrip({ ...FIRST, mode: "setup", view: "tour", claim: "kee2009-18" });
  roundTrip({ ...FIRST, view: "tables" });
  roundTrip({ ...FIRST, why: { column: 1, step: 12 } });
  roundTrip({ ...withBoard(FIRST, "a&b=c#d+e f%", "x y\n"), claim: "ä;ö" });
  roundTrip(
    atQuestion(FIRST, { board: "1x2", rules: "kee2009", start: "X.", to_move: "black", moves: ["B1"] }, ["kee2009", "psk"]),
  );
});

test("what cannot be read is named, and the rest is kept", () => {
  const { state, problems } = readAddress("#board=3x3&to=red&rules=a;b;c;d;e&tree=(A1&colour=blue&why=x&mode=%zz");
  assert.equal(state.board, "3x3");
  assert.equal(state.toMove, "black");
  assert.deepEqual(state.rules, ["a", "b", "c", "d"]);
  assert.equal(problems.length, 6);
  for (const part of ["to=red", "at most 4 rulesets", "tree=(A1", "“colour”", "why=x", "mode=%zz"]) {
    assert.ok(
      problems.some((problem) => problem.includes(part)),
      part,
    );
  }
});

test("comments in a list of edges are not part of the address", () => {
  const state = withBoard(FIRST, "fork", "# a fork\nstem, left # one\n\nstem\tright\n");
  assert.equal(readAddress(writeAddress(state)).state.edges, "stem left\nstem right\n");
});
