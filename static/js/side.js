// @ts-check
// Around the canvas: why a note is passed over floats until somebody does something else; the foldable lists beside a
// note are open where there is room, as the person left them elsewhere.
// Only "open" or "closed" is kept in the browser, never what the lists say.

const skip = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".note-skip"));
skip?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  skip.open = false;
  /** @type {HTMLElement} */ (skip.querySelector("summary")).focus();
});
document.addEventListener("pointerdown", (event) => {
  if (skip && !skip.contains(/** @type {Node} */ (event.target))) skip.open = false;
});

const roomy = window.matchMedia("(min-width: 1101px)").matches;

for (const details of document.querySelectorAll("details[data-fold]")) {
  const fold = /** @type {HTMLDetailsElement} */ (details);
  const key = `fold:${fold.dataset.fold}`;
  fold.open = roomy && localStorage.getItem(key) !== "closed";
  fold.addEventListener("toggle", () => {
    if (roomy) localStorage.setItem(key, fold.open ? "open" : "closed");
  });
}
