// @ts-check
// Essayer. The document lives in this page alone: the server reads it, answers, and forgets it.

import { csrfToken } from "../annotator/http.js";
import { epsilonAt, refuseWrong, stepOf } from "../privacy/scale.js";
import { sheetOf, textIn } from "./sheet.js";

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId("tr-form"));
const area = /** @type {HTMLTextAreaElement} */ (byId("id_text"));
const slider = /** @type {HTMLInputElement} */ (byId("tr-slider"));
const epsilon = /** @type {HTMLInputElement} */ (byId("tr-epsilon"));
const file = /** @type {HTMLInputElement} */ (byId("tr-file"));
const drawNumber = /** @type {HTMLInputElement} */ (form.elements.namedItem("draw"));
const [zone, out, failure, wait, note] = [byId("tr-in"), byId("tr-out"), byId("tr-error"), byId("tr-wait"), byId("tr-note")];

const translate = (/** @type {string} */ text) =>
  typeof window["gettext"] === "function" ? window["gettext"](text) : text;

/** What the server has found, sent back with each redraw: it keeps nothing itself.
 * @type {{text: string, spans: unknown[], doubts: unknown[], seal: string} | null} */
let tried = null;
/** The PDF that was opened, for its redacted pages: in this page's memory alone. @type {File | null} */
let pdf = null;
/** The text that the document gave, as long as nobody has written another. */
let given = "";
/** Only the answer to the newest question is shown. */
let asked = 0;

/** @param {string} text */
function fail(text) {
  failure.textContent = text;
  failure.hidden = !text;
  if (text) failure.scrollIntoView({ block: "nearest" }); // what was pressed may be a page below
}

/** The engine takes some seconds to start: who comes first waits here rather than on the server. */
const STARTING = 503;
const [TRIES, PAUSE_MS, SLOW_MS] = [5, 2000, 2000];

/** @param {string} url @param {BodyInit} body @returns {Promise<Response | null>} */
async function post(url, body, tries = TRIES) {
  fail("");
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      redirect: "manual",
      cache: "no-store",
      headers: { Accept: "application/json", "X-CSRFToken": csrfToken() },
      signal: AbortSignal.timeout(120_000),
    });
    if (response.ok) return response;
    if (response.status === STARTING && tries > 1) {
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      return await post(url, body, tries - 1);
    }
    const told = response.type === "opaqueredirect" ? null : await response.json().catch(() => null);
    if (!told && response.status >= 500) throw new Error(); // a page of the proxy
    fail(told?.error ?? translate("La demande a été refusée : votre session est peut-être terminée. Rechargez la page."));
  } catch {
    fail(translate("Le serveur ne répond pas. Vérifiez la connexion, puis réessayez."));
  }
  return null;
}

/** The form, with what was found in the text once it is known. */
function filled() {
  const data = new FormData(form);
  if (tried) {
    data.set("text", tried.text);
    data.set("spans", JSON.stringify(tried.spans));
    data.set("doubts", JSON.stringify(tried.doubts));
    data.set("seal", tried.seal);
  }
  return data;
}

/** @param {string} url @param {FormData} data */
async function ask(url, data) {
  asked += 1;
  const mine = asked;
  const began = performance.now();
  const response = await post(url, data);
  if (!response || mine !== asked) return false;
  show(await response.json());
  note.dataset.ms = String(Math.round(performance.now() - began));
  return true;
}

/** @param {any} answer */
function show(answer) {
  tried = { text: answer.text, spans: answer.spans, doubts: answer.doubts, seal: answer.seal };
  byId("tr-verdict").dataset.verdict = answer.verdict;
  byId("tr-title").textContent = answer.title;
  byId("tr-reasons").replaceChildren(...answer.reasons.map((/** @type {string} */ one) => textIn("li", one)));
  byId("tr-sentence").textContent = answer.sentence;
  byId("tr-cautions").replaceChildren(...answer.cautions.map(caution));
  byId("tr-found").replaceChildren(...answer.found.map(kind));
  byId("tr-rows").replaceChildren(...sheetOf(answer.rows));
  showCodes(answer.codes);
  slider.setAttribute("aria-valuetext", `ε = ${epsilon.value.replace(".", ",")}`);
  out.hidden = false;
}

