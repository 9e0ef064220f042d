// @ts-check
/** `<note-canvas>`: reads the page's payload, builds the parts, wires the DOM. The page must hold templates/annotation/partials/canvas.html. */
import { Announcer, progress } from "./a11y.js";
import { Sync } from "./api.js";
import { Caret } from "./caret.js";
import { askConflict, askPropagation } from "./dialogs.js";
import { Editor } from "./editor.js";
import { EntityList } from "./entities.js";
import { fold } from "./fold.js";
import { Help, singleKeysWanted } from "./help.js";
import { paint } from "./highlight.js";
import { csrfToken } from "./http.js";
import { format, gettext } from "./i18n.js";
import { command, globalCommand } from "./keyboard.js";
import { colourRules, Labels } from "./labels.js";
import { Offsets } from "./offsets.js";
import { Pointer } from "./pointer.js";
import { chip, Popover } from "./popover.js";
import { counts, ordered } from "./queries.js";
import { NoteView } from "./render.js";
import { Search } from "./search.js";
import { readSelection } from "./selection.js";
import { StatusBar } from "./status.js";
import { Store } from "./store.js";

/** @typedef {import("./types.js").Payload} Payload */
/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./keyboard.js").Command} Command */

const CHANGED_DELAY_MS = 300;
const TOAST_MS = 6000;

/** @param {string} role @returns {HTMLElement} */
function part(role) {
  const found = document.querySelector(`[data-role=${role}]`);
  if (!(found instanceof HTMLElement)) throw new Error(`note-canvas: [data-role=${role}] is missing`);
  return found;
}

class NoteCanvas extends HTMLElement {
  connectedCallback() {
    if (this.abort) return;
    const source = document.getElementById(this.dataset.source ?? "note-data");
    /** @type {Payload} */
    const payload = JSON.parse(source?.textContent ?? "null");
    if (!payload) throw new Error("note-canvas: the payload is missing");
    performance.mark("note-canvas-start");
    this.abort = new AbortController();
    this.payload = payload;
    this.readOnly = payload.readOnly || payload.state === "submitted";
    this.leaving = false;
    this.#model(payload);
    this.#parts();
    this.#listen(this.abort.signal);
    this.view.mount(this.store.state.spans);
    this.list.mount(this.store.state.spans);
    this.#palette();
    this.#progress();
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

  /** @param {Payload} payload */
  #model(payload) {
    this.text = payload.text;
    this.offsets = new Offsets(payload.text);
    this.labels = new Labels(payload.labels);
    this.store = new Store(payload);
    /** @type {import("./fold.js").Folded|null} */
    let folded = null;
    this.folded = () => (folded ??= fold(payload.text));
    this.sync = new Sync({
      store: this.store,
      urls: payload.urls,
      platform: {
        fetch: (input, init) => fetch(input, init),
        csrf: csrfToken,
        setTimeout: (run, ms) => setTimeout(run, ms),
        clearTimeout: (timer) => clearTimeout(timer),
        online: () => navigator.onLine,
        random: Math.random,
      },
      ask: (op, changes) =>
        askConflict(this.#dialog("conflict"), this.#note(), this.store.state.base, changes),
      onStatus: (status) => this.status.show(status),
      onRefused: (op, reason) => this.#refused(reason),
    });
  }

  #note() {
    return { text: this.text, offsets: this.offsets, labels: this.labels };
  }

