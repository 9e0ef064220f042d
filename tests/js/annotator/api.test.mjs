import assert from "node:assert/strict";
import { test } from "node:test";
import { Sync } from "../../../static/js/annotator/api.js";
import * as ops from "../../../static/js/annotator/ops.js";
import { ordered } from "../../../static/js/annotator/queries.js";
import { redoOp, undoOp } from "../../../static/js/annotator/state.js";
import { Store } from "../../../static/js/annotator/store.js";
import { FakeServer, pick, seeded, span } from "./support.mjs";

const URLS = { ops: "/ops", submit: "/submit", next: "/next", exit: "/" };

/** A page on a server. Timers run at once unless `hold`. */
function open(server, { ask = async () => "mine", hold = false } = {}) {
  const store = new Store({ rev: server.rev, spans: ordered(server.spans), ops: structuredClone(server.log) });
  const page = { store, timers: [], phases: [], refused: [], asked: [] };
  page.sync = new Sync({
    store,
    urls: URLS,
    platform: {
      fetch: server.fetch,
      csrf: () => "tok",
      setTimeout: (run, ms) => (hold ? page.timers.push({ run, ms }) : setImmediate(run)),
      clearTimeout: (timer) => !hold && clearImmediate(timer),
      online: () => true,
      random: () => 0.5,
    },
    ask: async (op, changes) => {
      page.asked.push(changes.map(({ id }) => id));
      return ask(op, changes);
    },
    onStatus: ({ phase }) => page.phases.push(phase),
    onRefused: (op, reason) => page.refused.push(reason),
  });
  return page;
}

