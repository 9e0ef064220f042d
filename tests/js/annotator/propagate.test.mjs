import assert from "node:assert/strict";
import { test } from "node:test";
import { findAll, fold } from "../../../static/js/annotator/fold.js";
import { colourRules, labelClass, Labels } from "../../../static/js/annotator/labels.js";
import { Offsets } from "../../../static/js/annotator/offsets.js";
import { context, findHits, propagateOp } from "../../../static/js/annotator/propagate.js";
import { meet, sourceName } from "../../../static/js/annotator/sources.js";
import { bannerSentence, saveSentence } from "../../../static/js/annotator/status.js";
import { randomText, seeded, span } from "./support.mjs";

const places = (text, needle, wholeWords = true) =>
  findAll(fold(text), needle, { wholeWords }).map(({ s, e }) => text.slice(s, e));

test("case, accents, white space, hyphens and ligatures do not matter; words stay whole", () => {
  assert.deepEqual(places("Hélène, HELENE, he\u0301le\u0300ne, Hélènette", "Hélène"), ["Hélène", "HELENE", "he\u0301le\u0300ne"]);
  assert.deepEqual(places("Saint-Louis, saint‑louis, Saint\nLouis", "Saint-Louis"), ["Saint-Louis", "saint‑louis"]);
  assert.deepEqual(places("Jean  Paul, JEAN\nPAUL, Jean\u00a0Paul", "Jean Paul"), ["Jean  Paul", "JEAN\nPAUL", "Jean\u00a0Paul"]);
  assert.deepEqual(places("œdème et Oedeme", "œdème"), ["œdème", "Oedeme"]);
  assert.deepEqual(places("Durand durandal", "durand", false), ["Durand", "durand"]);
  assert.deepEqual(places("rien", "  "), []);
});

test("a folded hit starts and ends where the original does, whatever the text", () => {
  const random = seeded(6);
  for (let i = 0; i < 500; i++) {
    const text = randomText(random);
    const folded = fold(text);
    assert.equal(folded.from.length, folded.text.length);
    for (let k = 0; k < folded.text.length; k++) {
      assert.ok(folded.from[k] < folded.to[k] && folded.to[k] <= text.length);
      assert.ok(k === 0 || folded.from[k] >= folded.from[k - 1]);
    }
  }
});

const TEXT = "👩 Durand, DURAND, durand@x.fr, Durand et Durand, Mme Durand";
function hitsOf(spans) {
  const all = new Map(spans.map((one) => [one.id, one]));
  return findHits(fold(TEXT), TEXT, new Offsets(TEXT), all, spans[0]);
}

test("proposes bare text and equal suggestions, leaves the rest unticked with its reason", () => {
  const model = span("m", 2, 8, { state: "accepted" });
  const hits = hitsOf([
    model,
    span("mail", 18, 29, { label: "MAIL", subtype: "MAIL" }),
    span("same", 31, 37),
    span("other", 41, 47, { label: "LOC", subtype: "VILLE" }),
    span("no", 53, 59, { state: "rejected" }),
  ]);
  assert.deepEqual(hits.map(({ start, kind, ticked }) => [start, kind, ticked]), [
    [10, "new", true], [18, "blocked", false], [31, "accept", true], [41, "relabel", false], [53, "restore", false],
  ]);
  const op = propagateOp(hits, model, "user");
  assert.equal(op.kind, "batch");
  assert.deepEqual(op.changes.map(({ before, after }) => [before?.id ?? null, after.state, after.start]), [
    [null, "manual", 10], ["same", "accepted", 31],
  ]);
});

test("nothing ticked makes no op; what is already so is not proposed", () => {
  const model = span("m", 2, 8);
  const hits = hitsOf([model, span("done", 10, 16, { state: "accepted" })]);
  assert.deepEqual(hits.map(({ start }) => start), [18, 31, 41, 53]);
  assert.equal(propagateOp(hits.map((hit) => ({ ...hit, ticked: false })), model, "user"), null);
});

test("context is one line", () => {
  assert.deepEqual(context("ab\ncd ef", 3, 5, 3), { before: "ab\n", match: "cd", after: " ef" });
});

test("labels by key, digit and code; own colours become rules, anything else is left out", () => {
  const entries = [
    { label: "PER", subtype: "NOM", name: "Nom", colour: "#0072B2", key: "n", guideline: "" },
    { label: "X Y", subtype: "", name: "Autre", colour: "#123456", key: "", guideline: "" },
    { label: "BAD", subtype: "", name: "", colour: "red;} *{", key: "", guideline: "" },
  ];
  const labels = new Labels(entries);
  assert.equal(labels.byKey.get("n"), entries[0]);
  assert.equal(labels.byDigit(2), entries[1]);
  assert.equal(labels.byDigit(9), null);
  const named = { ...entries[1], key: "9" };
  assert.equal(new Labels([entries[0], named]).byDigit(9), named);
  assert.equal(labels.name({ label: "PER", subtype: "NOM" }), "Nom");
  assert.deepEqual(colourRules(entries), [".l-X_Y { --hue: #123456; }"]);
  assert.equal(labelClass("a b"), "l-a_b");
});

test("the save state in words", () => {
  const savedAt = new Date(2026, 0, 31, 14, 2);
  assert.equal(saveSentence({ phase: "offline", pending: 3, savedAt, message: "" }), "enregistré à 14:02 · 3 en attente · hors ligne");
  assert.equal(saveSentence({ phase: "idle", pending: 0, savedAt: null, message: "" }), "à jour");
  assert.match(bannerSentence({ phase: "session", pending: 1, savedAt, message: "" }), /gardé dans cette page/);
  assert.equal(bannerSentence({ phase: "offline", pending: 1, savedAt, message: "" }), "");
});

test("sources in words, never a rule's code when it has a name", () => {
  meet("1", {}, { civility: "civilité" });
  assert.equal(sourceName("rule:civility"), "règle civilité");
  assert.equal(sourceName("rule:nouvelle"), "règle nouvelle");
  assert.equal(sourceName("patient:last_name"), "dossier du patient");
  assert.equal(sourceName("model:ner-fr-1"), "modèle ner-fr-1");
});
