import assert from "node:assert/strict";
import { test } from "node:test";
import { stoppedBy } from "../src/limit";

test("where the limit of memory stopped a search, it is said what has more", () => {
  assert.equal(stoppedBy("the memory limit", "The program has more."), "the memory limit. The program has more.");
  assert.equal(stoppedBy("the memory limit", ""), "the memory limit.");
  assert.equal(stoppedBy("the time limit", "The program has more."), "the time limit.");
});
