// What the check asks about once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { byForm } from "../../../static/js/annotator/residual.js";

const finding = (surface, start, more = {}) => ({ document: "d", kind: "identity", why: "nom du patient", surface, start, reason: "", ...more });

test("the same form for the same cause is one question", () => {
  const found = [finding("Petit", 1), finding("1234567", 9, { kind: "digits", why: "nombre" }), finding("PETIT", 20), finding("Petit", 40)];
  assert.deepEqual(byForm(found).map((group) => group.map(({ start }) => start)), [[1, 20, 40], [9]]);
});

test("another note, another cause or a reason already given is another question", () => {
  const found = [finding("Petit", 1), finding("Petit", 2, { document: "e" }), finding("Petit", 3, { why: "prénom" }), finding("Petit", 4, { reason: "harmless" })];
  assert.equal(byForm(found).length, 4);
});
