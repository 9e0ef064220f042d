// @ts-check
/** The project's labels: lookup by key, digit or code; names, short codes and colours. */

/** @typedef {import("./types.js").LabelEntry} LabelEntry */
/** @typedef {import("./types.js").Span} Span */

/** What is written before a span when the sub-type's code is too long for the text. */
const SHORT = /** @type {Record<string, string>} */ ({
  DATE_NAISSANCE: "NAISS", DEPARTEMENT: "DÉPT", INITIALES: "INIT", ORGANISME: "ORGA", PRENOM: "PRÉN",
  HOPITAL: "HÔP", REGION: "RÉGION", ADRESSE: "ADR", DUREE: "DURÉE",
});

/** Colours that annotator.css already carries. */
const BUILT_IN = /** @type {Record<string, string>} */ ({
  PER: "#0072b2", LOC: "#009e73", ORG: "#aa4499", DATE: "#b8860b", AGE: "#d55e00",
  TEL: "#3a8fc2", MAIL: "#117733", REF: "#882255", QID: "#6b6b2a",
});

/** Sub-types met less often: their buttons wait behind "Autres…"; their keys work all the same. */
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

export class Labels {
  /** @param {LabelEntry[]} entries */
  constructor(entries) {
    this.entries = entries;
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

  /** Code written in the text. @param {{label: string, subtype: string}} span */
  code(span) {
    return SHORT[span.subtype] ?? (span.subtype || span.label);
  }
}
