// @ts-check
// The two texts side by side. What comes from a document is text, never markup.

/** Text, label, flag ("leak", "doubt" or ""), what a pointer is told, what stands beside. @typedef {[string, string, string, string, string]} Piece */

/** @param {Piece} piece */
function pieceOf([text, label, flag, title, beside]) {
  if (!label && !flag) return document.createTextNode(text);
  const mark = document.createElement("mark");
  mark.textContent = text;
  mark.title = title;
  if (label) {
    mark.className = "cmp-ent";
    mark.dataset.label = label;
    mark.dataset.mark = beside;
  }
  if (flag) mark.classList.add(`flag-${flag}`);
  return mark;
}

/** @param {string} side @param {Piece[]} pieces @param {string} table the class of a table's lines, "" for one of prose */
function cellOf(side, pieces, table) {
  const cell = document.createElement("p");
  cell.className = `cmp-cell cmp-${side} ${table}`;
  if (table) cell.tabIndex = 0;
  cell.append(...pieces.map(pieceOf));
  return cell;
}

/** @param {[Piece[], Piece[], string][]} rows */
export function sheetOf(rows) {
  return rows.map(([before, after, table]) => {
    const row = document.createElement("div");
    row.className = "cmp-row";
    row.append(cellOf("original", before, table), cellOf("surrogate", after, table));
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
