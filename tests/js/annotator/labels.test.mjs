// Which labels stand in the row: those in use here and in the project's notes of this kind, as far as there is room.
import assert from "node:assert/strict";
import { test } from "node:test";
import { byUse, fitting, Labels } from "../../../static/js/annotator/labels.js";

const entry = (subtype, uses = 0) => ({ label: "PER", subtype, name: subtype, colour: "", key: "", guideline: "", uses });
const names = (entries) => entries.map(({ subtype }) => subtype);
const spans = (...subtypes) => subtypes.map((subtype) => ({ subtype, state: "suggested" }));

test("a seldom label that the project uses most comes first", () => {
  const entries = [entry("NOM", 10), entry("PRENOM", 2), entry("INITIALES", 40), entry("VILLE", 1)];
  assert.deepEqual(names(byUse(entries, [])), ["INITIALES", "NOM", "PRENOM", "VILLE"]);
});

test("what this note holds counts as much as what the project's notes hold", () => {
  const entries = [entry("NOM", 90), entry("VILLE", 10), entry("FAX", 0)];
  assert.deepEqual(names(byUse(entries, spans("FAX", "FAX", "NOM"))), ["NOM", "FAX", "VILLE"]);
});

test("a refused span is no use", () => {
  const refused = [{ subtype: "FAX", state: "rejected" }];
  assert.deepEqual(names(byUse([entry("NOM"), entry("FAX")], refused)), ["NOM", "FAX"]);
});

test("without any use: the usual labels in the project's order, then the seldom ones", () => {
  const entries = [entry("INITIALES"), entry("NOM"), entry("FAX"), entry("VILLE")];
  assert.deepEqual(names(byUse(entries, [])), ["NOM", "VILLE", "INITIALES", "FAX"]);
});

test("the row takes what fits; a wide one leaves its room to the next", () => {
  const widths = new Map([["a", 60], ["b", 80], ["c", 30]]);
  assert.deepEqual([...fitting(["a", "b", "c"], (one) => widths.get(one), 100)], ["a", "c"]);
  assert.deepEqual([...fitting(["a", "b", "c"], (one) => widths.get(one), 0)], []);
});

test("a project's own order of labels is kept for keys and lists", () => {
  const labels = new Labels([entry("NOM", 1), entry("INITIALES", 9)], []);
  assert.deepEqual(names(labels.entries), ["NOM", "INITIALES"]);
  assert.deepEqual(names(labels.ranked), ["INITIALES", "NOM"]);
});
