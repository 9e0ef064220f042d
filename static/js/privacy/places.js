// @ts-check
// The places that a badge speaks of: lit, and brought into view.

const LIT_MS = 4000;

/** @param {HTMLElement} note */
export function badgePlaces(note) {
  /** @type {number | undefined} */
  let timer;
  note.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest?.("button[data-places]")
    );
    if (!button) return;
    const ranks = (button.dataset.places ?? "").trim().split(/\s+/);
    const wanted = ranks.map((rank) => `[data-entity="${rank}"]`).join(",");
    const found = note.querySelectorAll(wanted);
    for (const old of note.querySelectorAll(".is-told")) old.classList.remove("is-told");
    for (const mark of found) mark.classList.add("is-told");
    found[0]?.scrollIntoView({ block: "center" });
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      for (const mark of found) mark.classList.remove("is-told");
    }, LIT_MS);
  });
}
