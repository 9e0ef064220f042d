// @ts-check
/** Where a span comes from, in the person's words. */
import { format, gettext } from "./i18n.js";

/** What the engine's rules look at. @type {Record<string, () => string>} */
const RULES = {
  address: () => gettext("adresse"),
  adeli: () => gettext("n° Adeli"),
  age: () => gettext("âge"),
  "age-by-sex": () => gettext("âge après le sexe"),
  "age-of-life": () => gettext("âge d'un nouveau-né"),
  autre: () => gettext("identifiant"),
  "birth-date": () => gettext("naissance"),
  "birth-name": () => gettext("nom de naissance"),
  brand: () => gettext("organisme connu"),
  by: () => gettext("« par »"),
  civility: () => gettext("civilité"),
  date: () => gettext("date"),
  departement: () => gettext("département"),
  department: () => gettext("département"),
  duration: () => gettext("durée"),
  employer: () => gettext("employeur"),
  fax: () => gettext("télécopie"),
  "field-name": () => gettext("rubrique du nom"),
  "field-person": () => gettext("rubrique"),
  finess: () => gettext("n° Finess"),
  function: () => gettext("fonction"),
  hospital: () => gettext("hôpital"),
  "hospital-name": () => gettext("hôpital connu"),
  "initial-name": () => gettext("initiale et nom"),
  initials: () => gettext("initiales"),
  ipp: () => gettext("IPP"),
  letterhead: () => gettext("en-tête"),
  login: () => gettext("connexion"),
  "lone-name": () => gettext("nom seul"),
  mail: () => gettext("courriel"),
  "name-initial": () => gettext("nom et initiale"),
  "name-pair": () => gettext("prénom et nom"),
  "name-role": () => gettext("nom et fonction"),
  "named-body": () => gettext("organisme nommé"),
  nda: () => gettext("NDA"),
  nir: () => gettext("n° de sécurité sociale"),
  "number-field": () => gettext("rubrique d'un numéro"),
  organisation: () => gettext("organisme"),
  "patient-number": () => gettext("numéro de patient"),
  pays: () => gettext("pays"),
  phone: () => gettext("téléphone"),
  plate: () => gettext("plaque d'immatriculation"),
  "psychiatry-sector": () => gettext("secteur de psychiatrie"),
  reference: () => gettext("référence"),
  region: () => gettext("région"),
  relative: () => gettext("proche"),
  rpps: () => gettext("n° RPPS"),
  "same-name": () => gettext("nom déjà vu"),
  "same-town": () => gettext("ville déjà vue"),
  secu: () => gettext("n° de sécurité sociale"),
  service: () => gettext("service"),
  town: () => gettext("ville"),
  "town-context": () => gettext("ville en contexte"),
  "two-names": () => gettext("deux noms"),
  url: () => gettext("adresse web"),
  year: () => gettext("année"),
  zip: () => gettext("code postal"),
};

/** Names of the people who signed spans here, by their number; `me` is the reader's own. */
const people = { me: "", names: /** @type {Record<string, string>} */ ({}) };

/** @param {string} me @param {Record<string, string>} names */
export function meet(me, names) {
  people.me = me;
  people.names = names;
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
  if (kind === "rule") return format(gettext("règle %(name)s"), { name: RULES[detail]?.() ?? detail });
  if (kind === "patient") return gettext("dossier du patient");
  // the fingerprint of the model's files tells a reader nothing
  if (kind === "model") return format(gettext("modèle %(name)s"), { name: detail.replace(/-[0-9a-f]{12}$/, "") });
  if (kind === "user") return personName(detail);
  if (kind === "gold") return gettext("référence");
  return source;
}
