// @ts-check
/**
 * The op queue: one op in flight, in order, retried with the same `op_id` until the server
 * says it has it. The queue lives in memory only; nothing of the note is stored in the browser.
 */
import { adopt, besides, over, overlapped, twin, under } from "./overlap.js";
import { conflicts, fits, resolve, satisfied } from "./state.js";
import { postJson, readJson } from "./http.js";

/** @typedef {import("./types.js").Op} Op */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {import("./types.js").Span} Span */
/**
 * `phase`: "idle" nothing waits; "saving"; "retrying" the server is unwell; "offline";
 * "session" sign in again; "other" somebody else signed in on this browser; "conflict" a choice is
 * open; "blocked" only a person can help.
 * @typedef {"idle"|"saving"|"retrying"|"offline"|"session"|"other"|"conflict"|"blocked"} Phase
 * @typedef {{phase: Phase, pending: number, savedAt: Date|null, message: string}} Status
 * @typedef {"mine"|"theirs"|"both"} Choice "both" only when `others` lie over what `op` adds
 * @typedef {(op: Op, changes: Change[], others: Span[]) => Promise<Choice>} Ask
 * @typedef {{fetch: typeof fetch, csrf: () => string, setTimeout: (run: () => void, ms: number) => any,
 *   clearTimeout: (timer: any) => void, online: () => boolean, random: () => number}} Platform
 */

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30000;

export class Sync {
  /**
   * @param {{store: import("./store.js").Store, urls: import("./types.js").Urls, platform: Platform,
   *   ask: Ask, owner?: string, onStatus?: (status: Status) => void, onStored?: (rev: number) => void,
   *   onRefused?: (op: Op, reason: string) => void}} options `owner`: whose work this is
   */
  constructor({ store, urls, platform, ask, owner = "", onStatus = () => {}, onStored = () => {}, onRefused = () => {} }) {
    this.store = store;
    this.urls = urls;
    this.platform = platform;
    this.ask = ask;
    this.onStatus = onStatus;
    this.onStored = onStored;
    this.onRefused = onRefused;
    this.owner = owner;
    /** Changes at each sign-in: another token may mean another person. */
    this.token = platform.csrf();
    /** @type {Map<string, Set<string>>} pending op → spans that came over its words meanwhile */
    this.beside = new Map();
    /** @type {Phase} */ this.phase = "idle";
    /** @type {Date|null} */ this.savedAt = null;
    this.message = "";
    this.running = false;
    this.again = false;
    this.delay = FIRST_DELAY_MS;
    /** @type {any} */ this.timer = null;
    /** @type {(() => void)[]} */ this.waiting = [];
    /** What must be known before everything can be called stored. @type {Promise<void>} */ this.before = Promise.resolve();
  }

  get pending() {
    return this.store.state.pending.length;
  }

  /** @returns {Status} */
  get status() {
    return { phase: this.phase, pending: this.pending, savedAt: this.savedAt, message: this.message };
  }

