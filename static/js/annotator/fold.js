// @ts-check
/** Search that ignores case, accents and the kind of white space, hyphen or apostrophe. */

/** @typedef {{text: string, from: Uint32Array, to: Uint32Array}} Folded */

/** What each character becomes; a note has few different ones. @type {Map<string, string>} */
const FOLDED = new Map();
const KEPT_MOST = 5000;

/** @param {string} point @returns {string} */
function foldPoint(point) {
  let folded = FOLDED.get(point);
  if (folded === undefined) {
    folded = foldAnew(point);
    if (FOLDED.size < KEPT_MOST) FOLDED.set(point, folded);
  }
  return folded;
}

/** @param {string} point @returns {string} */
function foldAnew(point) {
  if (/\s/.test(point)) return " ";
  if (/[\u2010-\u2015\u2212]/.test(point)) return "-";
  if (/[\u2018\u2019\u02bc]/.test(point)) return "'";
  if (point === "œ" || point === "Œ") return "oe";
  if (point === "æ" || point === "Æ") return "ae";
  return point.normalize("NFD").replace(/[\p{M}\u00ad]/gu, "").toLowerCase();
}

/** Folded text with, for each of its units, where it comes from in the original (UTF-16). @param {string} original @returns {Folded} */
export function fold(original) {
  let text = "";
  let isSpace = false;
  /** @type {number[]} */ const from = [];
  /** @type {number[]} */ const to = [];
  let at = 0;
  for (const point of original) {
    const end = at + point.length;
    const folded = foldPoint(point);
    if (folded === " " && isSpace) to[to.length - 1] = end;
    else if (folded === "" && to.length) to[to.length - 1] = end;
    else {
      for (let i = 0; i < folded.length; i++) {
        from.push(at);
        to.push(end);
      }
      text += folded;
      if (folded) isSpace = folded.endsWith(" ");
    }
    at = end;
  }
  return { text, from: Uint32Array.from(from), to: Uint32Array.from(to) };
}

const WORD = /[\p{L}\p{N}]/u;

/**
 * All places of `needle`, as UTF-16 ranges of the original.
 * @param {Folded} folded @param {string} needle @param {{wholeWords: boolean}} options
 * @returns {{s: number, e: number}[]}
 */
export function findAll(folded, needle, { wholeWords }) {
  const wanted = fold(needle).text.trim();
  /** @type {{s: number, e: number}[]} */
  const out = [];
  if (!wanted) return out;
  for (let i = folded.text.indexOf(wanted); i >= 0; i = folded.text.indexOf(wanted, i + wanted.length)) {
    const end = i + wanted.length;
    if (wholeWords && (joined(folded.text, i, wanted[0]) || joined(folded.text, end, wanted.at(-1)))) continue;
    out.push({ s: folded.from[i], e: folded.to[end - 1] });
  }
  return out;
}

/** A letter or digit on both sides of `at`: the middle of a word. @param {string} text @param {number} at @param {string|undefined} edge */
function joined(text, at, edge) {
  if (!edge || !WORD.test(edge) || at <= 0 || at >= text.length) return false;
  return WORD.test(text[at - 1]) && WORD.test(text[at]);
}
