// @ts-check
/**
 * How likely an identical passage has the same sense as the span it is compared with: Mme Blanc is no reason to label
 * "globules blancs", Paris none to label "hôpital de Paris". Log-odds of what surrounds the passage, summed; pure.
 */
import { fold } from "./fold.js";

/** @typedef {{label: string, subtype: string, state: string}} Model */
/** @typedef {{before: string, match: string, after: string}} Passage a few words on either side */

/** Below it a passage is proposed unticked. */
export const SAME_SENSE = 0.5;

const PERSON = "m|mm|mr|mme|mmes|mlle|monsieur|madame|mademoiselle|dr|drs|docteur|docteurs|pr|professeur|me|maitre";
const KIN = "ne|nee|epoux|epouse|patient|patiente|fils|fille|frere|soeur|mere|pere|veuve|nom|prenom|prenoms|signe|famille|enfant";
const PLACE =
  "hopital|hopitaux|chu|chr|ch|chi|clinique|polyclinique|centre|ehpad|residence|maison|fondation|institut|lycee|college|ecole|" +
  "pharmacie|laboratoire|pavillon|unite|service|batiment|salle|cabinet|caisse|cpam|mairie|universite|faculte|gare";
const WAY = "rue|avenue|boulevard|place|allee|allees|impasse|quai|chemin|route|square|cours|passage|av|bd|lotissement";
const EPONYM =
  "maladie|syndrome|signe de|signes|score|test|classification|echelle|indice|manoeuvre|anevrisme|corps|bacille|reflexe|sarcome|" +
  "lymphome|tumeur|fracture|arthrose de|thyroidite|sonde|loi|formule|stade|grade|critere|criteres|operation|intervention|ligament|canal";
const TOWARDS = "a|sur|vers|habite|habitant|demeurant|domicilie|domiciliee|reside|vit|originaire|natif|native|pres|de|depuis";
const UNIT = "mg|g|kg|ml|cl|l|ui|mm|cm|m|%|cp|gouttes|mmhg|kcal|bpm|x|fois|ampoules|comprimes|gelules|elements";

/** @param {string} words */
const endsWith = (words) => new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${words})\\.?(?: (?:de|du|des|la|le|les|d'|l'|saint|sainte|n°))*[ '(:,.]*$`, "u");
/** @param {string} words */
const justBefore = (words) => new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${words})\\.?[ :(]*$`, "u");

/** Built when first asked: a note that nobody propagates in never pays for them. */
const build = () => ({
  person: justBefore(PERSON),
  kin: justBefore(KIN),
  place: endsWith(PLACE),
  way: endsWith(WAY),
  eponym: new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${EPONYM})(?: (?:de|du|des|d'))+ ?$`, "u"),
  towards: justBefore(TOWARDS),
  degree: /(?:°|\d) ?$/u,
  zip: /(?:^|\D)\d{5} ?$/u,
  unit: new RegExp(`^ ?(?:${UNIT})(?:$|[^\\p{L}])`, "u"),
  sentence: /(?:^|[.!?:\n] ?)$/u,
});

/** @type {ReturnType<typeof build>|null} */
let built = null;

const cues = () => (built ??= build());

const NAMES = new Set(["PER", "LOC", "ORG"]);

/** Written as a name: a capital first, or nothing but capitals. @param {string} text */
const hasCapital = (text) => /\p{Lu}/u.test(text);

/**
 * Probability in (0, 1) that `passage` means what the span `model` means.
 * @param {Model} model @param {string} surface the words of the span @param {Passage} passage
 * @param {boolean} readBySame the engine that found the span read this passage too and left it bare
 */
export function sameSense(model, surface, passage, readBySame = false) {
  const before = fold(passage.before).text;
  const after = fold(passage.after).text;
  let odds = 1.6 + capitals(model, surface, passage.match, before);
  if (model.label === "PER") odds += asPerson(before);
  else if (model.label === "LOC") odds += asPlace(model.subtype, before);
  else if (model.label === "ORG") odds += cues().person.test(before) ? -3 : 0;
  odds += asFigures(passage.match, before, after);
  if (readBySame && model.state !== "manual") odds -= 1;
  return 1 / (1 + Math.exp(-odds));
}

/** A name written small elsewhere is most often an ordinary word. @param {Model} model @param {string} surface @param {string} match @param {string} before */
function capitals(model, surface, match, before) {
  if (!NAMES.has(model.label) || !hasCapital(surface)) return 0;
  if (!hasCapital(match)) return -3.5;
  // At the head of a sentence every word has a first capital: it says nothing.
  const headOnly = cues().sentence.test(before) && match !== surface && match !== match.toUpperCase();
  return headOnly ? -1 : 0.3;
}

/** @param {string} before */
function asPerson(before) {
  let odds = 0;
  if (cues().person.test(before)) odds += 3;
  if (cues().kin.test(before)) odds += 1.5;
  if (cues().eponym.test(before)) odds -= 4;
  else if (cues().place.test(before) || cues().way.test(before)) odds -= 3.2;
  if (cues().degree.test(before)) odds -= 4;
  return odds;
}

/** @param {string} subtype @param {string} before */
function asPlace(subtype, before) {
  if (subtype === "ADRESSE" || subtype === "ZIP") return 0;
  let odds = 0;
  if (cues().person.test(before)) odds -= 3.2;
  if (cues().place.test(before) || cues().way.test(before)) odds -= 3;
  else if (cues().towards.test(before)) odds += 0.8;
  if (cues().zip.test(before)) odds += 1.5;
  return odds;
}

/** A bare number may be a dose or a result. @param {string} match @param {string} before @param {string} after */
function asFigures(match, before, after) {
  if (!/^\p{N}+$/u.test(match)) return 0;
  let odds = match.length <= 3 ? -2.5 : 0;
  if (cues().unit.test(after)) odds -= 3;
  if (/\p{N}[.,/]$/u.test(before) || /^[.,/]\p{N}/u.test(after)) odds -= 3;
  return odds;
}
