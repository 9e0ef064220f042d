import assert from "node:assert/strict";
import { test } from "node:test";
import * as ops from "../../../static/js/annotator/ops.js";
import { counts, neighbour, nextToCheck, ordered, toCheck } from "../../../static/js/annotator/queries.js";
import { conflicts, diff, fits, init, redoOp, reduce, resolve, satisfied, stacks, undoOp } from "../../../static/js/annotator/state.js";
import { pick, seeded, span } from "./support.mjs";

const local = (state, op) => reduce(state, { type: "local", op });
const plain = (state) => ordered(state.spans);

function sample() {
  return init({ rev: 0, spans: [span("a", 0, 5), span("b", 10, 15, { label: "LOC", subtype: "VILLE" })], ops: [] });
}

test("what a person touches becomes theirs; what they made stays manual", () => {
  const suggestion = span("a", 0, 5);
  assert.equal(ops.resizeOp(suggestion, 0, 6).changes[0].after.state, "corrected");
  assert.equal(ops.relabelOp(suggestion, "LOC", "VILLE").changes[0].after.state, "corrected");
  assert.equal(ops.acceptOp(suggestion).changes[0].after.state, "accepted");
  const mine = ops.manualSpan({ start: 1, end: 2, label: "PER", subtype: "NOM" }, "user");
  assert.equal(ops.resizeOp(mine, 1, 3).changes[0].after.state, "manual");
});

test("a refused suggestion stays, rejected; a person's own span goes", () => {
  assert.equal(ops.removeOp(span("a", 0, 5)).kind, "reject");
  const mine = span("m", 0, 5, { state: "manual" });
  assert.deepEqual(ops.removeOp(mine).changes, [{ id: "m", before: mine, after: null }]);
});

test("gestures that change nothing make no op", () => {
  const one = span("a", 0, 5, { state: "accepted" });
  assert.equal(ops.acceptOp(one), null);
  assert.equal(ops.resizeOp(one, 0, 5), null);
  assert.equal(ops.resizeOp(one, 5, 5), null);
  assert.equal(ops.relabelOp(one, "PER", "NOM"), null);
  assert.equal(ops.flagOp(one, false), null);
  assert.equal(ops.batchOp([]), null);
});

test("undo swaps before and after, names what it undoes; redo undoes the undo", () => {
  const start = sample();
  const op = ops.resizeOp(start.spans.get("a"), 0, 7);
  const done = local(start, op);
  const undo = undoOp(done);
  assert.equal(undo.kind, "undo");
  assert.equal(undo.undoes, op.op_id);
  const undone = local(done, undo);
  assert.deepEqual(plain(undone), plain(start));
  const redo = redoOp(undone);
  assert.equal(redo.kind, "redo");
  assert.equal(redo.undoes, undo.op_id);
  assert.deepEqual(plain(local(undone, redo)), plain(done));
});

test("a new gesture forgets what was undone", () => {
  let state = sample();
  state = local(state, ops.acceptOp(state.spans.get("a")));
  state = local(state, undoOp(state));
  state = local(state, ops.acceptOp(state.spans.get("b")));
  assert.equal(redoOp(state), null);
});

test("a batch is one undo", () => {
  const state = sample();
  const mine = [20, 30, 40].map((at) => ops.manualSpan({ start: at, end: at + 5, label: "PER", subtype: "NOM" }, "user"));
  const after = local(state, ops.batchOp(mine.map((one) => ops.change(null, one))));
  assert.equal(after.spans.size, 5);
  assert.deepEqual(plain(local(after, undoOp(after))), plain(state));
});

function randomOp(random, state) {
  const current = pick(random, ordered(state.spans));
  const at = Math.floor(random() * 500);
  const fresh = ops.manualSpan({ start: at, end: at + 4, label: pick(random, ["PER", "LOC"]), subtype: "" }, "user");
  const kinds = [
    () => ops.addOp(fresh),
    () => current && ops.resizeOp(current, current.start, current.end + 1),
    () => current && ops.relabelOp(current, pick(random, ["DATE", "AGE"]), ""),
    () => current && ops.acceptOp(current),
    () => current && ops.removeOp(current),
    () => current && ops.flagOp(current, !current.doubt, "?"),
    () => ops.batchOp([ops.change(null, fresh), ...(current && !ops.sameSpan(current, { ...current, doubt: true }) ? [ops.change(current, { ...current, doubt: true })] : [])]),
    () => undoOp(state),
    () => redoOp(state),
  ];
  return pick(random, kinds)() ?? null;
}

test("random gestures, undos and redos: undoing everything gives the start, redoing everything the end", () => {
  const random = seeded(4);
  for (let round = 0; round < 200; round++) {
    const start = sample();
    let state = start;
    for (let i = 0; i < 40; i++) {
      const op = randomOp(random, state);
      if (op) {
        assert.ok(fits(state.spans, op));
        state = local(state, op);
      }
    }
    const end = plain(state);
    let steps = 0;
    for (let op = undoOp(state); op; op = undoOp(state), steps++) state = local(state, op);
    assert.deepEqual(plain(state), plain(start));
    for (let i = 0; i < steps; i++) state = local(state, redoOp(state));
    assert.deepEqual(plain(state), end);
  }
});

