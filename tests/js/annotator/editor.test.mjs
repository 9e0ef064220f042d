// What a label does to a selection: exact characters stay, a widening is said and one key takes it back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Editor } from "../../../static/js/annotator/editor.js";
import { Labels } from "../../../static/js/annotator/labels.js";
import { Offsets } from "../../../static/js/annotator/offsets.js";
import { otherWidth, widened } from "../../../static/js/annotator/snap.js";
import { ordered } from "../../../static/js/annotator/queries.js";
import { Store } from "../../../static/js/annotator/store.js";

const NOM = { label: "PER", subtype: "NOM", name: "Nom", colour: "#0072b2", key: "n", guideline: "" };
const TEL = { label: "TEL", subtype: "TEL", name: "Téléphone", colour: "#3a8fc2", key: "t", guideline: "" };

/** An editor on `text` whose selection is what `choose` says. */
function desk(text) {
  const store = new Store({ rev: 0, spans: [], ops: [] });
  const said = [];
  let chosen = null;
  const ui = {
    say: () => {}, toast: (sentence) => said.push(sentence), current: () => {}, selection: () => chosen,
    clearSelection: () => (chosen = null), editComment: () => {}, complain: () => {}, propagate: async () => null,
  };
  const editor = new Editor({
    store, sync: { push: (op) => store.dispatch({ type: "local", op }) }, text, offsets: new Offsets(text),
    labels: new Labels([NOM, TEL]), folded: () => null, file: { exists: false }, readOnly: false, ui,
  });
  const words = () => ordered(store.state.spans).map((span) => `${span.subtype} ${editor.surface(span)}`);
  return { editor, said, words, choose: (range) => (chosen = range) };
}

const find = (text, word) => ({ s: text.indexOf(word), e: text.indexOf(word) + word.length });

test("an exact selection inside a word stays exact, twice", () => {
  const text = "M. DUPONTJEAN vit ici";
  const { editor, said, words, choose } = desk(text);
  choose({ ...find(text, "DUPONT"), exact: true });
  editor.label(NOM);
  editor.select(null);
  choose({ ...find(text, "JEAN"), exact: true });
  editor.label(NOM);
  assert.deepEqual(words(), ["NOM DUPONT", "NOM JEAN"]);
  assert.deepEqual(said, []);
});

test("a widened selection says so, and one key goes back to its characters", () => {
  const text = "M. DUPONTJEAN vit ici";
  const { editor, said, words, choose } = desk(text);
  const { s, e } = find(text, "DUPONT");
  choose(widened(text, s, e));
  editor.label(NOM);
  assert.deepEqual(words(), ["NOM DUPONTJEAN"]);
  assert.equal(said.length, 1);
  assert.match(said[0], /DUPONTJEAN.*DUPONT/u);
  assert.equal(editor.keepExact(), true);
  assert.deepEqual(words(), ["NOM DUPONT"]);
  assert.equal(editor.keepExact(), false, "it was taken back once");
});

test("a widened selection on a span that exists: the key brings the old label back, too", () => {
  const text = "appel au 06 39 98 12 34 hier";
  const { editor, words, choose } = desk(text);
  choose({ ...find(text, "06 39 98 12 34"), exact: true });
  editor.label(NOM);
  choose({ ...find(text, "98") });
  editor.label(TEL);
  assert.deepEqual(words(), ["TEL 06 39 98 12 34"]);
  editor.keepExact();
  assert.deepEqual(words(), ["NOM 06 39 98 12 34", "TEL 98"]);
});

test("the key does nothing once something else was done", () => {
  const text = "M. DUPONTJEAN vit ici";
  const { editor, words, choose } = desk(text);
  const { s, e } = find(text, "DUPONT");
  choose(widened(text, s, e));
  editor.label(NOM);
  editor.select(null);
  choose({ ...find(text, "ici"), exact: true });
  editor.label(NOM);
  assert.equal(editor.keepExact(), false);
  assert.deepEqual(words(), ["NOM DUPONTJEAN", "NOM ici"]);
});

test("a relabel that changes nothing takes nothing else back", () => {
  const text = "M. DUPONTJEAN vit ici";
  const { editor, words, choose } = desk(text);
  choose({ ...find(text, "DUPONTJEAN"), exact: true });
  editor.label(NOM);
  const { s, e } = find(text, "JEAN");
  choose(widened(text, s, e));
  editor.label(NOM);
  editor.keepExact();
  assert.deepEqual(words(), ["NOM DUPONTJEAN", "NOM JEAN"]);
});

test("the two widths of a place", () => {
  const text = "M. DUPONTJEAN";
  const part = find(text, "JEAN");
  const whole = widened(text, part.s, part.e);
  assert.deepEqual(whole, { ...find(text, "DUPONTJEAN"), asked: part });
  assert.deepEqual(otherWidth(text, whole), { ...part, exact: true });
  assert.deepEqual(otherWidth(text, { ...part, exact: true }), whole);
  assert.equal(otherWidth(text, { ...find(text, "DUPONTJEAN"), exact: true }), null);
});