/** @param {string} text */
function caution(text) {
  const item = textIn("li", text);
  item.className = "notice notice-warn";
  return item;
}

/** @param {[string, string, number]} found */
function kind([label, name, count]) {
  const item = document.createElement("li");
  item.append(textIn("span", name, label), ` ${count}`);
  return item;
}

/** @param {string[][] | null} codes */
function showCodes(codes) {
  const table = byId("tr-codes");
  const said = byId("tr-no-code");
  table.hidden = !codes?.length;
  said.textContent = codes === null ? (said.dataset.missing ?? "") : codes.length ? "" : (said.dataset.none ?? "");
  table.querySelector("tbody")?.replaceChildren(
    ...(codes ?? []).map((cells) => {
      const row = document.createElement("tr");
      row.append(...cells.map((cell) => textIn("td", cell)));
      return row;
    }),
  );
}

/** Says that something is read, and why, where it takes longer than the two seconds that it should. @template T @param {Promise<T>} answer */
async function whileWaiting(answer) {
  wait.textContent = wait.dataset.reading ?? "";
  const slow = setTimeout(() => (wait.textContent = wait.dataset.slow ?? ""), SLOW_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(slow);
    wait.textContent = "";
  }
}

async function read() {
  if (!area.value.trim()) {
    fail(translate("Collez un texte, ou déposez un document."));
    area.focus();
    return;
  }
  if (area.value !== given) holdPdf(null);
  tried = null;
  out.hidden = true;
  const done = await whileWaiting(ask(form.action, filled()));
  if (done) out.focus();
}

/** @param {File | undefined} chosen */
async function open(chosen) {
  if (!chosen) return;
  out.hidden = true; // the verdict on the last document is none on this one
  if (chosen.size > Number(form.dataset.most)) {
    fail(form.dataset.tooLarge ?? "");
    file.value = ""; // the same one can be chosen again
    return;
  }
  const response = await whileWaiting(
    post(form.dataset.document ?? "", new Blob([chosen], { type: "application/octet-stream" })),
  );
  file.value = "";
  if (!response) return;
  given = area.value = (await response.json()).text;
  holdPdf(isPdf(chosen) ? chosen : null);
  await read();
}

/** @param {File} chosen */
function isPdf(chosen) {
  return chosen.type === "application/pdf" || chosen.name.toLowerCase().endsWith(".pdf");
}

/** @param {File | null} chosen */
function holdPdf(chosen) {
  pdf = chosen;
  byId("tr-pdf").hidden = !chosen;
  byId("tr-pdf-said").replaceChildren();
  byId("tr-pdf-pages").replaceChildren();
}

/** @param {string} url */
async function askPdf(url) {
  if (!pdf) return null;
  const waiting = byId("tr-pdf-wait");
  waiting.textContent = waiting.dataset.working ?? "";
  const mine = pdf;
  const response = await post(url, new Blob([pdf], { type: "application/octet-stream" }));
  waiting.textContent = "";
  return mine === pdf ? response : null;
}

async function showPdf() {
  const response = await askPdf(form.dataset.pdf ?? "");
  if (!response) return;
  const told = await response.json();
  byId("tr-pdf-said").replaceChildren(...told.said.map((/** @type {string} */ one) => textIn("li", one)));
  const pages = byId("tr-pdf-pages");
  const named = [pages.dataset.before ?? "", pages.dataset.after ?? ""];
  pages.replaceChildren(
    ...told.pages.flatMap((/** @type {string[]} */ sides, /** @type {number} */ i) =>
      sides.map((source, side) => pictureOf(source, (named[side] ?? "").replace("%(n)s", String(i + 1)))),
    ),
  );
}

