// @ts-check
/**
 * The note as DOM: one `.ln` per text line (split on "\n" only), in blocks of 40 that the
 * browser may skip while off screen. The text content of a line is exactly the line: codes are
 * generated content and grips are empty. Only the lines that an op touches are rebuilt.
 */
import { describe } from "./a11y.js";
import { band } from "./confidence.js";
import { labelClass } from "./labels.js";
import { strikingNodes } from "./lens.js";
import { lineAt, lineStarts } from "./offsets.js";
import { isVisible } from "./queries.js";
import { levels, segments } from "./segments.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {{id: string, s: number, e: number}} Placed UTF-16 place of a span */

const LINES_IN_BLOCK = 40;
const DEEPEST = 3;
/** The first letter is Hebrew, Arabic or of their kin. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** @param {string} tag @param {string} [className] @returns {HTMLElement} */
export function element(tag, className) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  return made;
}

/** Classes of a span's mark: label, state, doubt, confidence. @param {Span} span */
export function spanClasses(span) {
  const names = [labelClass(span.label), `is-${span.state}`];
  if (span.doubt) names.push("is-doubt");
  const worth = band(span);
  if (worth) names.push(`is-${worth}`);
  return names;
}

/** Whether a box can be read where it is: below what sticks at the top, above what may cover the foot. @param {DOMRect} box */
export function isReadable({ top, bottom }) {
  const covered = document.querySelector(".nc-tools")?.getBoundingClientRect().bottom ?? 0;
  return top >= Math.max(0, covered) + 4 && bottom <= window.innerHeight - 80;
}

/** Moves a table sideways until a box on one of its lines is seen; prose wraps and needs nothing. @param {Element} line @param {DOMRect} box */
export function seeInTable(line, box) {
  const table = line.closest(".note-table");
  if (!table) return;
  const frame = table.getBoundingClientRect();
  table.scrollLeft += Math.max(0, box.right - frame.right) - Math.max(0, frame.left - box.left);
}

/** What follows the code in the text, so that colour never speaks alone. @param {Span} span */
function flagOf(span) {
  if (span.doubt) return " ?";
  const worth = band(span);
  if (worth === "fragile") return " !";
  return worth === "check" ? " ~" : "";
}

export class NoteView {
  /**
   * @param {HTMLElement} host @param {string} text @param {import("./offsets.js").Offsets} offsets
   * @param {import("./labels.js").Labels} labels
   * @param {[number, number, string][]} [tables] first line, one past the last, class
   */
  constructor(host, text, offsets, labels, tables = []) {
    this.host = host;
    this.text = text;
    this.offsets = offsets;
    this.labels = labels;
    this.starts = lineStarts(text);
    /** The class of the lines of tables. @type {Map<number, string>} */
    this.tables = new Map(tables.flatMap(([first, past, name]) => Array.from({ length: past - first }, (_, i) => [first + i, name])));
    /** @type {HTMLElement[]} */ this.lines = [];
    /** @type {Map<string, Placed>} */ this.places = new Map();
    /** @type {Map<string, Span>} */ this.spans = new Map();
    /** @type {(Set<string>|undefined)[]} */ this.idsOfLine = new Array(this.starts.length);
    /** @type {string|null} */ this.current = null;
    /** Only what is unlabelled can be read. */
    this.lens = false;
  }

