// @ts-check
/** What a screen reader hears: sentences for spans, and one polite live region. */
import { band, bandName } from "./confidence.js";
import { format, gettext, ngettext } from "./i18n.js";

/** @typedef {import("./types.js").Span} Span */

/** @param {Span} span */
export function stateName(span) {
  switch (span.state) {
    case "suggested": return gettext("suggéré");
    case "accepted": return gettext("accepté");
    case "corrected": return gettext("corrigé");
    case "manual": return gettext("ajouté");
    case "rejected": return gettext("refusé");
  }
}

/** @param {number} score in [0, 1] */
export function percent(score) {
  return `${Math.round(score * 100)} %`;
}

/** "Nom, suggéré, sûr, 91 %, douteux". @param {Span} span @param {string} labelName */
export function describe(span, labelName) {
  const parts = [labelName, stateName(span)];
  const worth = band(span);
  if (worth) parts.push(bandName(worth));
  if (span.score !== null && worth) parts.push(percent(span.score));
  if (span.doubt) parts.push(gettext("douteux"));
  return parts.join(", ");
}

/** @param {{total: number, checked: number}} counts */
export function progress({ total, checked }) {
  if (!total) return gettext("aucune");
  const template = ngettext("%(checked)s sur %(total)s vérifiée", "%(checked)s sur %(total)s vérifiées", total);
  return format(template, { checked, total });
}

/** A polite live region; repeated sentences are spoken again. */
export class Announcer {
  /** @param {HTMLElement|null} region */
  constructor(region) {
    this.region = region;
    this.odd = false;
  }

  /** @param {string} sentence */
  say(sentence) {
    if (!this.region) return;
    this.odd = !this.odd;
    this.region.textContent = this.odd ? sentence : `${sentence}\u00a0`;
  }
}
