// @ts-check
/** Search in the note, without case and accents; a hit becomes the selection, ready for a label. */
import { findAll } from "./fold.js";
import { paint } from "./highlight.js";
import { format, gettext } from "./i18n.js";
import { isReadable } from "./render.js";

const TYPING_MS = 80;
/** More hits than this are painted around what is on the screen only. */
const PAINTED_WHOLE = 300;

export class Search {
  /**
   * @param {HTMLFormElement} form @param {() => import("./fold.js").Folded} folded
   * @param {import("./render.js").NoteView} view @param {(range: {s: number, e: number}|null) => void} onLeave
   */
  constructor(form, folded, view, onLeave) {
    this.form = form;
    this.folded = folded;
    this.view = view;
    this.onLeave = onLeave;
    this.input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    this.output = /** @type {HTMLElement} */ (form.querySelector("[data-role=search-count]"));
    /** @type {{s: number, e: number}[]} */ this.hits = [];
    this.at = -1;
    /** @type {any} */ this.timer = null;
    /** @type {number} */ this.frame = 0;
    this.input.addEventListener("input", () => this.#findSoon());
    addEventListener("scroll", () => this.#paintSoon(), { passive: true });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.go(1);
    });
    form.addEventListener("click", (event) => this.#onClick(event));
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter" && event.shiftKey) this.go(-1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  open() {
    this.form.hidden = false;
    this.input.focus();
    this.input.select();
    this.#find();
  }

  close() {
    clearTimeout(this.timer);
    this.timer = null;
    this.form.hidden = true;
    paint("search", []);
    paint("hit", []);
    this.onLeave(this.hits[this.at] ?? null);
    this.at = -1;
  }

  /** @param {Event} event */
  #onClick(event) {
    const pressed = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    const name = pressed?.getAttribute("data-do");
    if (name === "next") this.go(1);
    if (name === "previous") this.go(-1);
    if (name === "close") this.close();
  }

  /** After the last key of a word: a letter alone is found everywhere. */
  #findSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#find(), TYPING_MS);
  }

  /** What was typed is searched before it is used. */
  #settle() {
    if (this.timer !== null) this.#find();
  }

  #find() {
    clearTimeout(this.timer);
    this.timer = null;
    this.hits = findAll(this.folded(), this.input.value, { wholeWords: false });
    this.at = -1;
    this.#paint();
    paint("hit", []);
    this.#say();
  }

  #paintSoon() {
    if (this.form.hidden || this.hits.length <= PAINTED_WHOLE || this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (!this.form.hidden) this.#paint();
    });
  }

  #paint() {
    const hits = this.hits.length <= PAINTED_WHOLE ? this.hits : this.#near();
    paint("search", hits.map(({ s, e }) => this.view.range(s, e)));
  }

  /** Hits of the lines on the screen and of a screen above and below. */
  #near() {
    const [from, to] = this.view.onScreen(window.innerHeight);
    return this.hits.filter(({ s, e }) => s < to && from < e);
  }

  /** @param {1|-1} step */
  go(step) {
    this.#settle();
    if (!this.hits.length) return;
    this.at = (this.at + step + this.hits.length) % this.hits.length;
    const { s, e } = this.hits[this.at];
    const range = this.view.range(s, e);
    paint("hit", [range]);
    if (!isReadable(range.getBoundingClientRect())) {
      range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    }
    this.#say();
  }

  #say() {
    if (!this.input.value.trim()) this.output.textContent = "";
    else if (!this.hits.length) this.output.textContent = gettext("aucun");
    else if (this.at < 0) this.output.textContent = String(this.hits.length);
    else this.output.textContent = format(gettext("%(at)s sur %(count)s"), { at: this.at + 1, count: this.hits.length });
  }
}