  /** First paint. @param {Map<string, Span>} spans */
  mount(spans) {
    for (const span of spans.values()) this.#index(span);
    const all = document.createDocumentFragment();
    /** @type {HTMLElement|null} */
    let block = null;
    /** @type {HTMLElement|null} */
    let table = null;
    for (let i = 0; i < this.starts.length; i++) {
      if (i % LINES_IN_BLOCK === 0) {
        block = element("div", "blk");
        all.append(block);
        table = null;
      }
      const name = this.tables.get(i);
      if (!name) table = null;
      else if (!table) block?.append((table = element("div", name)));
      const line = element("div", "ln");
      line.dataset.s = String(this.starts[i]);
      line.append(...this.#lineNodes(i));
      this.lines.push(line);
      (table ?? block)?.append(line);
    }
    this.host.replaceChildren(all);
  }

  /** Rebuild what the changes touch; scroll stays, focus returns to the current span. @param {Change[]} changes */
  patch(changes) {
    const hadFocus = this.host.contains(document.activeElement) && document.activeElement !== this.host;
    const dirty = new Set();
    for (const { id, after } of changes) {
      for (const line of this.#linesOf(this.places.get(id))) {
        this.idsOfLine[line]?.delete(id);
        dirty.add(line);
      }
      this.places.delete(id);
      this.spans.delete(id);
      if (after) this.#index(after);
      for (const line of this.#linesOf(this.places.get(id))) dirty.add(line);
    }
    for (const line of dirty) this.lines[line].replaceChildren(...this.#lineNodes(line));
    if (this.current) this.#decorate(this.current);
    if (hadFocus && !this.host.contains(document.activeElement)) this.focus();
  }

  /** @param {Span} span */
  #index(span) {
    if (!isVisible(span)) return;
    const place = { id: span.id, s: this.offsets.toU(span.start), e: this.offsets.toU(span.end) };
    this.spans.set(span.id, span);
    this.places.set(span.id, place);
    for (const line of this.#linesOf(place)) (this.idsOfLine[line] ??= new Set()).add(span.id);
  }

  /** @param {Placed|undefined} place @returns {number[]} */
  #linesOf(place) {
    if (!place) return [];
    const first = lineAt(this.starts, place.s);
    const last = lineAt(this.starts, Math.max(place.s, place.e - 1));
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }

  /** UTF-16 bounds of a line without its "\n". @param {number} line @returns {[number, number]} */
  bounds(line) {
    const next = line + 1 < this.starts.length ? this.starts[line + 1] - 1 : this.text.length;
    return [this.starts[line], next];
  }

  /** @param {number} line @returns {Node[]} */
  #lineNodes(line) {
    const [from, to] = this.bounds(line);
    const placed = [...(this.idsOfLine[line] ?? [])].map((id) => /** @type {Placed} */ (this.places.get(id)));
    const local = placed.map(({ id, s, e }) => ({ id, s: Math.max(0, s - from), e: Math.min(to, e) - from }));
    const depth = levels(local);
    return segments(to - from, local).map((segment) => {
      const text = document.createTextNode(this.text.slice(from + segment.s, from + segment.e));
      return segment.ids.length
        ? this.#marks(segment.ids, depth, from + segment.s, from + segment.e, text)
        : this.#plain(text);
    });
  }

  /** @param {Text} text */
  #plain(text) {
    const plain = element("span", "seg");
    plain.append(...(this.lens ? strikingNodes(text.data) : [text]));
    return plain;
  }

