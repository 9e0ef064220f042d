// @ts-check
/** Events of the page to commands of the editor: keys, pointer, buttons, leaving. */
import { format, gettext, ngettext } from "./i18n.js";
import { command, globalCommand } from "./keyboard.js";
import { Pointer } from "./pointer.js";
import { otherWidth } from "./snap.js";

/** @typedef {import("./keyboard.js").Command} Command */
/** @typedef {import("./types.js").Range16} Range16 */

/** Commands that change the note: where it is read only, the page says why. */
const CHANGES = new Set([
  "accept", "remove", "edge", "doubt", "propagate", "undo", "redo", "granularity", "label", "question", "submit", "save",
]);
const BUTTONS = new Set(["submit", "undo", "redo", "help", "search", "retry", "save", "guide", "lens", "residual"]);

/** @param {KeyboardEvent} event @returns {import("./keyboard.js").Press} */
function press(event) {
  const { key, code, ctrlKey, shiftKey, altKey, metaKey, isComposing } = event;
  return { key, code, ctrlKey, shiftKey, altKey, metaKey, isComposing, altGraph: event.getModifierState("AltGraph") };
}

export class Wiring {
  /** @param {import("./main.js").NoteCanvas} canvas @param {AbortSignal} signal */
  constructor(canvas, signal) {
    this.canvas = canvas;
    this.leaving = false;
    this.submitting = false;
    /** Told once about suggestions that were never looked at. */ this.warned = false;
    this.#pointer(signal);
    this.#keys(signal);
    this.#page(signal);
  }

