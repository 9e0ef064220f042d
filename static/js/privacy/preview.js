// @ts-check
// Redraws the surrogate note at each move. The original stays in the page: only surrogates travel.

import { badgePlaces } from "./places.js";
import { openCards } from "./card.js";
import { epsilonAt, refuseWrong, stepOf } from "./scale.js";

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId("pv-form"));
const slider = /** @type {HTMLInputElement} */ (byId("pv-slider"));
const epsilon = /** @type {HTMLInputElement} */ (byId("pv-epsilon"));
const [sentence, cautions, failure] = [byId("pv-sentence"), byId("pv-cautions"), byId("pv-error")];
const [note, panel, again, drawLabel] = [byId("pv-note"), byId("pv-panel"), byId("pv-again"), byId("pv-draw")];
const drawNumber = /** @type {HTMLInputElement} */ (form.elements.namedItem("draw"));

const translate = (/** @type {string} */ text) =>
  typeof window["gettext"] === "function" ? window["gettext"](text) : text;

const marks = (/** @type {string} */ side) =>
  /** @type {HTMLElement[]} */ ([...note.querySelectorAll(`.cmp-${side} [data-entity]`)]);
const surrogates = marks("surrogate");
/** The words around the entities that their surrogates may change (« d' » becomes « de », « lundi » another weekday). */
const links = /** @type {HTMLElement[]} */ ([...note.querySelectorAll(".cmp-surrogate [data-link]")]);
/** Original text by rank in the patient's file. */
const originals = new Map(marks("original").map((mark) => [mark.dataset.entity, mark.textContent ?? ""]));

/** The request on its way: one at a time, so that a dragged slider never queues work on the server.
 * @type {{controller: AbortController, since: number} | null} */
let running = null;
let isStale = false; // the form moved since the running request left
const STALE_MS = 200;

/** What the slider says to a screen reader, and what the links to other notes take along. */
function speak() {
  slider.setAttribute("aria-valuetext", `ε = ${epsilon.value.replace(".", ",")}`);
  drawLabel.textContent = String(Number(drawNumber.value) + 1);
  const chosen = new FormData(form);
  for (const link of document.querySelectorAll("a[data-carry]")) {
    const target = new URL(/** @type {HTMLAnchorElement} */ (link).href);
    for (const name of ["epsilon", "dates", "places", "area", "share_dates", "share_places", "share_ages"]) target.searchParams.set(name, String(chosen.get(name)));
    /** @type {HTMLAnchorElement} */ (link).href = target.href;
  }
}

/** What the server can't say without repeating the note. */
function complete() {
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-original]"))) {
    cell.textContent = originals.get(cell.dataset.original) ?? "";
  }
  const bar = /** @type {HTMLElement | null} */ (panel.querySelector(".shares"));
  if (bar) {
    const weights = [...bar.children].map((part) => `${/** @type {HTMLElement} */ (part).dataset.weight}fr`);
    bar.style.gridTemplateColumns = weights.join(" ");
  }
}

/** @typedef {{surrogates: string[], links: string[], sentence: string, cautions: string[], panel: string, badges: Record<string, string>}} Answer */

/** @param {Answer} answer */
function show(answer) {
  answer.surrogates.forEach((text, index) => {
    const mark = surrogates[index];
    if (mark && mark.textContent !== text) mark.textContent = text;
  });
  for (const [at, word] of links.entries()) word.textContent = answer.links[at] ?? "";
  if (sentence.textContent !== answer.sentence) sentence.textContent = answer.sentence;
  cautions.replaceChildren(...answer.cautions.map(caution));
  panel.innerHTML = answer.panel; // rendered and escaped by our own server
  for (const [rank, html] of Object.entries(answer.badges)) {
    const place = note.querySelector(`[data-badges="${rank}"]`);
    if (place && place.innerHTML !== html) place.innerHTML = html;
  }
  complete();
}

/** @param {string} text */
function caution(text) {
  const item = document.createElement("li");
  item.className = "notice notice-warn";
  item.textContent = text;
  return item;
}

/** @param {string} text */
function fail(text) {
  failure.textContent = text;
  failure.hidden = !text;
}

/** Redraws now, or as soon as the running request is done; one that lingers is given up. */
function redraw() {
  speak();
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
      if (!isStale) cards.refresh();
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
  epsilon.removeAttribute("aria-invalid");
  redraw();
});
epsilon.addEventListener("input", () => {
  if (!epsilon.checkValidity() || !epsilon.value) return;
  slider.value = String(stepOf(Number(epsilon.value)));
  redraw();
});
refuseWrong(epsilon, fail);
for (const choice of form.querySelectorAll("select")) choice.addEventListener("change", () => redraw());
for (const share of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(".pv-shares input"))) {
  share.addEventListener("input", () => {
    if (share.value && share.checkValidity()) redraw();
  });
}
again.addEventListener("click", () => {
  drawNumber.value = String((Number(drawNumber.value) + 1) % 10000);
  redraw();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  event.stopPropagation();
  redraw();
});

// Pointing at an entity shows the other side.
/** @param {Event} event @param {boolean} on */
function light(event, on) {
  const mark = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-entity]"));
  if (!mark) return;
  for (const twin of note.querySelectorAll(`[data-entity="${mark.dataset.entity}"]`)) twin.classList.toggle("is-lit", on);
}
note.addEventListener("pointerover", (event) => light(event, true));
note.addEventListener("pointerout", (event) => light(event, false));

const cards = openCards({ form, note, drawer: byId("pv-card"), marks: surrogates, fail, translate });
badgePlaces(note);
slider.value = String(stepOf(Number(epsilon.value)));
speak();
complete();
