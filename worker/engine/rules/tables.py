"""Tables with a header row: "Nom | Prénom | Né(e) le" above one line per person."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from annotation.domain.spans import Span
from worker.engine.rules.document import Document
from worker.engine.rules.name_reader import name_spans, read_name

# Column titles (folded) and what stands under them.
_COLUMNS: Final = (
    (re.compile(r"(?:nom (?:et|/|&)? ?prenoms?|nom/prenom|patiente?s?|identite)$"), "PER", "NOM"),
    (
        re.compile(r"noms?(?: (?:de naissance|d'usage|usuel|de famille|patient|du patient))?$"),
        "PER",
        "NOM",
    ),
    (re.compile(r"prenoms?$"), "PER", "PRENOM"),
    (
        re.compile(r"(?:ddn|nee?(?:\(e\))?(?: le)?|date (?:de )?naiss\w*|naissance)$"),
        "DATE",
        "DATE_NAISSANCE",
    ),
    (re.compile(r"(?:n° ?)?(?:ipp|nip|patient id|id patient)$"), "QID", "IPP"),
    (re.compile(r"(?:n° ?)?(?:nda|iep|sejour|dossier|venue)$"), "QID", "NDA"),
    (
        re.compile(
            r"(?:medecin|docteur|praticien|operateur|prescripteur|chirurgien|anesthesiste|interne|ide|as|infirmiere?|soignante?|medecin traitant|redacteur|auteur|visa)s?$"
        ),
        "PER",
        "NOM",
    ),
)
_MAY_BE_HEADER: Final = re.compile(r"\bnoms?\b|\bpatient|\bprenom|\bipp\b|\bmedecin|\boperateur")
_NO_WORD: Final[frozenset[str]] = frozenset()
_MAX_ROWS: Final = 200


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    end: int


def find_tables(doc: Document) -> Iterator[Span]:
    """The cells under a column that holds names, birth dates or numbers."""
    titles = doc.anchors.words(_NO_WORD, "header")
    if not titles:
        return
    text = doc.text
    candidates = {text.rfind("\n", 0, title) + 1 for title in titles}
    header: list[tuple[str, str] | None] = []
    mark, rows = "", 0
    for start, end in _lines(doc.text):
        if header and rows < _MAX_ROWS:
            cells = _cells(doc.text, start, end, mark)
            if len(cells) == len(header) and sum(cell.end > cell.start for cell in cells) > 1:
                rows += 1
                yield from _row(doc, cells, header)
                continue
        header, rows = [], 0
        if start in candidates and _MAY_BE_HEADER.search(doc.folded, start, end):
            header, mark = _header(doc, start, end)


def _header(doc: Document, start: int, end: int) -> tuple[list[tuple[str, str] | None], str]:
    """The kinds of a header row's columns, and its separator; empty when it is none."""
    line = doc.text[start:end]
    for mark in ("|", ";", "\t", ""):
        if (mark or "  ") not in line:
            continue
        cells = _cells(doc.text, start, end, mark)
        kinds = [_kind(doc.folded[cell.start : cell.end]) for cell in cells]
        if sum(kind is not None for kind in kinds) > 1:
            return kinds, mark
    return [], ""


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1


_WIDE: Final = re.compile(r"[ ]{2,}")


def _cells(text: str, start: int, end: int, mark: str) -> list[_Cell]:
    """Cells between the marks (wide blanks when `mark` is ""), without the blanks at their edges."""
    cells: list[_Cell] = []
    position = start
    while position <= end:
        if mark:
            cut = text.find(mark, position, end)
            following = cut + 1
        else:
            found = _WIDE.search(text, position, end)
            cut, following = (found.start(), found.end()) if found else (-1, 0)
        stop = cut if cut != -1 else end
        first, last = position, stop
        while first < last and text[first] == " ":
            first += 1
        while first < last and text[last - 1] == " ":
            last -= 1
        cells.append(_Cell(first, last))
        if cut == -1:
            break
        position = following
    return cells


def _kind(title: str) -> tuple[str, str] | None:
    words = title.strip(" .:").replace("_", " ")
    for pattern, label, subtype in _COLUMNS:
        if pattern.match(words):
            return label, subtype
    return None


def _row(doc: Document, cells: list[_Cell], header: list[tuple[str, str] | None]) -> Iterator[Span]:
    for cell, kind in zip(cells, header, strict=True):
        if kind is None or cell.start >= cell.end:
            continue
        if not _fits(doc.text[cell.start : cell.end], kind[0]):
            continue
        if kind == ("PER", "NOM"):
            yield from _names(doc, cell)
        else:
            yield Span(cell.start, cell.end, *kind, 0.9, "rule:table")


_NUMBER: Final = re.compile(r"[A-Za-z]{0,4}[-/ ]?\d[\dA-Za-z]{3,}(?:[-/.][\dA-Za-z]+)*")
_DATE: Final = re.compile(
    r"\d{1,2}([/.\- ])\d{1,2}\1\d{2,4}|\d{4}-\d\d-\d\d|(?:19|20)\d{6}|\d{1,2} [^\W\d_]{3,9}\.? \d{2,4}"
)


def _fits(value: str, label: str) -> bool:
    """A name has a capital and no digit; a number is no date; a date is one."""
    if label == "PER":
        digits = any(character.isdigit() for character in value)
        return value[0].isupper() and not digits and len(value) <= 40
    if label == "DATE":
        return _DATE.fullmatch(value) is not None
    return _NUMBER.fullmatch(value) is not None and _DATE.fullmatch(value) is None


def _names(doc: Document, cell: _Cell) -> Iterator[Span]:
    name = read_name(doc, doc.index_at(cell.start), trusting=True)
    if name.parts and doc.ends[name.parts[-1].last] <= cell.end:
        yield from name_spans(doc, name, score=0.9, rule="table")
