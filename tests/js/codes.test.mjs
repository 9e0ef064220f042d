// Enter in the search for a code adds the first one found, but never one that was found for other words.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const heard = {};
globalThis.Element = class {};
const clicked = [];
let fits = true; // the words that were typed, or is merely alike
const choice = {
  click: () => clicked.push("J189"),
  focus: () => (document.activeElement = choice),
  matches: (selector) => selector === "[data-fits]" && fits,
};
const found = { dataset: { query: "" } };
const list = {
  tagName: "DIV",
  querySelectorAll: () => [choice],
  querySelector: (selector) => (selector === "[data-query]" ? found : null),
};
const done = { hidden: true };
const gone = []; // links that were followed
const link = (name) => ({ click: () => gone.push(name) });
let codes = [];
const field = { value: "", closest: () => null };
globalThis.document = {
  body: { closest: () => null },
  activeElement: null,
  addEventListener: (type, listen) => (heard[type] = listen),
  querySelector: (selector) =>
    ({
      "[data-coding]": {},
      "#code-query": field,
      "#code-found": list,
      "[data-done]": done,
      "[data-done]:not([hidden]) a": done.hidden ? null : link("waiting"),
      "a[rel=next]": link("following"),
    })[selector] ?? null,
  querySelectorAll: (selector) => (selector === "[data-code]" ? codes : []),
  getElementById: () => null,
};
let chosen = null; // selected in the page
globalThis.window = { matchMedia: () => ({ matches: false }), getSelection: () => chosen };
await import("../../static/js/codes.js");

/** Whether the page kept the key from doing what it does by itself: Enter sends the search. */
function press(key) {
  const event = { key, preventDefault: () => (event.isKept = true), isKept: false };
  heard.keydown(event);
  return event.isKept;
}

beforeEach(() => {
  document.activeElement = field;
  clicked.length = 0;
});

test("Enter adds the first code of the list that answers the query", () => {
  field.value = found.dataset.query = "pneu";
  assert.equal(press("Enter"), true);
  assert.deepEqual(clicked, ["J189"]);
});

test("to a code that is merely alike Enter leads, without adding it", () => {
  field.value = found.dataset.query = "pneu";
  fits = false;
  assert.equal(press("Enter"), true);
  assert.deepEqual(clicked, []);
  assert.equal(document.activeElement, choice);
  fits = true;
});

test("what was found for other words is not added: Enter sends the search", () => {
  found.dataset.query = "pneu";
  field.value = "chute";
  assert.equal(press("Enter"), false);
  assert.deepEqual(clicked, []);
});

test("nor do arrows lead into it", () => {
  found.dataset.query = "pneu";
  field.value = "chute";
  press("ArrowDown");
  assert.equal(document.activeElement, field);
  found.dataset.query = "chute";
  press("ArrowDown");
  assert.equal(document.activeElement, choice);
});

/** Text selected in a part of the page of this class. */
const selected = (text, part) => ({
  anchorNode: { parentElement: { closest: (selector) => (selector === part ? {} : null) } },
  toString: () => text,
});

test("a slash looks for the words that are selected in the note, and for no others", () => {
  const sent = [];
  Object.assign(field, { value: "", focus: () => (document.activeElement = field), dispatchEvent: (event) => sent.push(event.type) });
  for (const [part, value] of [[".codes", ""], [".coded-notes", "a chuté de son lit"]]) {
    document.activeElement = document.body;
    chosen = selected(" a chuté \n de son lit ", part);
    assert.equal(press("/"), true);
    assert.equal(document.activeElement, field);
    assert.equal(field.value, value);
  }
  assert.deepEqual(sent, ["input"]);
  chosen = null;
});

/** The page after an answer of the server: one code a state. */
function answered(...states) {
  codes = states.map((state) => ({ dataset: { state, code: "" } }));
  heard["htmx:afterSettle"]({ detail: { target: { id: "code-1" } } });
}

test("the page says that nothing is left to decide as long as it is so", () => {
  answered("accepted", "proposed");
  assert.equal(done.hidden, true);
  answered("accepted", "rejected");
  assert.equal(done.hidden, false);
  answered("proposed", "rejected");
  assert.equal(done.hidden, true);
});

test("n leads to the following note, and to what waits when nothing is left here", () => {
  document.activeElement = document.body;
  answered("proposed");
  press("n");
  answered("accepted");
  press("n");
  assert.deepEqual(gone, ["following", "waiting"]);
});
