// @ts-check
/** `<note-canvas>`: reads the page's payload, builds the parts, ties them. The page must hold templates/annotation/partials/canvas.html. */
import { Announcer } from "./a11y.js";
import { Sync } from "./api.js";
import { Caret } from "./caret.js";
import { followBar, Palette, part, showProgress, Toast } from "./chrome.js";
import { askConflict } from "./dialogs.js";
import { Editor } from "./editor.js";
import { EntityList } from "./entities.js";
import { fold } from "./fold.js";
import { Guide } from "./guide.js";
import { Help, singleKeysWanted } from "./help.js";
import { paint } from "./highlight.js";
import { csrfToken } from "./http.js";
import { format, gettext } from "./i18n.js";
import { Labels } from "./labels.js";
import { Offsets } from "./offsets.js";
import { PatientFile } from "./patientfile.js";
import { Popover } from "./popover.js";
import { Preview } from "./preview.js";
import { counts, isVisible, ordered } from "./queries.js";
import { NoteView } from "./render.js";
import { Residual } from "./residual.js";
import { keepSafe } from "./safekeeping.js";
import { Search } from "./search.js";
import { rangeOf, readSelection } from "./selection.js";
import { meet } from "./sources.js";
import { StatusBar } from "./status.js";
import { Store } from "./store.js";
import { Wiring } from "./wiring.js";

/** @typedef {import("./types.js").Payload} Payload */
/** @typedef {import("./types.js").Span} Span */

const CHANGED_DELAY_MS = 300;
const LONG_LIST = 300;
const LIST_WAITS_MS = 100;

/** @type {import("./api.js").Platform} */
const PLATFORM = {
  fetch: (input, init) => fetch(input, init),
  csrf: csrfToken,
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer),
  online: () => navigator.onLine,
  random: Math.random,
};

/** @param {string} role @returns {HTMLDialogElement} */
const dialog = (role) => /** @type {HTMLDialogElement} */ (part(role));

export class NoteCanvas extends HTMLElement {
  /** @type {AbortController} */ abort;
  /** @type {Payload} */ payload;
  /** @type {string} */ text;
  /** @type {Offsets} */ offsets;
  /** @type {Labels} */ labels;
  /** @type {Store} */ store;
  /** @type {Sync} */ sync;
  /** @type {() => import("./fold.js").Folded} */ folded;
  /** @type {NoteView} */ view;
  /** @type {Caret} */ caret;
  /** @type {StatusBar} */ status;
  /** @type {Announcer} */ announcer;
  /** @type {Toast} */ toast;
  /** @type {Help} */ help;
  /** @type {PatientFile} */ file;
  /** @type {Editor} */ editor;
  /** @type {EntityList} */ list;
  /** @type {Search} */ search;
  /** @type {Popover} */ panel;
  /** @type {Guide} */ guide;
  /** @type {Palette} */ palette;
  /** @type {Wiring} */ wiring;
  /** @type {Residual} */ residual;
  readOnly = false;
  singleKeys = true;
  /** Tells the other tabs. @type {(rev: number) => void} */ stored = () => {};
  /** What a gesture chose: it stays as it is while the selection lies there. @type {import("./types.js").Range16|null} */
  picked = null;

  connectedCallback() {
    if (this.abort) return;
    const source = document.getElementById(this.dataset.source ?? "note-data");
    /** @type {Payload|null} */
    const payload = JSON.parse(source?.textContent ?? "null");
    if (!payload) throw new Error("note-canvas: the payload is missing");
    performance.mark("note-canvas-start");
    this.abort = new AbortController();
    this.payload = payload;
    meet(payload.me ?? "", payload.people ?? {}, payload.rules ?? {});
    this.readOnly = payload.readOnly || payload.state === "submitted";
    this.#model(payload);
    this.#parts(payload);
    this.wiring = new Wiring(this, this.abort.signal);
    this.residual = new Residual(this, PLATFORM, this.abort.signal);
    if (!this.readOnly) this.stored = keepSafe(this, this.abort.signal);
    this.store.subscribe((changes) => this.#changed(changes));
    this.view.mount(this.store.state.spans);
    this.#mountList();
    showProgress(this.store.state.spans);
    followBar(this.abort.signal);
    this.status.show(this.sync.status);
    this.classList.toggle("is-read-only", this.readOnly);
    this.dataset.ready = "true";
    performance.mark("note-canvas-built");
  }

  disconnectedCallback() {
    // A move in the document (htmx) is a disconnection followed by a connection: keep everything then.
    queueMicrotask(() => {
      if (!this.isConnected) this.abort?.abort();
    });
  }

  /** The note is the page: a long list waits for its first paint. */
  #mountList() {
    const spans = () => this.store.state.spans;
    const later = (/** @type {() => void} */ run) =>
      globalThis.requestIdleCallback ? requestIdleCallback(run, { timeout: LIST_WAITS_MS }) : setTimeout(run, 0);
    if (spans().size < LONG_LIST) this.list.mount(spans());
    else requestAnimationFrame(() => setTimeout(() => this.list.mountSlowly(spans, later), 0));
  }

