// @ts-check
// A part of the page that comes anew by itself (hx-swap="morph") changes only where the answer differs: the focus, the
// selected text, what somebody wrote or opened and how far a table was scrolled stay.

const { htmx, Idiomorph } = /** @type {any} */ (window);
const isBoth = (/** @type {string} */ selector, /** @type {Element[]} */ ...two) => two.every((one) => one.matches(selector));

/** What the person did to a part is told to the answer before the two are compared.
 * @param {any} old @param {any} fresh */
function carry(old, fresh) {
  if (isBoth("details", old, fresh)) {
    if (heading(old) === heading(fresh)) fresh.open = old.open;
  } else if (isBoth("option", old, fresh)) {
    if (old.value === fresh.value && old.selected !== old.defaultSelected) fresh.selected = old.selected;
  } else if (isBoth("form", old, fresh)) {
    if (old.action === fresh.action && old.dataset.sent) fresh.dataset.sent = old.dataset.sent;
  } else if (isBoth("input, textarea", old, fresh) && old.name === fresh.name) {
    if (old.checked !== old.defaultChecked) fresh.checked = old.checked;
    if (old.type !== "file" && old.value !== old.defaultValue) fresh.defaultValue = old.value;
  }
}

/** @param {Element} details */
const heading = (details) => details.querySelector("summary")?.textContent;

/** Whether a drawn chart has to be looked at: not while it draws the same table. Another is drawn anew.
 * @param {Element} old @param {Element} fresh */
function isOther(old, fresh) {
  const [shown, told] = [old, fresh].map((figure) => figure.querySelector("table")?.outerHTML);
  if (shown === told) return false;
  for (const one of old.querySelectorAll(".chart-canvas, .chart-readout, .chart-tools")) one.remove();
  return true;
}

/** @param {Node} old @param {Node} fresh */
function beforeNodeMorphed(old, fresh) {
  if (!(old instanceof Element && fresh instanceof Element)) return true;
  carry(old, fresh);
  return !isBoth("figure[data-chart]", old, fresh) || !old.matches(".is-drawn") || isOther(old, fresh);
}

htmx.defineExtension("morph", {
  handleSwap(/** @type {string} */ style, /** @type {Element} */ target, /** @type {ParentNode} */ fragment) {
    if (style !== "morph") return false;
    const asking = [...target.querySelectorAll("[hx-trigger]")];
    for (const node of Idiomorph.morph(target, fragment.children, { callbacks: { beforeNodeMorphed } })) htmx.process(node);
    // a part that asks no more has lost what it chose of the answer: its clock would put the whole page into it
    for (const part of asking) if (!part.hasAttribute("hx-trigger")) htmx.process(part);
    return []; // of what it is told here, htmx would move the focus to what has autofocus
  },
});
