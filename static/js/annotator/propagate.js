// @ts-check
/** Same label for every identical passage of the note: what to propose, and the one op that does it. */
import { findAll } from "./fold.js";
import { batchOp, change, manualSpan } from "./ops.js";
import { overlapping, ordered } from "./queries.js";

/** @typedef {import("./types.js").Span} Span */
/**
 * `kind`: "new" marks bare text, "accept" confirms an equal suggestion, "relabel" would change
 * another label, "restore" would bring back a refused span, "blocked" cuts across another span.
 * @typedef {{start: number, end: number, kind: "new"|"accept"|"relabel"|"restore"|"blocked",
 *   other: Span|null, ticked: boolean}} Hit
 */

/**
 * @param {import("./fold.js").Folded} folded @param {string} text
 * @param {import("./offsets.js").Offsets} offsets @param {Map<string, Span>} spans @param {Span} model
 * @returns {Hit[]} without the span itself and without what is already so
 */
export function findHits(folded, text, offsets, spans, model) {
  const needle = text.slice(offsets.toU(model.start), offsets.toU(model.end));
  const hits = [];
  for (const { s, e } of findAll(folded, needle, { wholeWords: true })) {
    const start = offsets.toCp(s);
    const end = offsets.toCp(e);
    if (start < model.end && model.start < end) continue;
    const hit = classify(spans, model, start, end);
    if (hit) hits.push(hit);
  }
  return hits;
}

/** @param {Map<string, Span>} spans @param {Span} model @param {number} start @param {number} end @returns {Hit|null} */
function classify(spans, model, start, end) {
  const over = overlapping(spans, start, end);
  const equal = over.find((span) => span.start === start && span.end === end);
  if (equal && equal.label === model.label && equal.subtype === model.subtype) {
    if (equal.state !== "suggested") return null;
    return { start, end, kind: "accept", other: equal, ticked: true };
  }
  if (equal) return { start, end, kind: "relabel", other: equal, ticked: false };
  if (over.length) return { start, end, kind: "blocked", other: over[0], ticked: false };
  const refused = ordered(spans).find(
    (span) => span.state === "rejected" && span.start === start && span.end === end,
  );
  if (refused) return { start, end, kind: "restore", other: refused, ticked: false };
  return { start, end, kind: "new", other: null, ticked: true };
}

/** One op for all ticked hits; null when there are none. @param {Hit[]} hits @param {Span} model @param {string} source */
export function propagateOp(hits, model, source) {
  const { label, subtype } = model;
  const changes = hits
    .filter((hit) => hit.ticked && hit.kind !== "blocked")
    .map(({ start, end, kind, other }) => {
      if (!other) return change(null, manualSpan({ start, end, label, subtype }, source));
      const state = kind === "accept" ? "accepted" : other.state === "manual" ? "manual" : "corrected";
      return change(other, { ...other, label, subtype, state: /** @type {Span["state"]} */ (state) });
    });
  return batchOp(changes);
}

/** A few words on either side of a hit, for the list. @param {string} text @param {number} s @param {number} e UTF-16 */
export function context(text, s, e, width = 28) {
  const before = text.slice(Math.max(0, s - width), s).replace(/\s+/g, " ");
  const after = text.slice(e, e + width).replace(/\s+/g, " ");
  return { before, match: text.slice(s, e).replace(/\s+/g, " "), after };
}
