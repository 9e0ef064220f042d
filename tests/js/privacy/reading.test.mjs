// The notes of an export are read by keys: an answer, Enter, the next one.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let said = [];
globalThis.Element = class {
  closest() {
    return null;
  }
};
class Control extends Element {
  closest() {
    return this;
  }
}
const answers = [1, 2].map((n) => ({ checked: false, focus: () => said.push(`focus ${n}`) }));
let form = null;
const links = { "a[rel=next]": { click: () => said.push("next") }, "a[rel=prev]": { click: () => said.push("previous") } };
globalThis.document = {
  addEventListener() {},
  querySelector: (selector) => (selector === "#verdict" ? form : (links[selector] ?? null)),
};
const { onKey } = await import("../../../static/js/privacy/reading.js");

function press(key, { target = new Element(), ctrlKey = false } = {}) {
  onKey({ key, target, ctrlKey, preventDefault() {} });
}

beforeEach(() => {
  said = [];
  for (const one of answers) one.checked = false;
  form = { querySelectorAll: () => answers, requestSubmit: () => said.push("sent") };
});

test("a digit answers, and Enter keeps the answer", () => {
  press("2");
  assert.deepEqual(answers.map((one) => one.checked), [false, true]);
  press("Enter");
  assert.deepEqual(said, ["focus 2", "sent"]);
});

test("nothing is sent without an answer: Enter leads to the question", () => {
  press("Enter");
  press("3");
  assert.deepEqual(said, ["focus 1"]);
});

test("Enter on a link, a button or an answer stays what it is", () => {
  answers[0].checked = true;
  press("Enter", { target: new Control() });
  assert.deepEqual(said, []);
});

test("n and p lead on and back, after the decision, too", () => {
  form = null;
  for (const key of ["n", "p", "1", "Enter"]) press(key);
  assert.deepEqual(said, ["next", "previous"]);
});

test("the browser's own keys are left alone", () => {
  press("p", { ctrlKey: true });
  press("1", { ctrlKey: true });
  assert.deepEqual(said, []);
});
