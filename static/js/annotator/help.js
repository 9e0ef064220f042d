// @ts-check
/** The key sheet: the template holds the fixed keys, the project's labels are added here. */
import { element } from "./render.js";

const SINGLE_KEYS = "annotator.singleKeys";

/** Single-key shortcuts may be switched off (WCAG 2.1.4); the only thing ever stored in the browser. */
export function singleKeysWanted() {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== "off";
  } catch {
    return true;
  }
}

export class Help {
  /** @param {HTMLDialogElement} dialog @param {import("./labels.js").Labels} labels @param {(on: boolean) => void} onSingleKeys */
  constructor(dialog, labels, onSingleKeys) {
    this.dialog = dialog;
    dialog.querySelector("[data-role=label-keys]")?.replaceChildren(...rows(labels));
    const box = dialog.querySelector("[data-role=single-keys]");
    if (box instanceof HTMLInputElement) {
      box.checked = singleKeysWanted();
      box.addEventListener("change", () => {
        try {
          localStorage.setItem(SINGLE_KEYS, box.checked ? "on" : "off");
        } catch {
          // A locked-down browser: the choice holds for this page only.
        }
        onSingleKeys(box.checked);
      });
    }
    dialog.addEventListener("click", (event) => {
      const { target } = event;
      if (target === dialog || (target instanceof Element && target.closest("[data-choice=close]"))) dialog.close();
    });
  }

  toggle() {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }
}

/** @param {import("./labels.js").Labels} labels */
function rows(labels) {
  return labels.entries.flatMap((entry, i) => {
    const place = String((i + 1) % 10);
    const digit = i < 10 && !labels.byKey.has(place) ? place : "";
    if (!entry.key && !digit) return [];
    const row = element("div", "key-row");
    const keys = element("dt");
    for (const key of [entry.key.toUpperCase(), digit].filter(Boolean)) {
      const cap = element("kbd");
      cap.textContent = key;
      keys.append(cap, " ");
    }
    const name = element("dd");
    name.textContent = entry.name || entry.subtype;
    row.append(keys, name);
    return [row];
  });
}
