// @ts-check
// The two texts side by side. What comes from a document is text, never markup.

/** Text, label, flag ("leak", "doubt" or ""), what a pointer is told. @typedef {[string, string, string, string]} Piece */

/** @param {Piece} piece */
function pieceOf([text, label, flag, title]) {
  if (!label && !flag) return document.createTextNode(text);
  const mark = document.createElement("mark");
  mark.textContent = text;
  mark.title = title;
  if (label) {
    mark.className = "cmp-ent";
    mark.dataset.label = label;
  }
  if (flag) mark.classList.add(`flag-${flag}`);
  return mark;
}

/** @param {string} side @param {Piece[]} pieces */
function cellOf(side, pieces) {
  const cell = document.createElement("p");
  cell.className = `cmp-cell cmp-${side}`;
  cell.append(...pieces.map(pieceOf));
  return cell;
}

/** @param {[Piece[], Piece[]][]} rows */
export function sheetOf(rows) {
  return rows.map(([before, after]) => {
    const row = document.createElement("div");
    row.className = "cmp-row";
    row.append(cellOf("original", before), cellOf("surrogate", after));
    return row;
  });
}

/** @param {string} name @param {string} text @param {string} [label] */
export function textIn(name, text, label) {
  const made = document.createElement(name);
  made.textContent = text;
  if (label) {
    made.className = "chip";
    made.dataset.label = label;
  }
  return made;
}