test("the stacks rebuilt from a stored log equal those of the page that wrote it", () => {
  const random = seeded(5);
  let state = sample();
  for (let i = 0; i < 200; i++) {
    const op = randomOp(random, state);
    if (!op) continue;
    state = local(state, op);
    state = reduce(state, { type: "ack", op_id: op.op_id, rev: state.rev + 1 });
  }
  const reloaded = init({ rev: state.rev, spans: ordered(state.spans), ops: structuredClone(state.log) });
  assert.deepEqual(stacks(reloaded.log), stacks(state.log));
  assert.deepEqual(undoOp(reloaded)?.changes, undoOp(state)?.changes);
});

test("acknowledging moves an op from the queue to the log without changing what is seen", () => {
  const op = ops.acceptOp(sample().spans.get("a"));
  const before = local(sample(), op);
  const after = reduce(before, { type: "ack", op_id: op.op_id, rev: 1 });
  assert.equal(after.pending.length, 0);
  assert.equal(after.rev, 1);
  assert.deepEqual(plain(after), plain(before));
  assert.equal(reduce(after, { type: "ack", op_id: op.op_id, rev: 9 }), after);
});

test("missed ops slide under the pending ones; our own among them leaves the queue", () => {
  const start = sample();
  const mine = ops.acceptOp(start.spans.get("a"));
  const theirs = ops.acceptOp(start.spans.get("b"));
  const state = reduce(local(start, mine), {
    type: "missed", rev: 2, ops: [{ ...theirs, rev: 1 }, { ...mine, rev: 2 }],
  });
  assert.equal(state.pending.length, 0);
  assert.equal(state.rev, 2);
  assert.deepEqual([...state.spans.values()].map((one) => one.state), ["accepted", "accepted"]);
});

test("a contradicted op: mine forces it over the present, theirs keeps what still fits", () => {
  const start = sample();
  const [a, b] = [start.spans.get("a"), start.spans.get("b")];
  const batch = ops.batchOp([ops.change(a, { ...a, doubt: true }), ops.change(b, { ...b, doubt: true })]);
  const now = reduce(start, { type: "missed", rev: 1, ops: [{ ...ops.acceptOp(a), rev: 1 }] });
  assert.deepEqual(conflicts(now.base, batch).map(({ id }) => id), ["a"]);
  const mine = resolve(now.base, batch, "mine");
  assert.ok(fits(now.base, mine) && mine.changes.length === 2 && mine.op_id !== batch.op_id);
  const theirs = resolve(now.base, batch, "theirs");
  assert.deepEqual(theirs.changes.map(({ id }) => id), ["b"]);
  assert.equal(theirs.kind, "flag");
  assert.equal(resolve(now.base, ops.relabelOp(a, "LOC", "VILLE"), "theirs"), null);
});

test("an op whose result is there already is satisfied, not a conflict", () => {
  const start = sample();
  const op = ops.acceptOp(start.spans.get("a"));
  const now = reduce(start, { type: "missed", rev: 1, ops: [{ ...op, op_id: "other", rev: 1 }] });
  assert.ok(!fits(now.base, op) && satisfied(now.base, op));
  assert.deepEqual(conflicts(now.base, op), []);
});

test("dropping a pending op turns its undo into an ordinary op", () => {
  let state = sample();
  const op = ops.resizeOp(state.spans.get("a"), 0, 7);
  state = local(state, op);
  state = local(state, undoOp(state));
  state = reduce(state, { type: "replace", op_id: op.op_id, op: null });
  assert.equal(state.pending.length, 1);
  assert.equal(state.pending[0].undoes, null);
  assert.equal(state.pending[0].kind, "resize");
});

test("score and source belong to the server: they never make a conflict", () => {
  const one = span("a", 0, 5, { source: "user:7", score: null });
  assert.ok(ops.sameSpan(one, { ...one, source: "user", score: 0.4 }));
  assert.ok(!ops.sameSpan(one, { ...one, end: 6 }));
});

test("diff names what was added, changed and removed", () => {
  const before = new Map([["a", span("a", 0, 5)], ["b", span("b", 6, 8)]]);
  const after = new Map([["a", span("a", 0, 6)], ["c", span("c", 9, 10)]]);
  assert.deepEqual(diff(before, after).map(({ id, before: x, after: y }) => [id, Boolean(x), Boolean(y)]), [
    ["a", true, true], ["c", false, true], ["b", true, false],
  ]);
});

test("neighbours in reading order, no wrap-around, rejected spans skipped when asked", () => {
  const spans = new Map([
    span("a", 0, 5, { state: "accepted" }), span("b", 6, 8), span("c", 6, 12, { state: "rejected" }), span("d", 20, 22),
  ].map((one) => [one.id, one]));
  assert.deepEqual(ordered(spans).map(({ id }) => id), ["a", "c", "b", "d"]);
  assert.equal(neighbour(spans, "a", 1, toCheck).id, "b");
  assert.equal(neighbour(spans, "d", 1, toCheck), null);
  assert.equal(neighbour(spans, null, 1, toCheck, 7).id, "d");
  assert.equal(neighbour(spans, null, -1, toCheck, 7).id, "b");
  assert.equal(nextToCheck(spans, "d").id, "b");
  assert.deepEqual(counts(spans), { total: 3, checked: 1, toCheck: 2, doubts: 0, rejected: 1 });
});
