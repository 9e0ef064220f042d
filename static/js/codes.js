// @ts-check
// Codes of one note: the evidence of the code in focus or under the pointer lights up; arrows
// move between codes, a accepts, r rejects, u takes the decision back, n opens the next note. Without this file the
// links and buttons do the same, more slowly.

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-coding]"));

/** @returns {HTMLElement[]} */
const rows = () => [...(root?.querySelectorAll("[data-code]") ?? [])].map((row) => /** @type {HTMLElement} */ (row));

/** @param {EventTarget | null} target */
const rowOf = (target) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-code]")) : null;

/** Lights the evidence of one code and no other. @param {HTMLElement | null} row */
function light(row) {
  const id = row?.dataset.code;
  let first = true;
  for (const mark of root?.querySelectorAll(".evidence") ?? []) {
    const codes = (/** @type {HTMLElement} */ (mark).dataset.codes ?? "").split(" ");
    const isLit = id !== undefined && codes.includes(id);
    mark.classList.toggle("lit", isLit);
    if (isLit && first && row === document.activeElement) {
      mark.scrollIntoView({ block: "nearest" });
      first = false;
    }
  }
}

/** @param {HTMLElement} row @param {number} step */
function move(row, step) {
  const all = rows();
  all[all.indexOf(row) + step]?.focus();
}

/** @param {HTMLElement} row @param {string} decision */
function decide(row, decision) {
  const button = /** @type {HTMLButtonElement | null} */ (
    row.querySelector(`button[name="decision"][value="${decision}"]`)
  );
  button?.click();
}

/** @type {Record<string, (row: HTMLElement) => void>} */
const KEYS = {
  ArrowDown: (row) => move(row, 1),
  ArrowUp: (row) => move(row, -1),
  a: (row) => decide(row, "accepted"),
  r: (row) => decide(row, "rejected"),
  u: (row) => decide(row, "proposed"),
};

root?.addEventListener("focusin", (event) => light(rowOf(event.target)));
root?.addEventListener("mouseover", (event) => {
  const row = rowOf(event.target);
  if (row) light(row);
});
root?.addEventListener("mouseout", (event) => {
  if (rowOf(event.target)) light(rowOf(document.activeElement));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !root) return;
  if (event.key === "n" && (document.activeElement === document.body || rowOf(document.activeElement))) {
    /** @type {HTMLElement | null} */ (document.querySelector("a[rel=next]"))?.click();
    return;
  }
  const action = KEYS[event.key];
  if (!action) return;
  const row = rowOf(document.activeElement);
  if (!row) {
    // Nothing is in focus yet: an arrow starts with the first code.
    if (document.activeElement === document.body && event.key.startsWith("Arrow")) {
      rows()[0]?.focus();
      event.preventDefault();
    }
    return;
  }
  event.preventDefault();
  action(row);
});

// The answer replaces the row: the focus stays on it.
/** @type {string | null} */
let decided = null;
root?.addEventListener("htmx:beforeRequest", (event) => {
  decided = rowOf(event.target)?.id ?? null;
});
root?.addEventListener("htmx:afterSettle", () => {
  const row = decided ? document.getElementById(decided) : null;
  decided = null;
  if (!row) return;
  row.focus();
  light(row);
});
