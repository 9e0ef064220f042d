import assert from "node:assert/strict";
import { test } from "node:test";
import { seenByModel } from "../../../static/js/annotator/sight.js";

/** What the model sees where the person marked the part between brackets. */
function seen(marked) {
  const s = marked.indexOf("[");
  const e = marked.indexOf("]") - 1;
  const text = marked.replace(/[[\]]/g, "");
  const found = seenByModel(text, s, e);
  return text.slice(found.s, found.e);
}

test("whole words are seen as they are", () => {
  for (const marked of ["vu [Durand] ce jour", "[M.DUPONT]", "le [12/03/2020].", "l'[hôpital]", "né à [75013]Paris"]) {
    assert.equal(seen(marked), /\[(.*)\]/.exec(marked)[1]);
  }
});

test("a piece of a word is seen as the word", () => {
  assert.equal(seen("l'h[ôpit]al Nord"), "hôpital");
  assert.equal(seen("D[uran]d"), "Durand");
  assert.equal(seen("le 12/0[3/20]20"), "03/2020");
});

test("words end where the case changes, as the model's do", () => {
  assert.equal(seen("DUPONT[Jea]n"), "Jean");
  assert.equal(seen("DUP[ON]TJean"), "DUPONT");
});

test("a letter written in two keeps its accent; the line is the limit", () => {
  assert.equal(seen("[He\u0301le]\u0300ne\nRoy"), "He\u0301le\u0300ne");
  assert.equal(seen("Anne\n[R]oy\nLéa"), "Roy");
});
