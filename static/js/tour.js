// @ts-check
// Escape leaves the guided tour, when nothing else on the page wants it.

const bar = /** @type {HTMLElement | null} */ (document.querySelector(".tour"));

bar?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") window.location.assign(bar.dataset.leave ?? "/");
});
