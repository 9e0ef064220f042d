// @ts-check
/** Pure snapping of UTF-16 ranges to whole tokens and whole graphemes. Never leaves whitespace at an edge. */

/** @typedef {import("./types.js").Range16} Range16 */

/** Letters, digits, or one sign: splits l'|hôpital, M.|DUPONT, 75013|Paris. */
const TOKEN = /\p{L}[\p{L}\p{M}]*|\p{N}+|[^\s\p{L}\p{N}]\p{M}*/gu;

/** Written forms that are one thing although they hold several tokens, by sub-type. */
const WHOLE = /** @type {Record<string, RegExp>} */ ({
  DATE: /\d{1,4}(?:[/.-]\d{1,4}){1,2}/g,
  TEL: /(?:\+\d{1,3}[ .\u00a0]?)?(?:\(0\)[ .]?)?\d{1,2}(?:[ .\u00a0-]?\d{2}){3,4}/g,
  SECU: /[12](?:[ \u00a0]?\d){4}[ \u00a0]?\d[\dAB](?:[ \u00a0]?\d){6}(?:[ \u00a0]?\d{2})?/g,
  MAIL: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  URL: /(?:https?:\/\/|www\.)[^\s<>()]*[^\s<>().,;:]/g,
});
WHOLE.DATE_NAISSANCE = WHOLE.DATE;
WHOLE.FAX = WHOLE.TEL;

/** @param {string} text @param {number} s @param {number} e @returns {[number, number]} UTF-16 bounds of the lines that hold the range */
function linesOf(text, s, e) {
  const from = s > 0 ? text.lastIndexOf("\n", s - 1) + 1 : 0;
  const to = text.indexOf("\n", e);
  return [from, to < 0 ? text.length : to];
}

/** Without the whitespace at both ends; null when nothing else is there. @param {string} text @param {number} s @param {number} e @returns {Range16|null} */
export function trim(text, s, e) {
  while (s < e && /\s/.test(text[s])) s++;
  while (e > s && /\s/.test(text[e - 1])) e--;
  return s < e ? { s, e } : null;
}

/** Trimmed, then grown to whole tokens and graphemes. @param {string} text @param {number} s @param {number} e @returns {Range16|null} */
export function snap(text, s, e) {
  const trimmed = trim(text, s, e);
  if (!trimmed) return null;
  let { s: start, e: end } = trimmed;
  const [from, to] = linesOf(text, start, end);
  for (const match of text.slice(from, to).matchAll(TOKEN)) {
    const x = from + match.index;
    const y = x + match[0].length;
    if (x < start && start < y) start = x;
    if (x < end && end < y) end = y;
    if (x >= end) break;
  }
  return growGraphemes(text, start, end);
}

/** Exact characters, but never half a grapheme. @param {string} text @param {number} s @param {number} e @returns {Range16|null} */
export function exact(text, s, e) {
  const trimmed = trim(text, s, e);
  return trimmed && growGraphemes(text, trimmed.s, trimmed.e);
}

/** Snapped; where that took in more than was asked, `asked` keeps it: "PONT" in "DUPONTJEAN" → the word, asked "PONT". @param {string} text @param {number} s @param {number} e @returns {Range16|null} */
export function widened(text, s, e) {
  const asked = exact(text, s, e);
  const whole = snap(text, s, e);
  if (!asked || !whole || (asked.s === whole.s && asked.e === whole.e)) return whole;
  return { ...whole, asked };
}

/** The same place in its other width: the exact characters of a widened range, the words of an exact one; null when both are one. @param {string} text @param {Range16} range @returns {Range16|null} */
export function otherWidth(text, range) {
  if (range.asked) return { ...range.asked, exact: true };
  const whole = range.exact ? widened(text, range.s, range.e) : null;
  return whole?.asked ? whole : null;
}

/** @type {Intl.Segmenter|null} */
let graphemes = null;

