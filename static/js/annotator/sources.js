// @ts-check
/** Where a span comes from, in the person's words. */
import { format, gettext } from "./i18n.js";

/** Names of the people who signed spans here, by their number; `me` is the reader's own. */
const people = { me: "", names: /** @type {Record<string, string>} */ ({}) };

/** What each rule of the engine looks at, by its name. @type {Record<string, string>} */
let rules = {};

/** @param {string} me @param {Record<string, string>} names @param {Record<string, string>} words of the rules */
export function meet(me, names, words) {
  people.me = me;
  people.names = names;
  rules = words;
}

/** @param {string} number */
function personName(number) {
  if (!number || number === people.me) return gettext("vous");
  return people.names[number] ?? gettext("une personne");
}

/** "règle civilité", "modèle ner-fr-1", "dossier du patient"; what nobody named stays as it is. @param {string} source */
export function sourceName(source) {
  const [kind, ...rest] = source.split(":");
  const detail = rest.join(":");
  if (kind === "rule") return format(gettext("règle %(name)s"), { name: rules[detail] ?? detail });
  if (kind === "patient") return gettext("dossier du patient");
  // the fingerprint of the model's files tells a reader nothing
  if (kind === "model") return format(gettext("modèle %(name)s"), { name: detail.replace(/-[0-9a-f]{12}$/, "") });
  if (kind === "user") return personName(detail);
  if (kind === "gold") return gettext("référence");
  return source;
}
