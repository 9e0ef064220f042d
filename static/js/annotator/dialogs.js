// @ts-check
/** A modal question: which of two versions to keep. */
import { describe } from "./a11y.js";
import { gettext } from "./i18n.js";
import { element } from "./render.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {{text: string, offsets: import("./offsets.js").Offsets, labels: import("./labels.js").Labels}} Note */

/** @param {Note} note @param {Span|null} span */
function sentence({ text, offsets, labels }, span) {
  if (!span) return gettext("aucune étiquette");
  const surface = text.slice(offsets.toU(span.start), offsets.toU(span.end));
  return `« ${surface} » : ${describe(span, labels.name(span))}`;
}

/**
 * Ask which version stays. The dialog cannot be left without an answer: nothing is dropped unseen.
 * @param {HTMLDialogElement} dialog @param {Note} note @param {Map<string, Span>} base what the server has
 * @param {Change[]} changes @returns {Promise<"mine"|"theirs">}
 */
export function askConflict(dialog, note, base, changes) {
  const rows = changes.map(({ id, after }) => {
    const row = element("div", "conflict-row");
    for (const [title, span] of /** @type {[string, Span|null][]} */ ([
      [gettext("Votre version"), after],
      [gettext("Version enregistrée"), base.get(id) ?? null],
    ])) {
      const side = element("p");
      const name = element("strong");
      name.textContent = title;
      side.append(name, element("br"), sentence(note, span));
      row.append(side);
    }
    return row;
  });
  dialog.querySelector("[data-role=conflict-list]")?.replaceChildren(...rows);
  return new Promise((resolve) => {
    /** @param {Event} event */
    const onClick = (event) => {
      const choice = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-choice]"));
      if (!choice) return;
      dialog.removeEventListener("click", onClick);
      dialog.removeEventListener("cancel", stay);
      dialog.close();
      resolve(choice.dataset.choice === "mine" ? "mine" : "theirs");
    };
    /** @param {Event} event */
    const stay = (event) => event.preventDefault();
    dialog.addEventListener("click", onClick);
    dialog.addEventListener("cancel", stay);
    if (!dialog.open) dialog.showModal();
  });
}
