import assert from "node:assert/strict";
import { test } from "node:test";
import { exact, growFor, moveEdge, snap, tokenAt, trim } from "../../../static/js/annotator/snap.js";
import { randomText, seeded } from "./support.mjs";

/** Snap the only place of `part`, give the words back. */
function snapped(text, part, how = snap) {
  const s = text.indexOf(part);
  const found = how(text, s, s + part.length);
  return found && text.slice(found.s, found.e);
}

test("grows to whole tokens, splits elisions, points and digits from letters", () => {
  assert.equal(snapped("à l'hôpital Saint-Louis", "pital Sai"), "hôpital Saint");
  assert.equal(snapped("vu par M.DUPONT hier", "UPON"), "DUPONT");
  assert.equal(snapped("né le 12/03/1984.", "2/03/198"), "12/03/1984");
  assert.equal(snapped("75013Paris", "ari"), "Paris");
  assert.equal(snapped("tél 06.12.34.56", "12.34"), "12.34");
});

test("white space at the edges goes; only white space is nothing", () => {
  assert.equal(snapped("un  deux ", "  deux "), "deux");
  assert.equal(snap("a \n\u00a0\u2028 b", 1, 5), null);
  assert.deepEqual(trim("  x ", 0, 4), { s: 2, e: 3 });
});

test("a triple click that ends on the next line stays on its line", () => {
  assert.deepEqual(snap("Dr Blanc\nParis", 0, 9), { s: 0, e: 8 });
});

test("exact keeps characters, never half a grapheme", () => {
  assert.equal(snapped("Durand", "ura", exact), "ura");
  const text = "x👩‍⚕️y";
  assert.deepEqual(exact(text, 2, 4), { s: 1, e: 6 });
  const accent = "e\u0301te\u0301"; // NFD: the accent belongs to its letter
  assert.deepEqual(exact(accent, 0, 1), { s: 0, e: 2 });
});

test("snapped ranges of random texts have no white space at an edge and cut no grapheme", () => {
  const random = seeded(3);
  const segmenter = new Intl.Segmenter("fr", { granularity: "grapheme" });
  for (let i = 0; i < 3000; i++) {
    const text = randomText(random);
    const s = Math.floor(random() * text.length);
    const e = s + Math.floor(random() * (text.length - s + 1));
    for (const how of [snap, exact]) {
      const found = how(text, s, e);
      if (!found) {
        assert.equal(text.slice(s, e).trim(), "");
        continue;
      }
      assert.ok(!/\s/.test(text[found.s]) && !/\s/.test(text[found.e - 1]), JSON.stringify([text, s, e, found]));
      const from = text.lastIndexOf("\n", found.s - 1) + 1;
      const end = text.indexOf("\n", found.e);
      const line = text.slice(found.s === 0 ? 0 : from, end < 0 ? text.length : end);
      const base = found.s === 0 ? 0 : from;
      const places = new Set([base + line.length, ...Array.from(segmenter.segment(line), ({ index }) => base + index)]);
      assert.ok(places.has(found.s) && places.has(found.e), JSON.stringify([text, s, e, found]));
    }
  }
});

test("double click takes one token", () => {
  const text = "l'hôpital, M.";
  assert.deepEqual(tokenAt(text, 4), { s: 2, e: 9 });
  assert.deepEqual(tokenAt(text, 9), { s: 9, e: 10 }); // the comma
  assert.equal(tokenAt("a  b", 2), null);
});

test("a label that has a written form takes the whole of it", () => {
  const text = "né le 12/03/1984, tél. 06 12 34 56 78, a.b@chu.fr";
  const grown = (part, subtype) => {
    const s = text.indexOf(part);
    const range = growFor(text, s, s + part.length, subtype);
    return text.slice(range.s, range.e);
  };
  assert.equal(grown("03", "DATE"), "12/03/1984");
  assert.equal(grown("34", "TEL"), "06 12 34 56 78");
  assert.equal(grown("chu", "MAIL"), "a.b@chu.fr");
  assert.equal(grown("03", "NOM"), "03");
});

test("edges move by token or by character, never onto white space, never past one another", () => {
  const text = "Mme Anne  Durand, née";
  const anne = { s: 4, e: 8 };
  assert.deepEqual(moveEdge(text, anne, "e", 1, false), { s: 4, e: 16 });
  assert.deepEqual(moveEdge(text, anne, "s", -1, false), { s: 0, e: 8 });
  assert.deepEqual(moveEdge(text, anne, "e", -1, true), { s: 4, e: 7 });
  assert.deepEqual(moveEdge(text, anne, "e", 1, true), { s: 4, e: 11 });
  assert.equal(moveEdge(text, anne, "e", -1, false), null);
  assert.equal(moveEdge("x", { s: 0, e: 1 }, "e", 1, false), null);
});