/** Grapheme bounds of `line`, as UTF-16 indices with the line's length last. @param {string} line @returns {number[]} */
function graphemeBounds(line) {
  if (typeof Intl.Segmenter !== "function") {
    return [...line].reduce((bounds, point) => [...bounds, /** @type {number} */ (bounds.at(-1)) + point.length], [0]);
  }
  graphemes ??= new Intl.Segmenter("fr", { granularity: "grapheme" });
  const bounds = Array.from(graphemes.segment(line), (part) => part.index);
  bounds.push(line.length);
  return bounds;
}

/** Plain text has no grapheme of two units but CR LF: skip the segmenter. */
const PLAIN = /^[\u0020-\u00ff]*$/;

/** @param {string} text @param {number} s @param {number} e @returns {Range16} */
export function growGraphemes(text, s, e) {
  const [from, to] = linesOf(text, s, e);
  const line = text.slice(from, to);
  if (PLAIN.test(line)) return { s, e };
  const bounds = graphemeBounds(line);
  let start = s;
  let end = e;
  for (let i = 0; i < bounds.length - 1; i++) {
    const x = from + bounds[i];
    const y = from + bounds[i + 1];
    if (x < s && s < y) start = x;
    if (x < e && e < y) end = y;
  }
  return { s: start, e: end };
}

/** The token at UTF-16 index `u` (or just before it), for a double click. @param {string} text @param {number} u @returns {Range16|null} */
export function tokenAt(text, u) {
  const [from, to] = linesOf(text, u, u);
  let before = null;
  for (const match of text.slice(from, to).matchAll(TOKEN)) {
    const x = from + match.index;
    const y = x + match[0].length;
    if (x <= u && u < y) return snap(text, x, y);
    if (y === u) before = { s: x, e: y };
  }
  return before;
}

/** Grow a snapped range to the whole date, phone number, mail… of its line it lies in. @param {string} text @param {number} s @param {number} e @param {string} subtype @returns {Range16} */
export function growFor(text, s, e, subtype) {
  const pattern = WHOLE[subtype];
  if (!pattern) return { s, e };
  const [from, to] = linesOf(text, s, e);
  for (const match of text.slice(from, to).matchAll(pattern)) {
    const x = from + match.index;
    const y = x + match[0].length;
    if (x <= s && e <= y) return { s: x, e: y };
  }
  return { s, e };
}

/** Next place after (1) or before (-1) `u` where an edge may lie. @param {string} text @param {number} u @param {1|-1} step @param {boolean} byCharacter @param {"s"|"e"} edge */
function stop(text, u, step, byCharacter, edge) {
  const radius = 400;
  const from = Math.max(0, u - radius);
  const window = text.slice(from, u + radius);
  const places = byCharacter ? graphemeBounds(window) : tokenPlaces(window, edge);
  const absolute = places.map((place) => place + from);
  if (step > 0) return absolute.find((place) => place > u) ?? null;
  return absolute.filter((place) => place < u).at(-1) ?? null;
}

/** @param {string} text @param {"s"|"e"} edge */
function tokenPlaces(text, edge) {
  return Array.from(text.matchAll(TOKEN), (m) => (edge === "s" ? m.index : m.index + m[0].length));
}

/**
 * Move one edge by a token or a character; null when it would empty the span or leave the text.
 * @param {string} text @param {Range16} range @param {"s"|"e"} edge @param {1|-1} step @param {boolean} byCharacter
 * @returns {Range16|null}
 */
export function moveEdge(text, range, edge, step, byCharacter) {
  let at = range[edge];
  for (let tries = 0; tries < 50; tries++) {
    const next = stop(text, at, step, byCharacter, edge);
    if (next === null) return null;
    at = next;
    const moved = { ...range, [edge]: at };
    if (moved.s >= moved.e) return null;
    if (trimmedAlready(text, moved)) return moved;
  }
  return null;
}

/** @param {string} text @param {Range16} range */
function trimmedAlready(text, { s, e }) {
  return !/\s/.test(text[s]) && !/\s/.test(text[e - 1]);
}
