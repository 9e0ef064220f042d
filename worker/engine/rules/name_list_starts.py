"""Where each pattern of `name_lists` can begin in the text as written (see `anchors`)."""

from collections.abc import Iterator
from typing import Final

from worker.engine.rules.document import NAME_SHAPES, Document, Shape
from worker.engine.rules.tokens import word_set

_BULLETS: Final = " \t>•*-"
_ROOM: Final = 14  # characters of "chambre n° " with its blanks
_CELL_SIGNS: Final = frozenset("|;,^")
_CELL_EDGES: Final = frozenset("\t;|/")
_AFTER_WORD: Final = _CELL_SIGNS | {"-", "'", "×"}
_DASHES: Final = frozenset({"-", "+"})
_AGES: Final = word_set("ans mois a")
_CAPITALS: Final = frozenset({Shape.INITIAL, Shape.UPPER})
_ROMAN: Final = frozenset({"i", "ii", "iii", "iv", "v", "vi"})
_PAIR: Final = 2  # letters of a first name's initials
_INSIDE: Final = frozenset("_'’-")


def beds(doc: Document) -> list[int]:
    """Lines that a number opens, or a room and its number."""
    text = doc.text
    found: list[int] = []
    end = 0
    for start in doc.anchors.digits:
        if start < end:
            continue  # no number opens a line that another one is further left on
        line = text.rfind("\n", 0, start) + 1
        if len(text[line:start].strip(_BULLETS)) <= _ROOM:
            found.append(line)
        end = text.find("\n", start)
        if end < 0:
            break
    return found


def _word_start(text: str, start: int) -> int:
    """The beginning of the letters, hyphens and apostrophes around `start`."""
    while start and (text[start - 1].isalnum() or text[start - 1] in _INSIDE):
        start -= 1
    return start


def before_commas(doc: Document) -> list[int]:
    """ "DUPONT" of "DUPONT, Jean", at the edge of a line, a column or a list."""
    found = []
    for comma in doc.where.get(",", ()):
        if comma and doc.shapes[comma - 1] in NAME_SHAPES and doc.shape(comma + 1) is Shape.TITLE:
            start = _word_start(doc.text, doc.starts[comma - 1])
            if _opens_item(doc.text, start):
                found.append(start)
    return found


def _opens_item(text: str, start: int) -> bool:
    """After a line break, a cell's edge, two blanks, ": " or "- "."""
    edge = start
    while edge and text[edge - 1] in " \t":
        edge -= 1
    gap, before = text[edge:start], text[edge - 1 : edge]
    if before in ("", "\n", "|", ";") or "\t" in gap or "  " in gap:
        return True
    return gap[:1] == " " and before in (":", "-", "–", "•")


def before_brackets(doc: Document) -> list[int]:
    """ "Dupont" of "Dupont (Jean)"."""
    return [
        _word_start(doc.text, doc.starts[bracket - 1])
        for bracket in doc.where.get("(", ())
        if bracket
        and doc.shapes[bracket - 1] is not Shape.SIGN
        and doc.shape(bracket + 1) is Shape.TITLE
    ]


def lines_of_cells(doc: Document) -> Iterator[tuple[int, int]]:
    """Lines with a sign of cells between two capitalised words."""
    text, end = doc.text, -1
    for start in _cell_signs(doc):
        if start < end:
            continue
        line = text.rfind("\n", 0, start) + 1
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield line, end


def _cell_signs(doc: Document) -> list[int]:
    shapes, starts = doc.shapes, doc.starts
    found = [
        starts[index]
        for index in doc.indices(_CELL_SIGNS)
        if index
        and shapes[index - 1] in NAME_SHAPES
        and doc.shape(index + 1) in NAME_SHAPES
        and _may_end_cell(doc, index + 2)
    ]
    if "\t" in doc.text:
        found += [
            doc.ends[index - 1]
            for index in doc.capitals
            if index and shapes[index - 1] in NAME_SHAPES and "\t" in doc.gap(index)
        ]
    return sorted(found)


def _may_end_cell(doc: Document, index: int) -> bool:
    """True when the word before this token may be the last of its cell or of its line, or goes on
    after a sign inside it."""
    if index >= len(doc) or doc.folds[index] in _AFTER_WORD:
        return True
    gap = doc.gaps[index]
    return "\n" in gap or "\t" in gap


def before_ages(doc: Document) -> list[int]:
    """What may open "Fatou" of "et Fatou (7 ans)": the word, and two or three characters before."""
    found: set[int] = set()
    for unit in doc.indices(_AGES):
        index = unit - 2
        while index > 0 and doc.folds[index] in ("(", ","):
            index -= 1
        if index < 0 or doc.shapes[index] is not Shape.TITLE:
            continue
        start = _word_start(doc.text, doc.starts[index])
        found |= {start, start - 2, start - 3}
    return sorted(offset for offset in found if offset >= 0)


def sign_offs(doc: Document) -> list[int]:
    """The dash or the pluses before a capitalised word, and the blank before them."""
    found: set[int] = set()
    for index in doc.indices(_DASHES):
        start = doc.starts[index]
        if doc.shape(index + 1) is Shape.TITLE and doc.text[start + 1 : start + 2] == " ":
            found |= {start, start - 1}
    return sorted(offset for offset in found if offset >= 0)


def before_initials(doc: Document) -> list[int]:
    """What may open "MASSON C" where the capital ends a line or a column."""
    found: set[int] = set()
    for index in doc.uppers:
        following = index + 1
        if doc.shape(following) in _CAPITALS and len(doc.folds[following]) <= _PAIR:
            found.update(_edge_before(doc.text, _word_start(doc.text, doc.starts[index])))
    return sorted(found)


def _edge_before(text: str, start: int) -> Iterator[int]:
    """Where the line, the two blanks or the cell that `start` opens begin."""
    if start == 0 or text[start - 1] == "\n":
        yield start
        return
    before, further = text[start - 1], text[max(0, start - 2)]
    if before in _CELL_EDGES:
        yield start - 1
    elif before == " " and start > 1 and (further == " " or further in _CELL_EDGES):
        yield start - 2


def generations(doc: Document) -> list[int]:
    """ "II" of "II-3"."""
    return [
        doc.starts[index]
        for index in doc.indices(_ROMAN)
        if doc.following[index] in ("-", ".") and doc.shapes[index] in _CAPITALS
    ]
