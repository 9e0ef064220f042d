// @ts-check
/** Save state in words, and the banner that says what to do when saving stopped. */
import { format, gettext, ngettext } from "./i18n.js";

/** @typedef {import("./api.js").Status} Status */

/** @param {Date} date */
function clock(date) {
  return new Intl.DateTimeFormat("fr", { hour: "2-digit", minute: "2-digit" }).format(date);
}

/** "enregistré à 14:02 · 3 en attente · hors ligne". @param {Status} status */
export function saveSentence({ phase, pending, savedAt }) {
  const parts = [];
  if (savedAt) parts.push(format(gettext("enregistré à %(time)s"), { time: clock(savedAt) }));
  else if (!pending) parts.push(gettext("à jour"));
  if (pending) parts.push(format(ngettext("%(count)s en attente", "%(count)s en attente", pending), { count: pending }));
  if (phase === "offline") parts.push(gettext("hors ligne"));
  if (phase === "retrying") parts.push(gettext("nouvel essai bientôt"));
  if (phase === "session") parts.push(gettext("session terminée"));
  if (phase === "other") parts.push(gettext("autre personne connectée"));
  if (phase === "blocked") parts.push(gettext("enregistrement arrêté"));
  return parts.join(" · ");
}

/** What the banner says; empty when it should not show. @param {Status} status */
export function bannerSentence({ phase, message }) {
  if (phase === "session") {
    return gettext("Votre session est terminée. Votre travail est gardé dans cette page : reconnectez-vous dans un autre onglet, l'envoi reprendra ici tout seul.");
  }
  if (phase === "other") {
    return gettext("Une autre personne s'est connectée dans ce navigateur : la note est masquée. Ce qui attend reste dans cette page et ne sera envoyé qu'en votre nom : reconnectez-vous dans un autre onglet.");
  }
  if (phase === "blocked") {
    const why = message || gettext("Le serveur refuse cette modification.");
    return `${why} ${gettext("Ce qui attend est gardé dans cette page.")}`;
  }
  if (phase === "retrying") {
    return gettext("Le serveur ne répond pas bien. Votre travail est gardé dans cette page et sera renvoyé tout seul.");
  }
  return "";
}

export class StatusBar {
  /** @param {ParentNode} root */
  constructor(root) {
    this.root = root;
  }

  /** @param {Status} status */
  show(status) {
    for (const place of this.root.querySelectorAll("[data-role=save-state]")) {
      const text = saveSentence(status);
      if (place.textContent !== text) place.textContent = text;
      place.setAttribute("data-phase", status.phase);
    }
    // Not his to read: hidden from eyes, keys and screen readers until the owner is back.
    for (const place of this.root.querySelectorAll(".nc-dialog, .nc-pop, .nc-toast, .nc-tools, note-canvas, .nc-entities, .nc-guide, .nc-side")) {
      if (status.phase === "other") place.setAttribute("inert", "");
      else place.removeAttribute("inert");
      place.classList.toggle("is-veiled", status.phase === "other");
    }
    const banner = /** @type {HTMLElement|null} */ (this.root.querySelector("[data-role=banner]"));
    if (!banner) return;
    const sentence = bannerSentence(status);
    const words = banner.querySelector("[data-role=banner-text]");
    if (words && words.textContent !== sentence) words.textContent = sentence;
    const link = /** @type {HTMLElement|null} */ (banner.querySelector("[data-role=banner-login]"));
    if (link) link.hidden = status.phase !== "session" && status.phase !== "other";
    // Sending again: keep the banner until the answer, so that the note does not jump.
    if (status.phase !== "saving") banner.hidden = sentence === "";
  }
}
