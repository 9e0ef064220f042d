// @ts-check
// Two texts side by side: a table of a note that is moved sideways moves on the other side, too, so that its columns stay
// beside one another.

/** Where a cell was moved to by the other one: what it says of that is no gesture. @type {WeakMap<HTMLElement, number>} */
const led = new WeakMap();

/** @param {HTMLElement} cell */
export function follow(cell) {
  if (led.get(cell) === cell.scrollLeft) return;
  led.delete(cell);
  for (const twin of /** @type {Iterable<HTMLElement>} */ (cell.parentElement?.children ?? [])) {
    if (twin === cell) continue;
    twin.scrollLeft = cell.scrollLeft;
    led.set(twin, twin.scrollLeft); // a narrower table stops before
  }
}

document.addEventListener(
  "scroll",
  (event) => {
    const cell = event.target;
    if (cell instanceof HTMLElement && cell.matches(".cmp-row > .note-table")) follow(cell);
  },
  { capture: true, passive: true },
);
