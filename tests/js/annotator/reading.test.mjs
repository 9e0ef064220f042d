// What the page says about labels, scores and the rest of the text: pure parts of guide, confidence and lens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAGILE_BELOW, SURE_FROM, band, bandOf } from "../../../static/js/annotator/confidence.js";
import { examplePieces, readGuideline } from "../../../static/js/annotator/guide.js";
import { striking } from "../../../static/js/annotator/lens.js";
import { toCheck } from "../../../static/js/annotator/queries.js";
import { lastDone, lastUndone } from "../../../static/js/annotator/state.js";
import { span } from "./support.mjs";

test("three bands, and none once a person decided", () => {
  assert.deepEqual([1, SURE_FROM, 0.929, FRAGILE_BELOW, 0.599, 0, null].map(bandOf), [
    "sure", "sure", "check", "check", "fragile", "fragile", "check",
  ]);
  assert.equal(band(span("a", 0, 1, { score: 0.1, state: "accepted" })), null);
});

test("what is sure need not be looked at, unless somebody doubts", () => {
  assert.equal(toCheck(span("a", 0, 1, { score: 0.99 })), false);
  assert.equal(toCheck(span("a", 0, 1, { score: 0.99, doubt: true })), true);
  assert.equal(toCheck(span("a", 0, 1, { score: 0.5 })), true);
  assert.equal(toCheck(span("a", 0, 1, { score: 0.5, state: "accepted", doubt: true })), true);
  assert.equal(toCheck(span("a", 0, 1, { score: 0.5, state: "rejected", doubt: true })), false);
});

test("a guideline is a rule and its examples, in either language", () => {
  assert.deepEqual(readGuideline("Ville, sans « Cedex ». Exemples : « né à [Dijon] », « 21000 [Dijon] »."), {
    rule: "Ville, sans « Cedex ».", examples: ["né à [Dijon]", "21000 [Dijon]"],
  });
  assert.deepEqual(readGuideline("Town. Examples: “born in [Dijon]”."), { rule: "Town.", examples: ["born in [Dijon]"] });
  assert.deepEqual(readGuideline("Sans exemple."), { rule: "Sans exemple.", examples: [] });
  assert.deepEqual(examplePieces("né à [Dijon] hier"), [
    { text: "né à ", marked: false }, { text: "Dijon", marked: true }, { text: " hier", marked: false },
  ]);
});

test("the lens stresses capitals and digits, nothing else", () => {
  assert.deepEqual(striking("vu le 12/03/2020 par Odile Le-Roy, tel 06 39 98 : pH 7, iPhone"), [
    "12/03/2020", "Odile", "Le-Roy", "06 39 98", "pH", "7", "iPhone",
  ]);
  assert.deepEqual(striking("élève d'été"), []);
  assert.deepEqual(striking("Éléonore"), ["Éléonore"]);
});

test("a gesture over several notes is one step of the undo stack, with changes here or none", () => {
  const op = (op_id, kind, undoes = null) => ({ op_id, kind, changes: [], undoes, gesture: op_id });
  const log = [{ op_id: "a", kind: "add", changes: [], undoes: null }, op("g", "batch")];
  assert.equal(lastDone({ log, pending: [] }).op_id, "g");
  const undone = { log: [...log, op("u", "undo", "g")], pending: [] };
  assert.equal(lastDone(undone).op_id, "a");
  assert.equal(lastUndone(undone).op_id, "u");
});
