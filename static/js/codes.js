// @ts-check
// Codes of one note or stay: the evidence of the code in focus or under the pointer lights up. Arrows (j, k) move
// between codes, a accepts and r rejects and both go on to the next open code, u takes the decision back, p marks the
// principal diagnosis, s opens the codes that may take its place, / searches for one to add (by the words selected in the
// note), n opens the next note, once all is decided the next one that waits.
// Without this file the links and buttons do the same, more slowly.

/** @returns {HTMLElement | null} */
const root = () => document.querySelector("[data-coding]");
/** @returns {HTMLElement[]} */
const rows = () => [...document.querySelectorAll("[data-code]")].map((row) => /** @type {HTMLElement} */ (row));
/** @returns {HTMLDialogElement | null} */
const family = () => document.querySelector("#family");
/** @returns {HTMLInputElement | null} */
const query = () => document.querySelector("#code-query");

/** @param {EventTarget | null} target */
const rowOf = (target) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-code]")) : null;

/** Lights the evidence of one code and no other. @param {HTMLElement | null} row */
function light(row) {
  const ids = new Set((row?.dataset.code ?? "").split(" ").filter(Boolean));
  let first = true;
  for (const mark of document.querySelectorAll(".evidence")) {
    const codes = (/** @type {HTMLElement} */ (mark).dataset.codes ?? "").split(" ");
    const isLit = codes.some((id) => ids.has(id));
    mark.classList.toggle("lit", isLit);
    if (isLit && first && row === document.activeElement) {
      mark.scrollIntoView({ block: "nearest" });
      first = false;
    }
  }
}

/** Says that nothing is left to decide, or no longer. */
function tellDone() {
  const told = /** @type {HTMLElement | null} */ (document.querySelector("[data-done]"));
  if (told) told.hidden = rows().some((row) => row.dataset.state === "proposed");
}

/** @param {HTMLElement} row @param {number} step */
function move(row, step) {
  const all = rows();
  all[all.indexOf(row) + step]?.focus();
}

/** The next code that waits for a decision, from this row on and round; the row itself when there is none. @param {HTMLElement} row */
function goOn(row) {
  const all = rows();
  const at = all.indexOf(row);
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find((other) => other.dataset.state === "proposed");
  (next ?? row).focus();
}

/** @param {HTMLElement} row @param {string} decision */
function decide(row, decision) {
  const button = /** @type {HTMLButtonElement | null} */ (
    row.querySelector(`button[name="decision"][value="${decision}"]`)
  );
  if (!button) return;
  button.click();
  if (decision !== "proposed") goOn(row);
}

/** @param {HTMLElement} row @param {string} act */
function press(row, act) {
  /** @type {HTMLElement | null} */ (row.querySelector(`[data-act="${act}"]`))?.click();
}

/** @type {Record<string, (row: HTMLElement) => void>} */
const KEYS = {
  ArrowDown: (row) => move(row, 1),
  ArrowUp: (row) => move(row, -1),
  j: (row) => move(row, 1),
  k: (row) => move(row, -1),
  a: (row) => decide(row, "accepted"),
  r: (row) => decide(row, "rejected"),
  u: (row) => decide(row, "proposed"),
  p: (row) => press(row, "principal"),
  s: (row) => press(row, "family"),
};

document.addEventListener("focusin", (event) => {
  if (root()?.contains(/** @type {Node} */ (event.target))) light(rowOf(event.target));
});
document.addEventListener("mouseover", (event) => {
  const row = rowOf(event.target);
  if (row) light(row);
});
document.addEventListener("mouseout", (event) => {
  if (rowOf(event.target)) light(rowOf(document.activeElement));
});

/** The words selected in the note, as the search takes them; "" without any. */
function chosenWords() {
  const chosen = window.getSelection();
  const node = chosen?.anchorNode;
  const place = node instanceof Element ? node : node?.parentElement;
  return chosen && place?.closest(".coded-notes") ? String(chosen).replace(/\s+/g, " ").trim().slice(0, 200) : "";
}

