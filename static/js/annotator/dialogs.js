// @ts-check
/** Modal questions: which version to keep, and which identical passages to label. */
import { describe } from "./a11y.js";
import { format, gettext, ngettext } from "./i18n.js";
import { context } from "./propagate.js";
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

/** Why a hit is not ticked, in words. @param {import("./propagate.js").Hit} hit @param {Note} note */
function reason({ kind, other }, { labels }) {
  const name = other ? labels.name(other) : "";
  if (kind === "accept") return gettext("suggestion à accepter");
  if (kind === "relabel") return format(gettext("déjà étiqueté %(name)s"), { name });
  if (kind === "blocked") return format(gettext("coupe un passage %(name)s"), { name });
  if (kind === "restore") return gettext("refusé auparavant");
  return "";
}

/** @param {import("./propagate.js").Hit} hit @param {Note} note @param {() => void} changed */
function hitRow(hit, note, changed) {
  const row = element("label", `hit hit-${hit.kind}`);
  const box = /** @type {HTMLInputElement} */ (element("input"));
  box.type = "checkbox";
  box.checked = hit.ticked;
  box.disabled = hit.kind === "blocked";
  box.addEventListener("change", () => {
    hit.ticked = box.checked;
    changed();
  });
  const { before, match, after } = context(note.text, note.offsets.toU(hit.start), note.offsets.toU(hit.end));
  const quote = element("span", "hit-quote");
  const strong = element("strong");
  strong.textContent = match;
  quote.append(`…${before}`, strong, `${after}…`);
  const why = element("span", "hit-why");
  why.textContent = reason(hit, note);
  row.append(box, quote, why);
  return row;
}

/**
 * Preview of a propagation. Resolves to the hits (ticked or not), or null when the person gives up.
 * @param {HTMLDialogElement} dialog @param {Note} note @param {import("./propagate.js").Hit[]} hits
 * @param {string} title @param {(hits: import("./propagate.js").Hit[]) => void} preview
 * @returns {Promise<import("./propagate.js").Hit[]|null>}
 */
export function askPropagation(dialog, note, hits, title, preview) {
  const confirm = /** @type {HTMLButtonElement} */ (dialog.querySelector("[data-choice=confirm]"));
  const update = () => {
    const count = hits.filter((hit) => hit.ticked).length;
    const text = ngettext("Étiqueter %(count)s passage", "Étiqueter %(count)s passages", count);
    confirm.textContent = format(text, { count });
    confirm.disabled = count === 0;
    preview(hits.filter((hit) => hit.ticked));
  };
  const heading = dialog.querySelector("[data-role=propagate-title]");
  if (heading) heading.textContent = title;
  dialog.querySelector("[data-role=propagate-list]")?.replaceChildren(...hits.map((hit) => hitRow(hit, note, update)));
  update();
  return new Promise((resolve) => {
    let answer = /** @type {typeof hits|null} */ (null);
    confirm.onclick = () => {
      answer = hits;
      dialog.close();
    };
    const cancel = /** @type {HTMLButtonElement} */ (dialog.querySelector("[data-choice=cancel]"));
    cancel.onclick = () => dialog.close();
    dialog.addEventListener(
      "close",
      () => {
        preview([]);
        resolve(answer);
      },
      { once: true },
    );
    dialog.showModal();
    confirm.focus();
  });
}
