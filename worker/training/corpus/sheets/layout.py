"""The layouts of a table: aligned, tabs, bars, one value a line, glued, transposed…

Each turns a `Grid` into pieces without a last line break: "Na 138" and "K 4,1" side by side, below
one another, or as a PDF gives them back, cell by cell.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.sheets.grid import Grid, Row, cell, cell_at, is_marked, joined, text_of

Layout = Callable[[Grid, Random], list[Piece]]

_BREAK: Final = Piece("\n")


def _lines(rows: list[list[Piece]]) -> list[Piece]:
    return joined([tuple(row) for row in rows], "\n")


def _widths(rows: list[Row]) -> list[int]:
    count = max((len(row) for row in rows), default=0)
    return [max(len(text_of(cell_at(row, at))) for row in rows) for at in range(count)]


def _padded(fragment: Fragment, width: int, *, right: bool) -> list[Piece]:
    blank = Piece(" " * (width - len(text_of(fragment))))
    return [blank, *fragment] if right else [*fragment, blank]


def _columns(rows: list[Row], joint: str, *, right: bool = False) -> list[list[Piece]]:
    """Each row padded to the width of its columns; nothing after the last filled cell."""
    widths = _widths(rows)
    shown: list[list[Piece]] = []
    for row in rows:
        filled = max((at + 1 for at in range(len(row)) if text_of(row[at])), default=0)
        cells: list[Fragment] = []
        for at in range(filled):
            last = at == filled - 1 and not right
            width = 0 if last else widths[at]
            cells.append(tuple(_padded(row[at], width, right=right and at > 0)))
        shown.append(joined(cells, joint))
    return shown


def aligned(grid: Grid, rng: Random) -> list[Piece]:
    return _lines(_columns(grid.lines, " " * rng.choice((2, 2, 3, 4)), right=rng.random() < 0.3))


def tight(grid: Grid, rng: Random) -> list[Piece]:
    """One blank between the columns, as a narrow printer puts them."""
    return _lines(_columns(grid.lines, " ", right=rng.random() < 0.5))


def ragged(grid: Grid, rng: Random) -> list[Piece]:
    """Cells one blank apart, without columns: what is left when a table is copied as text."""
    full = [[found for found in row if text_of(found)] for row in grid.lines]
    return _lines([joined(row, " ") for row in full])


def tabs(grid: Grid, rng: Random) -> list[Piece]:
    return _lines([joined(row, "\t") for row in grid.lines])


def _separated(joint: str, *, quoted: bool = False) -> Layout:
    def write(grid: Grid, rng: Random) -> list[Piece]:
        rows = [[_quoted(found) for found in row] if quoted else row for row in grid.lines]
        return _lines([joined(row, joint) for row in rows])

    return write


def _quoted(fragment: Fragment) -> Fragment:
    return (Piece('"'), *fragment, Piece('"'))


def bars(grid: Grid, rng: Random) -> list[Piece]:
    """ "| Na | 138 |", padded or not."""
    rows = _columns(grid.lines, " | ") if rng.random() < 0.6 else _bare(grid.lines, " | ")
    edge = rng.random() < 0.5
    return _lines([[Piece("| "), *row, Piece(" |")] if edge else row for row in rows])


def _bare(rows: list[Row], joint: str) -> list[list[Piece]]:
    return [joined(row, joint) for row in rows]


def markdown(grid: Grid, rng: Random) -> list[Piece]:
    head = grid.head or [cell("") for _ in grid.rows[0]]
    dashes = rng.choice(("---", "---", ":--", "--:", "------"))
    rows = [[Piece("| "), *row, Piece(" |")] for row in _bare([head, *grid.rows], " | ")]
    rows.insert(1, [Piece("|" + f"{dashes}|" * len(head))])
    return _lines(rows)


def boxed(grid: Grid, rng: Random) -> list[Piece]:
    """Drawn with signs: "+----+" or "│"."""
    bar, cross, dash = rng.choice(
        (("|", "+", "-"), ("│", "┼", "─"), ("¦", "-", "-"), ("!", "!", "-"))
    )
    widths = _widths(grid.lines)
    rule = cross + cross.join(dash * (width + 2) for width in widths) + cross
    rows: list[list[Piece]] = [[Piece(rule)]]
    for place, row in enumerate(grid.lines):
        cells = [
            tuple(_padded(cell_at(row, at), width, right=False)) for at, width in enumerate(widths)
        ]
        rows.append([Piece(f"{bar} "), *joined(cells, f" {bar} "), Piece(f" {bar}")])
        if not place and grid.head:
            rows.append([Piece(rule)])
    return _lines([*rows, [Piece(rule)]])


def dotted(grid: Grid, rng: Random) -> list[Piece]:
    """ "Sodium .......... 138  mmol/L": leaders after the first cell."""
    sign = rng.choice((".", ".", ".", "_", "-", " .", "·"))
    width = rng.choice((24, 30, 36, 42))
    rows: list[list[Piece]] = []
    if grid.head and rng.random() < 0.5:
        rows.append(joined(grid.head, "  "))
    for row in grid.rows:
        leader = sign * max(3, (width - len(text_of(cell_at(row, 0)))) // len(sign))
        gap = rng.choice((" ", ""))
        rest = [found for found in row[1:] if text_of(found)]
        rows.append([*cell_at(row, 0), Piece(f"{gap}{leader}{gap}"), *joined(rest, "  ")])
    return _lines(rows)


def fields(grid: Grid, rng: Random) -> list[Piece]:
    """ "Sodium : 138 mmol/L (135-145)": a row a line, its cells one after the other."""
    colon = rng.choice((" : ", " : ", ": ", " = ", ":", " - ", "="))
    joint = rng.choice((" ", " ", "  ", ", ", " - ", " / ", " > ", " → ", " ; "))
    bullet = rng.choice(("", "", "", "- ", "• ", "* ", "– "))
    rows = []
    for row in grid.rows:
        rest = [found for found in row[1:] if text_of(found)]
        rows.append([Piece(bullet), *cell_at(row, 0), Piece(colon), *joined(rest, joint)])
    if grid.head and len(grid.head) > 2:
        rows.insert(0, joined([found for found in grid.head[1:] if text_of(found)], joint))
    return _lines(rows)


def cell_by_line(grid: Grid, rng: Random) -> list[Piece]:
    """One cell a line, row after row: text taken out of a PDF."""
    cells = [found for row in grid.lines for found in row if text_of(found)]
    return joined(cells, rng.choice(("\n", "\n", "\n", "\n\n")))


def column_by_column(grid: Grid, rng: Random) -> list[Piece]:
    """All cells of a column one below the other, then those of the next."""
    width = len(_widths(grid.lines))
    cells = [cell_at(row, at) for at in range(width) for row in grid.lines]
    return joined([found for found in cells if text_of(found)], "\n")


def glued(grid: Grid, rng: Random) -> list[Piece]:
    """ "Na138K4,1Cl102" or "Na138/141/135": no blank is left, but beside a mark."""
    joint = rng.choice(("/", "-", ",", ";", ":"))
    between = rng.choice(("", "|", ";", " ", "\n", "/"))
    rows: list[Fragment] = []
    for row in grid.rows:
        values = [found for found in row[1:] if text_of(found)]
        safe = joint if not any(is_marked(found) for found in values) else " "
        blank = " " if any(is_marked(found) for found in row) else ""
        rows.append((*cell_at(row, 0), Piece(blank), *joined(values, safe)))
    seam = between if between or not any(is_marked(row) for row in rows) else " "
    return joined(rows, seam)


def transposed(grid: Grid, rng: Random) -> list[Piece]:
    """Rows become columns."""
    width = len(_widths(grid.lines))
    turned = [[cell_at(row, at) for row in grid.lines] for at in range(width)]
    return rng.choice((aligned, tabs, bars, tight, ragged))(Grid(turned), rng)


def wrapped(grid: Grid, rng: Random) -> list[Piece]:
    """Rows broken after some cells, as a page that is too narrow prints them."""
    width = rng.choice((24, 32, 40, 56))
    joint = rng.choice((" ", "  ", "\t", " | "))
    indent = rng.choice(("", "", "  ", "        "))
    pieces: list[Piece] = []
    for place, row in enumerate(grid.lines):
        pieces += [_BREAK] if place else []
        column = 0
        for at, found in enumerate(row):
            if at and column > width:
                pieces.append(Piece(f"\n{indent}"))
                column = 0
            elif at:
                pieces.append(Piece(joint))
            pieces += found
            column += len(text_of(found)) + len(joint)
    return pieces


def inline(grid: Grid, rng: Random) -> list[Piece]:
    """A paragraph: "Na 138 mmol/L, K 4,1, …"."""
    joint = rng.choice((", ", ", ", " ; ", " - ", " / ", " | ", ". ", "   ", " + "))
    inner = rng.choice((" ", " ", " ", ": ", " = ", "="))
    series = rng.choice((" ", " - ", "/", " puis ", " > ", " → ", "-", ", "))
    rows: list[Fragment] = []
    for row in grid.rows:
        values = [found for found in row[1:] if text_of(found)]
        safe = series if not any(is_marked(found) for found in values) else " "
        rows.append((*cell_at(row, 0), Piece(inner), *joined(values, safe)))
    return joined(rows, joint)


def two_panels(grid: Grid, rng: Random) -> list[Piece]:
    """The rows in two halves side by side."""
    middle = (len(grid.rows) + 1) // 2
    blank = cell("  ")
    width = len(_widths(grid.lines))

    def full(row: Row) -> Row:
        return [cell_at(row, at) for at in range(width)]

    rows = [
        [*full(left), blank, *full(grid.rows[middle + at] if middle + at < len(grid.rows) else [])]
        for at, left in enumerate(grid.rows[:middle])
    ]
    head = [*full(grid.head), blank, *full(grid.head)] if grid.head else []
    return rng.choice((aligned, tabs, bars, tight))(Grid(rows, head), rng)


def html(grid: Grid, rng: Random) -> list[Piece]:
    """Rows of an exported page."""
    rows = []
    for place, row in enumerate(grid.lines):
        tag = "th" if not place and grid.head else "td"
        cells = [(Piece(f"<{tag}>"), *found, Piece(f"</{tag}>")) for found in row]
        rows.append([Piece("<tr>"), *joined(cells, ""), Piece("</tr>")])
    return _lines(rows)


def brackets(grid: Grid, rng: Random) -> list[Piece]:
    """ "[Na] 138  [K] 4,1": several rows a line."""
    count = rng.randrange(2, 5)
    cells: list[Fragment] = []
    for row in grid.rows:
        rest = [found for found in row[1:] if text_of(found)]
        cells.append((Piece("["), *cell_at(row, 0), Piece("] "), *joined(rest, " ")))
    lines = [joined(cells[at : at + count], "   ") for at in range(0, len(cells), count)]
    return _lines(lines)


LAYOUTS: Final[dict[str, tuple[Layout, float]]] = {
    "aligned": (aligned, 5),
    "tight": (tight, 2.5),
    "ragged": (ragged, 2.5),
    "tabs": (tabs, 2.5),
    "bars": (bars, 2.5),
    "narrow bars": (_separated("|"), 1),
    "markdown": (markdown, 1.5),
    "boxed": (boxed, 1),
    "semicolons": (_separated(";"), 1.5),
    "commas": (_separated(",", quoted=True), 0.6),
    "slashes": (_separated(" / "), 0.6),
    "dotted": (dotted, 1.5),
    "fields": (fields, 2.5),
    "cell by line": (cell_by_line, 2),
    "column by column": (column_by_column, 1.2),
    "glued": (glued, 0.8),
    "transposed": (transposed, 1.2),
    "wrapped": (wrapped, 1.2),
    "inline": (inline, 2),
    "two panels": (two_panels, 1),
    "html": (html, 0.3),
    "brackets": (brackets, 0.5),
}


def draw(rng: Random) -> str:
    """The name of a layout."""
    return rng.choices(tuple(LAYOUTS), [weight for _, weight in LAYOUTS.values()])[0]


def lay_out(name: str, grid: Grid, rng: Random) -> list[Piece]:
    return LAYOUTS[name][0](grid, rng)
