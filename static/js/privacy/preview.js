// @ts-check
// Redraws the surrogate note at each move. The original stays in the page: only surrogates travel.

const form = /** @type {HTMLFormElement} */ (document.getElementById("pv-form"));
const slider = /** @type {HTMLInputElement} */ (document.getElementById("pv-slider"));
const epsilon = /** @type {HTMLInputElement} */ (document.getElementById("pv-epsilon"));
const sentence = /** @type {HTMLElement} */ (document.getElementById("pv-sentence"));
const failure = /** @type {HTMLElement} */ (document.getElementById("pv-error"));
const note = /** @type {HTMLElement} */ (document.getElementById("pv-note"));
const panel = /** @type {HTMLElement} */ (document.getElementById("pv-panel"));
const again = /** @type {HTMLButtonElement} */ (document.getElementById("pv-again"));
const drawNumber = /** @type {HTMLInputElement} */ (form.elements.namedItem("draw"));

const STEPS = 200; // of the slider, two decades
const translate = (/** @type {string} */ text) =>
  typeof window["gettext"] === "function" ? window["gettext"](text) : text;

const originals = [...note.querySelectorAll(".cmp-original [data-entity]")];
const surrogates = [...note.querySelectorAll(".cmp-surrogate [data-entity]")];

/** The request on its way: one at a time, so that a dragged slider never queues work on the server.
 * @type {{controller: AbortController, since: number} | null} */
let running = null;
let isStale = false; // the form moved since the running request left
const STALE_MS = 200;

/** ε of a slider position: 0.1 at 0, 1 in the middle, 10 at the end. @param {number} step */
export function epsilonAt(step) {
  const value = 10 ** ((2 * step) / STEPS - 1);
  return value < 1 ? Math.round(value * 100) / 100 : Math.round(value * 20) / 20;
}

/** Slider position nearest to an ε. @param {number} value */
export function stepOf(value) {
  return Math.round(((Math.log10(value) + 1) * STEPS) / 2);
}

function speak() {
  slider.setAttribute("aria-valuetext", `ε = ${epsilon.value.replace(".", ",")}`);
}

/** What the server can't say without repeating the note. */
function complete() {
  for (const cell of panel.querySelectorAll("[data-original]")) {
    const index = Number(/** @type {HTMLElement} */ (cell).dataset.original);
    cell.textContent = originals[index]?.textContent ?? "";
  }
  const bar = /** @type {HTMLElement | null} */ (panel.querySelector(".shares"));
  if (bar) {
    const weights = [...bar.children].map((part) => `${/** @type {HTMLElement} */ (part).dataset.weight}fr`);
    bar.style.gridTemplateColumns = weights.join(" ");
  }
}

/** @param {{surrogates: string[], sentence: string, panel: string}} answer */
function show(answer) {
  answer.surrogates.forEach((text, index) => {
    const mark = surrogates[index];
    if (mark && mark.textContent !== text) mark.textContent = text;
  });
  sentence.textContent = answer.sentence;
  panel.innerHTML = answer.panel; // rendered and escaped by our own server
  complete();
}

/** @param {string} text */
function fail(text) {
  failure.textContent = text;
  failure.hidden = !text;
}

/** Redraws now, or as soon as the running request is done; one that lingers is given up. */
function redraw() {
  if (!running) {
    void send();
    return;
  }
  isStale = true;
  if (performance.now() - running.since > STALE_MS) running.controller.abort();
}

async function send() {
  const mine = { controller: new AbortController(), since: performance.now() };
  running = mine;
  isStale = false;
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: new FormData(form),
      signal: mine.controller.signal,
    });
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) {
      fail("");
      show(answer);
      note.dataset.redrawMs = String(Math.round(performance.now() - mine.since));
      note.dataset.redraws = String(Number(note.dataset.redraws ?? 0) + 1);
    } else {
      fail(answer?.error ?? translate("L'aperçu n'a pas pu être redessiné. Rechargez la page."));
    }
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) {
      fail(translate("Le serveur ne répond pas. Vérifiez la connexion, puis réessayez."));
    }
  } finally {
    running = null;
    if (isStale) void send();
  }
}

slider.addEventListener("input", () => {
  epsilon.value = String(epsilonAt(Number(slider.value)));
  speak();
  redraw();
});
epsilon.addEventListener("input", () => {
  if (!epsilon.checkValidity() || !epsilon.value) return;
  slider.value = String(stepOf(Number(epsilon.value)));
  speak();
  redraw();
});
for (const choice of form.querySelectorAll("select")) choice.addEventListener("change", () => redraw());
again.addEventListener("click", () => {
  drawNumber.value = String((Number(drawNumber.value) + 1) % 10000);
  redraw();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  event.stopPropagation();
  redraw();
});

// Pointing at an entity shows the other side and its row.
/** @param {Event} event @param {boolean} on */
function light(event, on) {
  const mark = /** @type {Element} */ (event.target).closest?.("[data-entity]");
  if (!mark) return;
  const index = /** @type {HTMLElement} */ (mark).dataset.entity;
  for (const twin of note.querySelectorAll(`[data-entity="${index}"]`)) twin.classList.toggle("is-lit", on);
}
note.addEventListener("pointerover", (event) => light(event, true));
note.addEventListener("pointerout", (event) => light(event, false));

speak();
complete();
