import assert from "node:assert/strict";
import { test } from "node:test";
import { Vault } from "../../../static/js/annotator/vault.js";

const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 8).toString("base64");
const DURAND = { op_id: "o1", kind: "add", changes: [{ id: "s1", before: null, after: { surface: "Durand" } }] };
const MOREL = { op_id: "o2", kind: "add", changes: [{ id: "s2", before: null, after: { surface: "Morel" } }] };
const DAY_MS = 24 * 3600 * 1000;

/** One machine: a disk that may refuse, locks that end with their page. */
class Machine {
  constructor() {
    this.rows = new Map();
    this.writes = 0;
    this.refusals = 0;
    this.locks = new Map();
  }

  get queues() {
    const change = async (run) => {
      if (this.refusals > 0) {
        this.refusals--;
        throw new Error("the disk refuses");
      }
      this.writes++;
      run();
    };
    return {
      put: (entry) => change(() => this.rows.set(entry.tab, entry)),
      remove: (tab) => change(() => this.rows.delete(tab)),
      get: async (tab) => this.rows.get(tab),
      all: async () => [...this.rows.values()],
    };
  }

  /** As the Web Locks API: whoever asked first has it, the others wait in line. */
  async #request(name, options, run) {
    const line = this.locks.get(name) ?? [];
    if (line.length && options.ifAvailable) return run(null);
    let release = () => {};
    const ended = new Promise((resolve) => (release = resolve));
    const before = line.at(-1);
    line.push({ ended, release });
    this.locks.set(name, line);
    await before?.ended;
    try {
      return await Promise.race([run({ name }), ended]);
    } finally {
      release();
      line.shift();
    }
  }

  /** A page: its vault, its timers (run by hand). */
  page(tab, { key = KEY, layer = "layer" } = {}) {
    const timers = [];
    const request = (name, options, run) => (run ? this.#request(name, options, run) : this.#request(name, {}, options));
    const vault = new Vault(key, layer, tab, {
      queues: this.queues,
      locks: { request },
      setTimeout: (run, ms) => timers.push({ run, ms }),
    });
    return { vault, timers, given: [], tab };
  }

  /** The page's process is gone: nothing is written any more, its lock is free. */
  kill({ tab }) {
    this.locks.get(`queue:${tab}`)?.[0]?.release();
  }
}

async function tick(page) {
  for (const { run } of page.timers.splice(0)) run();
  await page.vault.turn;
}

const take = (page) => page.vault.inherit((ops) => page.given.push(...ops));
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test("what waits lies sealed on the disk, and leaves it when all is stored", async () => {
  const machine = new Machine();
  const page = machine.page("a");
  page.vault.keep([DURAND]);
  assert.deepEqual(page.timers.map(({ ms }) => ms), [400]);
  assert.equal(machine.rows.size, 0);
  await tick(page);
  const kept = machine.rows.get("a");
  assert.equal(kept.layer, "layer");
  assert.ok(!Buffer.from(kept.sealed).includes("Durand"));
  page.vault.keep([]);
  await tick(page);
  assert.equal(machine.rows.size, 0);
});

test("many gestures make one write; a queue that grows is written sooner than one that shrinks", async () => {
  const machine = new Machine();
  const page = machine.page("a");
  page.vault.keep([DURAND]);
  page.vault.keep([DURAND, MOREL]);
  assert.equal(page.timers.length, 1);
  await tick(page);
  assert.equal(machine.writes, 1);
  page.vault.keep([MOREL]);
  assert.deepEqual(page.timers.map(({ ms }) => ms), [400]);
  page.vault.keep([MOREL, DURAND]);
  page.vault.keep([MOREL, DURAND, DURAND]);
  assert.deepEqual(page.timers.map(({ ms }) => ms), [400, 50]);
});

test("nothing is written when all was stored before the delay", async () => {
  const machine = new Machine();
  const page = machine.page("a");
  page.vault.keep([DURAND]);
  page.vault.keep([]);
  await tick(page);
  assert.equal(machine.writes, 0);
});

test("a disk that refuses is tried again, later each time", async () => {
  const machine = new Machine();
  machine.refusals = 2;
  const page = machine.page("a");
  page.vault.keep([DURAND]);
  const waits = [];
  for (let i = 0; i < 3; i++) {
    waits.push(page.timers[0].ms);
    await tick(page);
  }
  assert.deepEqual(waits, [400, 250, 500]);
  assert.equal(page.timers.length, 0);
  assert.ok(machine.rows.has("a"));
});

test("the next page takes up what a killed one left, once", async () => {
  const machine = new Machine();
  const dead = machine.page("a");
  dead.vault.keep([DURAND, MOREL]);
  await tick(dead);
  machine.kill(dead);
  await settle();
  const heir = machine.page("b");
  // As the store does: what is taken up waits here too.
  await heir.vault.inherit((ops) => {
    heir.given.push(...ops);
    heir.vault.keep(ops);
  });
  assert.deepEqual(heir.given, [DURAND, MOREL]);
  assert.deepEqual([...machine.rows.keys()], ["b"]);
  const third = machine.page("c");
  await take(third);
  assert.deepEqual(third.given, []);
});

test("a living page keeps its queue until it goes; then another page has it", async () => {
  const machine = new Machine();
  const living = machine.page("a");
  living.vault.keep([DURAND]);
  await tick(living);
  const other = machine.page("b");
  await take(other);
  other.vault.follow("a", (ops) => other.given.push(...ops));
  assert.deepEqual(other.given, []);
  living.vault.keep([DURAND, MOREL]);
  await tick(living);
  machine.kill(living);
  for (let i = 0; i < 100 && !other.given.length; i++) await settle();
  assert.deepEqual(other.given, [DURAND, MOREL]);
});

test("what cannot be written here stays where it was", async () => {
  const machine = new Machine();
  const dead = machine.page("a");
  dead.vault.keep([DURAND]);
  await tick(dead);
  machine.kill(dead);
  await settle();
  const heir = machine.page("b");
  machine.refusals = 1;
  await heir.vault.inherit((ops) => heir.vault.keep(ops));
  assert.deepEqual([...machine.rows.keys()], ["a"]);
  await tick(heir);
  assert.deepEqual([...machine.rows.keys()].sort(), ["a", "b"]);
});

test("another person's queue and another note's are left alone", async () => {
  const machine = new Machine();
  for (const [tab, options] of [["a", { key: OTHER_KEY }], ["b", { layer: "elsewhere" }]]) {
    const page = machine.page(tab, options);
    page.vault.keep([DURAND]);
    await tick(page);
    machine.kill(page);
  }
  await settle();
  const page = machine.page("c");
  await take(page);
  assert.deepEqual(page.given, []);
  assert.deepEqual([...machine.rows.keys()].sort(), ["a", "b"]);
});

test("a queue of another note is thrown away after thirty days", async () => {
  const machine = new Machine();
  const row = { layer: "elsewhere", iv: new Uint8Array(12), sealed: new ArrayBuffer(16) };
  machine.rows.set("young", { ...row, tab: "young", at: Date.now() - 29 * DAY_MS });
  machine.rows.set("old", { ...row, tab: "old", at: Date.now() - 31 * DAY_MS });
  await take(machine.page("c"));
  assert.deepEqual([...machine.rows.keys()], ["young"]);
});