  /** @param {Phase} phase @param {string} [message] */
  #say(phase, message = "") {
    this.phase = phase;
    this.message = message;
    this.onStatus(this.status);
    if (phase !== "saving" && phase !== "conflict") this.waiting.splice(0).forEach((wake) => wake());
  }

  /** Paint now, send in turn. @param {Op} op */
  push(op) {
    this.store.dispatch({ type: "local", op });
    const stopped = this.phase === "session" || this.phase === "blocked" || this.phase === "other";
    // While a try is due the gesture waits with the others: it is no reason to knock more often.
    if (stopped || this.timer !== null) this.onStatus(this.status);
    else this.#start();
  }

  /** Somebody signed in on this browser since: nothing leaves before it is known who. */
  get isUnsure() {
    return Boolean(this.urls.who) && this.platform.csrf() !== this.token;
  }

  /** Asks who is signed in, when that may have changed; goes on when it is still the owner. */
  async recheck() {
    if (this.running || !this.isUnsure) return;
    const stopped = this.phase === "session" || this.phase === "other";
    if (!(await this.#mine())) return;
    if (this.pending) this.kick();
    else if (stopped) this.#say("idle");
  }

  /** Nothing is sent in another person's name. */
  async #mine() {
    if (!this.isUnsure) return true;
    const token = this.platform.csrf();
    const answer = await readJson(this.platform, this.urls.who ?? "");
    if (answer.status === 200 && String(answer.body.user) === this.owner) {
      this.token = token;
      return true;
    }
    if (answer.status === 200 || answer.status === 403 || answer.status === 404) this.#say("other");
    else this.#stuck(answer);
    return false;
  }

  /** Send what waits, now: by "save", by "retry", when the network is back. */
  kick() {
    this.again = this.running;
    this.#start();
  }

  #start() {
    if (this.running) {
      this.onStatus(this.status);
      return;
    }
    if (this.timer !== null) this.platform.clearTimeout(this.timer);
    this.timer = null;
    this.running = true;
    this.#run().finally(() => {
      this.running = false;
      // An op pushed while the last answer was being read, or a kick just before the loop stopped.
      if (this.pending && (this.again || this.phase === "idle")) this.kick();
    });
  }

  /** Resolves to true when everything is stored, false when the queue is stuck (the status says why). */
  async flush() {
    await this.before;
    if (this.pending || this.running) {
      await new Promise((resolve) => {
        this.waiting.push(() => resolve(null));
        this.kick();
      });
    }
    return this.pending === 0 && this.phase === "idle" && (await this.#mine());
  }

  async #run() {
    while (this.pending) {
      this.#say("saving");
      const ready = await this.#ready(this.store.state.pending[0]);
      if (!ready) continue;
      const goOn = await this.#send(ready);
      if (!goOn) return;
    }
    this.delay = FIRST_DELAY_MS;
    this.#say("idle");
  }

  /** The op, if it still fits what the server has; else drop it or ask. @param {Op} op @returns {Promise<Op|null>} */
  async #ready(op) {
    const { base } = this.store.state;
    if (fits(base, op)) return this.#alone(op);
    if (satisfied(base, op)) this.store.dispatch({ type: "replace", op_id: op.op_id, op: null });
    else await this.#settle(op);
    return null;
  }

  /** The op, unless another tab labelled the same words meanwhile. @param {Op} op @returns {Promise<Op|null>} */
  async #alone(op) {
    const { base, pending } = this.store.state;
    const same = twin(base, op);
    if (same) {
      this.store.dispatch({ type: "rewrite", pending: adopt(pending, same.mine, same.theirs) });
      return null;
    }
    const others = besides(base, op, this.beside.get(op.op_id) ?? []);
    this.beside.delete(op.op_id);
    if (!others.length) return op;
    this.#say("conflict");
    const choice = await this.ask(op, op.changes, others);
    this.#say("saving");
    if (choice === "both") return null;
    // What was there may have changed while the question was open.
    const still = besides(this.store.state.base, op, others.map(({ id }) => id));
    const replacement = choice === "mine" ? over(op, still) : under(op, others);
    this.store.dispatch({ type: "replace", op_id: op.op_id, op: replacement });
    return null;
  }

  /** Remembers which waiting ops have company on their words. @param {Op[]} ops */
  #meet(ops) {
    const { log, pending } = this.store.state;
    const known = new Set([...log, ...pending].map(({ op_id }) => op_id));
    const fresh = ops.filter(({ op_id }) => !known.has(op_id));
    for (const op of fresh.length ? pending : []) {
      const ids = overlapped(op, fresh);
      if (ids.length) this.beside.set(op.op_id, new Set([...(this.beside.get(op.op_id) ?? []), ...ids]));
    }
  }

  /** Nothing is dropped unseen: the person chooses between the two versions. @param {Op} op */
  async #settle(op) {
    this.#say("conflict");
    const choice = await this.ask(op, conflicts(this.store.state.base, op), []);
    const replacement = resolve(this.store.state.base, op, choice === "theirs" ? "theirs" : "mine");
    this.store.dispatch({ type: "replace", op_id: op.op_id, op: replacement });
    this.#say("saving");
  }

  /** @param {Op} op @returns {Promise<boolean>} false: the loop stops here */
  async #send(op) {
    if (!(await this.#mine())) return false;
    const { rev } = this.store.state;
    const answer = await postJson(this.platform, this.urls.ops, op, rev);
    switch (answer.status) {
      case 200:
        return this.#stored(op, rev, answer.body);
      case 409:
        return this.#contradicted(op, answer.body);
      case 412:
        this.#missed(answer.body);
        // No news and yet stale: do not turn in circles.
        return this.store.state.rev !== rev || this.#stuck({ status: 500, body: {} });
      case 422:
        this.store.dispatch({ type: "replace", op_id: op.op_id, op: null });
        this.onRefused(op, answer.body.error ?? "");
        return true;
      default:
        return this.#stuck(answer);
    }
  }

  /** @param {Op} op @param {number} rev the one sent @param {any} body */
  async #stored(op, rev, body) {
    this.delay = FIRST_DELAY_MS;
    this.savedAt = body.saved_at ? new Date(body.saved_at) : new Date();
    if (Number(body.rev) === rev + 1) {
      this.store.dispatch({ type: "ack", op_id: op.op_id, rev: Number(body.rev) });
      this.onStored(this.store.state.rev);
      return true;
    }
    // A retry of a stored op, and others came since: read them in their order.
    const read = await this.catchUp();
    if (read && this.store.state.pending[0]?.op_id === op.op_id) {
      this.store.dispatch({ type: "ack", op_id: op.op_id, rev: this.store.state.rev });
    }
    return read;
  }

  /** Ops stored since our revision, ours included. False when they could not be read. */
  async catchUp() {
    if (!(await this.#mine())) return false;
    const url = `${this.urls.ops}?since=${this.store.state.rev}`;
    const answer = await readJson(this.platform, url);
    if (answer.status !== 200) return this.#stuck(answer);
    this.#meet(answer.body.ops);
    this.store.dispatch({ type: "missed", ops: answer.body.ops, rev: answer.body.rev });
    return true;
  }

  /** @param {any} body */
  #missed(body) {
    this.#meet(body.missed ?? []);
    this.store.dispatch({ type: "missed", ops: body.missed ?? [], rev: Number(body.rev) });
  }

  /** @param {Op} op @param {any} body */
  async #contradicted(op, body) {
    this.#missed(body);
    const head = this.store.state.pending[0];
    if (!head || head.op_id !== op.op_id || !fits(this.store.state.base, head)) return true;
    // The server refuses although nothing contradicts us: the layer is closed.
    this.#say("blocked", body.error ?? "");
    return false;
  }

  /** @param {import("./http.js").Answer} answer */
  #stuck({ status, body }) {
    if (status === 401 || status === 403) {
      this.#say(status === 401 || body.csrf ? "session" : "blocked", body.error ?? "");
      return false;
    }
    if (status !== 0 && status !== 408 && status !== 429 && status < 500) {
      this.#say("blocked", body.error ?? "");
      return false;
    }
    this.#say(status === 0 || !this.platform.online() ? "offline" : "retrying", body.error ?? "");
    const wait = this.delay * (0.75 + this.platform.random() / 2);
    this.delay = Math.min(this.delay * 2, LONGEST_DELAY_MS);
    this.timer = this.platform.setTimeout(() => this.kick(), wait);
    return false;
  }

  /**
   * Finish the note: everything stored first. `findings`: what must be labelled or explained before.
   * @returns {Promise<{ok: boolean, next: string|null, message: string, findings?: import("./types.js").Finding[]}>}
   */
  async submit() {
    if (!(await this.flush())) return { ok: false, next: null, message: this.message };
    let lost = false;
    for (let tries = 0; tries < 4; tries++) {
      const answer = await postJson(this.platform, this.urls.submit, {}, this.store.state.rev);
      if (answer.status === 200) return { ok: true, next: answer.body.next ?? null, message: "" };
      // The first answer was lost and the note is closed: that was us.
      if (answer.status === 409 && lost) return { ok: true, next: this.urls.next, message: "" };
      if (answer.status === 412) this.#missed(answer.body);
      if (answer.status !== 0 && answer.status < 500) {
        return { ok: false, next: null, message: answer.body.error ?? "", findings: answer.body.findings };
      }
      lost = true;
      await new Promise((resolve) => this.platform.setTimeout(() => resolve(null), 300 * 2 ** tries));
    }
    return { ok: false, next: null, message: "" };
  }
}
