// @ts-check
/**
 * What each command does to the note, whichever gesture asked for it. Knows the state and the
 * pure rules; speaks to the page only through `ui`.
 */
import { progress } from "./a11y.js";
import { format, gettext, ngettext } from "./i18n.js";
import { acceptOp, addOp, batchOp, flagOp, manualSpan, relabelOp, removeOp, resizeOp } from "./ops.js";
import { findHits, propagateOp, withModelAccepted } from "./propagate.js";
import { counts, isVisible, neighbour, nextToCheck, ordered, toCheck } from "./queries.js";
import { seenByModel } from "./sight.js";
import { growFor, moveEdge } from "./snap.js";
import { lastDone, lastUndone, redoOp, undoOp } from "./state.js";

/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").Op} Op */
/** @typedef {import("./types.js").LabelEntry} LabelEntry */
/** @typedef {import("./types.js").Range16} Range16 */
/**
 * @typedef {{say: (sentence: string) => void, toast: (sentence: string, undo: boolean) => void,
 *   current: (id: string|null, options: {focus: boolean, reveal: boolean}) => void,
 *   selection: () => Range16|null, clearSelection: () => void, editComment: () => void,
 *   complain: (sentence: string) => void,
 *   propagate: (hits: import("./propagate.js").Hit[], span: Span) => Promise<import("./propagate.js").Hit[]|null>}} Ui
 * @typedef {{store: import("./store.js").Store, sync: {push(op: Op): void}, text: string,
 *   offsets: import("./offsets.js").Offsets, labels: import("./labels.js").Labels,
 *   folded: () => import("./fold.js").Folded, file: import("./patientfile.js").PatientFile, readOnly: boolean, ui: Ui}} Parts
 */

/** Who signs a span made here; the server knows the person. */
export const MANUAL_SOURCE = "user";

