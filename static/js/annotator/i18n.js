// @ts-check
/** Interface strings: French msgids, translated by Django's JavaScriptCatalog when the page loads it. */

/** @param {string} msgid */
export function gettext(msgid) {
  const catalogue = /** @type {any} */ (globalThis).gettext;
  return typeof catalogue === "function" ? catalogue(msgid) : msgid;
}

/** @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count) {
  const catalogue = /** @type {any} */ (globalThis).ngettext;
  if (typeof catalogue === "function") return catalogue(one, many, count);
  return Math.abs(count) < 2 ? one : many;
}

/**
 * Fill `%(name)s` holes, as Django's `interpolate` does.
 * @param {string} template @param {Record<string, string|number>} values
 */
export function format(template, values) {
  return template.replace(/%\((\w+)\)[sd]/g, (hole, name) =>
    name in values ? String(values[name]) : hole,
  );
}
