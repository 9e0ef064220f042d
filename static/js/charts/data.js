// @ts-check
// What a chart draws, read off the table beside it; where a zoom leads. No page, no library.

/**
 * @typedef {{name: string, right: boolean, log: boolean, percent: boolean}} Line
 * @typedef {{x: string, values: string[]}} Row  x: a day ("2026-03-12") or a number; values: "" where there is none
 */

/** A day as seconds, a number as itself. @param {string} text @returns {number} */
export function place(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00`) / 1000 : Number(text);
}

/** How a language writes days and numbers: plain "en" would be American, « Nov 9 ». @param {string} language @returns {string} */
export function locale(language) {
  return language === "en" ? "en-GB" : language;
}

/** @param {Row[]} rows @returns {boolean} whether the rows are days */
export function areDays(rows) {
  return rows.length > 0 && rows.every((row) => /^\d{4}-\d\d-\d\d$/.test(row.x));
}

/**
 * Columns as the library wants them: places, then one array a line.
 * @param {Row[]} rows
 * @returns {(number | null)[][]}
 */
export function columns(rows) {
  const ordered = [...rows].sort((a, b) => place(a.x) - place(b.x));
  const width = ordered.length ? ordered[0].values.length : 0;
  const lines = Array.from({ length: width }, (_, n) => ordered.map((row) => number(row.values[n])));
  return [ordered.map((row) => place(row.x)), ...lines];
}

/**
 * Lines that stand in rows, turned into the rows of a chart: one a place, numbered from 0.
 * @param {string[][]} lines
 * @returns {Row[]}
 */
export function turned(lines) {
  return (lines[0] ?? []).map((_, n) => ({ x: String(n), values: lines.map((values) => values[n]) }));
}

/** @param {string} text @returns {number | null} */
function number(text) {
  return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
}

/**
 * Half of what is seen, around a place, within all that there is.
 * @param {number[]} xs @param {[number, number]} view @param {number} at
 * @returns {[number, number]}
 */
export function closer(xs, view, at) {
  const half = (view[1] - view[0]) / 4;
  const low = Math.max(xs[0], at - half);
  const high = Math.min(xs[xs.length - 1], low + 2 * half);
  const seen = xs.filter((x) => x >= low && x <= high).length;
  return seen >= 2 ? [low, high] : view;
}
