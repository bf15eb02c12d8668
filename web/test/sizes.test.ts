import assert from "node:assert/strict";
import { test } from "node:test";
import { type Room, sizesOf } from "../src/sizes";
import { MARGIN } from "../src/view/goban";

const wide: Room = { width: 912, height: 696, phone: false };
const phone: Room = { width: 366, height: 640, phone: true };
const grid = (height: number, width: number) => ({ width, height, grid: true });

test("a few rulesets stand beside one another, as large as the window lets them", () => {
  assert.deepEqual(sizesOf(1, grid(3, 3), wide), { arrangement: "columns", cell: 100 });
  assert.deepEqual(sizesOf(2, grid(3, 3), wide), { arrangement: "columns", cell: 89 });
  const four = sizesOf(4, grid(3, 3), wide);
  assert.equal(four.arrangement, "columns");
  assert.ok(four.cell >= 58 && four.cell <= 84);
});

test("a long board has a row, and is never wider than it", () => {
  for (const count of [1, 2, 3, 4]) {
    for (const columns of [8, 10, 13, 20]) {
      const { arrangement, cell } = sizesOf(count, grid(1, columns), wide);
      assert.equal(arrangement, "rows");
      assert.ok(columns * cell + MARGIN <= wide.width - 220, `1x${columns}`);
    }
  }
  assert.equal(sizesOf(4, grid(4, 5), { ...wide, width: 700 }).arrangement, "rows");
});

test("on a phone a ruleset is a tab, and a board too long for it stands upright", () => {
  assert.equal(sizesOf(4, grid(3, 3), phone).arrangement, "tabs");
  assert.equal(sizesOf(2, grid(1, 11), phone).arrangement, "tabs");
  const upright = sizesOf(4, grid(1, 13), phone);
  assert.equal(upright.arrangement, "upright");
  assert.ok(upright.cell >= 30);
  for (const columns of [4, 8, 10]) {
    const { cell } = sizesOf(2, grid(2, columns), phone);
    assert.ok(columns * cell + MARGIN <= phone.width, `2x${columns}`);
  }
});
