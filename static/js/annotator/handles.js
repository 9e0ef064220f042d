// @ts-check
/** Two handles at the ends of a selection made by a long press, where the system shows none of its own. */
import { element } from "./render.js";
import { offsetAtPoint } from "./selection.js";
import { exact, snap } from "./snap.js";

/** @typedef {import("./types.js").Range16} Range16 */

export class Handles {
  /**
   * @param {import("./render.js").NoteView} view @param {() => boolean} asIs
   * @param {(range: Range16) => void} onMoved a handle was let go
   */
  constructor(view, asIs, onMoved) {
    this.view = view;
    this.asIs = asIs;
    this.onMoved = onMoved;
    /** @type {Range16|null} */ this.range = null;
    this.ends = { s: this.#make("s"), e: this.#make("e") };
  }

  /** @param {"s"|"e"} edge */
  #make(edge) {
    const made = element("span", `sel-handle sel-handle-${edge}`);
    made.dataset.edge = edge;
    made.hidden = true;
    made.setAttribute("aria-hidden", "true");
    made.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      made.setPointerCapture(event.pointerId);
    });
    made.addEventListener("pointermove", (event) => {
      if (made.hasPointerCapture(event.pointerId)) this.#drag(edge, event);
    });
    made.addEventListener("pointerup", (event) => {
      if (!made.hasPointerCapture(event.pointerId)) return;
      made.releasePointerCapture(event.pointerId);
      if (this.range) this.onMoved(this.range);
    });
    this.view.host.after(made);
    return made;
  }

  /** The finger lies below the edge that it moves: read the text just above it. @param {"s"|"e"} edge @param {PointerEvent} event */
  #drag(edge, event) {
    const { host, text } = this.view;
    if (!this.range) return;
    const box = this.ends[edge].getBoundingClientRect();
    const u = offsetAtPoint(host, event.clientX, event.clientY - box.height * 0.75, text.length);
    if (u === null) return;
    const moved = { ...this.range, [edge]: u };
    const wanted = moved.s < moved.e ? (this.asIs() ? exact : snap)(text, moved.s, moved.e) : null;
    if (wanted) this.show({ ...wanted, exact: this.asIs() });
  }

  /** Selects the range and stands at its ends. @param {Range16} range */
  show(range) {
    this.range = range;
    const dom = this.view.range(range.s, range.e);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(dom);
    const rects = [...dom.getClientRects()].filter((rect) => rect.width);
    const first = rects[0];
    const last = rects[rects.length - 1];
    if (!first || !last) return;
    this.#stand("s", first.left, first.bottom);
    this.#stand("e", last.right, last.bottom);
  }

  /** @param {"s"|"e"} edge @param {number} x @param {number} y viewport */
  #stand(edge, x, y) {
    const made = this.ends[edge];
    const frame = this.view.host.parentElement?.getBoundingClientRect();
    made.hidden = false;
    made.style.left = `${x - (frame?.left ?? 0)}px`;
    made.style.top = `${y - (frame?.top ?? 0)}px`;
  }

  hide() {
    this.range = null;
    this.ends.s.hidden = true;
    this.ends.e.hidden = true;
  }
}