export class Editor {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {string|null} */ this.currentId = null;
    /** Code-point offset from which arrows go on when no span is current. */
    this.place = 0;
    this.byCharacter = false;
    /** A gesture over several notes is being taken back. */ this.travelling = false;
    /** @type {Set<string>} spans that were current once */ this.seen = new Set();
    /** @type {LabelEntry|null} */ this.armed = null;
    /** The last label went wider than the gesture. @type {{at: string|undefined, changed: boolean, asked: {s: number, e: number}, entry: LabelEntry}|null} */ this.widened = null;
  }

  get spans() {
    return this.parts.store.state.spans;
  }

  /** @returns {Span|null} */
  get current() {
    return (this.currentId && this.spans.get(this.currentId)) || null;
  }

  /** @param {{start: number, end: number}} span */
  surface({ start, end }) {
    const { text, offsets } = this.parts;
    return text.slice(offsets.toU(start), offsets.toU(end));
  }

  /** The words the model makes of a passage; "" when it sees the passage as it is. @param {{start: number, end: number}} span */
  seenByModel({ start, end }) {
    const { text, offsets } = this.parts;
    const [from, to] = [offsets.toU(start), offsets.toU(end)];
    const { s, e } = seenByModel(text, from, to);
    return s < from || e > to ? text.slice(s, e) : "";
  }

  /** @param {string|null} id @param {{focus?: boolean, reveal?: boolean}} [options] */
  select(id, { focus = true, reveal = true } = {}) {
    const span = id ? this.spans.get(id) : undefined;
    this.currentId = span ? span.id : null;
    if (span) {
      this.place = span.start;
      this.seen.add(span.id);
    }
    this.parts.ui.current(this.currentId, { focus, reveal });
  }

  /** @param {Op|null} op @param {string} [sentence] */
  #do(op, sentence = "") {
    if (!op || this.parts.readOnly) return false;
    this.widened = null;
    this.parts.sync.push(op);
    if (sentence) this.parts.ui.say(`${sentence}, ${progress(counts(this.spans))}`);
    return true;
  }

  /** One label key or button: label the selection, else relabel the current span, else arm. @param {LabelEntry} entry */
  label(entry) {
    if (this.parts.readOnly) return;
    const range = this.parts.ui.selection();
    const { current } = this;
    if (range) this.create(range, entry);
    else if (current) this.#relabel(current, entry);
    else this.arm(this.armed === entry ? null : entry);
  }

  /** @param {LabelEntry|null} entry */
  arm(entry) {
    this.armed = entry;
    this.parts.ui.current(this.currentId, { focus: false, reveal: false });
    if (entry) this.parts.ui.say(format(gettext("%(label)s armé : sélectionnez du texte"), { label: entry.name }));
  }

  /** @param {Range16} range @param {LabelEntry} entry */
  create(range, entry) {
    if (this.parts.readOnly) return;
    const { text, offsets, ui } = this.parts;
    const { s, e } = range.exact ? range : growFor(text, range.s, range.e, entry.subtype);
    const asked = range.asked ?? { s: range.s, e: range.e };
    const start = offsets.toCp(s);
    const end = offsets.toCp(e);
    ui.clearSelection();
    const before = lastDone(this.parts.store.state)?.op_id;
    const equal = ordered(this.spans).find((span) => span.start === start && span.end === end);
    if (equal) {
      this.#relabel(equal, entry);
      this.#tellWidened(asked, { s, e }, entry, before);
      return;
    }
    const span = manualSpan({ start, end, label: entry.label, subtype: entry.subtype }, MANUAL_SOURCE);
    this.#do(addOp(span), format(gettext("%(label)s « %(text)s » ajouté"), { label: entry.name, text: this.surface(span) }));
    this.select(span.id, { reveal: false });
    this.#tellWidened(asked, { s, e }, entry, before);
  }

  /** A label that covers more than the gesture says so, and how to go back. @param {{s: number, e: number}} asked @param {Range16} whole @param {LabelEntry} entry @param {string|undefined} before the last op before it */
  #tellWidened(asked, { s, e }, entry, before) {
    const { store, text, ui } = this.parts;
    if (asked.s === s && asked.e === e) return;
    const at = lastDone(store.state)?.op_id;
    this.widened = { at, changed: at !== before, asked, entry };
    const words = { whole: text.slice(s, e), asked: text.slice(asked.s, asked.e) };
    const sentence = format(gettext("Élargi à « %(whole)s ». G garde « %(asked)s »."), words);
    ui.say(sentence);
    ui.toast(sentence, true);
  }

  /** Takes the widening of the last label back; false when there was none. */
  keepExact() {
    const { widened } = this;
    if (!widened || lastDone(this.parts.store.state)?.op_id !== widened.at) return false;
    if (widened.changed) this.#do(undoOp(this.parts.store.state));
    this.create({ ...widened.asked, exact: true }, widened.entry);
    return true;
  }

  /** @param {Span} span @param {LabelEntry} entry */
  #relabel(span, entry) {
    const same = span.label === entry.label && span.subtype === entry.subtype;
    const op = same ? acceptOp(span) : relabelOp(span, entry.label, entry.subtype);
    this.#do(op, format(gettext("%(label)s « %(text)s »"), { label: entry.name, text: this.surface(span) }));
    this.select(span.id, { reveal: false });
  }

  accept() {
    const { current } = this;
    if (!current) {
      this.#goToCheck(ordered(this.spans).find(toCheck) ?? null);
      return;
    }
    const op = acceptOp(current) ?? (current.doubt ? flagOp(current, false) : null);
    this.#do(op, gettext("Accepté"));
    this.#goToCheck(nextToCheck(this.spans, current.id));
  }

  /** @param {Span|null} span */
  #goToCheck(span) {
    if (span) this.select(span.id);
    else this.parts.ui.say(gettext("Tout est vérifié. Ctrl+Entrée valide la note."));
  }

  remove() {
    const { current } = this;
    if (!current) return;
    const op = removeOp(current);
    if (!this.#do(op, gettext("Retiré"))) return;
    const next = current.state === "suggested" ? neighbour(this.spans, current.id, 1, toCheck) : null;
    this.select(next?.id ?? null);
    const sentence = current.state === "manual" ? gettext("Entité supprimée.") : gettext("Suggestion refusée.");
    this.parts.ui.toast(sentence, true);
  }

  /** @param {1|-1} step @param {(span: Span) => boolean} wanted */
  #go(step, wanted) {
    const span = neighbour(this.spans, this.currentId, step, wanted, this.place);
    if (span) this.select(span.id);
    else this.parts.ui.say(step > 0 ? gettext("Fin de la note") : gettext("Début de la note"));
  }

  /** @param {1|-1} step */
  goSpan(step) {
    this.#go(step, isVisible);
  }

  /** @param {1|-1} step */
  goCheck(step) {
    this.#go(step, toCheck);
  }

  /** @param {"s"|"e"} edge @param {1|-1} step */
  moveEdge(edge, step) {
    const { current } = this;
    if (!current || current.state === "rejected") return;
    const { text, offsets } = this.parts;
    const range = { s: offsets.toU(current.start), e: offsets.toU(current.end) };
    const moved = moveEdge(text, range, edge, step, this.byCharacter);
    if (moved) this.resize(current, moved);
  }

  /** @param {Span} span @param {Range16} range */
  resize(span, { s, e }) {
    const { offsets } = this.parts;
    const op = resizeOp(span, offsets.toCp(s), offsets.toCp(e));
    if (this.#do(op, `« ${this.parts.text.slice(s, e)} »`)) this.select(span.id, { reveal: false });
  }

  toggleDoubt() {
    const { current } = this;
    if (!current || current.state === "rejected") return;
    const done = this.#do(flagOp(current, !current.doubt), current.doubt ? gettext("Doute levé") : gettext("Douteux"));
    if (done && !current.doubt) this.parts.ui.editComment();
  }

  /** @param {string} text @param {string} id */
  comment(text, id) {
    const span = this.spans.get(id);
    if (span && span.comment !== text) this.#do(flagOp(span, span.doubt, text), gettext("Remarque notée"));
  }

  /** The label that the person is busy with: the armed one, else the current span's. */
  get busyWith() {
    return this.armed ?? (this.current && this.parts.labels.entry(this.current));
  }

  /** Suggestions that nobody should take unread, and that were never looked at. @returns {Span[]} */
  get unseen() {
    return ordered(this.spans).filter((span) => span.state === "suggested" && toCheck(span) && !this.seen.has(span.id));
  }

  async propagate() {
    const { current } = this;
    if (!current || current.state === "rejected" || this.parts.readOnly) return;
    const { folded, text, offsets, ui, file } = this.parts;
    const hits = findHits(folded(), text, offsets, this.spans, current);
    if (!hits.length && !file.exists) {
      ui.toast(gettext("Aucun autre passage identique dans la note."), false);
      return;
    }
    const chosen = await ui.propagate(hits, current);
    if (chosen) await this.#extend(chosen, current);
    this.select(current.id, { reveal: false });
  }

  /** @param {import("./propagate.js").Hit[]} chosen @param {Span} model */
  async #extend(chosen, model) {
    const { ui, file } = this.parts;
    const here = propagateOp(chosen, model, MANUAL_SOURCE)?.changes ?? [];
    const others = chosen.filter((hit) => hit.document && hit.ticked);
    const changes = withModelAccepted(here, model);
    let count = here.length;
    if (others.length) {
      const outcome = await file.propagate(changes, others, model);
      if (!outcome.ok) {
        ui.complain(outcome.message);
        return;
      }
      count += others.length;
    } else if (!here.length || !this.#do(batchOp(changes))) return;
    const sentence = format(ngettext("%(count)s passage étiqueté.", "%(count)s passages étiquetés.", count), { count });
    ui.say(`${sentence} ${progress(counts(this.spans))}`);
    ui.toast(sentence, true);
  }

  undo() {
    const last = lastDone(this.parts.store.state);
    if (last?.gesture) this.#takeBack(last.op_id, gettext("Annulé"));
    else this.#travel(undoOp(this.parts.store.state), gettext("Annulé"), gettext("Rien à annuler"));
  }

  redo() {
    const last = lastUndone(this.parts.store.state);
    if (last?.gesture) this.#takeBack(last.op_id, gettext("Rétabli"));
    else this.#travel(redoOp(this.parts.store.state), gettext("Rétabli"), gettext("Rien à rétablir"));
  }

  /** A gesture over several notes goes back in all of them at once, or in none. @param {string} opId @param {string} done */
  async #takeBack(opId, done) {
    const { ui, file, readOnly } = this.parts;
    if (readOnly || this.travelling) return;
    this.travelling = true;
    const outcome = await file.takeBack(opId);
    this.travelling = false;
    if (!outcome.ok) {
      ui.complain(outcome.message);
      return;
    }
    const where = ngettext("aussi dans %(notes)s autre note", "aussi dans %(notes)s autres notes", outcome.notes);
    const sentence = outcome.notes ? `${done}, ${format(where, { notes: outcome.notes })}.` : `${done}.`;
    ui.say(sentence);
    ui.toast(sentence, false);
  }

  /** @param {Op|null} op @param {string} done @param {string} nothing */
  #travel(op, done, nothing) {
    if (!this.#do(op, done)) {
      this.parts.ui.say(nothing);
      return;
    }
    const shown = op?.changes.find(({ after }) => after && isVisible(after));
    this.select(shown?.id ?? null);
  }

  toggleGranularity() {
    this.byCharacter = !this.byCharacter;
    const sentence = this.byCharacter ? gettext("Bords au caractère") : gettext("Bords au mot");
    this.parts.ui.toast(sentence, false);
    this.parts.ui.say(sentence);
  }

  /** After any change of the spans: a current span that went away is let go. */
  refresh() {
    if (this.currentId && !this.spans.has(this.currentId)) this.select(null, { focus: false });
  }
}
