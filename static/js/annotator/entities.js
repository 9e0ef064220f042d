// @ts-check
/** The side list: every span by label with score and source, one listbox, in step with the text. */
import { percent, stateName } from "./a11y.js";
import { band, bandName } from "./confidence.js";
import { format, gettext } from "./i18n.js";
import { labelClass } from "./labels.js";
import { ordered } from "./queries.js";
import { element, spanClasses } from "./render.js";
import { sourceName } from "./sources.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {{root: HTMLElement, count: HTMLElement}} Group */

/** Rows that one slice of a long list makes. */
const SLICE = 100;

/** What is left to do about a span, in one or two words. @param {Span} span */
function stateOf(span) {
  if (span.doubt) return gettext("douteux ?");
  const worth = band(span);
  if (worth) return bandName(worth);
  return span.state === "accepted" ? "" : stateName(span);
}

export class EntityList {
  /**
   * @param {HTMLElement} host role=listbox @param {import("./labels.js").Labels} labels
   * @param {(span: Span) => string} surface
   */
  constructor(host, labels, surface) {
    this.host = host;
    this.labels = labels;
    this.surface = surface;
    /** @type {Map<string, Group>} */ this.groups = new Map();
    /** @type {Map<string, HTMLElement>} */ this.options = new Map();
    /** @type {string|null} */ this.current = null;
    this.mounted = false;
    /** What changed while a long list was being made. @type {import("./types.js").Change[]} */ this.missed = [];
  }

  /** @param {Map<string, Span>} spans */
  mount(spans) {
    this.#begin();
    for (const span of ordered(spans)) this.#append(this.#option(span), span);
    this.#end(spans);
  }

  /** The same in slices, so that no key waits for it. @param {() => Map<string, Span>} spans those of the moment @param {(run: () => void) => void} later */
  mountSlowly(spans, later) {
    this.#begin();
    const rows = ordered(spans());
    let at = 0;
    const slice = () => {
      for (const span of rows.slice(at, at + SLICE)) this.#append(this.#option(span), span);
      at += SLICE;
      if (at < rows.length) later(slice);
      else this.#end(spans());
    };
    later(slice);
  }

  #begin() {
    this.host.replaceChildren();
    for (const label of this.labels.order) this.#group(label);
  }

  /** @param {Map<string, Span>} spans */
  #end(spans) {
    this.mounted = true;
    this.#count();
    this.setCurrent(this.current);
    if (this.missed.length) this.patch(this.missed.splice(0), spans);
  }

  /** @param {import("./types.js").Change[]} changes @param {Map<string, Span>} spans */
  patch(changes, spans) {
    if (!this.mounted) {
      this.missed.push(...changes);
      return;
    }
    for (const { id, after } of changes) {
      const old = this.options.get(id);
      this.options.delete(id);
      if (!after) old?.remove();
      else this.#place(after, old, spans);
    }
    this.#count();
    this.setCurrent(this.current);
  }

  /** @param {Span} span @param {HTMLElement|undefined} old @param {Map<string, Span>} spans */
  #place(span, old, spans) {
    const made = this.#option(span);
    if (old && old.parentElement === this.#group(span.label).root && old.dataset.at === made.dataset.at) {
      old.replaceWith(made);
      return;
    }
    old?.remove();
    const list = ordered(spans);
    const at = list.findIndex((one) => one.id === span.id);
    const next = list.slice(at + 1).find((one) => one.label === span.label && this.options.has(one.id));
    const before = next ? this.options.get(next.id) : undefined;
    if (before) before.before(made);
    else this.#append(made, span);
  }

  /** @param {HTMLElement} option @param {Span} span */
  #append(option, span) {
    this.#group(span.label).root.append(option);
  }

  /** @param {string} label @returns {Group} */
  #group(label) {
    let group = this.groups.get(label);
    if (!group) {
      const root = element("div", `ent-group ${labelClass(label)}`);
      const title = element("div", "ent-title");
      const name = element("span", "ent-chip");
      name.textContent = this.labels.family(label);
      const count = element("span", "ent-count");
      title.append(name, count);
      title.id = `ent-title-${label}`;
      root.setAttribute("role", "group");
      root.setAttribute("aria-labelledby", title.id);
      root.append(title);
      this.host.append(root);
      group = { root, count };
      this.groups.set(label, group);
    }
    return group;
  }

  /** @param {Span} span */
  #option(span) {
    const option = element("div", ["ent", ...spanClasses(span)].join(" "));
    option.id = `ent-${span.id}`;
    option.dataset.id = span.id;
    option.dataset.at = `${span.start}-${span.end}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    const surface = element("span", "ent-text");
    surface.textContent = this.surface(span);
    const meta = element("span", "ent-meta");
    meta.textContent = this.#meta(span);
    const state = element("span", "ent-state");
    state.textContent = stateOf(span);
    option.append(surface, state, meta);
    this.options.set(span.id, option);
    return option;
  }

  /** "Nom · 91 % · règle civilité". @param {Span} span */
  #meta(span) {
    const parts = [this.labels.name(span)];
    if (span.score !== null) parts.push(percent(span.score));
    if (span.source && span.state !== "manual") parts.push(sourceName(span.source));
    if (span.comment) parts.push(gettext("remarque"));
    return parts.join(" · ");
  }

  #count() {
    for (const [label, { root, count }] of this.groups) {
      const total = root.childElementCount - 1;
      root.hidden = total === 0;
      const rejected = root.querySelectorAll(".ent.is-rejected").length;
      const text = rejected
        ? format(gettext("%(kept)s · %(rejected)s refusés"), { kept: total - rejected, rejected })
        : String(total);
      if (count.textContent !== text) count.textContent = text;
      root.dataset.label = label;
    }
  }

  /** @param {string|null} id */
  setCurrent(id) {
    const old = this.current ? this.options.get(this.current) : undefined;
    old?.setAttribute("aria-selected", "false");
    this.current = id;
    const now = id ? this.options.get(id) : undefined;
    if (!now) {
      this.host.removeAttribute("aria-activedescendant");
      return;
    }
    now.setAttribute("aria-selected", "true");
    this.host.setAttribute("aria-activedescendant", now.id);
  }

  /** Bring the current option into view: scroll the list, never the page. */
  reveal() {
    const option = this.current ? this.options.get(this.current) : undefined;
    if (!option) return;
    const box = this.host.getBoundingClientRect();
    if (!box.height || this.host.scrollHeight <= this.host.clientHeight) return;
    const { top, bottom } = option.getBoundingClientRect();
    if (top < box.top + 28) this.host.scrollTop -= box.top + 28 - top;
    // below the head of a page that was not scrolled yet, the list ends under the window
    else if (bottom > Math.min(box.bottom, innerHeight)) this.host.scrollTop += bottom - Math.min(box.bottom, innerHeight);
  }

  /** Neighbour in the list's own order. @param {1|-1} step @returns {string|null} */
  step(step) {
    const all = [...this.host.querySelectorAll(".ent")];
    const at = this.current ? all.findIndex((one) => /** @type {HTMLElement} */ (one).dataset.id === this.current) : -1;
    const next = /** @type {HTMLElement|undefined} */ (all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step]);
    return next?.dataset.id ?? null;
  }
}
