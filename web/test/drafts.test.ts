import assert from "node:assert/strict";
import { test } from "node:test";
import { Drafts } from "../src/drafts";

function storage(kept: Record<string, string> = {}) {
  return { kept, getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => void (kept[key] = value) };
}

test("a text is kept as it is typed, and never written over by another", () => {
  const place = storage();
  const drafts = new Drafts(place);
  const first = drafts.begin("a", "psk");
  drafts.change(first, "ab");
  drafts.begin("c", "kee2020");
  const texts = () => new Drafts(place).all().map(({ text, from }) => [text, from]);
  assert.deepEqual(texts(), [["c", "kee2020"], ["ab", "psk"]]);
  // What is here already is taken up again.
  drafts.begin("ab", "nssk");
  assert.deepEqual(texts(), [["ab", "psk"], ["c", "kee2020"]]);
});

test("the text that the address carries leads back to the one that is worked on", () => {
  const place = storage();
  const drafts = new Drafts(place);
  const draft = drafts.begin("a", "psk");
  drafts.found(draft, "a");
  drafts.change(draft, "a with a fault");
  const again = new Drafts(place);
  assert.ok(again.mayUse("a"));
  assert.equal(again.begin("a", "nssk").text, "a with a fault");
});

test("what was begun and not changed is forgotten", () => {
  const place = storage();
  const drafts = new Drafts(place);
  drafts.begin("a", "psk");
  drafts.drop(drafts.begin("b", "psk"));
  drafts.begin("c", "psk");
  // The address may still carry it.
  assert.ok(drafts.mayUse("b") && !new Drafts(place).mayUse("b"));
  assert.deepEqual(new Drafts(place).all().map(({ text }) => text), ["c", "a"]);
});

test("two windows keep the texts of both", () => {
  const place = storage();
  const [one, other] = [new Drafts(place), new Drafts(place)];
  const first = one.begin("one", "psk");
  other.begin("other", "psk");
  one.change(first, "one more");
  assert.deepEqual(new Drafts(place).all().map(({ text }) => text), ["one more", "other"]);
});

test("a text may be used that was written here or accepted, and no other", () => {
  const place = storage();
  const drafts = new Drafts(place);
  drafts.begin("mine", "psk");
  assert.ok(drafts.mayUse("mine") && !drafts.mayUse("theirs"));
  drafts.accept("theirs");
  const again = new Drafts(place);
  assert.ok(again.mayUse("theirs") && !again.mayUse("theirs "));
});

test("what the browser keeps may be anything, or nothing", () => {
  for (const text of ["", "{", "3", '[1, null, {"text": 2}]']) {
    assert.deepEqual(new Drafts(storage({ "superko-drafts": text, "superko-accepted": text })).all(), []);
  }
  const none = new Drafts(null);
  none.accept("x");
  assert.ok(none.mayUse("x"));
});
