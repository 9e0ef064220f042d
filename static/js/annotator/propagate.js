// @ts-check
/** Same label for every identical passage of the note: what to propose, and the one op that does it. */
import { findAll } from "./fold.js";
import { batchOp, change, manualSpan } from "./ops.js";
import { overlapping, ordered } from "./queries.js";
import { SAME_SENSE, sameSense } from "./sense.js";

/** @typedef {import("./types.js").Span} Span */
/**
 * `kind`: "new" marks bare text, "accept" confirms an equal suggestion, "relabel" would change
 * another label, "restore" would bring back a refused span, "blocked" cuts across another span, "locked" lies in a note that is not
 * this person's to change. `sense`: probability that it means the same. `document`, `title`: another note of the patient.
 * @typedef {{start: number, end: number, kind: "new"|"accept"|"relabel"|"restore"|"blocked"|"locked",
 *   other: Span|null, ticked: boolean, sense: number, before: string, match: string, after: string,
 *   document?: string, title?: string, reason?: string}} Hit
 */

const WIDTH = 48;

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
    if (hit) hits.push(judged({ ...hit, ...context(text, s, e, WIDTH) }, model, needle));
  }
  return hits;
}

/** Hits of the server's search in the patient's other notes. @param {any[]} found @param {Span} model @param {string} needle @returns {Hit[]} */
export function fileHits(found, model, needle) {
  return found.map((hit) => {
    const ticked = hit.kind === "new" || hit.kind === "accept";
    return judged({ ...hit, match: hit.surface, ticked }, model, needle);
  });
}

/** With the probability that it means the same: what probably does not is proposed unticked. @param {Omit<Hit, "sense">} hit @param {Span} model @param {string} needle @returns {Hit} */
function judged(hit, model, needle) {
  const sense = sameSense(model, needle, hit, hit.kind === "new");
  return { ...hit, sense, ticked: hit.ticked && sense >= SAME_SENSE };
}

/** @param {Map<string, Span>} spans @param {Span} model @param {number} start @param {number} end @returns {Omit<Hit, "sense"|"before"|"match"|"after">|null} */
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

/** One op for all ticked hits of the note; null when there are none. @param {Hit[]} hits @param {Span} model @param {string} source */
export function propagateOp(hits, model, source) {
  const { label, subtype } = model;
  const changes = hits
    .filter((hit) => hit.ticked && !hit.document && hit.kind !== "blocked" && hit.kind !== "locked")
    .map(({ start, end, kind, other }) => {
      if (!other) return change(null, manualSpan({ start, end, label, subtype }, source));
      const state = kind === "accept" ? "accepted" : other.state === "manual" ? "manual" : "corrected";
      return change(other, { ...other, label, subtype, state: /** @type {Span["state"]} */ (state) });
    });
  return batchOp(changes);
}

/** Whoever extends a suggestion holds it for right. @param {import("./types.js").Change[]} changes @param {Span} model */
export function withModelAccepted(changes, model) {
  return model.state === "suggested" ? [change(model, { ...model, state: "accepted" }), ...changes] : changes;
}

/** The words on either side of a place. @param {string} text @param {number} s @param {number} e UTF-16 @param {number} width */
export function context(text, s, e, width) {
  return { before: text.slice(Math.max(0, s - width), s), match: text.slice(s, e), after: text.slice(e, e + width) };
}