/** Its name is seen, too: where pages are narrow they stand below one another. @param {string} source @param {string} name */
function pictureOf(source, name) {
  const [figure, picture, caption] = ["figure", "img", "figcaption"].map((kind) => document.createElement(kind));
  picture.setAttribute("src", source);
  picture.setAttribute("alt", name);
  caption.textContent = name;
  caption.setAttribute("aria-hidden", "true");
  figure.append(caption, picture);
  return figure;
}

/** @param {Blob} content @param {string} name */
function save(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A dragged slider asks once more when the answer is there, never a queue of questions. */
let isDrawing = false;
let isStale = false;
async function redraw() {
  if (!tried) return;
  isStale = isDrawing;
  if (isDrawing) return;
  isDrawing = true;
  await ask(form.dataset.redraw ?? "", filled());
  isDrawing = false;
  if (isStale) await redraw();
}

async function take() {
  const response = await post(form.dataset.result ?? "", filled());
  return response ? response.text() : null;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  event.stopPropagation();
  void read();
});
file.addEventListener("change", () => void open(file.files?.[0]));
// From anywhere on the page, as the result takes the focus away from the field.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.repeat || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault(); // a button would be pressed, too
  form.requestSubmit(byId("tr-read"));
});
// Anywhere on the page: a browser opens what falls beside, in place of the page. Words that are dragged are the field's own affair.
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    const carried = /** @type {DragEvent} */ (event).dataTransfer;
    if (!carried?.types.includes("Files")) return;
    event.preventDefault();
    zone.classList.toggle("is-over", name === "dragover");
    if (name === "drop") void open(carried.files[0]);
  });
}
zone.addEventListener("paste", (event) => {
  const pasted = /** @type {ClipboardEvent} */ (event).clipboardData?.files[0];
  if (!pasted) return;
  event.preventDefault();
  void open(pasted);
});
byId("tr-example").addEventListener("click", () => {
  holdPdf(null);
  area.value = byId("tr-example").dataset.text ?? "";
  void read();
});
slider.addEventListener("input", () => {
  epsilon.value = String(epsilonAt(Number(slider.value)));
  epsilon.removeAttribute("aria-invalid");
  void redraw();
});
epsilon.addEventListener("input", () => {
  if (!epsilon.value || !epsilon.checkValidity()) return;
  slider.value = String(stepOf(Number(epsilon.value)));
  void redraw();
});
refuseWrong(epsilon, fail);
for (const choice of form.querySelectorAll("select")) choice.addEventListener("change", () => void redraw());
byId("tr-again").addEventListener("click", () => {
  drawNumber.value = String((Number(drawNumber.value) + 1) % 10000);
  void redraw();
});
document.getElementById("tr-copy")?.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  const text = await take();
  if (text === null) return;
  try {
    await navigator.clipboard.writeText(text);
    const before = button.textContent;
    button.textContent = byId("live").textContent = button.dataset.done ?? "";
    setTimeout(() => (button.textContent = before), 3000);
  } catch {
    fail(translate("Le navigateur refuse la copie : téléchargez le texte."));
  }
});
document.getElementById("tr-download")?.addEventListener("click", async () => {
  const text = await take();
  if (text === null) return;
  save(new Blob([text], { type: "text/plain" }), "essai.txt");
});
byId("tr-pdf-show").addEventListener("click", () => void showPdf());
document.getElementById("tr-pdf-take")?.addEventListener("click", async () => {
  const response = await askPdf(form.dataset.pdfResult ?? "");
  if (response) save(await response.blob(), "essai-caviarde.pdf");
});
if (note.classList.contains("tr-held")) note.addEventListener("copy", (event) => event.preventDefault());
byId("tr-clear").addEventListener("click", () => {
  tried = null;
  holdPdf(null);
  area.value = "";
  out.hidden = true;
  byId("tr-rows").replaceChildren();
  area.focus();
});
