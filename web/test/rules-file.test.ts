import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClauseHelp } from "../src/records";
import {
  begun, clauseAt, hasValue, isWhole, mended, mendsOf, nameIn, offsetOf, placeOf, settingOf, slug, tokensOf, withClause, wordAt,
} from "../src/rules-file";

const TEXT = `# Two passes end it.
name = "two-passes"
title = "Two # passes"

[clauses]
# Bans on stone plays.
bars = ["positon", # none yet
  "declined"]
lifted-by = "pass"
# price-of-pass = ...
`;

const bars: ClauseHelp = {
  name: "bars",
  says: "",
  values: ["[]", '"position"', '"declined"'].map((value) => ({ value, means: "" })),
};
const passes: ClauseHelp = {
  name: "passes-in-a-row",
  says: "",
  values: ["none", "1 to 12", '"players"', '"players + 1"'].map((value) => ({ value, means: "" })),
};

test("the parts of a line are the line", () => {
  for (const line of [...TEXT.split("\n"), "x = 'a' \"b", "[a] # b", "bars = [1, 2"]) {
    assert.equal(tokensOf(line).map(({ text }) => text).join(""), line);
  }
  assert.deepEqual(tokensOf('title = "Two # passes" # one').map(({ kind }) => kind), ["key", "plain", "string", "plain", "comment"]);
  assert.equal(tokensOf("[clauses]")[0]!.kind, "table");
});

test("places in the text and back", () => {
  const at = TEXT.indexOf("lifted-by");
  assert.deepEqual(placeOf(TEXT, at), { line: 8, column: 0 });
  assert.equal(offsetOf(TEXT, 9, 1), at);
  assert.equal(offsetOf("ä𝄞b", 1, 3), "ä𝄞".length);
});

test("a word that is refused is replaced within its quotes", () => {
  const fault = { line: 7, column: 9, what: "", instead: ["position"], mends: [] };
  assert.deepEqual(wordAt(TEXT, fault), { from: 8, to: 17 });
  assert.match(mended(TEXT, fault, "position"), /^bars = \["position", # none yet$/m);
  assert.equal(mended("bar = []", { ...fault, line: 1, column: 1 }, "bars"), "bars = []");
});

test("for a name that is refused one is offered that is taken", () => {
  const fault = { line: 1, column: 8, what: "", instead: [], mends: [] };
  const words = (text: string) => mendsOf(text, fault, []).map((mend) => mend.words);
  assert.deepEqual(words('name = "Kee’s Rules, Ünited"'), ["kee-s-rules-united"]);
  assert.deepEqual(words('name = "psk"'), ["my-psk"]);
  assert.deepEqual(words('bars = "psk"'), []);
  assert.equal(slug(" --- "), "own");
  assert.ok(slug("a".repeat(39) + " b").length <= 40);
  assert.equal(nameIn(TEXT), "two-passes");
  assert.equal(nameIn('[clauses]\nname = "x"'), "");
});

test("clauses that do not go together are mended by one press", () => {
  const text = `${TEXT.trimEnd()}\n\n# More.\n[options]\nsuicide = ["forbidden"]\n`;
  const mends = [
    { clause: "bars", value: null },
    { clause: "bars", value: '"declined"' },
    { clause: "passes-in-a-row", value: '"players"' },
  ];
  const fault = { line: 1, column: 1, what: "", instead: [], mends };
  const [out, without, passing] = mendsOf(text, fault, [bars, passes]);
  assert.equal(out!.words, "take out bars");
  assert.equal(settingOf(out!.text, "bars"), null);
  assert.equal(without!.words, 'bars: without "declined"');
  assert.equal(settingOf(without!.text, "bars")!.value, '["positon"]');
  assert.equal(passing!.words, 'passes-in-a-row = "players"');
  // It is put into the table of the clauses, and not into the one below.
  assert.match(passing!.text, /\npasses-in-a-row = "players"\n# price-of-pass = \.\.\.\n\n# More\.\n\[options\]\nsuicide = \["forbidden"\]\n$/);
});

test("the clause of a line, of the lines it goes on with, and of the comment above it", () => {
  const lines = TEXT.split("\n");
  const found = lines.map((_, line) => clauseAt(TEXT, line));
  assert.deepEqual(found, ["name", "name", "title", null, null, "bars", "bars", "bars", "lifted-by", "price-of-pass", null]);
});

test("what a clause is set to, and setting it", () => {
  assert.deepEqual(settingOf(TEXT, "bars"), { first: 6, last: 7, value: '["positon", "declined"]' });
  assert.ok(hasValue(TEXT, bars, '"declined"') && !hasValue(TEXT, bars, '"position"') && !hasValue(TEXT, bars, "[]"));
  assert.ok(hasValue(TEXT, passes, "none"));
  const added = withClause(TEXT, passes, '"players"');
  assert.match(added, /\npasses-in-a-row = "players"\n$/);
  assert.ok(hasValue(added, passes, '"players"'));
  assert.ok(hasValue(added.replace('= "players"', "= 3"), passes, "1 to 12"));
  assert.match(withClause(added, passes, '"players + 1"'), /\npasses-in-a-row = "players \+ 1"\n$/);
  assert.equal(settingOf(withClause(added, passes, "none"), "passes-in-a-row"), null);
  assert.equal(settingOf(withClause(TEXT, bars, '"declined"'), "bars")!.value, '["positon"]');
  assert.equal(settingOf(withClause(TEXT, bars, '"position"'), "bars")!.value, '["positon", "declined", "position"]');
  assert.equal(settingOf(withClause(TEXT, bars, "[]"), "bars")!.value, "[]");
  assert.match(withClause("", bars, '"position"'), /^\n?\[clauses\]\nbars = \["position"\]\n$/);
  assert.deepEqual(["1 to 12", '"white" ...', '"players + 1"', "none"].map(isWhole), [false, false, true, true]);
});

test("a file to begin with keeps its first line and what is set", () => {
  const text = '# Begun like psk.\n# solve rules shows it.\nname = "x"\n\n[clauses]\n# Says.\n#   2\nplayers = 2\n\n# More.\n# first-move = ...\n';
  assert.equal(begun(text), '# Begun like psk.\nname = "x"\n\n[clauses]\nplayers = 2\n');
});
