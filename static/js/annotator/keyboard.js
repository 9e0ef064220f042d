// @ts-check
/**
 * Which command a key press asks for. Pure: digits by `event.code` (on AZERTY the unshifted
 * digit row types & é " '), letters and signs by `event.key`; AltGr and Alt are left alone.
 */

/**
 * @typedef {{key: string, code: string, ctrlKey: boolean, shiftKey: boolean, altKey: boolean,
 *   metaKey: boolean, isComposing?: boolean, altGraph?: boolean}} Press
 * @typedef {{caret: boolean, singleKeys: boolean, list: boolean, labelKeys: {has(key: string): boolean}}} Context
 * @typedef {{name: string, step?: 1|-1, edge?: "s"|"e", extend?: boolean,
 *   unit?: "character"|"token"|"line"|"edge", key?: string, digit?: number}} Command
 */

/** Commands that work wherever the focus is, text fields aside. @param {Press} press @returns {Command|null} */
export function globalCommand(press) {
  const { key, shiftKey } = press;
  if (press.isComposing || press.altGraph || press.altKey) return null;
  if (press.ctrlKey || press.metaKey) {
    if (key === "Enter") return { name: "submit" };
    if (key.toLowerCase() === "s" && !shiftKey) return { name: "save" };
    return null;
  }
  if (shiftKey && key === "PageDown") return { name: "note", step: 1 };
  if (shiftKey && key === "PageUp") return { name: "note", step: -1 };
  return null;
}

/** Commands of the note and of the entity list. @param {Press} press @param {Context} context @returns {Command|null} */
export function command(press, context) {
  if (press.isComposing || press.altGraph || press.altKey) return null;
  const everywhere = globalCommand(press);
  if (everywhere) return everywhere;
  if (press.ctrlKey || press.metaKey) return withControl(press, context);
  return (
    (context.caret ? inCaret(press) : null) ??
    named(press, context) ??
    (context.singleKeys ? single(press, context) : null)
  );
}

const ARROWS = /** @type {Record<string, 1|-1>} */ ({ ArrowRight: 1, ArrowLeft: -1 });

/** @param {Press} press @param {Context} context @returns {Command|null} */
function withControl({ key, shiftKey }, context) {
  const letter = key.toLowerCase();
  if (letter === "z") return { name: shiftKey ? "redo" : "undo" };
  if (letter === "y" && !shiftKey) return { name: "redo" };
  const step = ARROWS[key];
  if (step && context.caret) return { name: "caret", step, unit: "token", extend: shiftKey };
  if (step && shiftKey) return { name: "edge", edge: "s", step };
  return null;
}

/** @param {Press} press @returns {Command|null} */
function inCaret({ key, shiftKey: extend }) {
  const step = ARROWS[key];
  if (step) return { name: "caret", step, unit: "character", extend };
  if (key === "ArrowDown" || key === "ArrowUp") {
    return { name: "caret", step: key === "ArrowDown" ? 1 : -1, unit: "line", extend };
  }
  if (key === "Home" || key === "End") return { name: "caret", step: key === "End" ? 1 : -1, unit: "edge", extend };
  return null;
}

/** @param {Press} press @param {Context} context @returns {Command|null} */
function named({ key, shiftKey }, context) {
  const step = ARROWS[key];
  if (step) return shiftKey ? { name: "edge", edge: "e", step } : { name: "span", step };
  if (!shiftKey && (key === "ArrowDown" || key === "ArrowUp")) {
    return { name: context.list ? "span" : "check", step: key === "ArrowDown" ? 1 : -1 };
  }
  if (key === "Enter") return { name: shiftKey ? "propagate" : "accept" };
  if (key === "Delete" || key === "Backspace") return { name: "remove" };
  if (key === "Escape") return { name: "escape" };
  if (key === "ContextMenu" || (key === "F10" && shiftKey)) return { name: "menu" };
  return null;
}

const SIGNS = /** @type {Record<string, string>} */ ({ 
  "!": "doubt", "?": "help", "/": "search", ":": "guide", "=": "lens", " ": "caretMode",
});

/** @param {Press} press @param {Context} context @returns {Command|null} */
function single({ key, code, shiftKey }, context) {
  // Signs first: on QWERTY "!" is Shift+Digit1, on QWERTZ "/" is Shift+Digit7.
  if (SIGNS[key]) return { name: SIGNS[key] };
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code);
  if (digit && (/^\d$/.test(key) || (!shiftKey && code.startsWith("Digit")))) {
    return { name: "label", digit: Number(digit[1]) || 10 };
  }
  const letter = key.toLowerCase();
  if (letter.length !== 1) return null;
  if (letter === "g") return { name: "granularity" };
  return context.labelKeys.has(letter) ? { name: "label", key: letter } : null;
}
