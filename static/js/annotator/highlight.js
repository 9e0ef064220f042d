// @ts-check
/** Passing paint (search hits, propagation, live drag, caret) by the CSS Custom Highlight API, where it exists. */

const PREFIX = "nc-";

/** Paint `ranges` under a name; none clears it. @param {"search"|"hit"|"propagate"|"drag"|"caret"} name @param {Range[]} ranges */
export function paint(name, ranges) {
  const registry = /** @type {any} */ (CSS).highlights;
  const Highlight = /** @type {any} */ (globalThis).Highlight;
  if (!registry || !Highlight) return;
  if (ranges.length) registry.set(PREFIX + name, new Highlight(...ranges));
  else registry.delete(PREFIX + name);
}
