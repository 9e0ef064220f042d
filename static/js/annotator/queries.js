// @ts-check
/** Questions asked of the spans: reading order, neighbours, what is left to check. */
import { band } from "./confidence.js";

/** @typedef {import("./types.js").Span} Span */

/** @type {WeakMap<Map<string, Span>, Span[]>} */
const cache = new WeakMap();

/** Reading order; at the same start the longest first. @param {Map<string, Span>} spans */
export function ordered(spans) {
  let sorted = cache.get(spans);
  if (!sorted) {
    sorted = [...spans.values()].sort((a, b) => a.start - b.start || b.end - a.end || (a.id < b.id ? -1 : 1));
    cache.set(spans, sorted);
  }
  return sorted;
}

/** Marked in the text. @param {Span} span */
export const isVisible = (span) => span.state !== "rejected";

/** Waits for a decision that nobody has taken yet. @param {Span} span */
export const isOpen = (span) => span.state === "suggested" || (span.doubt && span.state !== "rejected");

/** Deserves a look before the note is finished: a suggestion that is not sure, or a doubt. @param {Span} span */
export const toCheck = (span) => isOpen(span) && (span.doubt || band(span) !== "sure");

/**
 * Next (`step` 1) or previous (-1) span that satisfies `wanted`, after the current one or,
 * without one, after the code-point offset `from`. Null at the end: no wrap-around, nobody loses their place.
 * @param {Map<string, Span>} spans @param {string|null} current @param {1|-1} step
 * @param {(span: Span) => boolean} wanted @param {number} [from]
 */
export function neighbour(spans, current, step, wanted, from = 0) {
  const list = ordered(spans);
  let at = current ? list.findIndex((span) => span.id === current) : -1;
  if (at < 0) {
    const next = list.findIndex((span) => span.start >= from);
    at = next < 0 ? list.length : next;
    if (step > 0) at -= 1;
  }
  for (let i = at + step; i >= 0 && i < list.length; i += step) if (wanted(list[i])) return list[i];
  return null;
}

/** Next span to check after the current one, else the first of the note. @param {Map<string, Span>} spans @param {string} current */
export function nextToCheck(spans, current) {
  return neighbour(spans, current, 1, toCheck) ?? ordered(spans).find(toCheck) ?? null;
}

/** @param {Map<string, Span>} spans */
export function counts(spans) {
  let total = 0;
  let checked = 0;
  let doubts = 0;
  let rejected = 0;
  for (const span of spans.values()) {
    if (span.state === "rejected") rejected++;
    else {
      total++;
      if (span.state !== "suggested") checked++;
      if (span.doubt) doubts++;
    }
  }
  return { total, checked, toCheck: total - checked, doubts, rejected };
}

/** Visible spans over `[start, end)`, shortest first. @param {Map<string, Span>} spans @param {number} start @param {number} end */
export function overlapping(spans, start, end) {
  return ordered(spans)
    .filter((span) => isVisible(span) && span.start < end && start < span.end)
    .sort((a, b) => a.end - a.start - (b.end - b.start));
}
