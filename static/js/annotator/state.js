// @ts-check
/**
 * Pure state of a note: what the server has (`base`, `log`, `rev`), what it has not yet
 * (`pending`), and what the person sees (`spans` = base with pending on top).
 */
import { inverse, kindOf, makeOp, sameSpan } from "./ops.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").Op} Op */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Change} Change */
/**
 * @typedef {{type: "local", op: Op} | {type: "ack", op_id: string, rev: number}
 *   | {type: "missed", ops: Op[], rev: number} | {type: "replace", op_id: string, op: Op|null}
 *   | {type: "rewrite", pending: Op[]}} Action
 */

/** @param {{rev: number, spans: Span[], ops?: Op[]}} payload @returns {State} */
export function init(payload) {
  const base = new Map(payload.spans.map((span) => [span.id, span]));
  return { rev: payload.rev, base, log: [...(payload.ops ?? [])], pending: [], spans: base };
}

/** @param {Map<string, Span>} target @param {Op} op */
function write(target, op) {
  for (const { id, after } of op.changes) {
    if (after) target.set(id, after);
    else target.delete(id);
  }
}

/** @param {Map<string, Span>} spans @param {Op[]} ops @returns {Map<string, Span>} */
export function applyOps(spans, ops) {
  const next = new Map(spans);
  for (const op of ops) write(next, op);
  return next;
}

/** @param {Map<string, Span>} spans @param {Change} change */
const changeFits = (spans, { id, before }) => sameSpan(spans.get(id) ?? null, before);

/** Every `before` is the present state. @param {Map<string, Span>} spans @param {Op} op */
export function fits(spans, op) {
  return op.changes.every((change) => changeFits(spans, change));
}

/** Every `after` is the present state already. @param {Map<string, Span>} spans @param {Op} op */
export function satisfied(spans, op) {
  return op.changes.every(({ id, after }) => sameSpan(spans.get(id) ?? null, after));
}

/** @param {State} state @param {Action} action @returns {State} */
export function reduce(state, action) {
  switch (action.type) {
    case "local":
      return { ...state, pending: [...state.pending, action.op], spans: applyOps(state.spans, [action.op]) };
    case "ack":
      return acknowledge(state, action.op_id, action.rev);
    case "missed":
      return catchUp(state, action.ops, action.rev);
    case "replace":
      return replace(state, action.op_id, action.op);
    case "rewrite":
      return { ...state, pending: action.pending, spans: applyOps(state.base, action.pending) };
  }
}

/** @param {State} state @param {string} opId @param {number} rev @returns {State} */
function acknowledge(state, opId, rev) {
  const op = state.pending.find((one) => one.op_id === opId);
  if (!op) return state;
  return {
    ...state,
    rev,
    base: applyOps(state.base, [op]),
    log: [...state.log, { ...op, rev }],
    pending: state.pending.filter((one) => one !== op),
  };
}

/** Ops of another tab, or our own whose answer was lost. @param {State} state @param {Op[]} ops @param {number} rev @returns {State} */
function catchUp(state, ops, rev) {
  const known = new Set(state.log.map((op) => op.op_id));
  const fresh = ops.filter((op) => !known.has(op.op_id));
  const stored = new Set(fresh.map((op) => op.op_id));
  const base = applyOps(state.base, fresh);
  const pending = state.pending.filter((op) => !stored.has(op.op_id));
  return {
    rev: Math.max(rev, state.rev),
    base,
    log: [...state.log, ...fresh],
    pending,
    spans: applyOps(base, pending),
  };
}

/** Put `op` in the place of a pending one, or drop it; what undid it follows. @param {State} state @param {string} opId @param {Op|null} op @returns {State} */
function replace(state, opId, op) {
  const pending = state.pending.flatMap((one) => {
    if (one.op_id === opId) return op ? [op] : [];
    if (one.undoes !== opId) return [one];
    return [op ? { ...one, undoes: op.op_id } : detached(one)];
  });
  return { ...state, pending, spans: applyOps(state.base, pending) };
}

/** The same changes as an ordinary op. @param {Op} op @returns {Op} */
function detached(op) {
  return makeOp(op.changes.length === 1 ? kindOf(op.changes[0]) : "batch", op.changes);
}

/** The changes of `op` that `spans` contradicts. @param {Map<string, Span>} spans @param {Op} op */
export function conflicts(spans, op) {
  return op.changes.filter(
    (change) => !changeFits(spans, change) && !sameSpan(spans.get(change.id) ?? null, change.after),
  );
}

/**
 * Rewrite an op that no longer fits: "mine" forces its result over the present state,
 * "theirs" keeps only what is not contradicted. Null when nothing is left to do.
 * @param {Map<string, Span>} spans @param {Op} op @param {"mine"|"theirs"} choice @returns {Op|null}
 */
export function resolve(spans, op, choice) {
  const lost = new Set(choice === "theirs" ? conflicts(spans, op) : []);
  const changes = op.changes
    .filter((change) => !lost.has(change))
    .map(({ id, after }) => ({ id, before: spans.get(id) ?? null, after }))
    .filter(({ before, after }) => !sameSpan(before, after));
  if (!changes.length) return null;
  return detached({ ...op, changes });
}

/** Undo and redo stacks, rebuilt from the whole log: they survive a reload. @param {Op[]} ops */
export function stacks(ops) {
  /** @type {Op[]} */ const undo = [];
  /** @type {Op[]} */ const redo = [];
  for (const op of ops) {
    if (op.kind === "undo") {
      take(undo, op.undoes);
      redo.push(op);
    } else if (op.kind === "redo") {
      take(redo, op.undoes);
      undo.push(op);
    } else {
      undo.push(op);
      redo.length = 0;
    }
  }
  return { undo, redo };
}

/** @param {Op[]} stack @param {string|null} opId */
function take(stack, opId) {
  const at = stack.findIndex((op) => op.op_id === opId);
  if (at >= 0) stack.splice(at, 1);
}

/** The gesture that undoing would take back, or null. @param {State} state */
export function lastDone(state) {
  return stacks([...state.log, ...state.pending]).undo.at(-1) ?? null;
}

/** The undo that redoing would take back, or null. @param {State} state */
export function lastUndone(state) {
  return stacks([...state.log, ...state.pending]).redo.at(-1) ?? null;
}

/** The op that undoes the last gesture, or null. @param {State} state */
export function undoOp(state) {
  const last = lastDone(state);
  const op = last ? inverse(last) : null;
  return op && fits(state.spans, op) ? op : null;
}

/** The op that redoes the last undone gesture, or null. @param {State} state */
export function redoOp(state) {
  const last = lastUndone(state);
  const op = last ? inverse(last) : null;
  return op && fits(state.spans, op) ? op : null;
}

/** Spans that differ, by identity first. @param {Map<string, Span>} before @param {Map<string, Span>} after @returns {Change[]} */
export function diff(before, after) {
  /** @type {Change[]} */
  const out = [];
  for (const [id, span] of after) {
    const old = before.get(id) ?? null;
    if (old !== span && !sameSpan(old, span)) out.push({ id, before: old, after: span });
  }
  for (const [id, span] of before) if (!after.has(id)) out.push({ id, before: span, after: null });
  return out;
}
