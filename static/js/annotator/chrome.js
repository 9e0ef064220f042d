// @ts-check
/** What surrounds the note: label bar, toast, counters, the bar's height. */
import { progress } from "./a11y.js";
import { colourRules, isUsual } from "./labels.js";
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

/** The labels as buttons, the usual ones first; pressed means armed. */
export class Palette {
  /** @param {LabelEntry[]} entries @param {boolean} hidden @param {(entry: LabelEntry) => void} onLabel */
  constructor(entries, hidden, onLabel) {
    /** @type {Map<LabelEntry, HTMLElement>} */
    this.chips = new Map();
    /** @type {LabelEntry|null} */ this.armed = null;
    addColours(entries);
    const host = part("palette");
    this.host = host;
    host.hidden = hidden;
    // A press must not clear the selection in the note.
    host.addEventListener("mousedown", (event) => event.preventDefault());
    const rest = element("div", "nc-palette-rest");
    rest.hidden = true;
    for (const entry of entries) {
      const made = chip(entry, false);
      made.title = entry.guideline;
      made.addEventListener("click", () => onLabel(entry));
      (isUsual(entry) ? host : rest).append(made);
      this.chips.set(entry, made);
    }
    if (rest.childElementCount) host.append(moreButton(rest, () => {}), rest);
    host.querySelectorAll("button").forEach((made, i) => (made.tabIndex = i ? -1 : 0));
    host.addEventListener("keydown", (event) => this.#onKey(event));
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

/** What sticks below the page's bar needs its height. @param {AbortSignal} signal */
export function followBar(signal) {
  const bar = document.querySelector(".nc-bar");
  if (!(bar instanceof HTMLElement)) return;
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty("--nc-bar-height", `${bar.offsetHeight}px`);
  });
  observer.observe(bar);
  signal.addEventListener("abort", () => observer.disconnect());
}
