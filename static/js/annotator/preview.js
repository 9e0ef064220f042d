// @ts-check
/** The preview of a propagation: every identical passage in its context, counted, to be unticked before one gesture labels them. */
import { percent } from "./a11y.js";
import { format, gettext, ngettext } from "./i18n.js";
import { element } from "./render.js";
import { SAME_SENSE } from "./sense.js";

/** @typedef {import("./propagate.js").Hit} Hit */
/** @typedef {import("./labels.js").Labels} Labels */
/** @typedef {() => Promise<{hits: Hit[], message: string}>} Search the patient's other notes */

/** @param {Hit} hit */
const isFixed = ({ kind }) => kind === "blocked" || kind === "locked";

/** Why a hit is not ticked, or what ticking it does. @param {Hit} hit @param {Labels} labels */
function reason({ kind, other, sense, reason: said }, labels) {
  const name = other ? labels.name(other) : "";
  if (kind === "locked") return said ?? "";
  if (kind === "blocked") return format(gettext("coupe une entité %(name)s"), { name });
  if (kind === "relabel") return format(gettext("déjà étiqueté %(name)s"), { name });
  if (kind === "restore") return gettext("refusé auparavant");
  if (sense < SAME_SENSE) return format(gettext("sans doute un autre sens (même sens : %(percent)s)"), { percent: percent(sense) });
  return kind === "accept" ? gettext("suggestion à accepter") : "";
}

/** One line of words, however the note breaks it. @param {string} text */
const flat = (text) => text.replace(/\s+/g, " ");

/** @param {Hit} hit @param {Labels} labels @param {() => void} changed */
function hitRow(hit, labels, changed) {
  const row = element("label", `hit hit-${hit.kind}`);
  const box = /** @type {HTMLInputElement} */ (element("input"));
  box.type = "checkbox";
  box.checked = hit.ticked;
  box.disabled = isFixed(hit);
  box.addEventListener("change", () => {
    hit.ticked = box.checked;
    changed();
  });
  const quote = element("span", "hit-quote");
  const strong = element("strong");
  strong.textContent = flat(hit.match);
  quote.append(`…${flat(hit.before)}`, strong, `${flat(hit.after)}…`);
  const why = element("span", "hit-why");
  why.textContent = reason(hit, labels);
  row.append(box, quote, why);
  return row;
}

/** Rows under the title of their note; the note at hand comes first and has none. @param {Hit[]} hits @param {Labels} labels @param {() => void} changed */
function rows(hits, labels, changed) {
  const out = [];
  let title = "";
  for (const hit of hits) {
    if (hit.title && hit.title !== title) {
      title = hit.title;
      const head = element("h3", "hit-note");
      head.textContent = title;
      out.push(head);
    }
    out.push(hitRow(hit, labels, changed));
  }
  return out;
}

export class Preview {
  /** @param {HTMLDialogElement} dialog @param {Labels} labels @param {(hits: Hit[]) => void} paintHits ticked hits of the note at hand */
  constructor(dialog, labels, paintHits) {
    this.dialog = dialog;
    this.labels = labels;
    this.paintHits = paintHits;
    this.confirm = /** @type {HTMLButtonElement} */ (dialog.querySelector("[data-choice=confirm]"));
    this.scopes = /** @type {HTMLElement} */ (dialog.querySelector("[data-role=propagate-scope]"));
    /** @type {Hit[]} */ this.here = [];
    /** @type {Hit[]|null} */ this.file = null;
    this.wide = false;
  }

  get hits() {
    return this.wide ? [...this.here, ...(this.file ?? [])] : this.here;
  }

  /**
   * Resolves to the hits of the chosen scope, ticked or not; null when the person gives up.
   * @param {string} title @param {Hit[]} here @param {Search|null} search @returns {Promise<Hit[]|null>}
   */
  ask(title, here, search) {
    this.here = here;
    this.file = null;
    this.wide = false;
    this.#write("propagate-title", title);
    this.scopes.hidden = !search;
    const [note, file] = /** @type {HTMLInputElement[]} */ ([...this.scopes.querySelectorAll("input")]);
    note.checked = true;
    note.onchange = () => this.#scope(false, search);
    file.onchange = () => this.#scope(true, search);
    this.#show();
    return new Promise((resolve) => {
      let answer = /** @type {Hit[]|null} */ (null);
      this.confirm.onclick = () => {
        answer = this.hits;
        this.dialog.close();
      };
      /** @type {HTMLButtonElement} */ (this.dialog.querySelector("[data-choice=cancel]")).onclick = () => this.dialog.close();
      this.dialog.addEventListener("close", () => {
        this.paintHits([]);
        resolve(answer);
      }, { once: true });
      this.dialog.showModal();
      if (here.length) this.confirm.focus();
      else if (search) file.focus();
    });
  }

  /** @param {boolean} wide @param {Search|null} search */
  async #scope(wide, search) {
    this.wide = wide;
    this.#show();
    if (!wide || this.file || !search) return;
    this.#write("propagate-state", gettext("Recherche dans le dossier…"));
    const { hits, message } = await search();
    this.file = hits;
    this.#show();
    if (message) this.#write("propagate-state", message);
  }

  #show() {
    const changed = () => this.#count();
    this.dialog.querySelector("[data-role=propagate-list]")?.replaceChildren(...rows(this.hits, this.labels, changed));
    this.#write("propagate-state", this.hits.length ? "" : gettext("Aucun autre passage identique."));
    changed();
  }

  #count() {
    const ticked = this.hits.filter((hit) => hit.ticked && !isFixed(hit));
    const notes = new Set(ticked.map((hit) => hit.document ?? "")).size;
    const template = ngettext("Étiqueter %(count)s passage", "Étiqueter %(count)s passages", ticked.length);
    const text = format(template, { count: ticked.length });
    const where = format(ngettext("dans %(notes)s note", "dans %(notes)s notes", notes), { notes });
    this.confirm.textContent = this.wide && ticked.length ? `${text} ${where}` : text;
    this.confirm.disabled = ticked.length === 0;
    this.paintHits(ticked.filter((hit) => !hit.document));
  }

  /** @param {string} role @param {string} words */
  #write(role, words) {
    const place = this.dialog.querySelector(`[data-role=${role}]`);
    if (place) place.textContent = words;
  }
}
