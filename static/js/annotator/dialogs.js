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
 * @param {Change[]} changes @param {Span[]} others spans that came over the words of these changes meanwhile
 * @returns {Promise<import("./api.js").Choice>}
 */
export function askConflict(dialog, note, base, changes, others) {
  /** @type {[Span|null, Span|null][]} */
  const pairs = others.length
    ? changes.flatMap(({ after }) => others.filter((span) => after && span.start < after.end && after.start < span.end)
        .map((span) => /** @type {[Span|null, Span|null]} */ ([after, span])))
    : changes.map(({ id, after }) => [after, base.get(id) ?? null]);
  const both = /** @type {HTMLElement|null} */ (dialog.querySelector("[data-choice=both]"));
  if (both) both.hidden = !others.length;
  const rows = pairs.map(([mine, theirs]) => {
    const row = element("div", "conflict-row");
    for (const [title, span] of /** @type {[string, Span|null][]} */ ([
      [gettext("Votre version"), mine],
      [gettext("Version enregistrée"), theirs],
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
      resolve(/** @type {import("./api.js").Choice} */ (choice.dataset.choice));
    };
    /** @param {Event} event */
    const stay = (event) => event.preventDefault();
    dialog.addEventListener("click", onClick);
    dialog.addEventListener("cancel", stay);
    if (!dialog.open) dialog.showModal();
  });
}
