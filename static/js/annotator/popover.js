// @ts-check
/** The small panel by a span or a selection: labels, accept, refuse, everywhere, doubt. A bottom sheet on narrow screens (CSS). */
import { describe, percent, stateName } from "./a11y.js";
import { gettext } from "./i18n.js";
import { isUsual, labelClass } from "./labels.js";
import { element } from "./render.js";
import { sourceName } from "./sources.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").LabelEntry} LabelEntry */
/**
 * @typedef {{label: (entry: LabelEntry) => void, action: (name: string) => void,
 *   pick: (id: string) => void, comment: (text: string) => void, closed: (refocus: boolean) => void,
 *   key: (event: KeyboardEvent) => void}} Handlers
 */

const MARGIN = 8;

/** @param {string} text @param {string} className @param {string} [key] */
export function button(text, className, key = "") {
  const made = /** @type {HTMLButtonElement} */ (element("button", className));
  made.type = "button";
  const label = element("span");
  label.textContent = text;
  made.append(label);
  if (key) {
    const hint = element("kbd");
    hint.textContent = key;
    hint.setAttribute("aria-hidden", "true");
    made.append(hint);
  }
  return made;
}

/** A label's button, with its key. @param {LabelEntry} entry @param {boolean} pressed */
export function chip(entry, pressed) {
  const made = button(entry.name || entry.subtype || entry.label, `chip ${labelClass(entry.label)}`, entry.key.toUpperCase());
  made.setAttribute("aria-pressed", String(pressed));
  return made;
}

/** Shows `rest`, once. @param {HTMLElement} rest @param {() => void} shown */
export function moreButton(rest, shown) {
  const more = button(gettext("Autres…"), "chip chip-more");
  more.setAttribute("aria-expanded", "false");
  more.addEventListener("click", () => {
    rest.hidden = false;
    more.remove();
    shown();
    rest.querySelector("button")?.focus({ preventScroll: true });
  });
  return more;
}

