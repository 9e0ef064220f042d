// @ts-check
/** The project's labels: lookup by key, digit or code; names, marks and colours. */

/** @typedef {import("./types.js").LabelEntry} LabelEntry */
/** @typedef {import("./types.js").Span} Span */

/** Colours that annotator.css already carries. */
const BUILT_IN = /** @type {Record<string, string>} */ ({
  PER: "#0072b2", LOC: "#009e73", ORG: "#aa4499", DATE: "#b8860b", AGE: "#d55e00",
  TEL: "#3a8fc2", MAIL: "#117733", REF: "#882255", QID: "#6b6b2a",
});

/** Sub-types that come last where nobody has used them yet: their buttons wait behind "Autres…", their keys work all the same. */
const SELDOM = new Set([
  "INITIALES", "DEPARTEMENT", "REGION", "PAYS", "SERVICE", "ORGANISME", "FAX", "URL", "RPPS", "ADELI", "FINESS", "AUTRE",
]);

/** @param {LabelEntry} entry */
export const isUsual = (entry) => !SELDOM.has(entry.subtype);

/** CSS class that carries the label's hue. @param {string} label */
export function labelClass(label) {
  return `l-${label.replace(/[^A-Za-z0-9_-]/g, "_")}`;
}

/** Rules for labels that a project renamed, added or recoloured; anything but #rrggbb is left out. @param {LabelEntry[]} entries @returns {string[]} */
export function colourRules(entries) {
  const rules = new Map();
  for (const { label, colour } of entries) {
    if (!/^#[0-9a-f]{6}$/i.test(colour) || BUILT_IN[label] === colour.toLowerCase()) continue;
    rules.set(label, `.${labelClass(label)} { --hue: ${colour}; }`);
  }
  return [...rules.values()];
}

/**
 * Labels by use: in this note and in the project's notes of its kind, in equal parts; those that neither has, the usual
 * ones first. @param {LabelEntry[]} entries @param {Iterable<Span>} spans @returns {LabelEntry[]}
 */
export function byUse(entries, spans) {
  const here = new Map();
  for (const { subtype, state } of spans) if (state !== "rejected") here.set(subtype, (here.get(subtype) ?? 0) + 1);
  const total = [...here.values()].reduce((sum, n) => sum + n, 0) || 1;
  const everywhere = entries.reduce((sum, { uses }) => sum + (uses ?? 0), 0) || 1;
  /** @param {LabelEntry} entry */
  const worth = ({ subtype, uses }) => (here.get(subtype) ?? 0) / total + (uses ?? 0) / everywhere;
  const order = new Map(entries.map((entry, i) => [entry, worth(entry) || (isUsual(entry) ? -1 : -1000) - i]));
  return [...entries].sort((a, b) => (order.get(b) ?? 0) - (order.get(a) ?? 0));
}

/**
 * Of things in order of worth, those that have room in a row; what has none leaves it to the next.
 * @template T @param {T[]} ranked @param {(one: T) => number} width @param {number} room @returns {Set<T>}
 */
export function fitting(ranked, width, room) {
  const kept = new Set();
  for (const one of ranked) {
    const needs = width(one);
    if (needs > room) continue;
    room -= needs;
    kept.add(one);
  }
  return kept;
}

export class Labels {
  /** @param {LabelEntry[]} entries @param {Iterable<Span>} [spans] of the note as it opened */
  constructor(entries, spans = []) {
    this.entries = entries;
    /** The most used first. */ this.ranked = byUse(entries, spans);
    this.byKey = new Map(entries.filter((entry) => entry.key).map((entry) => [entry.key.toLowerCase(), entry]));
    this.byCode = new Map(entries.map((entry) => [`${entry.label}/${entry.subtype}`, entry]));
    /** @type {string[]} in the project's order */
    this.order = [...new Set(entries.map((entry) => entry.label))];
  }

  /** The label whose key it is, else the one at that place. @param {number} digit 1 to 10 */
  byDigit(digit) {
    return this.byKey.get(String(digit % 10)) ?? this.entries[digit - 1] ?? null;
  }

  /** @param {{label: string, subtype: string}} span */
  entry(span) {
    return this.byCode.get(`${span.label}/${span.subtype}`) ?? this.byCode.get(`${span.label}/`) ?? null;
  }

  /** Human name, or the code when the project no longer knows it. @param {{label: string, subtype: string}} span */
  name(span) {
    return this.entry(span)?.name || span.subtype || span.label;
  }

  /** Human name of all of a label's sub-types. @param {string} label */
  family(label) {
    return this.entries.find((entry) => entry.label === label)?.family || label;
  }

  /** What is written before a span. @param {{label: string, subtype: string}} span */
  mark(span) {
    return this.entry(span)?.mark || span.subtype || span.label;
  }
}
