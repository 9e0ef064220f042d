import assert from "node:assert/strict";
import { test } from "node:test";

import { STEPS, epsilonAt, stepOf } from "../../../static/js/privacy/scale.js";

test("the slider is logarithmic from 0.1 to 10", () => {
  assert.equal(epsilonAt(0), 0.1);
  assert.equal(epsilonAt(STEPS / 2), 1);
  assert.equal(epsilonAt(STEPS), 10);
  assert.equal(epsilonAt(50), 0.32); // 10^-0.5 = 0.316
  assert.equal(epsilonAt(150), 3.15); // 10^0.5 = 3.162, in steps of 0.05
});

test("a move to the right never lowers ε", () => {
  for (let step = 1; step <= STEPS; step += 1) assert.ok(epsilonAt(step) >= epsilonAt(step - 1));
});

test("a typed ε finds its place", () => {
  assert.equal(stepOf(0.1), 0);
  assert.equal(stepOf(1), 100);
  assert.equal(stepOf(10), 200);
  assert.equal(stepOf(2), 130); // 100·(log10 2 + 1) = 130.1
});