export class Popover {
  /** @param {HTMLElement} host @param {import("./labels.js").Labels} labels @param {Handlers} handlers */
  constructor(host, labels, handlers) {
    this.host = host;
    this.labels = labels;
    this.handlers = handlers;
    this.rect = new DOMRect();
    host.addEventListener("keydown", (event) => this.#onKey(event));
    // A press on a button must not clear the selection in the note.
    host.addEventListener("mousedown", (event) => {
      if (!(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
    });
  }

  get isOpen() {
    return !this.host.hidden;
  }

  /** @param {Span} span @param {string} surface @param {DOMRect} rect @param {boolean} focus */
  openSpan(span, surface, rect, focus) {
    const parts = [stateName(span)];
    if (span.score !== null) parts.push(percent(span.score));
    if (span.source) parts.push(sourceName(span.source));
    this.#open(
      [
        this.#title(surface, parts.join(" · ")),
        this.#actions(span),
        this.#chips(span),
        ...(span.doubt || span.comment ? [this.#comment(span)] : []),
        ...this.#guideline(span),
      ],
      rect,
      focus,
    );
  }

  /** @param {string} surface @param {DOMRect} rect @param {boolean} focus */
  openSelection(surface, rect, focus) {
    this.#open([this.#title(surface, gettext("Choisissez une étiquette")), this.#chips(null)], rect, focus);
  }

  /** Several spans under one point. @param {Span[]} spans @param {(span: Span) => string} surface @param {DOMRect} rect */
  openStack(spans, surface, rect) {
    const list = element("div", "pop-stack");
    for (const span of spans) {
      const choice = button(`${this.labels.name(span)} : ${surface(span)}`, `pop-pick ${labelClass(span.label)}`);
      choice.setAttribute("aria-label", `${surface(span)}, ${describe(span, this.labels.name(span))}`);
      choice.addEventListener("click", () => this.handlers.pick(span.id));
      list.append(choice);
    }
    this.#open([this.#title(gettext("Plusieurs passages ici"), ""), list], rect, true);
  }

  /** @param {boolean} [refocus] give the focus back to the note */
  close(refocus = false) {
    if (!this.isOpen) return;
    this.host.hidden = true;
    this.handlers.closed(refocus || this.host.contains(document.activeElement));
  }

  /** @param {HTMLElement[]} parts @param {DOMRect} rect @param {boolean} focus */
  #open(parts, rect, focus) {
    this.host.replaceChildren(...parts);
    this.host.hidden = false;
    this.#place(rect);
    if (focus) this.host.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Below the passage, else above it, else as low as the window allows. @param {DOMRect} rect */
  #place(rect) {
    this.rect = rect;
    const { offsetWidth: width, offsetHeight: height } = this.host;
    const below = rect.bottom + MARGIN;
    const above = rect.top - height - MARGIN;
    const low = window.innerHeight - height - MARGIN;
    const top = below <= low ? below : above >= MARGIN ? above : low;
    const left = Math.min(rect.left, window.innerWidth - width - MARGIN);
    // Through the CSSOM: the content security policy forbids style attributes only.
    this.host.style.top = `${Math.max(MARGIN, top)}px`;
    this.host.style.left = `${Math.max(MARGIN, left)}px`;
    // As a bottom sheet it must not hide what it is about.
    const hidden = rect.bottom + 2 * MARGIN - this.host.getBoundingClientRect().top;
    if (width >= window.innerWidth && hidden > 0) window.scrollBy(0, hidden);
  }

  /** @param {string} surface @param {string} detail */
  #title(surface, detail) {
    const title = element("div", "pop-title");
    const what = element("strong");
    what.textContent = surface.length > 60 ? `${surface.slice(0, 57)}…` : surface;
    const how = element("span", "pop-detail");
    how.textContent = detail;
    title.append(what, how);
    return title;
  }

  /** @param {Span} span */
  #actions(span) {
    const row = element("div", "pop-actions");
    /** @param {string} name @param {HTMLButtonElement} made */
    const add = (name, made) => {
      made.dataset.do = name;
      made.addEventListener("click", () => this.handlers.action(name));
      row.append(made);
    };
    if (span.state === "suggested") add("accept", button(gettext("Accepter"), "act act-main", "↵"));
    if (span.state === "rejected") add("restore", button(gettext("Rétablir"), "act act-main", "↵"));
    else add("remove", button(span.state === "manual" ? gettext("Supprimer") : gettext("Refuser"), "act", gettext("Suppr")));
    add("propagate", button(gettext("Partout"), "act", "⇧↵"));
    add("doubt", button(span.doubt ? gettext("Lever le doute") : gettext("Douteux"), "act", "!"));
    return row;
  }

  /** The usual labels and the span's own sub-types at once; the others one press away. @param {Span|null} span */
  #chips(span) {
    const all = element("div", "pop-chips");
    all.setAttribute("role", "group");
    all.setAttribute("aria-label", gettext("Étiquettes"));
    const rest = element("div", "pop-row");
    rest.hidden = true;
    const first = element("div", "pop-row");
    for (const entry of this.labels.entries) {
      const pressed = span !== null && span.label === entry.label && span.subtype === entry.subtype;
      const made = chip(entry, pressed);
      made.addEventListener("click", () => this.handlers.label(entry));
      (isUsual(entry) || span?.label === entry.label ? first : rest).append(made);
    }
    all.append(first, rest);
    if (rest.childElementCount) first.append(moreButton(rest, () => this.#place(this.rect)));
    return all;
  }

  /** @param {Span} span */
  #comment(span) {
    const label = element("label", "pop-comment");
    label.append(gettext("Remarque"));
    const field = /** @type {HTMLTextAreaElement} */ (element("textarea"));
    field.rows = 2;
    field.maxLength = 500;
    field.value = span.comment;
    field.addEventListener("change", () => this.handlers.comment(field.value.trim()));
    label.append(field);
    return label;
  }

  /** @param {Span} span @returns {HTMLElement[]} */
  #guideline(span) {
    const text = this.labels.entry(span)?.guideline;
    if (!text) return [];
    const rule = element("p", "pop-guideline");
    rule.textContent = text;
    return [rule];
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close(true);
    } else if (event.target instanceof HTMLTextAreaElement) return;
    else if (event.key.startsWith("Arrow") && !event.shiftKey && !event.ctrlKey) {
      event.preventDefault();
      this.#moveFocus(event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key !== "Enter" && event.key !== " " && event.key !== "Tab") this.handlers.key(event);
  }

  /** @param {1|-1} step */
  #moveFocus(step) {
    const buttons = [...this.host.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }
}
