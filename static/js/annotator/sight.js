// @ts-check
/** What the model sees of a passage: whole words of its own, for it labels no piece of a word (`worker/engine/encoder/words.py`). */

/** @typedef {import("./types.js").Range16} Range16 */

/** Digits; letters up to a change of case; one other sign. */
const WORD = /[0-9]+|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?![\p{Ll}\p{M}])|\p{L}+|\S/gu;

/** Grown to the words it touches. @param {string} text @param {number} s @param {number} e @returns {Range16} UTF-16 */
export function seenByModel(text, s, e) {
  const from = text.lastIndexOf("\n", s - 1) + 1;
  const newline = text.indexOf("\n", e);
  let [start, end] = [s, e];
  for (const { index, 0: word } of text.slice(from, newline < 0 ? text.length : newline).matchAll(WORD)) {
    const x = from + index;
    const y = x + word.length;
    if (x >= e) break;
    if (y <= s) continue;
    start = Math.min(start, x);
    end = Math.max(end, y);
  }
  return { s: start, e: end };
}