  /** @param {Payload} payload */
  #model(payload) {
    this.text = payload.text;
    this.offsets = new Offsets(payload.text);
    this.labels = new Labels(payload.labels, payload.spans);
    this.store = new Store(payload);
    /** @type {import("./fold.js").Folded|null} */
    let folded = null;
    this.folded = () => (folded ??= fold(payload.text));
    this.sync = new Sync({
      store: this.store,
      urls: payload.urls,
      platform: PLATFORM,
      owner: payload.me ?? "",
      ask: (op, changes, others) => askConflict(dialog("conflict"), this, this.store.state.base, changes, others),
      onStored: (rev) => this.stored(rev),
      onStatus: (status) => this.status.show(status),
      onRefused: (op, reason) => this.complain(`${gettext("Modification refusée.")} ${reason}`),
    });
  }

  /** @param {Payload} payload */
  #parts(payload) {
    this.file = new PatientFile({ store: this.store, sync: this.sync, urls: payload.urls, platform: PLATFORM });
    const host = /** @type {HTMLElement} */ (this.querySelector(".nc-text"));
    this.view = new NoteView(host, this.text, this.offsets, this.labels, payload.tables);
    this.caret = new Caret(this.view);
    this.status = new StatusBar(document);
    this.announcer = new Announcer(part("live"));
    this.toast = new Toast();
    this.singleKeys = singleKeysWanted();
    this.help = new Help(dialog("help"), this.labels, (on) => (this.singleKeys = on));
    this.editor = new Editor({
      store: this.store, sync: this.sync, text: this.text, offsets: this.offsets, labels: this.labels,
      folded: this.folded, file: this.file, readOnly: this.readOnly, ui: this.#ui(),
    });
    this.list = new EntityList(part("entity-list"), this.labels, (span) =>
      this.editor.surface(span).replace(/\s+/g, " "),
    );
    this.search = new Search(/** @type {HTMLFormElement} */ (part("search")), this.folded, this.view, (range) =>
      this.#leaveSearch(range),
    );
    this.panel = new Popover(part("popover"), this.labels, {
      readOnly: this.readOnly,
      label: (entry) => this.#fromPanel(() => this.editor.label(entry)),
      action: (name) => this.#fromPanel(() => this.wiring.run({ name: name === "restore" ? "accept" : name })),
      pick: (id) => this.pick(id, false),
      comment: (text, id) => this.editor.comment(text, id),
      closed: (refocus) => refocus && this.view.focus(),
      key: (event) => this.wiring.onKey(event),
    });
    this.guide = new Guide(part("guide"), this.labels, {
      doubt: this.readOnly ? null : () => this.wiring.run({ name: "question" }),
      closed: () => this.view.focus(),
    });
    this.palette = new Palette(this.labels, this.readOnly, (entry) => this.#fromPanel(() => this.editor.label(entry)));
  }

  /** @returns {import("./editor.js").Ui} */
  #ui() {
    return {
      say: (sentence) => this.announcer.say(sentence),
      toast: (sentence, undo) => this.toast.show(sentence, undo),
      current: (id, options) => this.#showCurrent(id, options),
      selection: () => this.selection,
      clearSelection: () => this.clearSelection(),
      editComment: () => this.editComment(),
      propagate: (hits, span) => this.#propagate(hits, span),
      complain: (sentence) => this.complain(sentence),
    };
  }

  /** @param {import("./types.js").Change[]} changes */
  #changed(changes) {
    if (!changes.length) return;
    const { rev, spans } = this.store.state;
    this.view.patch(changes);
    this.list.patch(changes, spans);
    this.editor.refresh();
    showProgress(spans);
    clearTimeout(this.changedTimer);
    this.changedTimer = setTimeout(() => {
      this.dispatchEvent(new CustomEvent("spans:changed", { bubbles: true, detail: { rev, ...counts(spans) } }));
    }, CHANGED_DELAY_MS);
  }

  /** What is selected in the note: as it was chosen, else widened to words. @returns {import("./types.js").Range16|null} */
  get selection() {
    const { picked, text, view } = this;
    const bare = readSelection(view.host, text, true);
    if (!bare) return null;
    if (picked && picked.s === bare.s && picked.e === bare.e) return picked;
    return rangeOf(text, bare.s, bare.e, this.editor.byCharacter);
  }

  /** Selects a range in the note; its width stays as it is. @param {import("./types.js").Range16} range @returns {DOMRect} */
  choose(range) {
    const dom = this.view.range(range.s, range.e);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(dom);
    this.picked = range;
    return dom.getBoundingClientRect();
  }

  /** @param {string|null} id @param {{focus: boolean, reveal: boolean}} options */
  #showCurrent(id, { focus, reveal }) {
    // Write everything, then measure: one layout.
    this.view.setCurrent(id);
    this.palette.show(this.editor.armed);
    this.list.setCurrent(id);
    this.guide.follow(this.editor.busyWith);
    if (id && reveal) this.view.reveal(id);
    this.list.reveal();
    if (focus && document.activeElement !== this.list.host) this.view.focus();
  }

  clearSelection() {
    this.picked = null;
    if (this.caret.on) this.caret.leave();
    document.getSelection()?.removeAllRanges();
  }

  /** The panel closes after its action, unless the action left a remark to write. @param {() => void} action */
  #fromPanel(action) {
    this.panel.close(true);
    action();
  }

  /** Make a span current and show its panel. @param {string} id @param {boolean} focusPanel */
  pick(id, focusPanel) {
    this.editor.select(id, { reveal: false });
    this.openPanel(focusPanel);
  }

  /** @param {boolean} focus */
  openPanel(focus) {
    const { current } = this.editor;
    if (!current) return;
    const anchor = this.view.pieces(current.id)[0] ?? this.list.options.get(current.id);
    if (anchor) this.panel.openSpan(current, this.editor.surface(current), anchor.getBoundingClientRect(), focus, this.editor.seenByModel(current));
  }

  editComment() {
    this.openPanel(false);
    this.panel.editComment();
  }

  /** @param {import("./propagate.js").Hit[]} hits @param {Span} span */
  #propagate(hits, span) {
    this.panel.close();
    const title = format(gettext("« %(text)s » partout : %(label)s"), {
      text: this.editor.surface(span),
      label: this.labels.name(span),
    });
    /** @param {import("./propagate.js").Hit} hit */
    const range = (hit) => this.view.range(this.offsets.toU(hit.start), this.offsets.toU(hit.end));
    const preview = new Preview(dialog("propagate"), this.labels, (ticked) => paint("propagate", ticked.map(range)));
    const search = this.file.exists ? () => this.file.search(span, this.editor.surface(span)) : null;
    return preview.ask(title, hits, search);
  }

  /** A hit of the search becomes the selection, its characters and no others, ready for a label; one that is labelled already becomes
   * the current passage: every key is for it. @param {import("./types.js").Range16|null} range */
  #leaveSearch(range) {
    this.view.host.focus({ preventScroll: true });
    if (!range) return;
    const [start, end] = [this.offsets.toCp(range.s), this.offsets.toCp(range.e)];
    const labelled = this.spans.find((span) => isVisible(span) && span.start === start && span.end === end);
    this.editor.select(labelled?.id ?? null);
    if (labelled) return;
    const found = rangeOf(this.text, range.s, range.e, true);
    if (found) this.choose(found);
  }

  /** Say and show that something went wrong. @param {string} sentence */
  complain(sentence) {
    this.announcer.say(sentence);
    this.toast.show(sentence, false);
  }

  /** Spans in reading order, for the page and its tests. @returns {Span[]} */
  get spans() {
    return ordered(this.store.state.spans);
  }
}

customElements.define("note-canvas", NoteCanvas);