/** Until the queue is empty and the loop rests. */
async function settled(page) {
  for (let i = 0; i < 20000; i++) {
    if (!page.sync.pending && !page.sync.running) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.fail(`the queue never emptied: ${page.sync.phase}`);
}

const seen = (map) => ordered(map).map(({ source, score, ...rest }) => rest);
const fresh = (at) => ops.manualSpan({ start: at, end: at + 3, label: "PER", subtype: "NOM" }, "user");

test("posts in order, one at a time, with If-Match and the token", async () => {
  const server = new FakeServer();
  const page = open(server);
  const sent = [fresh(0), fresh(10), fresh(20)].map(ops.addOp);
  sent.forEach((op) => page.sync.push(op));
  await settled(page);
  assert.deepEqual(server.log.map(({ op_id }) => op_id), sent.map(({ op_id }) => op_id));
  assert.deepEqual(server.requests.map(({ headers }) => headers["If-Match"]), ['"0"', '"1"', '"2"']);
  assert.ok(!("rev" in JSON.parse(server.requests[0].body)));
  assert.equal(page.sync.phase, "idle");
  assert.equal(page.sync.savedAt.toISOString(), "2026-01-31T14:02:00.000Z");
});

test("a lost answer: the retry is recognised, stored once, acknowledged once", async () => {
  const server = new FakeServer();
  const faults = ["lost"];
  server.faults = () => faults.shift() ?? null;
  const page = open(server);
  page.sync.push(ops.addOp(fresh(0)));
  page.sync.push(ops.addOp(fresh(10)));
  await settled(page);
  assert.equal(server.log.length, 2);
  assert.equal(page.store.state.log.length, 2);
  assert.equal(page.store.state.rev, 2);
});

test("a lost answer and another tab meanwhile: the duplicate's revision skips nothing", async () => {
  const server = new FakeServer([span("a", 0, 3)]);
  const page = open(server, { hold: true });
  const faults = ["lost"];
  server.faults = () => faults.shift() ?? null;
  page.sync.push(ops.addOp(fresh(10)));
  while (!page.timers.length) await new Promise((resolve) => setImmediate(resolve));
  server.store(ops.acceptOp(server.spans.get("a")));
  page.timers.shift().run();
  await settled(page);
  assert.equal(page.store.state.rev, 2);
  assert.deepEqual(seen(page.store.state.spans), seen(server.spans));
});

test("a stale revision: missed ops are applied, what fits is posted again without a question", async () => {
  const server = new FakeServer([span("a", 0, 3), span("b", 5, 8)]);
  const page = open(server);
  server.store(ops.acceptOp(server.spans.get("b")));
  page.sync.push(ops.acceptOp(page.store.state.spans.get("a")));
  await settled(page);
  assert.deepEqual(page.asked, []);
  assert.deepEqual([...server.spans.values()].map(({ state }) => state), ["accepted", "accepted"]);
  assert.deepEqual(seen(page.store.state.spans), seen(server.spans));
});

for (const choice of ["mine", "theirs"]) {
  test(`a contradicted op asks once; "${choice}" stays`, async () => {
    const server = new FakeServer([span("a", 0, 3)]);
    const page = open(server, { ask: async () => choice });
    server.store(ops.relabelOp(server.spans.get("a"), "LOC", "VILLE"));
    page.sync.push(ops.resizeOp(page.store.state.spans.get("a"), 0, 4));
    await settled(page);
    assert.deepEqual(page.asked, [["a"]]);
    const kept = server.spans.get("a");
    assert.deepEqual([kept.end, kept.label], choice === "mine" ? [4, "PER"] : [3, "LOC"]);
    assert.deepEqual(seen(page.store.state.spans), seen(server.spans));
  });
}

test("the same gesture made elsewhere is neither asked about nor posted twice", async () => {
  const server = new FakeServer([span("a", 0, 3)]);
  const page = open(server);
  server.store(ops.acceptOp(server.spans.get("a")));
  page.sync.push(ops.acceptOp(page.store.state.spans.get("a")));
  await settled(page);
  assert.equal(server.log.length, 1);
  assert.deepEqual(page.asked, []);
});

test("a refused op is taken back and told; later ones go on", async () => {
  const server = new FakeServer([span("a", 0, 3)]);
  const page = open(server);
  page.sync.push(ops.flagOp(page.store.state.spans.get("a"), true, "refusé"));
  page.sync.push(ops.addOp(fresh(10)));
  await settled(page);
  assert.deepEqual(page.refused, ["non"]);
  assert.equal(page.store.state.spans.get("a").doubt, false);
  assert.equal(server.log.length, 1);
});

test("offline: the work waits with growing delays, then goes in order", async () => {
  const server = new FakeServer();
  let down = true;
  server.faults = () => (down ? "down" : null);
  const page = open(server, { hold: true });
  page.sync.push(ops.addOp(fresh(0)));
  const delays = [];
  for (let i = 0; i < 7; i++) {
    while (!page.timers.length || page.sync.running) await new Promise((resolve) => setImmediate(resolve));
    const { run, ms } = page.timers.shift();
    delays.push(ms);
    assert.equal(page.sync.phase, "offline");
    run();
  }
  assert.deepEqual(delays, [1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  page.sync.push(ops.addOp(fresh(10)));
  down = false;
  page.sync.kick();
  await settled(page);
  assert.deepEqual(ordered(server.spans).map(({ start }) => start), [0, 10]);
});

test("session over: the queue keeps everything and goes on after a new sign-in", async () => {
  const server = new FakeServer();
  server.session = false;
  const page = open(server);
  page.sync.push(ops.addOp(fresh(0)));
  assert.equal(await page.sync.flush(), false);
  assert.equal(page.sync.phase, "session");
  page.sync.push(ops.addOp(fresh(10)));
  assert.equal(page.sync.pending, 2);
  server.session = true;
  page.sync.kick();
  await settled(page);
  assert.equal(server.log.length, 2);
});

test("a sign-in page in place of an answer is a session that ended, not a success", async () => {
  const server = new FakeServer();
  server.fetch = async () => ({ status: 200, ok: true, type: "basic", headers: { get: () => "text/html" } });
  const page = open(server);
  page.sync.push(ops.addOp(fresh(0)));
  assert.equal(await page.sync.flush(), false);
  assert.equal(page.sync.phase, "session");
  assert.equal(page.sync.pending, 1);
});

test("a closed layer stops the queue without turning in circles", async () => {
  const server = new FakeServer([span("a", 0, 3)]);
  server.submitted = true;
  const page = open(server);
  page.sync.push(ops.acceptOp(page.store.state.spans.get("a")));
  assert.equal(await page.sync.flush(), false);
  assert.equal(page.sync.phase, "blocked");
  assert.equal(page.sync.message, "La note est validée.");
  assert.equal(server.requests.length, 1);
});

test("submitting stores everything first; a stale revision is told, not forced", async () => {
  const server = new FakeServer([span("a", 0, 3), span("b", 5, 8)]);
  const page = open(server);
  page.sync.push(ops.acceptOp(page.store.state.spans.get("a")));
  await settled(page);
  server.store(ops.acceptOp(server.spans.get("b")));
  assert.equal((await page.sync.submit()).ok, false);
  assert.equal(page.store.state.spans.get("b").state, "accepted");
  page.sync.push(ops.flagOp(page.store.state.spans.get("a"), true));
  assert.deepEqual(await page.sync.submit(), { ok: true, next: "/next", message: "" });
  assert.equal(server.log.length, 3);
});

test("a submission whose answer was lost is a submission", async () => {
  const server = new FakeServer();
  const faults = ["lost"];
  server.faults = () => faults.shift() ?? null;
  assert.deepEqual(await open(server).sync.submit(), { ok: true, next: "/next", message: "" });
});

test("two tabs, a network that loses and refuses at random: each op exactly once, both tabs agree", async () => {
  for (let seed = 0; seed < 40; seed++) {
    const random = seeded(100 + seed);
    const spans = Array.from({ length: 6 }, (_, i) => span(`s${i}`, i * 10, i * 10 + 4));
    const server = new FakeServer(spans);
    server.faults = () => pick(random, [null, null, null, "lost", "down", "busy"]);
    const pages = [0, 1].map(() => open(server, { ask: async () => pick(random, ["mine", "theirs"]) }));
    for (let i = 0; i < 60; i++) {
      const page = pick(random, pages);
      const one = pick(random, ordered(page.store.state.spans));
      const op = pick(random, [
        () => ops.addOp(fresh(100 + i * 4)),
        () => one && ops.acceptOp(one),
        () => one && ops.removeOp(one),
        () => one && ops.resizeOp(one, one.start, one.end + 1),
        () => undoOp(page.store.state),
        () => redoOp(page.store.state),
      ])();
      if (op) page.sync.push(op);
      if (random() < 0.4) await new Promise((resolve) => setImmediate(resolve));
    }
    for (const page of pages) await settled(page);
    server.faults = () => null;
    for (const page of pages) assert.ok(await page.sync.catchUp());
    const ids = server.log.map(({ op_id }) => op_id);
    assert.equal(new Set(ids).size, ids.length);
    for (const page of pages) {
      assert.deepEqual(page.store.state.log.map(({ op_id }) => op_id), ids);
      assert.deepEqual(seen(page.store.state.spans), seen(server.spans));
    }
  }
});
