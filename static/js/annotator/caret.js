// @ts-check
/** Caret mode: the keyboard alone selects text. The caret is a highlighted character, the selection is the browser's. */
import { paint } from "./highlight.js";
import { lineAt } from "./offsets.js";
import { isReadable, seeInTable } from "./render.js";
import { offsetAtPoint } from "./selection.js";
import { moveEdge } from "./snap.js";

export class Caret {
  /** @param {import("./render.js").NoteView} view */
  constructor(view) {
    this.view = view;
    this.on = false;
    this.anchor = 0;
    this.focus = 0;
  }

  /** @param {number} u UTF-16 */
  enter(u) {
    this.on = true;
    this.anchor = this.focus = Math.min(u, this.view.text.length);
    this.view.host.classList.add("is-caret");
    this.#show();
  }

  leave() {
    this.on = false;
    this.view.host.classList.remove("is-caret");
    this.view.host.querySelector(".ln.has-caret")?.classList.remove("has-caret");
    paint("caret", []);
  }

  /** @param {{step?: 1|-1, unit?: string, extend?: boolean}} command */
  move({ step = 1, unit = "character", extend = false }) {
    this.focus = this.#target(step, unit);
    if (!extend) this.anchor = this.focus;
    this.#show();
  }

  /** @param {1|-1} step @param {string} unit */
  #target(step, unit) {
    const { text, starts } = this.view;
    const line = lineAt(starts, this.focus);
    if (unit === "edge") return this.view.bounds(line)[step > 0 ? 1 : 0];
    if (unit === "line") return this.#vertical(step, line);
    if (unit === "token") return this.#token(step);
    const moved = step > 0 ? nextGrapheme(text, this.focus) : previousGrapheme(text, this.focus);
    return Math.max(0, Math.min(text.length, moved));
  }

  /** @param {1|-1} step */
  #token(step) {
    const { text } = this.view;
    const range = step > 0 ? { s: -1, e: this.focus } : { s: this.focus, e: text.length + 1 };
    const moved = moveEdge(text, range, step > 0 ? "e" : "s", step, false);
    return moved ? (step > 0 ? moved.e : moved.s) : step > 0 ? text.length : 0;
  }

  /** The visual line above or below; the text line when the layout cannot say. @param {1|-1} step @param {number} line */
  #vertical(step, line) {
    const { host, text, starts } = this.view;
    const box = this.#box();
    if (box) {
      const height = parseFloat(getComputedStyle(host).lineHeight) || box.height;
      const found = offsetAtPoint(host, box.left + 1, box.top + box.height / 2 + step * height, text.length);
      if (found !== null && found !== this.focus) return found;
    }
    const next = Math.max(0, Math.min(starts.length - 1, line + step));
    const column = this.focus - starts[line];
    const [from, to] = this.view.bounds(next);
    return Math.min(to, from + column);
  }

  #box() {
    const { text } = this.view;
    const [from, to] = this.view.bounds(lineAt(this.view.starts, this.focus));
    const s = this.focus < to ? this.focus : Math.max(from, this.focus - 1);
    if (s >= to || s >= text.length) return null;
    return this.view.range(s, s + 1).getBoundingClientRect();
  }

  #show() {
    const { view } = this;
    const from = view.range(this.anchor, this.anchor);
    const to = view.range(this.focus, this.focus);
    document.getSelection()?.setBaseAndExtent(from.startContainer, from.startOffset, to.startContainer, to.startOffset);
    const line = view.lines[lineAt(view.starts, this.focus)];
    view.host.querySelector(".ln.has-caret")?.classList.remove("has-caret");
    line.classList.add("has-caret");
    const end = Math.min(view.text.length, nextGrapheme(view.text, this.focus));
    paint("caret", end > this.focus ? [view.range(this.focus, end)] : []);
    const box = this.#box() ?? line.getBoundingClientRect();
    if (!isReadable(box)) line.scrollIntoView({ block: "center" });
    seeInTable(line, box);
  }
}

const REACH = 64;

/** @param {string} text */
function bounds(text) {
  if (typeof Intl.Segmenter !== "function") {
    let at = 0;
    return Array.from(text, (point) => (at += point.length));
  }
  const parts = new Intl.Segmenter("fr", { granularity: "grapheme" }).segment(text);
  return Array.from(parts, ({ index, segment }) => index + segment.length);
}

/** @param {string} text @param {number} u */
export function nextGrapheme(text, u) {
  return u + (bounds(text.slice(u, u + REACH))[0] ?? 0);
}

/** @param {string} text @param {number} u */
export function previousGrapheme(text, u) {
  const from = Math.max(0, u - REACH);
  return from + (bounds(text.slice(from, u)).at(-2) ?? 0);
}
