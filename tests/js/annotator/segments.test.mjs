import assert from "node:assert/strict";
import { test } from "node:test";
import { levels, segments } from "../../../static/js/annotator/segments.js";
import { randomText, seeded } from "./support.mjs";

test("cuts at every edge, closes before it opens", () => {
  const spans = [{ id: "a", s: 0, e: 5 }, { id: "b", s: 2, e: 5 }, { id: "c", s: 5, e: 7 }];
  assert.deepEqual(segments(9, spans), [
    { s: 0, e: 2, ids: ["a"] },
    { s: 2, e: 5, ids: ["a", "b"] },
    { s: 5, e: 7, ids: ["c"] },
    { s: 7, e: 9, ids: [] },
  ]);
});

test("an empty line has no segment, an unmarked one has one", () => {
  assert.deepEqual(segments(0, []), []);
  assert.deepEqual(segments(4, [{ id: "a", s: 2, e: 2 }]), [{ s: 0, e: 4, ids: [] }]);
});

test("segments of random spans concatenate to the text and name exactly the spans over them", () => {
  const random = seeded(2);
  for (let i = 0; i < 2000; i++) {
    const text = randomText(random);
    const spans = Array.from({ length: Math.floor(random() * 12) }, (_, n) => {
      const s = Math.floor(random() * text.length);
      return { id: `s${n}`, s, e: s + Math.floor(random() * (text.length - s + 1)) };
    });
    const cut = segments(text.length, spans);
    assert.equal(cut.map(({ s, e }) => text.slice(s, e)).join(""), text);
    for (const { s, e, ids } of cut) {
      const over = spans.filter((one) => one.s <= s && e <= one.e && one.s < one.e).map(({ id }) => id);
      assert.deepEqual([...ids].sort(), over.sort());
    }
  }
});

test("the shortest span lies next to the text; overlapping spans never share a level", () => {
  const level = levels([{ id: "long", s: 0, e: 9 }, { id: "short", s: 2, e: 4 }, { id: "far", s: 5, e: 7 }]);
  assert.deepEqual(Object.fromEntries(level), { short: 0, far: 0, long: 1 });
});
