// @ts-check
/** From the browser's selection to UTF-16 offsets in the note, and back. */
import { exact, widened } from "./snap.js";

/** @typedef {import("./types.js").Range16} Range16 */

/** The line element that holds `node`, or null. @param {Node|null} node @returns {HTMLElement|null} */
export function lineOf(node) {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  return element?.closest(".ln") ?? null;
}

/** UTF-16 offset in the note of a DOM point; clamped to the ends when outside. @param {HTMLElement} host @param {Node} node @param {number} offset @param {number} length */
export function offsetOf(host, node, offset, length) {
  const line = lineOf(node);
  const range = document.createRange();
  if (line && host.contains(line)) {
    range.setStart(line, 0);
    range.setEnd(node, offset);
    return Number(line.dataset.s) + range.toString().length;
  }
  // Between lines: the first line that starts at or after the point.
  range.selectNodeContents(host);
  const side = host.contains(node) || node === host ? 0 : range.comparePoint(node, offset);
  if (side < 0) return 0;
  if (side > 0) return length;
  const child = node.childNodes[offset];
  const next = child instanceof Element ? (child.matches(".ln") ? child : child.querySelector(".ln")) : null;
  return next ? Number(/** @type {HTMLElement} */ (next).dataset.s) : length;
}

/**
 * Snapped range of the present selection, or null when it is empty or elsewhere.
 * @param {HTMLElement} host @param {string} text @param {boolean} asIs keep the exact characters
 * @returns {Range16|null}
 */
export function readSelection(host, text, asIs) {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const { anchorNode, focusNode } = selection;
  if (!anchorNode || !focusNode || !selection.getRangeAt(0).intersectsNode(host)) return null;
  if (!host.contains(anchorNode) && !host.contains(focusNode)) return null;
  const a = offsetOf(host, anchorNode, selection.anchorOffset, text.length);
  const b = offsetOf(host, focusNode, selection.focusOffset, text.length);
  return rangeOf(text, Math.min(a, b), Math.max(a, b), asIs);
}

/** @param {string} text @param {number} s @param {number} e @param {boolean} asIs keep the exact characters @returns {Range16|null} */
export function rangeOf(text, s, e, asIs) {
  const found = (asIs ? exact : widened)(text, s, e);
  return found && { ...found, exact: asIs };
}

/** UTF-16 offset under a point of the viewport, or null outside the note. @param {HTMLElement} host @param {number} x @param {number} y @param {number} length */
export function offsetAtPoint(host, x, y, length) {
  const doc = /** @type {any} */ (document);
  const found = doc.caretPositionFromPoint
    ? doc.caretPositionFromPoint(x, y)
    : doc.caretRangeFromPoint?.(x, y);
  const node = found?.offsetNode ?? found?.startContainer;
  if (!node || !host.contains(node)) return null;
  return offsetOf(host, node, found.offset ?? found.startOffset, length);
}
