// @ts-check
/** The check before a note is done: what still looks like an identifier is labelled or explained. */
import { part } from "./chrome.js";
import { postJson, readJson } from "./http.js";
import { format, gettext, ngettext } from "./i18n.js";
import { element } from "./render.js";

/** @typedef {import("./types.js").Finding} Finding */
const LONG_NOTE = 200_000;
const LONG_NOTE_WAITS_MS = 1500;

/** `findings`: the same form for the same cause, asked about once. @typedef {{findings: Finding[], row: HTMLElement, select: HTMLSelectElement, words: HTMLInputElement}} Row */

/** Quotes of one row; the others are counted. */
const QUOTED = 3;

/** Findings by note, cause and form, in reading order: "petit" three times is one question. @param {Finding[]} findings @returns {Finding[][]} */
export function byForm(findings) {
  /** @type {Map<string, Finding[]>} */
  const groups = new Map();
  for (const one of findings) {
    const key = [one.document, one.kind, one.why, one.surface.toLocaleLowerCase("fr"), one.reason].join("\u001f");
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

export class Residual {
  /** @param {import("./main.js").NoteCanvas} canvas @param {import("./api.js").Platform} platform @param {AbortSignal} signal */
  constructor(canvas, platform, signal) {
    this.canvas = canvas;
    this.platform = platform;
    /** @type {Finding[]} */ this.findings = [];
    /** @type {Row[]} */ this.rows = [];
    this.dialog = /** @type {HTMLDialogElement|null} */ (document.querySelector("dialog[data-role=residual]"));
    if (!this.dialog || canvas.readOnly || !canvas.payload.urls.residual) return;
    this.dialog.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      if (event.ctrlKey) this.#confirm();
      else this.#entered(event);
    }, { signal });
    canvas.store.subscribe((changes) => changes.length && this.#show());
    const later = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 500));
    // A very long note keeps the server busy for long: not for who only leafs through it.
    const wait = canvas.text.length > LONG_NOTE ? LONG_NOTE_WAITS_MS : 0;
    later(() => setTimeout(() => !signal.aborted && this.load(), wait));
  }

  /** What the server finds now; the alert of a wrong file does not wait for the end of the work. */
  async load() {
    const answer = await readJson(this.platform, this.canvas.payload.urls.residual ?? "");
    if (answer.status !== 200) return;
    this.findings = answer.body.findings;
    this.#show();
  }

  /** What neither a label nor a reason has settled. */
  get open() {
    return this.findings.filter((one) => !one.reason && !this.#isLabelled(one));
  }

  /** @param {Finding} finding */
  #isLabelled({ document, kind, start, end }) {
    if (kind === "foreign" || document !== this.canvas.payload.document) return false;
    const { offsets, text, store } = this.canvas;
    const spans = [...store.state.spans.values()].filter((span) => span.state !== "rejected" && span.start < end && start < span.end);
    for (let at = start; at < end; at++) {
      const bare = !spans.some((span) => span.start <= at && at < span.end);
      if (bare && /[\p{L}\p{N}@]/u.test(text.slice(offsets.toU(at), offsets.toU(at + 1)))) return false;
    }
    return true;
  }

  /** How many questions there are, on the button; the alert. */
  #show() {
    const { open } = this;
    const questions = byForm(open).length; // as many as the panel has rows
    const button = document.querySelector(".nc-bar [data-action=residual]");
    if (button instanceof HTMLElement) {
      button.hidden = !open.length;
      button.textContent = format(gettext("Contrôle : %(count)s"), { count: questions });
    }
    const alert = document.querySelector("[data-role=wrong-file]");
    const strange = open.filter(({ kind }) => kind === "foreign");
    const words = alert?.querySelector("[data-role=wrong-file-text]");
    if (!(alert instanceof HTMLElement) || !words) return;
    const sentence = ngettext(
      "Mauvais dossier ? Un endroit de cette note porte l'identité d'un autre patient du projet : %(why)s.",
      "Mauvais dossier ? %(count)s endroits de cette note portent l'identité d'un autre patient du projet : %(why)s.",
      strange.length,
    );
    const why = [...new Set(strange.map((one) => one.why))].join(", ");
    const text = strange.length ? format(sentence, { count: strange.length, why }) : "";
    if (words.textContent !== text) words.textContent = text;
    alert.hidden = !strange.length;
  }

  /** The panel. @param {Finding[]} findings @param {string} message why it opens */
  ask(findings, message = "") {
    if (!this.dialog) return;
    const others = this.findings.filter((one) => !findings.some((new_) => samePlace(one, new_)));
    this.findings = [...others, ...findings].sort((a, b) => a.start - b.start);
    this.#show();
    this.rows = byForm(findings).map((group) => this.#row(group));
    for (const { row, findings: [{ why }] } of this.rows) {
      const same = /** @type {HTMLElement} */ (row.querySelector("[data-do=same]"));
      same.hidden = this.rows.filter((one) => one.findings[0].why === why).length < 2;
    }
    this.dialog.querySelector("[data-role=residual-list]")?.replaceChildren(...this.rows.map(({ row }) => row));
    this.#say(message);
    part("residual-asks").hidden = Boolean(message); // a refusal says the same, with the number
    if (!this.dialog.open) this.dialog.showModal();
    this.rows[0]?.select.focus();
  }

  /** By the button. */
  show() {
    this.ask(this.open);
  }

  /** @param {Finding[]} findings @returns {Row} */
  #row(findings) {
    const [finding] = findings;
    const row = element("li", "residual-row");
    const quotes = findings.slice(0, QUOTED).map(quoteOf);
    const left = findings.length - quotes.length;
    if (left) quotes.push(element("p", "hit-quote"));
    if (left) quotes[QUOTED].textContent = format(ngettext("et %(count)s autre fois", "et %(count)s autres fois", left), { count: left });
    const why = element("p", "residual-why");
    why.textContent = finding.title ? format(gettext("%(why)s, dans « %(title)s »"), { why: finding.why, title: finding.title }) : finding.why;
    const template = /** @type {HTMLTemplateElement} */ (this.dialog?.querySelector("template"));
    const tools = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    const select = /** @type {HTMLSelectElement} */ (tools.querySelector("select"));
    const words = /** @type {HTMLInputElement} */ (tools.querySelector("input"));
    const go = /** @type {HTMLButtonElement} */ (tools.querySelector("[data-do=go]"));
    const link = /** @type {HTMLAnchorElement} */ (tools.querySelector("a"));
    select.setAttribute("aria-label", `${finding.surface} : ${why.textContent}`);
    select.value = finding.reason;
    words.value = finding.words;
    words.hidden = select.value !== "other";
    select.addEventListener("change", () => (words.hidden = select.value !== "other"));
    go.hidden = Boolean(finding.url);
    link.hidden = !finding.url;
    if (finding.url) link.href = finding.url;
    row.append(...quotes, why, tools);
    return { findings, row, select, words };
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    const asked = button?.getAttribute("data-do");
    const row = this.rows.find((one) => button && one.row.contains(button));
    if (asked === "close") this.dialog?.close();
    else if (asked === "confirm") this.#confirm();
    else if (asked === "go" && row) this.#go(row.findings[0]);
    else if (asked === "same" && row) this.#same(row);
  }

  /** On the list of a row: what has no reason is labelled, else the next that has none. @param {KeyboardEvent} event */
  #entered(event) {
    const at = this.rows.findIndex(({ select }) => select === event.target);
    if (at < 0) return;
    event.preventDefault();
    const { row, select } = this.rows[at];
    if (!select.value) /** @type {HTMLElement} */ (row.querySelector("a:not([hidden]), [data-do=go]:not([hidden])")).click();
    else (this.rows.slice(at + 1).find((one) => !one.select.value) ?? this.rows[at]).select.focus();
  }

  /** The same reason for all that was found for the same cause. @param {Row} model */
  #same(model) {
    for (const row of this.rows) {
      if (row.findings[0].why !== model.findings[0].why) continue;
      row.select.value = model.select.value;
      row.words.value = model.words.value;
      row.words.hidden = model.words.hidden;
    }
  }

  /** The passage becomes the selection, exactly, its labels beside it. @param {Finding} finding */
  #go({ start, end }) {
    const { canvas } = this;
    this.dialog?.close();
    canvas.view.host.focus({ preventScroll: true });
    canvas.editor.select(null, { focus: false });
    const range = { s: canvas.offsets.toU(start), e: canvas.offsets.toU(end), exact: true };
    canvas.view.range(range.s, range.e).startContainer.parentElement?.scrollIntoView({ block: "center" });
    const rect = canvas.choose(range);
    canvas.panel.openSelection(canvas.text.slice(range.s, range.e), rect, false);
  }

  /** Every row settled: keep the reasons, validate again. */
  async #confirm() {
    const missing = this.rows.find(({ select, words }) => !select.value || (select.value === "other" && !words.value.trim()));
    if (missing) {
      this.#say(gettext("Chaque endroit demande une étiquette ou une raison."));
      (missing.select.value ? missing.words : missing.select).focus();
      return;
    }
    const reasons = this.rows.flatMap(({ findings, select, words }) => findings.map(({ document, kind, start, end }) => ({
      document, kind, start, end, reason: select.value, words: select.value === "other" ? words.value : "",
    })));
    const { payload, store } = this.canvas;
    const answer = await postJson(this.platform, payload.urls.residual ?? "", { reasons }, store.state.rev);
    if (answer.status !== 200) {
      this.#say(answer.body.error || gettext("Les raisons n'ont pas pu être enregistrées : réessayez."));
      return;
    }
    this.findings = answer.body.findings;
    this.#show();
    this.dialog?.close();
    this.canvas.wiring.run({ name: "submit" });
  }

  /** @param {string} sentence */
  #say(sentence) {
    const place = part("residual-says");
    place.textContent = sentence;
  }
}

/** @param {Finding} finding */
function quoteOf({ before, surface, after }) {
  const quote = element("p", "hit-quote");
  const strong = element("strong");
  strong.textContent = surface;
  quote.append(`…${before}`, strong, `${after}…`);
  return quote;
}

/** @param {Finding} a @param {Finding} b */
function samePlace(a, b) {
  return a.document === b.document && a.kind === b.kind && a.start === b.start && a.end === b.end;
}
