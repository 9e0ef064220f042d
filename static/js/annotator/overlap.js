// @ts-check
/** Gestures made at once on the same words, as different spans: what to ask, and what each answer means. Pure. */
import { makeOp } from "./ops.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {import("./types.js").Op} Op */
/** @typedef {Map<string, Span>} Spans */

/** @param {Span|null|undefined} span @returns {span is Span} */
const isShown = (span) => Boolean(span) && span?.state !== "rejected";

/** @param {Span} a @param {Span} b */
const cross = (a, b) => a.start < b.end && b.start < a.end;

/** @param {Span} a @param {Span} b */
const alike = (a, b) => a.start === b.start && a.end === b.end && a.label === b.label && a.subtype === b.subtype;

/** The change puts a span on words where it was not. @param {Change} change */
function lands({ before, after }) {
  return isShown(after) && (!isShown(before) || before.start !== after.start || before.end !== after.end);
}

/** Ids of the spans of `fresh` ops that lie over what `op` puts down. @param {Op} op @param {Op[]} fresh @returns {string[]} */
export function overlapped(op, fresh) {
  const own = new Set(op.changes.map(({ id }) => id));
  const landed = op.changes.filter(lands).map(({ after }) => /** @type {Span} */ (after));
  return fresh
    .flatMap((one) => one.changes)
    .filter((change) => !own.has(change.id) && lands(change) && landed.some((mine) => cross(mine, /** @type {Span} */ (change.after))))
    .map(({ id }) => id);
}

/** Those of `ids` that are still there, over what `op` puts down. @param {Spans} base @param {Op} op @param {Iterable<string>} ids @returns {Span[]} */
export function besides(base, op, ids) {
  const landed = op.changes.filter(lands).map(({ after }) => /** @type {Span} */ (after));
  return [...ids].flatMap((id) => {
    const span = base.get(id);
    return isShown(span) && landed.some((mine) => cross(mine, span)) ? [span] : [];
  });
}

/** A span that `op` would add and that somebody else added already, the same in words and label. @param {Spans} base @param {Op} op @returns {{mine: string, theirs: string}|null} */
export function twin(base, op) {
  for (const { id, before, after } of op.changes) {
    if (before || !after || after.state !== "manual") continue;
    for (const span of base.values()) {
      if (span.id !== id && isShown(span) && alike(span, after)) return { mine: id, theirs: span.id };
    }
  }
  return null;
}

/** `pending` without the addition of `mine`; what followed on it goes on upon `theirs`. @param {Op[]} pending @param {string} mine @param {string} theirs @returns {Op[]} */
export function adopt(pending, mine, theirs) {
  return pending.flatMap((op) => {
    const changes = op.changes
      .filter(({ id, before }) => id !== mine || before)
      .map((change) => (change.id === mine ? renamed(change, theirs) : change));
    if (!changes.length) return [];
    return [changes.length === op.changes.length ? { ...op, changes } : makeOp("batch", changes)];
  });
}

/** @param {Change} change @param {string} id @returns {Change} */
function renamed({ before, after }, id) {
  return { id, before: before && { ...before, id }, after: after && { ...after, id } };
}

/** `op` alone on its words: what lies over it goes. @param {Op} op @param {Span[]} others @returns {Op} */
export function over(op, others) {
  const gone = others.map((span) => ({
    id: span.id,
    before: span,
    after: span.state === "manual" ? null : /** @type {Span} */ ({ ...span, state: "rejected" }),
  }));
  return makeOp("batch", [...gone, ...op.changes]);
}

/** `op` without what lies over `others`; null when nothing is left. @param {Op} op @param {Span[]} others @returns {Op|null} */
export function under(op, others) {
  const kept = op.changes.filter((change) => !lands(change) || !others.some((span) => cross(span, /** @type {Span} */ (change.after))));
  if (kept.length === op.changes.length) return op;
  return kept.length ? makeOp("batch", kept) : null;
}
