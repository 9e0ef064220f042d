"""Finds staff, logins, ages and phones where a heading of their column announces them."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.rules.pattern import Rule
from worker.engine.rules.tables.columns import Cell, Column, columns, lines, rows_of
from worker.engine.rules.tables.patterns import (
    AGE,
    AGE_CELL,
    AGES,
    INITIALS,
    INITIALS_CELL,
    LOGIN,
    LOGIN_CELL,
    NO_STAFF,
    NOBODY,
    PHONE,
    PHONE_CELL,
    PHONES,
    STAFF,
)
from worker.engine.text.document import Document
from worker.engine.vetoes import words as vetoes

_SCORE: Final = 0.9
_WORDS: Final = re.compile(r"[^\W\d_]+")
_LONGEST_HEADING: Final = 24  # characters, of a row
_TWO: Final = 2  # letters, which are as often somebody's as a term's


def find_in_tables(doc: Document) -> Iterator[Span]:
    """Below "IDE" the initials, below "Age" the ages: cells that look so, where most of their column does."""
    rows = list(rows_of(doc.text))
    for column in columns(doc, rows):
        for rule, cells in _read(doc, column):
            for cell in cells:
                yield rule.span(cell.start, cell.end, _SCORE)
    for row in lines(doc, rows):
        if len(row.heading) <= _LONGEST_HEADING and _is_staff(row.heading):
            signing = [cell for cell in _signing(doc, row) if _is_no_heading(doc, cell)]
            for cell in signing if len(signing) > 1 else ():
                yield INITIALS.span(cell.start, cell.end, _SCORE)


def _read(doc: Document, column: Column) -> Iterator[tuple[Rule, list[Cell]]]:
    if AGES.fullmatch(column.heading):
        yield AGE, _most(doc, column, AGE_CELL)
    elif PHONES.fullmatch(column.heading):
        yield PHONE, _most(doc, column, PHONE_CELL)
    elif _is_staff(column.heading):
        yield INITIALS, _signing(doc, column)
        yield LOGIN, [cell for cell in _most(doc, column, LOGIN_CELL) if _is_login(doc, cell)]


def _most(doc: Document, column: Column, form: re.Pattern[str]) -> list[Cell]:
    """The cells of that form; none when they are less than half of those that say anything."""
    told = [cell for cell in column.cells if any(map(str.isalnum, _text(doc, cell)))]
    found = [cell for cell in told if form.fullmatch(_text(doc, cell))]
    return found if 2 * len(found) >= len(told) else []


def _signing(doc: Document, column: Column) -> list[Cell]:
    return [cell for cell in _most(doc, column, INITIALS_CELL) if _may_sign(doc, cell)]


def _is_no_heading(doc: Document, cell: Cell) -> bool:
    """ "Date", "Soin" and "Visa" stand beside "IDE" at the head of a table; "EG" and "SdB" are of the row."""
    word = doc.text[cell.start : cell.end]
    return len(word) <= _TWO or not (word.islower() or word.istitle())


def _is_staff(heading: str) -> bool:
    words = set(_WORDS.findall(heading))
    return bool(words & STAFF) and not words & NO_STAFF


def _text(doc: Document, cell: Cell) -> str:
    return doc.folded[cell.start : cell.end]


def _may_sign(doc: Document, cell: Cell) -> bool:
    """Two letters at least that are no answer, trade, term ("PMI" has seen the child) or word in small letters."""
    word = _text(doc, cell)
    if len(word) < _TWO or word in NOBODY | STAFF:
        return False
    if len(word) > _TWO and word in lexicon.abbreviations():
        return False
    return not (doc.text[cell.start : cell.end].islower() and vetoes.is_only_a_word(word))


def _is_login(doc: Document, cell: Cell) -> bool:
    """One word in small letters that is none of the language."""
    word = doc.text[cell.start : cell.end]
    return word.islower() and not vetoes.is_only_a_word(word) and word not in NOBODY
