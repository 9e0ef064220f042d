// @ts-check
/** The small panel by a span or a selection: labels, accept, refuse, everywhere, doubt. A bottom sheet on narrow screens (CSS). */
import { describe, percent, stateName } from "./a11y.js";
import { band, bandName } from "./confidence.js";
import { format, gettext } from "./i18n.js";
import { labelClass } from "./labels.js";
import { element } from "./render.js";
import { sourceName } from "./sources.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").LabelEntry} LabelEntry */
/**
 * @typedef {{readOnly: boolean, label: (entry: LabelEntry) => void, action: (name: string) => void,
 *   pick: (id: string) => void, comment: (text: string, id: string) => void, closed: (refocus: boolean) => void,
 *   key: (event: KeyboardEvent) => void}} Handlers
 */

const MARGIN = 8;
/** Labels in the panel without a press. */
const AT_ONCE = 7;

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

/** @param {string} words */
export const shortened = (words) => (words.length > 60 ? `${words.slice(0, 57)}…` : words);

/** A label's button, with its key. @param {LabelEntry} entry @param {boolean} pressed */
export function chip(entry, pressed) {
  const made = button(entry.name || entry.subtype || entry.label, `chip ${labelClass(entry.label)}`, entry.key.toUpperCase());
  made.setAttribute("aria-pressed", String(pressed));
  return made;
}

/** Shows the other labels, or hides them again. @param {() => void} toggled */
export function moreButton(toggled) {
  const more = button(gettext("Autres…"), "chip chip-more");
  more.setAttribute("aria-expanded", "false");
  more.addEventListener("click", () => {
    more.setAttribute("aria-expanded", String(more.getAttribute("aria-expanded") !== "true"));
    toggled();
  });
  return more;
}

/** "suggéré, fragile (41 %) · règle civilité". @param {Span} span */
function provenance(span) {
  const worth = band(span);
  let state = worth ? `${stateName(span)}, ${bandName(worth)}` : stateName(span);
  if (span.score !== null) state += worth ? ` (${percent(span.score)})` : ` · ${percent(span.score)}`;
  return span.source ? `${state} · ${sourceName(span.source)}` : state;
}

/** What the model would learn, where the passage cuts a word in two. @param {string} seen "" when it sees the same @returns {HTMLElement[]} */
function modelSees(seen) {
  if (!seen) return [];
  const words = element("p", "pop-said");
  words.textContent = format(gettext("Le modèle verra : « %(text)s »"), { text: seen });
  return [words];
}

/** The remark as plain words, where it can't be edited. @param {Span} span @param {boolean} readOnly @returns {HTMLElement[]} */
function said(span, readOnly) {
  if (!readOnly || !span.comment) return [];
  const words = element("p", "pop-said");
  words.textContent = `${gettext("Remarque")} : ${span.comment}`;
  return [words];
}

