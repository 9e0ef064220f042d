// @ts-check
/** Mouse, pen and touch in the note: drag, double click, click, grips, right click, long press. */
import { Handles } from "./handles.js";
import { paint } from "./highlight.js";
import { lineAt } from "./offsets.js";
import { offsetAtPoint, rangeOf, readSelection } from "./selection.js";
import { exact, snap, tokenAt, trim } from "./snap.js";

/** @typedef {import("./types.js").Range16} Range16 */
/**
 * @typedef {{select: (range: Range16, rect: DOMRect) => void, spans: (ids: string[], event: MouseEvent) => void,
 *   menu: (ids: string[], event: MouseEvent) => void, text: (u: number|null) => void,
 *   resize: (edge: "s"|"e", u: number, asIs: boolean) => void, extent: () => Range16|null,
 *   asIs: () => boolean, isSpan: (ids: string[], range: Range16) => boolean}} Handlers
 */

const CLICK_RADIUS_PX = 3;
const LONG_PRESS_SETTLES_MS = 450;
/** A little after the system's own long press, which comes first where there is one. */
const LONG_PRESS_MS = 650;
const FINGER_RADIUS_PX = 12;

/** Ids of the spans under an element, innermost first. @param {EventTarget|null} target @returns {string[]} */
export function idsAt(target) {
  const piece = target instanceof Element ? target.closest("mark[data-id]") : null;
  const outer = /** @type {HTMLElement|null} */ (piece?.closest("[data-ids]") ?? null);
  return outer?.dataset.ids?.split(" ") ?? [];
}

export class Pointer {
  /** @param {import("./render.js").NoteView} view @param {Handlers} handlers @param {AbortSignal} signal */
  constructor(view, handlers, signal) {
    this.view = view;
    this.handlers = handlers;
    this.startedHere = false;
    /** @type {any} */ this.timer = null;
    /** @type {any} */ this.press = null;
    this.handles = new Handles(view, handlers.asIs, (range) => this.#select(range));
    this.kind = "mouse";
    this.from = { x: 0, y: 0 };
    /** @type {"s"|"e"|null} */ this.grip = null;
    const { host } = view;
    host.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    host.addEventListener("pointermove", (event) => this.#drag(event), { signal });
    host.addEventListener("pointerup", (event) => this.#drop(event), { signal });
    host.addEventListener("pointercancel", () => this.#cancel(), { signal });
    window.addEventListener("mouseup", (event) => this.#up(event), { signal });
    document.addEventListener("selectionchange", () => this.#changed(), { signal });
    host.addEventListener("contextmenu", (event) => this.#menu(event), { signal });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.kind = event.pointerType;
    this.startedHere = event.button === 0;
    this.from = { x: event.clientX, y: event.clientY };
    this.handles.hide();
    this.#awaitLongPress(event);
    const grip = event.target instanceof Element ? event.target.closest(".grip") : null;
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    this.startedHere = false;
    this.grip = grip.getAttribute("data-edge") === "s" ? "s" : "e";
    this.view.host.setPointerCapture(event.pointerId);
    this.view.host.classList.add("is-resizing");
  }

  /** Where the dragged edge would fall. @param {PointerEvent} event @returns {Range16|null} */
  #wanted(event) {
    const { host, text } = this.view;
    const extent = this.handlers.extent();
    const u = offsetAtPoint(host, event.clientX, event.clientY, text.length);
    if (u === null || !extent || !this.grip) return null;
    const moved = { ...extent, [this.grip]: u };
    if (moved.s >= moved.e) return null;
    return (event.shiftKey || this.handlers.asIs() ? exact : snap)(text, moved.s, moved.e);
  }

  /** A finger that rests selects the word under it, unless the system did. @param {PointerEvent} event */
  #awaitLongPress(event) {
    clearTimeout(this.press);
    if (event.pointerType !== "touch") return;
    const { clientX: x, clientY: y } = event;
    this.press = setTimeout(() => {
      const { host, text } = this.view;
      if (!document.getSelection()?.isCollapsed) return;
      const u = offsetAtPoint(host, x, y, text.length);
      const token = u === null ? null : tokenAt(text, u);
      if (!token) return;
      this.startedHere = false;
      this.handles.show(token);
    }, LONG_PRESS_MS);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const away = Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y);
    if (away > FINGER_RADIUS_PX) clearTimeout(this.press);
    if (!this.grip) return;
    const wanted = this.#wanted(event);
    paint("drag", wanted ? [this.view.range(wanted.s, wanted.e)] : []);
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    clearTimeout(this.press);
    if (!this.grip) return;
    const wanted = this.#wanted(event);
    const edge = this.grip;
    this.#cancel();
    if (wanted) this.handlers.resize(edge, wanted[edge], true);
  }

  #cancel() {
    clearTimeout(this.press);
    this.grip = null;
    this.view.host.classList.remove("is-resizing");
    paint("drag", []);
  }

  /** @param {MouseEvent} event */
  #up(event) {
    if (!this.startedHere || event.button !== 0) return;
    this.startedHere = false;
    const { host, text } = this.view;
    const ids = idsAt(event.target);
    if (event.detail >= 2) {
      const at = offsetAtPoint(host, event.clientX, event.clientY, text.length);
      const whole = at === null ? null : event.detail === 2 ? tokenAt(text, at) : this.#lineAround(at);
      document.getSelection()?.removeAllRanges();
      // A word that is a span already was shown by the first click; a word inside a longer one may become its own.
      if (whole && !(event.detail === 2 && this.handlers.isSpan(ids, whole))) this.#select(whole);
      return;
    }
    // A plain click inside a selection: the browser drops it only after this event.
    const still = Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) < CLICK_RADIUS_PX;
    if (still && event.detail === 1 && !event.shiftKey) document.getSelection()?.removeAllRanges();
    const asIs = event.shiftKey || this.handlers.asIs();
    const range = readSelection(host, text, asIs) ?? (still ? null : this.#swept(event, asIs));
    if (range) this.#select(range);
    else if (ids.length) this.handlers.spans(ids, event);
    else this.handlers.text(offsetAtPoint(host, event.clientX, event.clientY, text.length));
  }

  /** @param {number} u */
  #lineAround(u) {
    const { text, starts } = this.view;
    return trim(text, ...this.view.bounds(lineAt(starts, u)));
  }

  /** A drag that began on a code, which browsers do not select: from the two points. @param {MouseEvent} event @param {boolean} asIs */
  #swept(event, asIs) {
    const { host, text } = this.view;
    const a = offsetAtPoint(host, this.from.x, this.from.y, text.length);
    const b = offsetAtPoint(host, event.clientX, event.clientY, text.length);
    if (a === null || b === null) return null;
    return rangeOf(text, Math.min(a, b), Math.max(a, b), asIs);
  }

  /** @param {Range16} range */
  #select(range) {
    const dom = this.view.range(range.s, range.e);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(dom);
    this.handlers.select(range, dom.getBoundingClientRect());
  }

  /** A long press selects natively; act once the handles rest. */
  #changed() {
    if (document.getSelection()?.isCollapsed) this.handles.hide();
    if (this.kind !== "touch") return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const range = readSelection(this.view.host, this.view.text, this.handlers.asIs());
      if (range) this.handlers.select(range, this.view.range(range.s, range.e).getBoundingClientRect());
    }, LONG_PRESS_SETTLES_MS);
  }

  /** @param {MouseEvent} event */
  #menu(event) {
    const ids = idsAt(event.target);
    // A long press on a phone must keep its own selection menu.
    if (!ids.length || this.kind === "touch") return;
    event.preventDefault();
    this.handlers.menu(ids, event);
  }
}