/** To the search; words selected in the note are looked for at once. */
function search() {
  const [input, words] = [query(), chosenWords()];
  input?.focus();
  if (!input || !words) return;
  input.value = words;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** What was found goes, for it pushes the codes down. @param {Element} list */
function leaveSearch(list) {
  const input = query();
  if (input) input.value = "";
  list.replaceChildren();
  (rows().find((row) => row.dataset.state === "proposed") ?? rows()[0])?.focus();
}

/** Whether a list answers what stands in the search field: what was typed since has another answer. @param {Element} list */
function isAnswer(list) {
  const found = /** @type {HTMLElement | null} */ (list.querySelector("[data-query]"));
  return found?.dataset.query === query()?.value;
}

/** Adds the first of what was found; to what is merely alike Enter only leads, and once more it adds. @param {HTMLElement} first */
function take(first) {
  if (first.matches("[data-fits]")) first.click();
  else first.focus();
}

/** Arrows, digits and Enter in a list of choices; true when the key was meant for it. @param {KeyboardEvent} event */
function inChoices(event) {
  const active = document.activeElement;
  const isTyping = active === query();
  const list = active?.closest("dialog, #code-found") ?? (isTyping ? document.querySelector("#code-found") : null);
  if (!list) return false;
  // From the field no key reaches an old answer: Enter then asks at once, and once more it adds.
  const shown = isTyping && !isAnswer(list) ? [] : [...list.querySelectorAll(".choice")];
  const choices = shown.map((one) => /** @type {HTMLElement} */ (one));
  const at = choices.indexOf(/** @type {HTMLElement} */ (active));
  if (event.key === "ArrowDown") choices[at + 1]?.focus();
  else if (event.key === "ArrowUp") (choices[at - 1] ?? (list.tagName === "DIALOG" ? choices[0] : query()))?.focus();
  else if (isTyping && event.key === "Enter" && choices.length) take(choices[0]);
  else if (!isTyping && /^[1-9]$/.test(event.key)) choices[Number(event.key) - 1]?.click();
  else if (event.key === "Escape" && list.tagName !== "DIALOG") leaveSearch(list);
  else return isTyping;
  event.preventDefault();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !root()) return;
  if (inChoices(event)) return;
  const active = document.activeElement;
  const row = rowOf(active);
  const isReading = active?.closest(".coded-notes") ?? null; // its arrows scroll
  if (active !== document.body && !row && active?.id !== "main" && !isReading) return;
  if (event.key === "/") {
    search();
    event.preventDefault();
    return;
  }
  if (isReading) return;
  if (event.key === "n") {
    const next = document.querySelector("[data-done]:not([hidden]) a") ?? document.querySelector("a[rel=next]");
    /** @type {HTMLElement | null} */ (next)?.click();
    return;
  }
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  // Nothing is in focus yet: an arrow starts with the first code.
  if (row) action(row);
  else rows()[0]?.focus();
});

// An answer replaces the row or the whole page below its head: the focus stays on the code where it was.
// What a person had added goes away with its row: then it is the next one that takes the focus, at last the search.
/** @type {string | null} */
let kept = null;
let place = 0;
document.addEventListener("htmx:beforeSwap", (event) => {
  const target = /** @type {CustomEvent} */ (event).detail.target;
  const row = rowOf(document.activeElement) ?? rowOf(/** @type {CustomEvent} */ (event).detail.requestConfig?.elt);
  if (target?.id === "family") return;
  if (target?.id === "coding") settle();
  kept = row?.id ?? kept;
  if (row) place = rows().indexOf(row);
});
document.addEventListener("htmx:afterSettle", (event) => {
  const target = /** @type {CustomEvent} */ (event).detail.target;
  if (target?.id === "family") {
    const dialog = family();
    if (dialog && !dialog.open) dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog?.querySelector(".choice"))?.focus();
    return;
  }
  if (target?.id !== "code-found") goBack();
});
// A row that only goes away settles nowhere.
document.addEventListener("htmx:afterRequest", () => {
  if (kept && !document.getElementById(kept)) goBack();
});

/** What was asked for by a search or a choice is answered: neither goes on. */
function settle() {
  const input = query();
  if (input) input.value = "";
  family()?.close();
}

/** The focus on the code where it was, what is left to decide, the evidence. */
function goBack() {
  tellDone();
  const left = rows();
  const row = (kept && document.getElementById(kept)) || (left[Math.min(place, left.length - 1)] ?? query());
  const active = document.activeElement;
  if (kept && row && (active === document.body || !root()?.contains(active))) row.focus();
  light(rowOf(document.activeElement));
}

// A note that is opened begins with its first open code; where the codes lie below, the page goes there, the note with it.
const isBelow = window.matchMedia("(max-width: 900px)").matches;
(rows().find((row) => row.dataset.state === "proposed") ?? rows()[0])?.focus({ preventScroll: !isBelow });
