// A table moved sideways on one side moves on the other, as far as that one goes.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { addEventListener() {} };
const { follow } = await import("../../static/js/cells.js");

/** A cell that can't be moved further than `most`, and counts how often it was. */
function cell(most) {
  let left = 0;
  return { moves: 0, get scrollLeft() { return left; }, set scrollLeft(to) { left = Math.min(to, most); this.moves += 1; } };
}

function row(...widths) {
  const children = widths.map(cell);
  for (const one of children) one.parentElement = { children };
  return children;
}

test("the other side comes along", () => {
  const [one, other] = row(300, 300);
  one.scrollLeft = 120;
  follow(one);
  assert.equal(other.scrollLeft, 120);
  other.scrollLeft = 40;
  follow(other);
  assert.equal(one.scrollLeft, 40);
});

test("a narrower side stops and does not pull the other back", () => {
  const [wide, narrow] = row(300, 200);
  wide.scrollLeft = 250;
  follow(wide);
  follow(narrow); // the browser tells of its move, too
  assert.deepEqual([wide.scrollLeft, narrow.scrollLeft, wide.moves], [250, 200, 1]);
});
