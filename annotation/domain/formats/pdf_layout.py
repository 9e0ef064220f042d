"""From the lines of a PDF's pages to a text: margins out, columns one after the other, words whole. Pure."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from statistics import fmean, median
from typing import Final

# Shares of the page: what lies wholly in the outer band is margin; in the wider band a line is one only if other
# pages say the same there.
MARGIN: Final = 0.05
REPEATED_TOP: Final = 0.22
REPEATED_BOTTOM: Final = 0.18
_PAGE_NUMBER: Final = re.compile(
    r"(?:page|p\.?)?\s*\d{1,3}(?:\s*(?:/|sur|de)\s*\d{1,3})?|[-–]\s*\d{1,3}\s*[-–]", re.IGNORECASE
)
_DIGITS: Final = re.compile(r"\d+")
# Columns: a clear way between two sides that both read like prose.
_WAYS: Final = tuple(step / 100 for step in range(25, 76))
_CLEAR: Final = 0.006
_FEW_LINES: Final = 4
_PROSE_SIGNS: Final = 16
_FULL: Final = 0.55  # of the column's width, on average
_MOST_PIECES: Final = 2000
_GAP: Final = 1.2  # of a line's height: wider than a justified blank
# Hyphens
_BROKEN: Final = re.compile(r"(\w+)[-\u00ad\u2010]$")
_HEAD: Final = re.compile(r"(\w+)\S*")
_WORD: Final = re.compile(r"\w+(?:-\w+)*")
# Of these the hyphen is their own, whatever follows; before those, whatever precedes. What may as well be a syllable
# ("ex-", "mi-", "-leur", "-les") is in neither list: most hyphens at a line's end are the typesetter's.
_KEEPING_BEFORE: Final = frozenset(
    [
        "après",
        "arrière",
        "avant",
        "bien",
        "celle",
        "celles",
        "celui",
        "ceux",
        "contre",
        "demi",
        "jusque",
        "non",
        "nouveau",
        "outre",
        "peut",
        "post",
        "quasi",
        "sans",
        "semi",
        "sous",
        "t",
        "vice",
        "à",
    ]
)
_KEEPING_AFTER: Final = frozenset(
    [
        "dedans",
        "dehors",
        "delà",
        "dessous",
        "dessus",
        "devant",
        "elle",
        "elles",
        "il",
        "ils",
        "je",
        "là",
        "lui",
        "moi",
        "même",
        "mêmes",
        "nous",
        "toi",
        "vous",
        "à",
    ]
)


@dataclass(frozen=True, slots=True)
class Line:
    """`left`, `top`, `right`, `bottom` are shares of the page, from 0 at its left and top edges; `boxes` holds four such
    shares for each sign of `text`, zeros for one that has no place (a blank that nobody wrote)."""

    text: str
    top: float
    bottom: float
    left: float = 0.0
    right: float = 1.0
    boxes: array[float] = field(default_factory=lambda: array("f"), compare=False)


@dataclass(frozen=True, slots=True)
class Page:
    """`width` and `height` in points; `is_ocr` when its lines were read off an image, `is_unread` when they should
    have been and nothing here can; `remarks` are notes on it and filled fields of forms, which are no text of the page;
    `unknown` counts signs whose font does not say which letters they are."""

    lines: list[Line]
    width: float = 595.0
    height: float = 842.0
    is_ocr: bool = False
    is_unread: bool = False
    remarks: int = 0
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Composed:
    """A text, and for each of its signs its page (-1: none) and its four shares of it."""

    text: str
    pages: array[int]
    boxes: array[float]


def line_of(text: str, boxes: array[float]) -> Line | None:
    """The line of these signs; None when none of them has a place."""
    rights, bottoms = boxes[2::4], boxes[3::4]
    placed = [i for i, right in enumerate(rights) if right or bottoms[i]]
    kept = len(text.rstrip())
    if not placed or not kept:
        return None
    return Line(
        text[:kept],
        min(boxes[4 * i + 1] for i in placed),
        max(bottoms[i] for i in placed),
        min(boxes[4 * i] for i in placed),
        max(rights[i] for i in placed),
        boxes[: 4 * kept],
    )


# --- margins


def repeated(pages: Iterable[Sequence[Line]]) -> set[str]:
    """Lines in the bands of header and footer that at least two pages have, numbers aside."""
    counts: Counter[str] = Counter()
    for lines in pages:
        counts.update({folded(line) for line in lines if _in_band(line)})
    return {text for text, count in counts.items() if count > 1}


def is_margin(line: Line, headers: set[str]) -> bool:
    """At the page's very edge, or a header, footer or page number."""
    if line.bottom <= MARGIN or line.top >= 1 - MARGIN:
        return True
    if line.right <= MARGIN or line.left >= 1 - MARGIN:
        return True
    if not _in_band(line):
        return False
    return folded(line) in headers or bool(_PAGE_NUMBER.fullmatch(line.text.strip()))


