// @ts-check
/** The drawer of the annotation rules: the rule and the examples of the current label, beside the note. */
import { gettext } from "./i18n.js";
import { labelClass } from "./labels.js";
import { element } from "./render.js";

/** @typedef {import("./types.js").LabelEntry} LabelEntry */

const EXAMPLES = /\s*(?:Exemples?|Examples?)\s?:\s*/u;
const QUOTE = /«\s?([^»]*?)\s?»|“([^”]*)”/gu;
const MARKED = /\[([^[\]]+)\]/gu;

/**
 * A guideline's rule and its examples: "…rule. Exemples : « M. [Durand] », « [Jean] »." Without that word all is rule.
 * @param {string} guideline @returns {{rule: string, examples: string[]}}
 */
export function readGuideline(guideline) {
  const [rule, ...rest] = guideline.split(EXAMPLES);
  const quoted = Array.from(rest.join(" ").matchAll(QUOTE), (match) => match[1] ?? match[2]);
  return quoted.length ? { rule: rule.trim(), examples: quoted } : { rule: guideline.trim(), examples: [] };
}

/** An example as pieces; what stood in square brackets is what one marks. @param {string} example */
export function examplePieces(example) {
  /** @type {{text: string, marked: boolean}[]} */
  const pieces = [];
  let at = 0;
  for (const match of example.matchAll(MARKED)) {
    if (match.index > at) pieces.push({ text: example.slice(at, match.index), marked: false });
    pieces.push({ text: match[1], marked: true });
    at = match.index + match[0].length;
  }
  if (at < example.length) pieces.push({ text: example.slice(at), marked: false });
  return pieces;
}

export class Guide {
  /**
   * @param {HTMLElement} host @param {import("./labels.js").Labels} labels
   * @param {{doubt: (() => void)|null, closed: () => void}} handlers `doubt`: a person asks about a borderline case
   */
  constructor(host, labels, handlers) {
    this.host = host;
    this.labels = labels;
    this.handlers = handlers;
    this.body = /** @type {HTMLElement} */ (host.querySelector("[data-role=guide-body]"));
    this.select = /** @type {HTMLSelectElement} */ (host.querySelector("select"));
    this.ask = /** @type {HTMLButtonElement} */ (host.querySelector("[data-do=ask]"));
    this.ask.hidden = !handlers.doubt;
    this.select.replaceChildren(...labels.entries.map((entry, i) => new Option(entry.name || entry.subtype, String(i))));
    this.select.addEventListener("change", () => this.#fill(labels.entries[Number(this.select.value)]));
    host.addEventListener("click", (event) => this.#onClick(event));
    host.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      this.close();
    });
  }

  get isOpen() {
    return !this.host.hidden;
  }

  /** @param {LabelEntry|null} entry @param {boolean} focus */
  open(entry, focus) {
    this.host.hidden = false;
    this.#pressed();
    this.#fill(entry ?? this.labels.entries[Number(this.select.value) || 0] ?? null);
    if (focus) this.select.focus({ preventScroll: true });
  }

  close() {
    if (!this.isOpen) return;
    const inside = this.host.contains(document.activeElement);
    this.host.hidden = true;
    this.#pressed();
    if (inside) this.handlers.closed();
  }

  /** The label that the person is busy with; nothing happens while the drawer is shut. @param {LabelEntry|null} entry */
  follow(entry) {
    if (this.isOpen && entry) this.#fill(entry);
  }

  #pressed() {
    this.host.parentElement?.classList.toggle("is-guided", this.isOpen);
    document.querySelectorAll("[data-action=guide]").forEach((one) => one.setAttribute("aria-expanded", String(this.isOpen)));
  }

  /** @param {Event} event */
  #onClick(event) {
    const name = event.target instanceof Element ? event.target.closest("[data-do]")?.getAttribute("data-do") : "";
    if (name === "close") this.close();
    if (name === "ask") this.handlers.doubt?.();
  }

  /** @param {LabelEntry|null} entry */
  #fill(entry) {
    if (!entry) return;
    this.select.value = String(this.labels.entries.indexOf(entry));
    const { rule, examples } = readGuideline(entry.guideline);
    const words = element("p", "guide-rule");
    words.textContent = rule || gettext("Aucune consigne n'est écrite pour cette étiquette.");
    const parts = [words];
    if (examples.length) {
      const title = element("h3");
      title.textContent = gettext("Exemples");
      const list = element("ul", "guide-examples");
      list.append(...examples.map((example) => exampleItem(example, entry.label)));
      parts.push(title, list);
    }
    this.body.replaceChildren(...parts);
  }
}

/** @param {string} example @param {string} label */
function exampleItem(example, label) {
  const item = element("li");
  for (const { text, marked } of examplePieces(example)) {
    if (!marked) item.append(text);
    else {
      const mark = element("mark", `guide-mark ${labelClass(label)}`);
      mark.textContent = text;
      item.append(mark);
    }
  }
  return item;
}