export class Popover {
  /** @param {HTMLElement} host @param {import("./labels.js").Labels} labels @param {Handlers} handlers */
  constructor(host, labels, handlers) {
    this.host = host;
    this.labels = labels;
    this.handlers = handlers;
    this.rect = new DOMRect();
    this.note = document.querySelector(".nc-note");
    /** Whose panel this is; null for a selection or a stack. @type {Span|null} */ this.span = null;
    host.addEventListener("keydown", (event) => this.#onKey(event));
    // A press on a button must not clear the selection in the note.
    host.addEventListener("mousedown", (event) => {
      if (!(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
    });
  }

  get isOpen() {
    return !this.host.hidden;
  }

  /** @param {Span} span @param {string} surface @param {DOMRect} rect @param {boolean} focus @param {string} [seen] what the model sees instead */
  openSpan(span, surface, rect, focus, seen = "") {
    this.#commit();
    this.span = span;
    const head = [this.#title(surface, provenance(span)), ...modelSees(seen), ...said(span, this.handlers.readOnly)];
    if (this.handlers.readOnly) {
      this.#open([...head, this.#rule(span)], rect, focus);
      return;
    }
    const wanted = span.doubt || span.comment !== "";
    this.#open([...head, this.#actions(span), this.#comment(span, wanted), this.#chips(span)], rect, focus);
  }

  /** @param {string} surface @param {DOMRect} rect @param {boolean} focus @param {string} [asked] what was selected before it was widened to words */
  openSelection(surface, rect, focus, asked = "") {
    this.#commit();
    this.span = null;
    const back = asked ? [this.#keepButton(asked)] : [];
    this.#open([this.#title(surface, gettext("Choisissez une étiquette")), ...back, this.#chips(null)], rect, focus);
  }

  /** Back to the characters that were selected. @param {string} asked */
  #keepButton(asked) {
    const row = element("div", "pop-widened");
    row.append(`${gettext("Élargi au mot entier.")} `);
    const made = button(format(gettext("Garder « %(text)s »"), { text: shortened(asked) }), "act", "G");
    made.addEventListener("click", () => this.handlers.action("granularity"));
    row.append(made);
    return row;
  }

  /** Several spans under one point. @param {Span[]} spans @param {(span: Span) => string} surface @param {DOMRect} rect */
  openStack(spans, surface, rect) {
    this.#commit();
    this.span = null;
    const list = element("div", "pop-stack");
    for (const span of spans) {
      const choice = button(`${this.labels.name(span)} : ${surface(span)}`, `pop-pick ${labelClass(span.label)}`);
      choice.setAttribute("aria-label", `${surface(span)}, ${describe(span, this.labels.name(span))}`);
      choice.addEventListener("click", () => this.handlers.pick(span.id));
      list.append(choice);
    }
    this.#open([this.#title(gettext("Plusieurs entités ici"), ""), list], rect, true);
  }

  /** @param {boolean} [refocus] give the focus back to the note */
  close(refocus = false) {
    if (!this.isOpen) return;
    const refocusing = refocus || this.host.contains(document.activeElement);
    this.#commit();
    this.span = null;
    this.host.hidden = true;
    this.note?.classList.remove("is-under-sheet");
    this.handlers.closed(refocusing);
  }

  /** A remark that was being written is kept, however the panel goes away. */
  #commit() {
    const text = this.host.querySelector("textarea")?.value.trim();
    if (!this.span || text === undefined || text === this.span.comment) return;
    this.span = { ...this.span, comment: text };
    this.handlers.comment(text, this.span.id);
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
    // As a bottom sheet it must not hide what it is about; below a note's last lines there is nothing to scroll.
    const hidden = rect.bottom + 2 * MARGIN - this.host.getBoundingClientRect().top;
    const isCovered = width >= window.innerWidth && hidden > 0;
    if (!isCovered) return;
    this.note?.classList.add("is-under-sheet");
    const before = window.scrollY;
    window.scrollBy(0, hidden);
    this.rect = new DOMRect(rect.x, rect.y - (window.scrollY - before), rect.width, rect.height);
  }

  /** @param {string} surface @param {string} detail */
  #title(surface, detail) {
    const title = element("div", "pop-title");
    const what = element("strong");
    what.textContent = shortened(surface);
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
    if (!span.doubt && !span.comment) row.append(this.#remarkButton());
    row.append(this.#rule(span));
    return row;
  }

  /** The most used labels and the span's own sub-types at once; the others one press away. @param {Span|null} span */
  #chips(span) {
    const all = element("div", "pop-chips");
    all.setAttribute("role", "group");
    all.setAttribute("aria-label", gettext("Étiquettes"));
    const rest = element("div", "pop-row");
    rest.hidden = true;
    const first = element("div", "pop-row");
    const often = new Set(this.labels.ranked.slice(0, AT_ONCE));
    for (const entry of this.labels.entries) {
      const pressed = span !== null && span.label === entry.label && span.subtype === entry.subtype;
      const made = chip(entry, pressed);
      made.addEventListener("click", () => this.handlers.label(entry));
      (often.has(entry) || span?.label === entry.label ? first : rest).append(made);
    }
    all.append(first, rest);
    const more = moreButton(() => {
      rest.hidden = !rest.hidden;
      this.#place(this.rect);
      if (!rest.hidden) rest.querySelector("button")?.focus({ preventScroll: true });
    });
    if (rest.childElementCount) first.append(more);
    return all;
  }

  /** Opens the field of the remark, without flagging a doubt. */
  #remarkButton() {
    const made = button(gettext("Remarque"), "act");
    made.addEventListener("click", () => {
      made.hidden = true;
      this.editComment();
    });
    return made;
  }

  /** Shows the field of the remark and writes in it. */
  editComment() {
    const field = this.host.querySelector("textarea");
    const label = /** @type {HTMLElement|null} */ (field?.closest(".pop-comment"));
    if (!field || !label) return;
    label.hidden = false;
    this.#place(this.rect);
    field.focus({ preventScroll: true });
  }

  /** @param {Span} span @param {boolean} shown */
  #comment(span, shown) {
    const label = element("label", "pop-comment");
    label.hidden = !shown;
    label.append(gettext("Remarque"));
    const field = /** @type {HTMLTextAreaElement} */ (element("textarea"));
    field.rows = 2;
    field.maxLength = 500;
    field.value = span.comment;
    field.addEventListener("change", () => this.#commit());
    label.append(field);
    return label;
  }

  /** The way to the rule of the span's label. @param {Span} span */
  #rule(span) {
    const made = button(gettext("Consigne"), "act", ":");
    made.dataset.do = "guide";
    made.setAttribute("aria-label", `${gettext("Consigne")} : ${this.labels.name(span)}`);
    made.addEventListener("click", () => this.handlers.action("guide"));
    return made;
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
