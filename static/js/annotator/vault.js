// @ts-check
/**
 * Keeps what waits to be sent over a closed or killed browser: sealed (AES-GCM) with a key that the
 * page holds in memory only and that the server makes for one person and one layer. What lies on
 * the disk is a cipher; nothing lies there once everything is stored.
 */

/** @typedef {import("./types.js").Op} Op */
/** @typedef {{tab: string, layer: string, at: number, iv: Uint8Array, sealed: ArrayBuffer}} Entry */

const BASE = "waiting";
const TABLE = "queues";
const SAVE_DELAY_MS = 400;
const OLD_MS = 30 * 24 * 3600 * 1000;

/** The browser can: a secure page (https or this machine) in a browser of our time. */
export function canSeal() {
  return Boolean(globalThis.isSecureContext && globalThis.indexedDB && globalThis.crypto?.subtle && navigator.locks);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
function openBase() {
  const request = indexedDB.open(BASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: "tab" });
  return done(request);
}

/** @param {string} base64 */
function importKey(base64) {
  const raw = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

export class Vault {
  /** @param {string} key base64 @param {string} layer @param {string} tab an id of this page, new at each load */
  constructor(key, layer, tab) {
    this.layer = layer;
    this.tab = tab;
    this.key = importKey(key);
    this.base = openBase();
    this.written = false;
    /** @type {Promise<void>} */ this.turn = Promise.resolve();
    /** @type {any} */ this.timer = null;
    /** @type {Op[]} */ this.latest = [];
    // Held as long as the page lives: who gets it knows that this page is gone.
    navigator.locks.request(`queue:${tab}`, () => new Promise(() => {}));
  }

  /** What waits now; written a little later, for most ops are stored before. @param {Op[]} ops */
  keep(ops) {
    this.latest = ops;
    if (this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.flush();
    }, SAVE_DELAY_MS);
  }

  /** Written now. */
  flush() {
    this.turn = this.turn.then(() => this.#write(this.latest)).catch(() => undefined);
    return this.turn;
  }

  /** @param {Op[]} ops */
  async #write(ops) {
    if (!ops.length && !this.written) return;
    if (!ops.length) {
      await done((await this.#table("readwrite")).delete(this.tab));
      this.written = false;
      return;
    }
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const words = new TextEncoder().encode(JSON.stringify(ops));
    const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await this.key, words);
    await done((await this.#table("readwrite")).put({ tab: this.tab, layer: this.layer, at: Date.now(), iv, sealed }));
    this.written = true;
  }

  /** @param {IDBTransactionMode} mode */
  async #table(mode) {
    return (await this.base).transaction(TABLE, mode, { durability: "strict" }).objectStore(TABLE);
  }

  /** Ops of pages of this layer that are gone; each is given to one page only. @param {(ops: Op[]) => void} give */
  async inherit(give) {
    /** @type {Entry[]} */
    const entries = await done((await this.#table("readonly")).getAll());
    for (const entry of entries) {
      if (entry.tab === this.tab) continue;
      await navigator.locks.request(`queue:${entry.tab}`, { ifAvailable: true }, async (lock) => {
        if (lock) await this.#take(entry, give);
      });
    }
  }

  /** @param {Entry} entry @param {(ops: Op[]) => void} give */
  async #take(entry, give) {
    if (entry.layer === this.layer) {
      const ops = await this.#opened(entry);
      // Somebody else's, or of another key: left alone.
      if (ops) {
        give(ops);
        await this.flush();
        await done((await this.#table("readwrite")).delete(entry.tab));
      }
    } else if (Date.now() - entry.at > OLD_MS) {
      await done((await this.#table("readwrite")).delete(entry.tab));
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
