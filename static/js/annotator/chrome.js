// @ts-check
/** What surrounds the note: label bar, toast, counters, the bar's height. */
import { progress } from "./a11y.js";
import { colourRules, fitting } from "./labels.js";
import { chip, moreButton } from "./popover.js";
import { counts } from "./queries.js";
import { element } from "./render.js";

/** @typedef {import("./types.js").LabelEntry} LabelEntry */

const TOAST_MS = 6000;

/** An element that canvas.html must hold. @param {string} role @returns {HTMLElement} */
export function part(role) {
  const found = document.querySelector(`[data-role=${role}]`);
  if (!(found instanceof HTMLElement)) throw new Error(`note-canvas: [data-role=${role}] is missing`);
  return found;
}

/** The labels as buttons in one row: those in use, in the project's order; the others behind one button. Pressed means armed. */
export class Palette {
  /** @param {import("./labels.js").Labels} labels @param {boolean} hidden @param {(entry: LabelEntry) => void} onLabel */
  constructor(labels, hidden, onLabel) {
    this.labels = labels;
    /** @type {Map<LabelEntry, HTMLElement>} */
    this.chips = new Map();
    /** @type {LabelEntry|null} */ this.armed = null;
    /** In the row. @type {Set<LabelEntry>} */ this.shown = new Set(labels.entries);
    addColours(labels.entries);
    const host = part("palette");
    this.host = host;
    this.more = moreButton(() => this.#toggle());
    host.hidden = hidden;
    if (hidden) return;
    // A press must not clear the selection in the note.
    host.addEventListener("mousedown", (event) => event.preventDefault());
    for (const entry of labels.entries) {
      const made = chip(entry, false);
      made.title = entry.guideline;
      made.addEventListener("click", () => onLabel(entry));
      host.append(made);
      this.chips.set(entry, made);
    }
    host.append(this.more);
    host.addEventListener("keydown", (event) => this.#onKey(event));
    this.#measure();
  }

  /** Which labels have room, once and whenever the room changes. */
  #measure() {
    const gap = parseFloat(getComputedStyle(this.host).columnGap) || 0;
    const widths = new Map([...this.chips].map(([entry, made]) => [entry, made.offsetWidth + gap]));
    const aside = this.more.offsetWidth + gap;
    let last = -1;
    new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width === last) return;
      last = contentRect.width;
      this.shown = fitting(this.labels.ranked, (entry) => widths.get(entry) ?? 0, last - aside);
      this.#arrange();
    }).observe(this.host);
  }

  get isOpen() {
    return this.more.getAttribute("aria-expanded") === "true";
  }

  #arrange() {
    for (const [entry, made] of this.chips) {
      made.hidden = !this.isOpen && !this.shown.has(entry) && entry !== this.armed;
      made.classList.toggle("is-guest", !this.shown.has(entry));
    }
    this.more.hidden = this.shown.size === this.chips.size;
    const visible = [...this.host.querySelectorAll("button")].filter((one) => !one.hidden);
    visible.forEach((made, i) => (made.tabIndex = i ? -1 : 0));
  }

  #toggle() {
    this.host.classList.toggle("is-open", this.isOpen);
    this.#arrange();
  }

  /** A toolbar: one stop of Tab, arrows inside. @param {KeyboardEvent} event */
  #onKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = [...this.host.querySelectorAll("button")].filter((one) => one.offsetParent);
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!step || at < 0 || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const next = all[(at + step + all.length) % all.length];
    all[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** @param {LabelEntry|null} armed */
  show(armed) {
    if (armed === this.armed) return;
    this.armed = armed;
    for (const [entry, made] of this.chips) made.setAttribute("aria-pressed", String(entry === armed));
    if (this.chips.size) this.#arrange();
  }
}

/** @param {LabelEntry[]} entries */
function addColours(entries) {
  const rules = colourRules(entries);
  if (!rules.length) return;
  const sheet = new CSSStyleSheet();
  for (const rule of rules) sheet.insertRule(rule);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export class Toast {
  constructor() {
    this.host = part("toast");
    /** @type {any} */ this.timer = null;
  }

  /** @param {string} sentence @param {boolean} undo offer to undo */
  show(sentence, undo) {
    const words = this.host.querySelector("[data-role=toast-text]");
    if (words) words.textContent = sentence;
    const back = /** @type {HTMLElement|null} */ (this.host.querySelector("[data-action=undo]"));
    if (back) back.hidden = !undo;
    this.host.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), TOAST_MS);
  }

  hide() {
    this.host.hidden = true;
  }
}

/** @param {Map<string, import("./types.js").Span>} spans */
export function showProgress(spans) {
  const tally = counts(spans);
  for (const place of document.querySelectorAll("[data-role=progress]")) place.textContent = progress(tally);
  for (const place of document.querySelectorAll("[data-role=entity-count]")) place.textContent = String(tally.total);
}

/** What sticks below the page's bar and below the row of labels needs their heights. @param {AbortSignal} signal */
export function followBar(signal) {
  const [bar, tools] = [".nc-bar", ".nc-tools"].map((one) => document.querySelector(one));
  if (!(bar instanceof HTMLElement) || !(tools instanceof HTMLElement)) return;
  const observer = new ResizeObserver(() => {
    const { style } = document.documentElement;
    style.setProperty("--nc-bar-height", `${bar.offsetHeight}px`);
    style.setProperty("--nc-head-height", `${bar.offsetHeight + tools.offsetHeight}px`);
  });
  observer.observe(bar);
  observer.observe(tools);
  signal.addEventListener("abort", () => observer.disconnect());
}