  /** Nested marks of one segment, the longest span outermost. @param {string[]} ids @param {Map<string, number>} depth @param {number} s @param {number} e @param {Text} text */
  #marks(ids, depth, s, e, text) {
    const sorted = [...ids].sort((a, b) => (depth.get(a) ?? 0) - (depth.get(b) ?? 0));
    /** @type {Node} */
    let inner = text;
    for (const id of sorted.slice(0, DEEPEST)) {
      const mark = this.#mark(id, depth.get(id) ?? 0, s, e);
      mark.append(inner);
      inner = mark;
    }
    const outer = /** @type {HTMLElement} */ (inner);
    outer.classList.add("seg");
    outer.dataset.ids = sorted.join(" ");
    if (sorted.length > DEEPEST) outer.dataset.more = `+${sorted.length - DEEPEST}`;
    return outer;
  }

  /** @param {string} id @param {number} depth @param {number} s @param {number} e */
  #mark(id, depth, s, e) {
    const span = /** @type {Span} */ (this.spans.get(id));
    const place = /** @type {Placed} */ (this.places.get(id));
    const mark = element("mark", [...spanClasses(span), `lv-${Math.min(depth, DEEPEST - 1)}`].join(" "));
    mark.dataset.id = id;
    if (place.s === s) {
      mark.classList.add("is-start");
      if (RIGHT_TO_LEFT.test(this.text.slice(s, e))) mark.classList.add("is-rtl");
      mark.dataset.l = this.labels.mark(span) + flagOf(span);
      mark.tabIndex = -1;
      mark.setAttribute("role", "group");
      mark.setAttribute("aria-label", describe(span, this.labels.name(span)));
    }
    if (place.e === e) mark.classList.add("is-end");
    return mark;
  }

  /** Masks what is labelled, or shows it again; the place on the screen stays. @param {boolean} on */
  setLens(on) {
    if (this.lens === on) return;
    this.lens = on;
    this.host.classList.toggle("is-lens", on);
    this.lines.forEach((line, i) => line.replaceChildren(...this.#lineNodes(i)));
    if (this.current) this.#decorate(this.current);
  }

  /** All pieces of a span, in reading order. @param {string} id @returns {HTMLElement[]} */
  pieces(id) {
    return this.#linesOf(this.places.get(id)).flatMap((line) =>
      /** @type {HTMLElement[]} */ ([...this.lines[line].querySelectorAll(`mark[data-id="${CSS.escape(id)}"]`)]),
    );
  }

  /** Ring and grips on one span, none elsewhere. @param {string|null} id */
  setCurrent(id) {
    if (this.current) this.#undecorate(this.current);
    this.current = id && this.places.has(id) ? id : null;
    this.host.tabIndex = this.current ? -1 : 0;
    if (this.current) this.#decorate(this.current);
  }

  /** @param {string} id */
  #decorate(id) {
    const pieces = this.pieces(id);
    for (const piece of pieces) piece.classList.add("is-current");
    if (!pieces.length || pieces[0].querySelector(":scope > .grip")) return;
    pieces[0].tabIndex = 0;
    pieces[0].prepend(this.#grip("s"));
    pieces[pieces.length - 1].append(this.#grip("e"));
  }

  /** @param {string} id */
  #undecorate(id) {
    for (const piece of this.pieces(id)) {
      piece.classList.remove("is-current");
      // By the attribute: the property would force a layout.
      if (piece.getAttribute("tabindex") === "0") piece.setAttribute("tabindex", "-1");
      for (const child of [...piece.children]) if (child.classList.contains("grip")) child.remove();
    }
  }

  /** Empty, so that the line's text stays the line. @param {"s"|"e"} edge */
  #grip(edge) {
    const grip = element("span", `grip grip-${edge}`);
    grip.dataset.edge = edge;
    grip.setAttribute("aria-hidden", "true");
    return grip;
  }

  /** Focus the current span, else the note, without moving the page. */
  focus() {
    const target = this.current ? this.pieces(this.current)[0] : this.host;
    (target ?? this.host).focus({ preventScroll: true });
  }

  /** Bring a span into view only when it is not there already. @param {string} id */
  reveal(id) {
    const piece = this.pieces(id)[0];
    if (!piece) return;
    if (!isReadable(piece.getBoundingClientRect())) piece.scrollIntoView({ block: "center", inline: "nearest" });
    else seeInTable(piece, piece.getBoundingClientRect());
  }

  /** UTF-16 bounds of the blocks on the screen, and of those up to `margin` pixels above and below. @param {number} margin @returns {[number, number]} */
  onScreen(margin) {
    const blocks = /** @type {HTMLElement[]} */ ([...this.host.children]);
    const isNear = (/** @type {DOMRect} */ { top, bottom }) => bottom > -margin && top < window.innerHeight + margin;
    const near = blocks.flatMap((block, i) => (isNear(block.getBoundingClientRect()) ? [i] : []));
    if (!near.length) return [0, 0];
    const after = (near[near.length - 1] + 1) * LINES_IN_BLOCK;
    return [this.starts[near[0] * LINES_IN_BLOCK], this.starts[after] ?? this.text.length];
  }

  /** DOM range of a UTF-16 range. @param {number} s @param {number} e */
  range(s, e) {
    const range = document.createRange();
    range.setStart(...this.#point(s));
    range.setEnd(...this.#point(e));
    return range;
  }

  /** @param {number} u @returns {[Node, number]} */
  #point(u) {
    const line = lineAt(this.starts, u);
    let left = u - this.starts[line];
    const walker = document.createTreeWalker(this.lines[line], NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { length } = /** @type {Text} */ (node);
      if (left <= length) return [node, left];
      left -= length;
    }
    return [this.lines[line], 0];
  }
}
