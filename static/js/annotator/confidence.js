// @ts-check
/**
 * How far a suggestion's score may be trusted. The bounds are read off the 862 suggestions of the hybrid engine
 * (rules-1, ner-fr-2) on the demo's development notes: right in edges and label are 703 of the 710 at SURE_FROM and
 * above (99 %), 103 of the 110 between (94 %), 24 of the 42 below FRAGILE_BELOW (57 %).
 */
import { gettext } from "./i18n.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {"sure"|"check"|"fragile"} Band */

export const SURE_FROM = 0.93;
export const FRAGILE_BELOW = 0.6;

/** Band of a score; one that nobody gave is to be checked. @param {number|null} score @returns {Band} */
export function bandOf(score) {
  if (score === null || Number.isNaN(score)) return "check";
  if (score >= SURE_FROM) return "sure";
  return score < FRAGILE_BELOW ? "fragile" : "check";
}

/** What a suggestion is worth; null once a person decided. @param {Span} span @returns {Band|null} */
export function band(span) {
  return span.state === "suggested" ? bandOf(span.score) : null;
}

/** @param {Band} of */
export function bandName(of) {
  switch (of) {
    case "sure": return gettext("sûr");
    case "check": return gettext("à vérifier");
    case "fragile": return gettext("fragile");
  }
}
