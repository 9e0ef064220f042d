// @ts-check
/** Sweep line over spans: elementary segments, and the underline level of each span. */

/**
 * Cut `[0, length)` at every span edge: O(S log S). Segments cover the range without gap.
 * @param {number} length
 * @param {Iterable<{id: string, s: number, e: number}>} spans already clamped to the range
 * @returns {{s: number, e: number, ids: string[]}[]}
 */
export function segments(length, spans) {
  /** @type {[number, number, string][]} */
  const events = [];
  for (const span of spans) {
    if (span.s < span.e) events.push([span.s, 1, span.id], [span.e, 0, span.id]);
  }
  events.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  const out = [];
  const open = new Set();
  let at = 0;
  for (const [position, opens, id] of events) {
    if (position > at) {
      out.push({ s: at, e: position, ids: [...open] });
      at = position;
    }
    if (opens) open.add(id);
    else open.delete(id);
  }
  if (at < length) out.push({ s: at, e: length, ids: [] });
  return out;
}

/**
 * Level 0 lies next to the text, longer spans below it: the shortest first, each takes the
 * lowest level free among those it overlaps.
 * @param {{id: string, s: number, e: number}[]} spans
 * @returns {Map<string, number>}
 */
export function levels(spans) {
  const sorted = [...spans].sort((a, b) => a.e - a.s - (b.e - b.s) || a.s - b.s || (a.id < b.id ? -1 : 1));
  /** @type {Map<string, number>} */
  const level = new Map();
  sorted.forEach((span, i) => {
    const taken = new Set();
    for (let j = 0; j < i; j++) {
      const other = sorted[j];
      if (other.s < span.e && span.s < other.e) taken.add(level.get(other.id));
    }
    let free = 0;
    while (taken.has(free)) free++;
    level.set(span.id, free);
  });
  return level;
}