def body(lines: Sequence[Line], headers: set[str]) -> list[Line]:
    """The page's lines without its margins."""
    return [line for line in lines if not is_margin(line, headers)]


def folded(line: Line) -> str:
    """What two pages must share to say the same: small letters, single blanks, every number 0."""
    return _DIGITS.sub("0", " ".join(line.text.casefold().split()))


def _in_band(line: Line) -> bool:
    return line.bottom <= REPEATED_TOP or line.top >= 1 - REPEATED_BOTTOM


# --- columns


@dataclass(frozen=True, slots=True)
class _Piece:
    line: int  # its place in the page's order
    part: Line


def in_reading_order(page: Page) -> list[Line]:
    """The page's lines; where two columns of prose stand side by side, all of the left one before the right one.

    A table keeps its rows: its cells do not fill their column, or are short.
    """
    pieces = [_Piece(i, part) for i, line in enumerate(page.lines) for part in _pieces(line, page)]
    if not 2 * _FEW_LINES <= len(pieces) <= _MOST_PIECES:
        return page.lines
    pieces.sort(key=lambda piece: (piece.part.top, piece.part.left))
    found = max(
        ((_zones(pieces, way), way) for way in _WAYS),
        key=lambda one: (sum(map(len, one[0])), -abs(one[1] - 0.5)),
    )
    zones, way = found
    return _ordered(page.lines, pieces, zones, way) if zones else page.lines


def _pieces(line: Line, page: Page) -> Iterator[Line]:
    """The line cut at its wide gaps."""
    boxes, begin, last = line.boxes, 0, -1
    widest = _GAP * (line.bottom - line.top) * page.height
    for i, sign in enumerate(line.text):
        if sign.isspace() or not boxes or not boxes[4 * i + 2]:
            continue
        if last >= 0 and (boxes[4 * i] - boxes[4 * last + 2]) * page.width > widest:
            if piece := line_of(line.text[begin : last + 1], boxes[4 * begin : 4 * last + 4]):
                yield piece
            begin = i
        last = i
    rest = line_of(line.text[begin:], boxes[4 * begin :]) if begin else line
    if rest:
        yield rest


def _zones(pieces: Sequence[_Piece], way: float) -> list[list[_Piece]]:
    """Runs of pieces, from top to bottom, that leave the way free and are columns on both sides of it."""
    runs = groupby(
        pieces, lambda one: one.part.left < way + _CLEAR and one.part.right > way - _CLEAR
    )
    zones = [list(run) for is_crossing, run in runs if not is_crossing]
    return [zone for zone in zones if _are_columns(zone, way)]


def _are_columns(zone: Sequence[_Piece], way: float) -> bool:
    sides = ([p.part for p in zone if p.part.left < way], [p.part for p in zone if p.part.left >= way])  # fmt: skip
    if min(map(len, sides)) < _FEW_LINES or not all(map(_is_prose, sides)):
        return False
    begin = max(min(line.top for line in side) for side in sides)
    end = min(max(line.bottom for line in side) for side in sides)
    shorter = min(max(x.bottom for x in side) - min(x.top for x in side) for side in sides)
    return end - begin > shorter / 2


def _is_prose(side: Sequence[Line]) -> bool:
    width = max(line.right for line in side) - min(line.left for line in side)
    return median(len(line.text) for line in side) >= _PROSE_SIGNS and (
        fmean(line.right - line.left for line in side) >= _FULL * width
    )