  /** @param {AbortSignal} signal */
  #pointer(signal) {
    const { view, editor } = this.canvas;
    new Pointer(view, {
      select: (range, rect) => this.#selected(range, rect),
      spans: (ids) => this.#clicked(ids, false),
      menu: (ids) => this.#clicked(ids, true),
      text: (u) => this.#clickedText(u),
      resize: (edge, u) => this.#dropped(edge, u),
      extent: () => this.#extent(),
      asIs: () => editor.byCharacter,
      isSpan: (ids, range) => this.#isSpan(ids, range),
    }, signal);
  }

  /** @param {AbortSignal} signal */
  #keys(signal) {
    const { canvas } = this;
    /** @param {KeyboardEvent} event */
    const onKey = (event) => this.onKey(event);
    canvas.addEventListener("keydown", onKey, { signal });
    canvas.list.host.addEventListener("keydown", onKey, { signal });
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      // The panel, then the drawer of the rules: they close from anywhere on the page.
      if (event.key === "Escape" && canvas.panel.isOpen) canvas.panel.close(true);
      else if (event.key === "Escape" && canvas.guide.isOpen) canvas.guide.close();
      const asked = globalCommand(press(event));
      if (!asked) return;
      event.preventDefault();
      this.run(asked);
    }, { signal });
  }

  /** @param {AbortSignal} signal */
  #page(signal) {
    const { canvas } = this;
    const { sync, panel, store, list } = canvas;
    list.host.addEventListener("click", (event) => this.#clickedList(event), { signal });
    document.addEventListener("click", (event) => this.#onButton(event), { signal });
    document.addEventListener("pointerdown", (event) => {
      if (!panel.host.contains(/** @type {Node} */ (event.target))) panel.close();
    }, { signal });
    document.addEventListener("note:focus-span", (event) => {
      const { id } = /** @type {CustomEvent} */ (event).detail ?? {};
      if (store.state.spans.has(id)) canvas.editor.select(id);
    }, { signal });
    window.addEventListener("online", () => sync.kick(), { signal });
    window.addEventListener("resize", () => panel.close(), { signal });
    window.addEventListener("beforeunload", (event) => {
      if (sync.pending && !this.leaving) event.preventDefault();
    }, { signal });
    document.addEventListener("visibilitychange", () => {
      // Another tab of the same person may have worked meanwhile.
      const quiet = sync.phase === "idle" && !sync.pending && !canvas.readOnly;
      if (document.visibilityState === "visible" && quiet) sync.catchUp();
    }, { signal });
  }

  /** @param {Range16} range @param {DOMRect} rect */
  #selected(range, rect) {
    const { canvas } = this;
    if (canvas.readOnly) return;
    const { editor, panel, text } = canvas;
    canvas.picked = range;
    editor.select(null, { focus: false });
    if (editor.armed) editor.create(range, editor.armed);
    else panel.openSelection(text.slice(range.s, range.e), rect, false, this.#kept(range));
  }

  /** The words that a widened selection can go back to. @param {Range16} range */
  #kept({ asked }) {
    return asked ? this.canvas.text.slice(asked.s, asked.e) : "";
  }

  /** One key, one question: how wide? Of the selection, else of what was just labelled, else of what comes. */
  #granularity() {
    const { canvas } = this;
    const range = canvas.selection;
    const other = range && otherWidth(canvas.text, range);
    if (other) {
      const rect = canvas.choose(other);
      canvas.announcer.say(`« ${canvas.text.slice(other.s, other.e)} »`);
      canvas.panel.openSelection(canvas.text.slice(other.s, other.e), rect, false, this.#kept(other));
    } else if (!canvas.editor.keepExact()) canvas.editor.toggleGranularity();
  }

  /** @param {string[]} ids @param {boolean} asMenu */
  #clicked(ids, asMenu) {
    const { canvas } = this;
    if (canvas.caret.on) canvas.caret.leave();
    if (ids.length === 1) {
      canvas.pick(ids[0], asMenu);
      return;
    }
    const spans = ids.flatMap((id) => canvas.store.state.spans.get(id) ?? []);
    const rect = canvas.view.pieces(ids[0])[0]?.getBoundingClientRect() ?? new DOMRect();
    canvas.panel.openStack(spans, (span) => canvas.editor.surface(span), rect);
  }

  /** @param {number|null} u */
  #clickedText(u) {
    const { caret, editor, offsets, panel, list } = this.canvas;
    panel.close();
    editor.select(null, { focus: false });
    if (u === null) return;
    editor.place = offsets.toCp(u);
    if (caret.on) caret.enter(u);
    if (document.activeElement === list.host) this.canvas.view.focus();
  }

  /** @param {string[]} ids @param {Range16} range */
  #isSpan(ids, { s, e }) {
    const { store, offsets } = this.canvas;
    return ids.some((id) => {
      const span = store.state.spans.get(id);
      return span !== undefined && offsets.toU(span.start) === s && offsets.toU(span.end) === e;
    });
  }

  #extent() {
    const { editor, offsets } = this.canvas;
    return editor.current && { s: offsets.toU(editor.current.start), e: offsets.toU(editor.current.end) };
  }

  /** @param {"s"|"e"} edge @param {number} u */
  #dropped(edge, u) {
    const { current } = this.canvas.editor;
    const extent = this.#extent();
    if (current && extent) this.canvas.editor.resize(current, { ...extent, [edge]: u });
  }

  /** @param {MouseEvent} event */
  #clickedList(event) {
    const option = event.target instanceof Element ? event.target.closest(".ent") : null;
    const id = option instanceof HTMLElement ? option.dataset.id : undefined;
    if (!id) return;
    this.canvas.editor.select(id, { focus: false });
    this.#sheet(false);
  }

  /** @param {boolean} [open] toggles without it */
  #sheet(open) {
    const sheet = document.querySelector("[data-role=entities]");
    const now = sheet?.classList.toggle("is-open", open) ?? false;
    document.querySelector("[data-action=toggle-entities]")?.setAttribute("aria-expanded", String(now));
  }

  /** Keys of the note, of the list and of the panel. @param {KeyboardEvent} event */
  onKey(event) {
    if (event.defaultPrevented) return;
    const { canvas } = this;
    const { list, caret, singleKeys, labels, editor, panel } = canvas;
    const inList = event.currentTarget === list.host;
    const asked = command(press(event), { caret: caret.on, singleKeys, list: inList, labelKeys: labels.byKey });
    if (!asked) return;
    event.preventDefault();
    if (inList && event.key.startsWith("Arrow") && asked.name === "span") {
      editor.select(list.step(asked.step ?? 1) ?? list.current, { focus: false });
      return;
    }
    if (asked.name !== "menu" && asked.name !== "escape") panel.close();
    const isHeld = event.repeat && (asked.name === "submit" || (canvas.readOnly && asked.name === "accept"));
    if (isHeld) return; // perhaps since the page before
    this.run(asked);
  }

  /** The note is not to be changed: Enter begins one that waits, every other key hears why. @param {string} name */
  #refuse(name) {
    const start = /** @type {HTMLButtonElement|null} */ (document.querySelector("[data-role=start]"));
    if (start && (name === "accept" || name === "submit")) start.click();
    else this.canvas.complain(this.canvas.dataset.refusal ?? "");
  }

  /** @param {Command} asked */
  run(asked) {
    if (this.canvas.readOnly && CHANGES.has(asked.name)) {
      this.#refuse(asked.name);
      return;
    }
    const { editor, help, search, sync, caret, labels } = this.canvas;
    const step = asked.step ?? 1;
    /** @type {Record<string, () => unknown>} */
    const actions = {
      accept: () => editor.accept(),
      remove: () => editor.remove(),
      span: () => editor.goSpan(step),
      check: () => editor.goCheck(step),
      edge: () => editor.moveEdge(asked.edge ?? "e", step),
      doubt: () => editor.toggleDoubt(),
      propagate: () => editor.propagate(),
      undo: () => {
        this.canvas.toast.hide();
        editor.undo();
      },
      redo: () => editor.redo(),
      granularity: () => this.#granularity(),
      menu: () => this.canvas.openPanel(true),
      help: () => help.toggle(),
      search: () => search.open(),
      guide: () => this.#guide(),
      question: () => this.#question(),
      lens: () => this.#lens(),
      caretMode: () => this.#enterCaret(),
      caret: () => caret.move(asked),
      escape: () => this.#escape(),
      save: () => sync.kick(),
      retry: () => sync.kick(),
      submit: () => this.#submit(),
      residual: () => this.canvas.residual.show(),
      note: () => this.#leave(step),
      label: () => {
        const entry = asked.key ? labels.byKey.get(asked.key) : labels.byDigit(asked.digit ?? 0);
        if (entry) editor.label(entry);
      },
    };
    actions[asked.name]?.();
  }

  #enterCaret() {
    const { caret, editor, offsets, announcer } = this.canvas;
    const u = offsets.toU(editor.current?.start ?? editor.place);
    editor.select(null);
    caret.enter(u);
    announcer.say(gettext("Mode curseur : Maj et flèches sélectionnent, Échap quitte."));
  }

  /** One layer at a time: panel, caret mode or selection, armed label, current span. */
  #escape() {
    const { canvas } = this;
    const selection = document.getSelection();
    if (canvas.panel.isOpen) {
      canvas.panel.close(true);
      canvas.clearSelection();
    } else if (canvas.guide.isOpen) canvas.guide.close();
    else if (canvas.caret.on || (selection && !selection.isCollapsed)) canvas.clearSelection();
    else if (canvas.editor.armed) canvas.editor.arm(null);
    else canvas.editor.select(null);
  }

  #guide() {
    const { guide, editor, view } = this.canvas;
    if (guide.isOpen) guide.close();
    else guide.open(editor.busyWith, !view.host.contains(document.activeElement));
  }

  /** A borderline case becomes a doubt with a remark, which a reviewer reads. */
  #question() {
    const { editor, toast } = this.canvas;
    if (!editor.current) toast.show(gettext("Choisissez d'abord l'entité dont vous doutez."), false);
    else if (editor.current.doubt) this.canvas.editComment();
    else editor.toggleDoubt();
  }

  /** Only what is not labelled, so that eyes look for what was missed. */
  #lens() {
    const { view, announcer, toast, panel } = this.canvas;
    panel.close();
    view.setLens(!view.lens);
    document.querySelectorAll("[data-action=lens]").forEach((one) => one.setAttribute("aria-pressed", String(view.lens)));
    const sentence = view.lens ? gettext("Seul ce qui n'est pas étiqueté se lit.") : gettext("Toute la note se lit.");
    announcer.say(sentence);
    toast.show(sentence, false);
  }

  /** Once: suggestions that are not sure and that nobody looked at are shown before they are taken as they are. */
  #holdBack() {
    const { editor } = this.canvas;
    const left = editor.unseen;
    if (!left.length || this.warned) return false;
    this.warned = true;
    editor.select(left[0].id);
    const template = ngettext(
      "%(count)s entité à vérifier n'a pas été vue : la voici. Validez de nouveau pour l'accepter telle quelle.",
      "%(count)s entités à vérifier n'ont pas été vues : voici la première. Validez de nouveau pour les accepter telles quelles.",
      left.length,
    );
    this.canvas.complain(format(template, { count: left.length }));
    return true;
  }

  async #submit() {
    const { canvas } = this;
    canvas.panel.close();
    if (canvas.readOnly || this.submitting || this.#holdBack()) return;
    this.submitting = true;
    const answer = await canvas.sync.submit();
    this.submitting = false;
    if (answer.ok) this.#go(answer.next ?? canvas.payload.urls.exit);
    else if (answer.findings) canvas.residual.ask(answer.findings, answer.message);
    else canvas.complain(answer.message || gettext("La note n'a pas pu être validée. Votre travail est gardé : réessayez."));
  }

  /** @param {1|-1} step */
  async #leave(step) {
    const { payload, toast, sync } = this.canvas;
    const link = document.querySelector(step > 0 ? "a[rel=next]" : "a[rel=prev]");
    const url = link?.getAttribute("href") ?? (step > 0 ? payload.urls.next : null);
    if (!url) toast.show(step > 0 ? gettext("C'est la dernière note.") : gettext("C'est la première note."), false);
    else if (await sync.flush()) this.#go(url);
  }

  /** @param {string} url */
  #go(url) {
    this.leaving = true;
    window.location.assign(url);
  }

  /** Buttons of the page: [data-action]. @param {MouseEvent} event */
  #onButton(event) {
    const pressed = event.target instanceof Element ? event.target.closest("[data-action]") : null;
    const name = pressed?.getAttribute("data-action") ?? "";
    if (name === "toggle-entities") this.#sheet();
    else if (name === "hide-hints") document.querySelector("[data-role=hints]")?.setAttribute("hidden", "");
    else if (BUTTONS.has(name)) {
      event.preventDefault();
      this.run({ name });
    }
  }
}
