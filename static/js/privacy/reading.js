// @ts-check
// The notes of an export that are read one after another: 1 and 2 answer, Enter keeps the answer and leads to the next one,
// n and p pass on and go back. Without this file the buttons and links do the same.

/** @param {KeyboardEvent} event */
export function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  if (event.key === "n" || event.key === "p") {
    const link = document.querySelector(`a[rel=${event.key === "n" ? "next" : "prev"}]`);
    /** @type {HTMLElement | null} */ (link)?.click();
    return;
  }
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#verdict"));
  if (!form) return;
  /** @type {HTMLInputElement[]} */
  const answers = [...form.querySelectorAll("input[name=verdict]")].map((one) => /** @type {HTMLInputElement} */ (one));
  if (event.key === "Enter") {
    // a link, a button and an answer know themselves what Enter does
    if (target instanceof Element && target.closest("a, button, input")) return;
    event.preventDefault();
    if (answers.some((one) => one.checked)) form.requestSubmit();
    else answers[0]?.focus();
  } else if (/^[1-9]$/.test(event.key)) {
    const chosen = answers[Number(event.key) - 1];
    if (!chosen) return;
    event.preventDefault();
    chosen.checked = true;
    chosen.focus(); // and so the page shows what was answered
  }
}

document.addEventListener("keydown", onKey);
