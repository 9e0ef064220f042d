// @ts-check
/** The sealed queues on this machine's disk: one row a page, written for good before a call returns. */

/** @typedef {{tab: string, layer: string, at: number, iv: Uint8Array, sealed: ArrayBuffer}} Entry */

const BASE = "waiting";
const TABLE = "queues";
/** After a crash the browser that starts may find the base still held by what is left of the last one. */
const WAITS_MS = [100, 200, 400, 800, 1600, 3200];

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function committed(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

export class Queues {
  /** @param {IDBFactory} [factory] @param {(ms: number) => Promise<unknown>} [sleep] */
  constructor(factory = indexedDB, sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))) {
    this.factory = factory;
    this.sleep = sleep;
    /** @type {Promise<IDBDatabase>|null} */ this.base = null;
  }

  /** The base, opened at the first call; after a failure the next call tries again. */
  #opened() {
    this.base ??= this.#open().then(
      (base) => {
        base.onclose = () => (this.base = null);
        return base;
      },
      (error) => {
        this.base = null;
        throw error;
      },
    );
    return this.base;
  }

  /** @returns {Promise<IDBDatabase>} */
  async #open() {
    for (const wait of WAITS_MS) {
      try {
        return await this.#once();
      } catch {
        await this.sleep(wait);
      }
    }
    return this.#once();
  }

  #once() {
    const request = this.factory.open(BASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: "tab" });
    return done(request);
  }

  /** @param {(table: IDBObjectStore) => void} change */
  async #write(change) {
    const transaction = (await this.#opened()).transaction(TABLE, "readwrite", { durability: "strict" });
    const end = committed(transaction);
    change(transaction.objectStore(TABLE));
    await end;
  }

  async #table() {
    return (await this.#opened()).transaction(TABLE, "readonly").objectStore(TABLE);
  }

  /** @param {Entry} entry */
  put(entry) {
    return this.#write((table) => table.put(entry));
  }

  /** @param {string} tab */
  remove(tab) {
    return this.#write((table) => table.delete(tab));
  }

  /** @param {string} tab @returns {Promise<Entry|undefined>} */
  async get(tab) {
    return done((await this.#table()).get(tab));
  }

  /** @returns {Promise<Entry[]>} */
  async all() {
    return done((await this.#table()).getAll());
  }
}
