import assert from "node:assert/strict";
import { test } from "node:test";
import { lineAt, lineStarts, Offsets } from "../../../static/js/annotator/offsets.js";
import { randomText, seeded } from "./support.mjs";

test("an astral character counts for one code point and two units", () => {
  const offsets = new Offsets("a👩‍⚕️b"); // a, woman (astral), ZWJ, staff, VS16, b
  assert.equal(offsets.length, 6);
  assert.equal(offsets.toCp(3), 2); // after the astral woman
  assert.equal(offsets.toU(2), 3);
  assert.equal(offsets.toCp(6), 5); // before b
  assert.equal(offsets.toU(6), 7);
});

test("inside a surrogate pair, the start of the pair", () => {
  assert.equal(new Offsets("x𝔘y").toCp(2), 1);
});

test("every code-point offset of 3000 random texts makes the round trip, and slices alike", () => {
  const random = seeded(1);
  for (let i = 0; i < 3000; i++) {
    const text = randomText(random);
    const points = [...text];
    const offsets = new Offsets(text);
    assert.equal(offsets.length, points.length);
    let unit = 0;
    for (let cp = 0; cp <= points.length; cp++) {
      assert.equal(offsets.toU(cp), unit);
      assert.equal(offsets.toCp(unit), cp);
      unit += points[cp]?.length ?? 0;
    }
    const s = Math.floor(random() * points.length);
    const e = s + Math.floor(random() * (points.length - s));
    assert.equal(text.slice(offsets.toU(s), offsets.toU(e)), points.slice(s, e).join(""));
  }
});

test("lines end at \\n only: not at U+2028, U+0085 or a lone \\r", () => {
  const text = "un\u2028deux\u0085trois\rquatre\n\ncinq";
  assert.deepEqual([...lineStarts(text)], [0, 21, 22]);
  assert.equal(lineAt(lineStarts(text), 20), 0);
  assert.equal(lineAt(lineStarts(text), 21), 1);
  assert.equal(lineAt(lineStarts(text), 25), 2);
});