  /** @param {string} role @returns {HTMLDialogElement} */
  #dialog(role) {
    return /** @type {HTMLDialogElement} */ (part(role));
  }

  #parts() {
    const host = /** @type {HTMLElement} */ (this.querySelector(".nc-text"));
    this.view = new NoteView(host, this.text, this.offsets, this.labels);
    this.status = new StatusBar(document);
    this.announcer = new Announcer(part("live"));
    this.caret = new Caret(this.view);
    this.singleKeys = singleKeysWanted();
    this.help = new Help(this.#dialog("help"), this.labels, (on) => (this.singleKeys = on));
    this.editor = new Editor({
      store: this.store, sync: this.sync, text: this.text, offsets: this.offsets, labels: this.labels,
      folded: this.folded, readOnly: this.readOnly, ui: this.#ui(),
    });
    this.list = new EntityList(part("entity-list"), this.labels, (span) => this.editor.surface(span).replace(/\s+/g, " "));
    this.search = new Search(
      /** @type {HTMLFormElement} */ (part("search")), this.folded, this.view, (range) => this.#leaveSearch(range),
    );
    this.popover = new Popover(part("popover"), this.labels, {
      label: (entry) => this.#act(() => this.editor.label(entry)),
      action: (name) => this.#act(() => this.#run({ name: name === "restore" ? "accept" : name })),
      pick: (id) => this.#pick(id),
      comment: (text) => this.editor.comment(text),
      closed: (refocus) => refocus && this.view.focus(),
      key: (event) => this.#onKey(event),
    });
  }

  /** @returns {import("./editor.js").Ui} */
  #ui() {
    return {
      say: (sentence) => this.announcer.say(sentence),
      toast: (sentence, undo) => this.#toast(sentence, undo),
      current: (id, options) => this.#showCurrent(id, options),
      selection: () => readSelection(this.view.host, this.text, this.selectionAsIs ?? this.editor.byCharacter),
      clearSelection: () => this.#clearSelection(),
      openMenu: () => this.#openMenu(true),
      editComment: () => {
        this.#openMenu(false);
        if (!this.popover.isOpen) return;
        /** @type {HTMLElement|null} */ (this.popover.host.querySelector("textarea"))?.focus();
      },
      propagate: (hits, span) => {
        this.popover.close();
        return askPropagation(
          this.#dialog("propagate"), this.#note(), hits,
          format(gettext("« %(text)s » partout : %(label)s"), { text: this.editor.surface(span), label: this.labels.name(span) }),
          (ticked) => paint("propagate", ticked.map((hit) => this.view.range(this.offsets.toU(hit.start), this.offsets.toU(hit.end)))),
        );
      },
    };
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    this.store.subscribe((changes) => this.#changed(changes));
    new Pointer(this.view, {
      select: (range, rect) => this.#selected(range, rect),
      spans: (ids) => this.#clicked(ids, false),
      menu: (ids) => this.#clicked(ids, true),
      text: (u) => this.#clickedText(u),
      resize: (edge, u) => this.#dropped(edge, u),
      extent: () => this.#extent(),
      asIs: () => this.editor.byCharacter,
    }, signal);
    this.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    this.list.host.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    this.list.host.addEventListener("click", (event) => this.#clickedList(event), { signal });
    document.addEventListener("keydown", (event) => this.#onGlobalKey(event), { signal });
    document.addEventListener("click", (event) => this.#onAction(event), { signal });
    document.addEventListener("pointerdown", (event) => this.#pressedOutside(event), { signal });
    document.addEventListener("note:focus-span", (event) => {
      const { id } = /** @type {CustomEvent} */ (event).detail ?? {};
      if (this.store.state.spans.has(id)) this.editor.select(id);
    }, { signal });
    window.addEventListener("online", () => this.sync.kick(), { signal });
    window.addEventListener("resize", () => this.popover.close(), { signal });
    document.addEventListener("visibilitychange", () => {
      // Another tab of the same person may have worked meanwhile.
      if (document.visibilityState === "visible" && !this.sync.pending && !this.readOnly && this.sync.phase === "idle") this.sync.catchUp();
    }, { signal });
    window.addEventListener("beforeunload", (event) => {
      if (this.sync.pending && !this.leaving) event.preventDefault();
    }, { signal });
  }

  /** @param {import("./types.js").Change[]} changes */
  #changed(changes) {
    if (!changes.length) return;
    this.view.patch(changes);
    this.list.patch(changes, this.store.state.spans);
    this.editor.refresh();
    this.#progress();
    clearTimeout(this.changedTimer);
    this.changedTimer = setTimeout(() => {
      const { rev, spans } = this.store.state;
      this.dispatchEvent(new CustomEvent("spans:changed", { bubbles: true, detail: { rev, ...counts(spans) } }));
    }, CHANGED_DELAY_MS);
  }

  #progress() {
    const tally = counts(this.store.state.spans);
    for (const place of document.querySelectorAll("[data-role=progress]")) place.textContent = progress(tally);
    for (const place of document.querySelectorAll("[data-role=entity-count]")) place.textContent = String(tally.total);
  }

  /** @param {string|null} id @param {{focus: boolean, reveal: boolean}} options */
  #showCurrent(id, { focus, reveal }) {
    this.view.setCurrent(id);
    this.list.setCurrent(id);
    this.#armedChips();
    if (id && reveal) this.view.reveal(id);
    if (focus && document.activeElement !== this.list.host) this.view.focus();
  }

  #clearSelection() {
    this.selectionAsIs = undefined;
    if (this.caret.on) this.caret.leave();
    document.getSelection()?.removeAllRanges();
  }

  /** @param {() => void} action */
  #act(action) {
    action();
    this.popover.close(true);
    if (this.editor.current?.doubt && !this.editor.current.comment && this.commenting) this.#openMenu(false);
  }

  /** @param {import("./types.js").Range16} range @param {DOMRect} rect */
  #selected(range, rect) {
    if (this.readOnly) return;
    this.selectionAsIs = range.exact;
    this.view.setCurrent(null);
    this.editor.select(null, { focus: false });
    if (this.editor.armed) this.editor.create(range, this.editor.armed);
    else this.popover.openSelection(this.text.slice(range.s, range.e), rect, false);
  }

  /** @param {string[]} ids @param {boolean} asMenu */
  #clicked(ids, asMenu) {
    if (this.caret.on) this.caret.leave();
    if (ids.length === 1) {
      this.#pick(ids[0], asMenu);
      return;
    }
    const spans = ids.flatMap((id) => this.store.state.spans.get(id) ?? []);
    const rect = this.view.pieces(ids[0])[0]?.getBoundingClientRect() ?? new DOMRect();
    this.popover.openStack(spans, (span) => this.editor.surface(span), rect);
  }

  /** @param {string} id @param {boolean} [focusMenu] */
  #pick(id, focusMenu = false) {
    this.editor.select(id, { reveal: false });
    this.#openMenu(focusMenu);
  }

  /** @param {boolean} focus */
  #openMenu(focus) {
    const { current } = this.editor;
    if (!current || this.readOnly) return;
    const anchor = this.view.pieces(current.id)[0] ?? this.list.options.get(current.id);
    if (anchor) this.popover.openSpan(current, this.editor.surface(current), anchor.getBoundingClientRect(), focus);
  }

  /** @param {number|null} u */
  #clickedText(u) {
    this.popover.close();
    if (this.caret.on && u !== null) this.caret.enter(u);
    this.editor.select(null, { focus: false });
    if (u !== null) this.editor.place = this.offsets.toCp(u);
  }

  #extent() {
    const { current } = this.editor;
    return current && { s: this.offsets.toU(current.start), e: this.offsets.toU(current.end) };
  }

  /** @param {"s"|"e"} edge @param {number} u */
  #dropped(edge, u) {
    const { current } = this.editor;
    const extent = this.#extent();
    if (current && extent) this.editor.resize(current, { ...extent, [edge]: u });
  }

  /** @param {MouseEvent} event */
  #clickedList(event) {
    const option = event.target instanceof Element ? event.target.closest(".ent") : null;
    const id = option instanceof HTMLElement ? option.dataset.id : undefined;
    if (!id) return;
    this.editor.select(id, { focus: false });
    document.querySelector("[data-role=entities]")?.classList.remove("is-open");
  }

  /** @param {PointerEvent} event */
  #pressedOutside(event) {
    const target = /** @type {Node} */ (event.target);
    if (this.popover.isOpen && !this.popover.host.contains(target)) this.popover.close();
  }

  /** @param {KeyboardEvent} event @returns {import("./keyboard.js").Press} */
  #press(event) {
    const { key, code, ctrlKey, shiftKey, altKey, metaKey, isComposing } = event;
    return { key, code, ctrlKey, shiftKey, altKey, metaKey, isComposing, altGraph: event.getModifierState("AltGraph") };
  }

  /** @param {KeyboardEvent} event */
  #onGlobalKey(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const asked = globalCommand(this.#press(event));
    if (!asked) return;
    event.preventDefault();
    this.#run(asked);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented) return;
    const asked = command(this.#press(event), {
      caret: this.caret.on,
      singleKeys: this.singleKeys,
      list: event.currentTarget === this.list.host,
      labelKeys: this.labels.byKey,
    });
    if (!asked) return;
    event.preventDefault();
    if (asked.name === "span" && event.currentTarget === this.list.host && event.key.length > 9 === false) {
      this.editor.select(this.list.step(asked.step ?? 1), { focus: false });
      return;
    }
    if (asked.name !== "menu" && asked.name !== "escape") this.popover.close();
    this.#run(asked);
  }

  /** @param {Command} asked */
  #run(asked) {
    const { editor } = this;
    const step = asked.step ?? 1;
    switch (asked.name) {
      case "label": {
        const entry = asked.key ? this.labels.byKey.get(asked.key) : this.labels.byDigit(asked.digit ?? 0);
        if (entry) editor.label(entry);
        break;
      }
      case "accept": editor.accept(); break;
      case "remove": editor.remove(); break;
      case "span": editor.goSpan(step); break;
      case "check": editor.goCheck(step); break;
      case "edge": editor.moveEdge(asked.edge ?? "e", step); break;
      case "doubt": editor.toggleDoubt(); break;
      case "propagate": editor.propagate(); break;
      case "undo": editor.undo(); break;
      case "redo": editor.redo(); break;
      case "granularity": editor.toggleGranularity(); break;
      case "menu": this.#openMenu(true); break;
      case "help": this.help.toggle(); break;
      case "search": this.search.open(); break;
      case "caretMode": this.#enterCaret(); break;
      case "caret": this.caret.move(asked); break;
      case "escape": this.#escape(); break;
      case "save":
      case "retry": this.sync.kick(); break;
      case "submit": this.#submit(); break;
      case "note": this.#leave(step); break;
    }
  }

  #enterCaret() {
    const u = this.offsets.toU(this.editor.current?.start ?? this.editor.place);
    this.editor.select(null);
    this.caret.enter(u);
    this.announcer.say(gettext("Mode curseur : Maj et flèches sélectionnent, Échap quitte."));
  }

  /** One layer at a time: popover, selection, caret mode, armed label, current span. */
  #escape() {
    const selection = document.getSelection();
    if (this.popover.isOpen) this.popover.close(true);
    else if (this.caret.on) this.#clearSelection();
    else if (selection && !selection.isCollapsed) this.#clearSelection();
    else if (this.editor.armed) this.editor.arm(null);
    else this.editor.select(null);
  }

  /** @param {{s: number, e: number}|null} range */
  #leaveSearch(range) {
    this.view.host.focus({ preventScroll: true });
    if (!range) return;
    this.editor.select(null);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(this.view.range(range.s, range.e));
  }

  async #submit() {
    if (this.readOnly || this.submitting) return;
    this.submitting = true;
    const answer = await this.sync.submit();
    this.submitting = false;
    if (!answer.ok) {
      const sentence = answer.message || gettext("La note n'a pas pu être validée. Votre travail est gardé : réessayez.");
      this.announcer.say(sentence);
      this.#toast(sentence, false);
      return;
    }
    this.#go(answer.next ?? this.payload.urls.exit);
  }

  /** @param {1|-1} step */
  async #leave(step) {
    const url = step > 0 ? this.payload.urls.next : this.payload.urls.previous;
    if (!url) this.#toast(step > 0 ? gettext("C'est la dernière note.") : gettext("C'est la première note."), false);
    else if (await this.sync.flush()) this.#go(url);
  }

  /** @param {string} url */
  #go(url) {
    this.leaving = true;
    window.location.assign(url);
  }

  /** Buttons of the page: [data-action]. @param {MouseEvent} event */
  #onAction(event) {
    const pressed = event.target instanceof Element ? event.target.closest("[data-action]") : null;
    const name = pressed?.getAttribute("data-action");
    if (!pressed || !name) return;
    if (name === "toggle-entities") {
      const open = part("entities").classList.toggle("is-open");
      pressed.setAttribute("aria-expanded", String(open));
    } else if (name === "hide-hints") part("hints").hidden = true;
    else if (["submit", "undo", "redo", "help", "search", "retry", "save"].includes(name)) {
      event.preventDefault();
      this.#run({ name });
    }
  }

  #palette() {
    for (const rule of colourRules(this.payload.labels)) {
      const sheet = new CSSStyleSheet();
      sheet.insertRule(rule);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }
    const palette = document.querySelector("[data-role=palette]");
    if (!(palette instanceof HTMLElement)) return;
    palette.hidden = this.readOnly;
    palette.addEventListener("mousedown", (event) => event.preventDefault());
    for (const entry of this.labels.entries.filter((one) => one.key)) {
      const made = chip(entry, false);
      made.title = entry.guideline;
      made.addEventListener("click", () => this.#act(() => this.editor.label(entry)));
      palette.append(made);
    }
  }

  #armedChips() {
    const chips = document.querySelectorAll("[data-role=palette] .chip");
    const keyed = this.labels.entries.filter((one) => one.key);
    chips.forEach((made, i) => made.setAttribute("aria-pressed", String(keyed[i] === this.editor.armed)));
  }

  /** @param {string} reason */
  #refused(reason) {
    const sentence = `${gettext("Modification refusée.")} ${reason}`;
    this.announcer.say(sentence);
    this.#toast(sentence, false);
  }

  /** @param {string} sentence @param {boolean} undo */
  #toast(sentence, undo) {
    const toast = part("toast");
    const words = toast.querySelector("[data-role=toast-text]");
    if (words) words.textContent = sentence;
    const back = /** @type {HTMLElement|null} */ (toast.querySelector("[data-action=undo]"));
    if (back) back.hidden = !undo;
    toast.hidden = false;
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => (toast.hidden = true), TOAST_MS);
  }

  /** For tests and the page: spans in reading order. @returns {Span[]} */
  get spans() {
    return ordered(this.store.state.spans);
  }
}

customElements.define("note-canvas", NoteCanvas);
