// @ts-check
/** Pure builders of ops: one gesture, one op (docs/annotation-protocol.md). */

/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {import("./types.js").Op} Op */
/** @typedef {import("./types.js").OpKind} OpKind */

/** Random UUID v4; `randomUUID` is missing on plain-http intranets, `getRandomValues` is not. */
export function newId() {
  const source = globalThis.crypto;
  if (typeof source.randomUUID === "function") return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** `score` and `source` belong to the server, which never compares them. */
const FIELDS = /** @type {const} */ ([
  "id", "start", "end", "label", "subtype", "state", "doubt", "comment",
]);

/** Same span in all that a person can change; null equals only null. @param {Span|null} a @param {Span|null} b */
export function sameSpan(a, b) {
  if (a === b) return true;
  if (!a || !b) return false;
  return FIELDS.every((field) => (a[field] ?? null) === (b[field] ?? null));
}

/** @param {OpKind} kind @param {Change[]} changes @param {string|null} [undoes] @returns {Op} */
export function makeOp(kind, changes, undoes = null) {
  return { op_id: newId(), kind, changes, undoes };
}

/** @param {Span|null} before @param {Span|null} after @returns {Change} */
export function change(before, after) {
  const id = (before ?? after)?.id;
  if (!id) throw new TypeError("a change needs a span before or after");
  return { id, before, after };
}

/** A span made by the person. @param {{start: number, end: number, label: string, subtype: string}} fields @param {string} source @returns {Span} */
export function manualSpan(fields, source) {
  return { id: newId(), ...fields, score: null, source, state: "manual", doubt: false, comment: "" };
}

/** What a person moved or relabelled is theirs: a suggestion becomes "corrected". @param {Span} span @returns {Span["state"]} */
function touched(span) {
  return span.state === "manual" ? "manual" : "corrected";
}

/** @param {Span} span */
export function addOp(span) {
  return makeOp("add", [change(null, span)]);
}

/** Null when nothing moves. @param {Span} span @param {number} start @param {number} end */
export function resizeOp(span, start, end) {
  if (start >= end || (start === span.start && end === span.end)) return null;
  return makeOp("resize", [change(span, { ...span, start, end, state: touched(span) })]);
}

/** Null when it has that label already. @param {Span} span @param {string} label @param {string} subtype */
export function relabelOp(span, label, subtype) {
  if (span.label === label && span.subtype === subtype && span.state !== "rejected") return null;
  return makeOp("relabel", [change(span, { ...span, label, subtype, state: touched(span) })]);
}

/** Null when there is nothing to accept. @param {Span} span */
export function acceptOp(span) {
  if (span.state !== "suggested" && span.state !== "rejected") return null;
  return makeOp("accept", [change(span, { ...span, state: "accepted" })]);
}

/** A person's own span disappears; a suggestion stays, rejected. @param {Span} span */
export function removeOp(span) {
  if (span.state === "rejected") return null;
  if (span.state === "manual") return makeOp("delete", [change(span, null)]);
  return makeOp("reject", [change(span, { ...span, state: "rejected" })]);
}

/** @param {Span} span @param {boolean} doubt @param {string} [comment] */
export function flagOp(span, doubt, comment = span.comment) {
  if (span.doubt === doubt && span.comment === comment) return null;
  return makeOp("flag", [change(span, { ...span, doubt, comment })]);
}

/** @param {Change[]} changes */
export function batchOp(changes) {
  return changes.length ? makeOp("batch", changes) : null;
}

/** The inverse of `op`, posted as an undo (or a redo, when `op` is itself an undo). @param {Op} op */
export function inverse(op) {
  const changes = op.changes.map(({ id, before, after }) => ({ id, before: after, after: before }));
  return makeOp(op.kind === "undo" ? "redo" : "undo", changes.reverse(), op.op_id);
}

/** What a lone change amounts to, once it was rewritten on another base. @param {Change} one @returns {OpKind} */
export function kindOf({ before, after }) {
  if (!before) return "add";
  if (!after) return "delete";
  if (after.state === "rejected" && before.state !== "rejected") return "reject";
  if (after.start !== before.start || after.end !== before.end) return "resize";
  if (after.label !== before.label || after.subtype !== before.subtype) return "relabel";
  if (after.doubt !== before.doubt || after.comment !== before.comment) return "flag";
  return "accept";
}
