// @ts-check
/**
 * Shapes shared with the server (docs/annotation-protocol.md). Offsets of a Span are Unicode
 * code points, half-open; every other module that says "u" or "UTF-16" means JavaScript indices.
 *
 * @typedef {"suggested"|"accepted"|"corrected"|"manual"|"rejected"} SpanState
 * @typedef {{id: string, start: number, end: number, label: string, subtype: string,
 *   score: number|null, source: string, state: SpanState, doubt: boolean, comment: string}} Span
 * @typedef {{id: string, before: Span|null, after: Span|null}} Change
 * @typedef {"add"|"resize"|"relabel"|"delete"|"accept"|"reject"|"flag"|"batch"|"undo"|"redo"} OpKind
 * @typedef {{op_id: string, kind: OpKind, changes: Change[], undoes: string|null, gesture?: string|null,
 *   rev?: number}} Op `gesture`: part of one gesture over several notes of the patient
 * @typedef {{label: string, subtype: string, name: string, mark?: string, family?: string, colour: string, key: string,
 *   guideline: string, uses?: number}} LabelEntry `mark`: what is written before a span; `family`: what its label is called; `uses`: in some of the project's notes of this kind
 * @typedef {{ops: string, submit: string, next: string|null, exit: string, who?: string, residual?: string,
 *   file?: string, fileSearch?: string}} Urls `file`: the patient's other notes, when there are any
 * @typedef {{document: string, layer: string|null, rev: number, readOnly: boolean,
 *   state: "open"|"submitted", me?: string, queueKey?: string|null, people?: Record<string, string>,
 *   rules?: Record<string, string>, sha256: string, text: string, caretHint: string,
 *   tables?: [number, number, string][],
 *   labels: LabelEntry[], spans: Span[], ops: Op[], urls: Urls}} Payload
 * @typedef {{rev: number, base: Map<string, Span>, log: Op[], pending: Op[],
 *   spans: Map<string, Span>}} State
 * @typedef {{s: number, e: number, exact?: boolean, asked?: {s: number, e: number}}} Range16
 *   `exact`: these characters and no others; `asked`: what the gesture covered before it was widened to words
 * @typedef {{document: string, title: string|null, url: string|null, kind: string, why: string, start: number,
 *   end: number, before: string, surface: string, after: string, reason: string, words: string}} Finding
 *   what the check found; `title` and `url` are set for another note of the patient
 */
export {};