def _ordered(
    lines: Sequence[Line], pieces: Sequence[_Piece], zones: Sequence[Sequence[_Piece]], way: float
) -> list[Line]:
    """What lies above a zone in the page's order, then the zone's left side, then its right one, and so on."""
    taken = {id(piece) for zone in zones for piece in zone}
    rest = [piece for piece in pieces if id(piece) not in taken]
    found: list[Line] = []
    for zone in zones:
        top = min(piece.part.top for piece in zone)
        above = [piece for piece in rest if piece.part.top < top]
        rest = [piece for piece in rest if piece.part.top >= top]
        found += _whole(lines, above)
        found += [piece.part for piece in zone if piece.part.left < way]
        found += [piece.part for piece in zone if piece.part.left >= way]
    return found + _whole(lines, rest)


def _whole(lines: Sequence[Line], pieces: Sequence[_Piece]) -> list[Line]:
    """Pieces in the page's order; a line of which all pieces are here comes as it was."""
    found: list[Line] = []
    for index, group in groupby(sorted(pieces, key=lambda one: one.line), lambda one: one.line):
        parts = [one.part for one in group]
        is_all = sum(len(part.text) for part in parts) >= len(lines[index].text) * 0.7
        found += [lines[index]] if is_all else parts
    return found


# --- text


def compose(pages: Sequence[Sequence[Line]]) -> Composed:
    """One line of text a line, an empty line between two pages; a word that a line's end cuts is whole again.

    "consul-" / "tation du 3 mai" becomes "consultation" / "du 3 mai"; "rendez-" / "vous" keeps its hyphen, and so do
    names, capitals and numbers ("Jean-" / "Pierre").
    """
    rows = [_Row(i, line.text, line.boxes) for i, lines in enumerate(pages) for line in lines]
    said = Counter(word for row in rows for word in _WORD.findall(row.text.casefold()))
    texts: list[str] = []
    of_page, boxes = array("i"), array("f")
    before = -1
    for row in _mended(rows, said):
        if texts:
            _blank(texts, of_page, boxes, "\n" if row.page == before else "\n\n")
        texts.append(row.text)
        of_page.extend([row.page] * len(row.text))
        boxes.extend(row.boxes or [0.0] * 4 * len(row.text))
        before = row.page
    return Composed("".join(texts), of_page, boxes)


@dataclass(frozen=True, slots=True)
class _Row:
    page: int
    text: str
    boxes: array[float]


def _blank(texts: list[str], of_page: array[int], boxes: array[float], blank: str) -> None:
    texts.append(blank)
    of_page.extend([-1] * len(blank))
    boxes.extend([0.0] * 4 * len(blank))


def _mended(rows: Sequence[_Row], said: Counter[str]) -> Iterator[_Row]:
    """Each row with the rest of the word that its end cuts, which the next row then lacks."""
    held: _Row | None = None
    for row in rows:
        if held is None:
            held = row
            continue
        broken, head = _BROKEN.search(held.text), _HEAD.match(row.text)
        if broken is None or head is None:
            yield held
            held = row
            continue
        cut = len(held.text) - _is_soft(broken[1], head[1], said)
        size = head.end()
        whole = held.text[:cut] + row.text[:size]
        boxes = held.boxes[: 4 * cut] + row.boxes[: 4 * size]
        rest = len(row.text) - len(row.text[size:].lstrip())
        joined = _Row(held.page, whole, boxes if held.boxes and row.boxes else array("f"))
        if rest == len(row.text):
            held = joined  # the row was this word alone, which may be cut again
        else:
            yield joined
            held = _Row(row.page, row.text[rest:], row.boxes[4 * rest :])
    if held is not None:
        yield held


def _is_soft(left: str, right: str, said: Counter[str]) -> bool:
    """True when the hyphen is the typesetter's: the text shows the word otherwise, or nothing speaks for its own."""
    one, two = left.casefold(), right.casefold()
    if one + two in said:
        return True
    if f"{one}-{two}" in said or not (left[-1].islower() and right[0].islower()):
        return False
    if one in _KEEPING_BEFORE or two in _KEEPING_AFTER:
        return False
    return not (
        one.endswith("o") and said[two] > 1
    )  # médico-social, where "social" stands elsewhere, too
