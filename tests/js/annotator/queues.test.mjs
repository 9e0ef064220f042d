import assert from "node:assert/strict";
import { test } from "node:test";
import { Queues } from "../../../static/js/annotator/queues.js";

/** A base whose opening fails `failures` times; only what was committed is on the disk. */
function factory(failures) {
  const made = { rows: new Map(), opened: 0, modes: [], bases: [] };
  const later = (request, result) => {
    queueMicrotask(() => {
      request.result = result;
      request.onsuccess?.();
    });
    return request;
  };
  const transaction = (_table, mode, options) => {
    made.modes.push([mode, options?.durability]);
    const drafts = new Map(made.rows);
    const of = { oncomplete: null, onabort: null };
    if (mode === "readwrite") {
      setImmediate(() => {
        made.rows = drafts;
        of.oncomplete?.();
      });
    }
    of.objectStore = () => ({
      put: (row) => later({}, drafts.set(row.tab, row)),
      delete: (tab) => later({}, drafts.delete(tab)),
      get: (tab) => later({}, drafts.get(tab)),
      getAll: () => later({}, [...drafts.values()]),
    });
    return of;
  };
  made.open = () => {
    made.opened++;
    const request = {};
    if (made.opened <= failures) {
      queueMicrotask(() => {
        request.error = new Error("Internal error opening backing store");
        request.onerror();
      });
      return request;
    }
    made.bases.push({ transaction });
    return later(request, made.bases.at(-1));
  };
  return made;
}

const ROW = { tab: "a", layer: "l", at: 1, iv: new Uint8Array(12), sealed: new ArrayBuffer(4) };

test("a write returns when it is committed, asked to be on the disk", async () => {
  const base = factory(0);
  const queues = new Queues(base, async () => {});
  await queues.put(ROW);
  assert.equal(base.rows.get("a"), ROW);
  assert.deepEqual(base.modes, [["readwrite", "strict"]]);
  assert.equal(await queues.get("a"), ROW);
  assert.deepEqual(await queues.all(), [ROW]);
  await queues.remove("a");
  assert.equal(base.rows.size, 0);
  assert.equal(base.opened, 1);
});

test("a base that is still held is asked for again, with growing waits", async () => {
  const waits = [];
  const base = factory(3);
  await new Queues(base, async (ms) => waits.push(ms)).put(ROW);
  assert.deepEqual(waits, [100, 200, 400]);
  assert.ok(base.rows.has("a"));
});

test("a base that never opens fails the call, and the next call tries anew", async () => {
  const base = factory(7);
  const queues = new Queues(base, async () => {});
  await assert.rejects(queues.all(), /backing store/);
  assert.equal(base.opened, 7);
  assert.deepEqual(await queues.all(), []);
});

test("a base that the browser closed is opened again", async () => {
  const base = factory(0);
  const queues = new Queues(base, async () => {});
  await queues.put(ROW);
  base.bases[0].onclose();
  assert.deepEqual(await queues.all(), [ROW]);
  assert.equal(base.opened, 2);
});
