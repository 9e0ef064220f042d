import assert from "node:assert/strict";
import { test } from "node:test";
import { SAME_SENSE, sameSense } from "../../../static/js/annotator/sense.js";

const NOM = { label: "PER", subtype: "NOM", state: "accepted" };
const VILLE = { label: "LOC", subtype: "VILLE", state: "accepted" };
const DATE = { label: "DATE", subtype: "DATE", state: "accepted" };

/** "avec Mme [Blanc] hier" → is it ticked? */
function ticked(model, surface, marked, readBySame = false) {
  const [, before, match, after] = /^(.*)\[(.*)\](.*)$/s.exec(marked);
  return sameSense(model, surface, { before, match, after }, readBySame) >= SAME_SENSE;
}

test("a name and its homographs", () => {
  for (const same of ["vu par Mme [Blanc] ce jour", "le Dr P. [Blanc],", "M. [BLANC] revient", "Vu avec [Blanc] hier"]) {
    assert.ok(ticked(NOM, "Blanc", same), same);
  }
  for (const other of ["globules [blancs] à 9000", "un voile [blanc] bilatéral", "syndrome de [Blanc] ancien",
    "12 avenue [Blanc] à", "clinique [Blanc], le", "rue du [Blanc]"]) {
    assert.ok(!ticked(NOM, "Blanc", other), other);
  }
});

test("a town, a person of that name, a hospital of that town", () => {
  for (const same of ["habite à [Paris] depuis", "75013 [Paris]", "retour de [PARIS] hier"]) assert.ok(ticked(VILLE, "Paris", same), same);
  for (const other of ["M. [Paris] est venu", "hôpital de [Paris] Est", "rue de [Paris] 12"]) assert.ok(!ticked(VILLE, "Paris", other), other);
});

test("a year, a dose, a result", () => {
  assert.ok(ticked(DATE, "2010", "opérée en [2010] à"));
  assert.ok(!ticked(DATE, "2010", "leucocytes [2010] /mm3 et [2010] mg".replace("[2010] /", "2010 /")));
  assert.ok(!ticked(DATE, "2010", "ferritine 1,[2010] ng"));
});

test("that the engine read a passage and left it bare counts, but never against what a person found first", () => {
  const bare = { before: "Monté avec ", match: "Roy", after: " au bloc" };
  const found = sameSense(NOM, "Roy", bare, true);
  assert.ok(found < sameSense(NOM, "Roy", bare, false));
  assert.equal(sameSense({ ...NOM, state: "manual" }, "Roy", bare, true), sameSense(NOM, "Roy", bare, false));
});
