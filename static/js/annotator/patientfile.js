// @ts-check
/** The patient's other notes: look for likes there, mark them with this note's in one gesture, take that back. */
import { postJson } from "./http.js";
import { gettext } from "./i18n.js";
import { makeOp, newId } from "./ops.js";
import { fileHits } from "./propagate.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {import("./propagate.js").Hit} Hit */
/** @typedef {{ok: boolean, message: string, notes: number, spans: number}} Outcome */

const TRIES = 3;

export class PatientFile {
  /** @param {{store: import("./store.js").Store, sync: import("./api.js").Sync, urls: import("./types.js").Urls, platform: import("./api.js").Platform}} parts */
  constructor({ store, sync, urls, platform }) {
    this.store = store;
    this.sync = sync;
    this.urls = urls;
    this.platform = platform;
  }

  /** There are other notes to look into. */
  get exists() {
    return Boolean(this.urls.file && this.urls.fileSearch);
  }

  /** @param {Span} model @param {string} surface @returns {Promise<{hits: Hit[], message: string}>} */
  async search(model, surface) {
    const { start, end, label, subtype } = model;
    const answer = await postJson(this.platform, this.urls.fileSearch ?? "", { start, end, label, subtype }, this.store.state.rev);
    if (answer.status === 200) return { hits: fileHits(answer.body.hits, model, surface), message: "" };
    return { hits: [], message: this.#why(answer) };
  }

  /** One gesture: changes of this note, ticked hits of the others. @param {Change[]} changes @param {Hit[]} hits @param {Span} model */
  propagate(changes, hits, model) {
    const { start, end, label, subtype } = model;
    const places = hits
      .filter((hit) => hit.ticked && hit.document && hit.kind !== "blocked" && hit.kind !== "locked")
      .map((hit) => ({ document: hit.document, start: hit.start, end: hit.end }));
    const op = makeOp("batch", changes);
    return this.#send({ op, sought: { start, end, label, subtype }, places });
  }

  /** Undo of a gesture, or redo of its undo, in every note. @param {string} undoes */
  takeBack(undoes) {
    return this.#send({ op_id: newId(), undoes });
  }

  /** What waits is stored first; the same body again is harmless, so a lost answer is asked again. @param {object} body @returns {Promise<Outcome>} */
  async #send(body) {
    if (!(await this.sync.flush())) return failed(gettext("Impossible pour l'instant : des modifications attendent encore d'être enregistrées."));
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = await postJson(this.platform, this.urls.file ?? "", body, this.store.state.rev);
      if (answer.status === 200) {
        await this.sync.catchUp();
        return { ok: true, message: "", notes: answer.body.notes, spans: answer.body.spans };
      }
      if (answer.status === 412) await this.sync.catchUp();
      else if (answer.status !== 0 && answer.status < 500) return failed(this.#why(answer));
      else await new Promise((resolve) => this.platform.setTimeout(() => resolve(null), 300 * 2 ** tries));
    }
    return failed(this.#why({ status: 0, body: {} }));
  }

  /** @param {import("./http.js").Answer} answer */
  #why({ status, body }) {
    return body?.error || (status === 401 ? gettext("Votre session est terminée : reconnectez-vous.") : gettext("Le dossier du patient ne répond pas. Réessayez."));
  }
}

/** @param {string} message @returns {Outcome} */
const failed = (message) => ({ ok: false, message, notes: 0, spans: 0 });
