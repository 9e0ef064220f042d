// @ts-check
// The foldable lists beside a note: open where there is room, as the person left them elsewhere.
// Only "open" or "closed" is kept in the browser, never what the lists say.

const roomy = window.matchMedia("(min-width: 1101px)").matches;

for (const details of document.querySelectorAll("details[data-fold]")) {
  const fold = /** @type {HTMLDetailsElement} */ (details);
  const key = `fold:${fold.dataset.fold}`;
  fold.open = roomy && localStorage.getItem(key) !== "closed";
  fold.addEventListener("toggle", () => {
    if (roomy) localStorage.setItem(key, fold.open ? "open" : "closed");
  });
}
