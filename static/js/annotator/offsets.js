// @ts-check
/**
 * The only place where Python's offsets (Unicode code points) and JavaScript's (UTF-16 code
 * units) meet. Index of the high surrogates once, then a binary search for each conversion.
 */

/**
 * First position of `sorted` whose value is not below `value`.
 * @param {ArrayLike<number>} sorted @param {number} value
 */
export function lowerBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Offsets {
  /** @param {string} text */
  constructor(text) {
    /** @type {number[]} UTF-16 indices of the high surrogate of each astral character */
    const units = [];
    for (let i = 0; i < text.length - 1; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0xd800 && code < 0xdc00) units.push(i++);
    }
    this.units = Uint32Array.from(units);
    this.points = Uint32Array.from(units, (unit, i) => unit - i);
    this.length = text.length - units.length;
  }

  /** Code-point offset of UTF-16 index `u`; inside a surrogate pair: its start. @param {number} u */
  toCp(u) {
    return u - lowerBound(this.units, u);
  }

  /** UTF-16 index of code-point offset `cp`. @param {number} cp */
  toU(cp) {
    return cp + lowerBound(this.points, cp);
  }
}

/** UTF-16 index at which each line starts; lines end at "\n" and nothing else. @param {string} text */
export function lineStarts(text) {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return Uint32Array.from(starts);
}

/** Index of the line that holds UTF-16 index `u`. @param {ArrayLike<number>} starts @param {number} u */
export function lineAt(starts, u) {
  return Math.max(0, lowerBound(starts, u + 1) - 1);
}
