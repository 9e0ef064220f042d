import assert from "node:assert/strict";
import { test } from "node:test";
import { command, globalCommand } from "../../../static/js/annotator/keyboard.js";

const CONTEXT = { caret: false, singleKeys: true, list: false, labelKeys: new Set(["n", "p", "v"]) };
const press = (key, more = {}) => ({
  key, code: "", ctrlKey: false, shiftKey: false, altKey: false, metaKey: false, ...more,
});
const ask = (key, more, context) => command(press(key, more), { ...CONTEXT, ...context });

test("digits by their place: the AZERTY row types signs", () => {
  for (const [key, code, digit] of [["&", "Digit1", 1], ["é", "Digit2", 2], ["à", "Digit0", 10], ["5", "Digit5", 5]]) {
    assert.deepEqual(ask(key, { code }), { name: "label", digit });
  }
  assert.deepEqual(ask("3", { code: "Numpad3" }), { name: "label", digit: 3 });
  assert.equal(ask("PageDown", { code: "Numpad3" }), null); // number lock off
  assert.deepEqual(ask("1", { code: "Digit1", shiftKey: true }), { name: "label", digit: 1 });
});

test("signs by what they type, before digits: QWERTY ! is Shift+Digit1", () => {
  assert.deepEqual(ask("!", { code: "Digit1", shiftKey: true }), { name: "doubt" });
  assert.deepEqual(ask("!", { code: "Slash" }), { name: "doubt" });
  assert.deepEqual(ask("?", { code: "KeyM", shiftKey: true }), { name: "help" });
  assert.deepEqual(ask("/", { code: "Digit7", shiftKey: true }), { name: "search" });
  assert.deepEqual(ask(" "), { name: "caretMode" });
});

test("letters by what they type, whatever the case; g is not a label", () => {
  assert.deepEqual(ask("n"), { name: "label", key: "n" });
  assert.deepEqual(ask("N", { shiftKey: true }), { name: "label", key: "n" });
  assert.deepEqual(ask("g"), { name: "granularity" });
  assert.equal(ask("q"), null);
});

test("AltGr, Alt and dead keys are left to the system", () => {
  assert.equal(ask("@", { ctrlKey: true, altKey: true, code: "Digit0" }), null);
  assert.equal(ask("n", { altGraph: true }), null);
  assert.equal(ask("ArrowLeft", { altKey: true }), null);
  assert.equal(ask("n", { isComposing: true }), null);
});

test("single keys can be switched off; named keys stay", () => {
  const off = { singleKeys: false };
  assert.equal(ask("n", {}, off), null);
  assert.equal(ask("&", { code: "Digit1" }, off), null);
  assert.deepEqual(ask("Enter", {}, off), { name: "accept" });
});

test("arrows: spans, spans to check, edges", () => {
  assert.deepEqual(ask("ArrowRight"), { name: "span", step: 1 });
  assert.deepEqual(ask("ArrowUp"), { name: "check", step: -1 });
  assert.deepEqual(ask("ArrowDown", {}, { list: true }), { name: "span", step: 1 });
  assert.deepEqual(ask("ArrowLeft", { shiftKey: true }), { name: "edge", edge: "e", step: -1 });
  assert.deepEqual(ask("ArrowRight", { shiftKey: true, ctrlKey: true }), { name: "edge", edge: "s", step: 1 });
});

test("caret mode takes the arrows", () => {
  const caret = { caret: true };
  assert.deepEqual(ask("ArrowRight", { shiftKey: true }, caret), { name: "caret", step: 1, unit: "character", extend: true });
  assert.deepEqual(ask("ArrowLeft", { ctrlKey: true }, caret), { name: "caret", step: -1, unit: "token", extend: false });
  assert.deepEqual(ask("ArrowDown", {}, caret), { name: "caret", step: 1, unit: "line", extend: false });
  assert.deepEqual(ask("n", {}, caret), { name: "label", key: "n" });
  assert.deepEqual(ask("Escape", {}, caret), { name: "escape" });
});

test("undo, redo, propagate, remove", () => {
  assert.deepEqual(ask("z", { ctrlKey: true }), { name: "undo" });
  assert.deepEqual(ask("Z", { ctrlKey: true, shiftKey: true }), { name: "redo" });
  assert.deepEqual(ask("y", { metaKey: true }), { name: "redo" });
  assert.deepEqual(ask("Enter", { shiftKey: true }), { name: "propagate" });
  assert.deepEqual(ask("Backspace"), { name: "remove" });
  assert.equal(ask("c", { ctrlKey: true }), null); // copying stays the browser's
});

test("commands that work anywhere on the page", () => {
  assert.deepEqual(globalCommand(press("Enter", { ctrlKey: true })), { name: "submit" });
  assert.deepEqual(globalCommand(press("s", { ctrlKey: true })), { name: "save" });
  assert.deepEqual(globalCommand(press("PageDown", { shiftKey: true })), { name: "note", step: 1 });
  assert.equal(globalCommand(press("n")), null);
});
