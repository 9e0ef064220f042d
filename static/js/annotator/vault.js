// @ts-check
/**
 * Keeps what waits to be sent over a closed or killed browser: sealed (AES-GCM) with a key that the
 * page holds in memory only and that the server makes for one person and one layer. What lies on
 * the disk is a cipher; nothing lies there once everything is stored.
 */
import { Queues } from "./queues.js";

/** @typedef {import("./types.js").Op} Op */
/** @typedef {import("./queues.js").Entry} Entry */
/**
 * @typedef {{queues: Pick<Queues, "put"|"remove"|"get"|"all">, locks: Pick<LockManager, "request">,
 *   setTimeout: (run: () => void, ms: number) => any}} Means
 */

const SAVE_DELAY_MS = 400;
/** Once something lies on the disk the server is slow or away: what comes next follows at once. */
const NEXT_DELAY_MS = 50;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 4000;
const OLD_MS = 30 * 24 * 3600 * 1000;

/** The browser can: a secure page (https or this machine) in a browser of our time. */
export function canSeal() {
  return Boolean(globalThis.isSecureContext && globalThis.indexedDB && globalThis.crypto?.subtle && navigator.locks);
}

/** @returns {Means} */
function ofThisBrowser() {
  return { queues: new Queues(), locks: navigator.locks, setTimeout: (run, ms) => setTimeout(run, ms) };
}

/** @param {string} base64 */
function importKey(base64) {
  const raw = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Held by a page as long as it lives: who gets it knows that the page is gone. @param {string} tab */
const lockOf = (tab) => `queue:${tab}`;

export class Vault {
  /** @param {string} key base64 @param {string} layer @param {string} tab an id of this page, new at each load @param {Means} [means] */
  constructor(key, layer, tab, means = ofThisBrowser()) {
    this.layer = layer;
    this.tab = tab;
    this.means = means;
    this.key = importKey(key);
    this.written = false;
    this.failures = 0;
    /** @type {Promise<void>} */ this.turn = Promise.resolve();
    /** Delay of the write that is due, Infinity when none is. */
    this.due = Infinity;
    /** @type {Op[]} */ this.latest = [];
    /** @type {Set<string>} */ this.followed = new Set();
    /** Nothing of ours may be taken for a dead page's. @type {Promise<void>} */
    this.held = new Promise((resolve) => {
      means.locks.request(lockOf(tab), () => {
        resolve();
        return new Promise(() => {});
      });
    });
  }

  /** What waits now; first written a little later, for most ops are stored before. @param {Op[]} ops */
  keep(ops) {
    // A queue that only gets shorter does not hurry: what is stored twice counts once.
    const grows = ops.length > this.latest.length;
    this.latest = ops;
    this.#soon(this.written && grows ? NEXT_DELAY_MS : SAVE_DELAY_MS);
  }

  /** @param {number} ms */
  #soon(ms) {
    if (this.due <= ms) return;
    this.due = ms;
    this.means.setTimeout(() => {
      // A sooner one may have written it already; then this is one write more.
      this.due = Infinity;
      this.flush();
    }, ms);
  }

  /** Written now; tried again while something waits and the disk refuses. */
  flush() {
    this.turn = this.turn
      .then(() => this.#write(this.latest))
      .then(
        () => {
          this.failures = 0;
        },
        () => {
          if (this.latest.length) this.#soon(Math.min(FIRST_RETRY_MS * 2 ** this.failures++, LONGEST_RETRY_MS));
        },
      );
    return this.turn;
  }

  /** @param {Op[]} ops */
  async #write(ops) {
    if (!ops.length && !this.written) return;
    if (!ops.length) {
      await this.means.queues.remove(this.tab);
      this.written = false;
      return;
    }
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const words = new TextEncoder().encode(JSON.stringify(ops));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await this.key, words);
    await this.held;
    await this.means.queues.put({ tab: this.tab, layer: this.layer, at: Date.now(), iv, sealed });
    this.written = true;
  }

  /** Ops of pages of this layer that are gone, and later of those that still live; each is given to one page only. @param {(ops: Op[]) => void} give */
  async inherit(give) {
    for (const { tab, layer } of await this.means.queues.all()) {
      if (tab === this.tab) continue;
      const isGone = await this.means.locks.request(lockOf(tab), { ifAvailable: true }, async (lock) => {
        if (lock) await this.#take(tab, give);
        return Boolean(lock);
      });
      if (!isGone && layer === this.layer) this.follow(tab, give);
    }
  }

  /** Takes over what another page leaves, when it goes. @param {string} tab @param {(ops: Op[]) => void} give */
  follow(tab, give) {
    if (tab === this.tab || this.followed.has(tab)) return;
    this.followed.add(tab);
    this.means.locks.request(lockOf(tab), () => this.#take(tab, give)).catch(() => undefined);
  }

  /** @param {string} tab whose lock is held @param {(ops: Op[]) => void} give */
  async #take(tab, give) {
    const entry = await this.means.queues.get(tab);
    if (!entry) return;
    if (entry.layer === this.layer) {
      const ops = await this.#opened(entry);
      // Somebody else's, or of another key: left alone.
      if (ops) {
        give(ops);
        await this.flush();
        // Not written here: it stays there, for the next page.
        if (!this.failures) await this.means.queues.remove(tab);
      }
    } else if (Date.now() - entry.at > OLD_MS) {
      await this.means.queues.remove(tab);
    }
  }

  /** @param {Entry} entry @returns {Promise<Op[]|null>} */
  async #opened({ iv, sealed }) {
    try {
      const words = await crypto.subtle.decrypt({ name: "AES-GCM", iv: new Uint8Array(iv) }, await this.key, sealed);
      return JSON.parse(new TextDecoder().decode(words));
    } catch {
      return null;
    }
  }
}
