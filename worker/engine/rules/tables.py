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
    (re.compile(r"(?:n° ?)?(?:ipp|nip)$"), "QID", "IPP"),
    (re.compile(r"(?:n° ?)?(?:nda|iep|sejour|dossier|venue)$"), "QID", "NDA"),
    (
        re.compile(
            r"(?:medecin|docteur|praticien|operateur|prescripteur|chirurgien|anesthesiste|interne|ide|as|infirmiere?|soignante?|medecin traitant|redacteur|auteur|visa)s?$"
        ),
        "PER",
        "NOM",
    ),
)
_MAX_ROWS: Final = 200


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    end: int


def find_tables(doc: Document) -> Iterator[Span]:
    """The cells under a column that holds names, birth dates or numbers."""
    header: list[tuple[str, str] | None] = []
    rows = 0
    for start, end in _lines(doc.folded):
        cells = _cells(doc.folded, start, end)
        kinds = [_kind(doc.folded[cell.start : cell.end]) for cell in cells]
        if sum(kind is not None for kind in kinds) > 1:
            header, rows = kinds, 0
        elif header and len(cells) == len(header) and rows < _MAX_ROWS:
            rows += 1
            yield from _row(doc, cells, header)
        else:
            header = []


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1


_SPLIT: Final = re.compile(r"[ ]*[|;][ ]*|[ ]{2,}|\t+")


def _cells(text: str, start: int, end: int) -> list[_Cell]:
    """Cells between bars, semicolons, tabulators or wide blanks; the outer ones without blanks."""
    cells: list[_Cell] = []
    position = start
    for mark in _SPLIT.finditer(text, start, end):
        if mark.start() > position:
            cells.append(_Cell(position, mark.start()))
        position = mark.end()
    if position < end:
        cells.append(_Cell(position, end))
    return cells


def _kind(title: str) -> tuple[str, str] | None:
    words = title.strip(" .:")
    for pattern, label, subtype in _COLUMNS:
        if pattern.match(words):
            return label, subtype
    return None


def _row(doc: Document, cells: list[_Cell], header: list[tuple[str, str] | None]) -> Iterator[Span]:
    for cell, kind in zip(cells, header, strict=True):
        if kind is None or not _fits(doc.text[cell.start : cell.end], kind[0]):
            continue
        if kind == ("PER", "NOM"):
            yield from _names(doc, cell)
        else:
            yield Span(cell.start, cell.end, *kind, 0.9, "rule:table")


def _fits(value: str, label: str) -> bool:
    """A name has a capital and no digit; a date and a number have digits."""
    digits = any(character.isdigit() for character in value)
    if label == "PER":
        return value[0].isupper() and not digits and len(value) <= 40
    return digits and len(value) <= 24


def _names(doc: Document, cell: _Cell) -> Iterator[Span]:
    name = read_name(doc, doc.index_at(cell.start), trusting=True)
    if name.parts and doc.ends[name.parts[-1].last] <= cell.end:
        yield from name_spans(doc, name, score=0.9, rule="table")
