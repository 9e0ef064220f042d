// @ts-check
/** The second look: what is labelled becomes a block, capitals and digits of the rest stand out. */

/** A word with a capital anywhere in it, or a run of digits with what ties them. */
const STRIKING = /[\p{L}\p{M}'’-]*\p{Lu}[\p{L}\p{M}'’-]*|\p{N}+(?:[ \u00a0./:-]?\p{N}+)*/gu;

/** `text` as nodes whose contents add up to it, the striking words in bold. @param {string} text @returns {Node[]} */
export function strikingNodes(text) {
  /** @type {Node[]} */
  const nodes = [];
  let at = 0;
  for (const match of text.matchAll(STRIKING)) {
    if (match.index > at) nodes.push(document.createTextNode(text.slice(at, match.index)));
    const strong = document.createElement("b");
    strong.append(match[0]);
    nodes.push(strong);
    at = match.index + match[0].length;
  }
  if (at < text.length) nodes.push(document.createTextNode(text.slice(at)));
  return nodes;
}

/** Pieces that strikingNodes would put in bold. @param {string} text */
export const striking = (text) => text.match(STRIKING) ?? [];
