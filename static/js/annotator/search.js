// @ts-check
/** Search in the note, without case and accents; a hit becomes the selection, ready for a label. */
import { findAll } from "./fold.js";
import { paint } from "./highlight.js";
import { format, gettext } from "./i18n.js";
import { isReadable } from "./render.js";

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
    this.input.addEventListener("input", () => this.#find());
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

  #find() {
    this.hits = findAll(this.folded(), this.input.value, { wholeWords: false });
    this.at = -1;
    paint("search", this.hits.map(({ s, e }) => this.view.range(s, e)));
    paint("hit", []);
    this.#say();
  }

  /** @param {1|-1} step */
  go(step) {
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
