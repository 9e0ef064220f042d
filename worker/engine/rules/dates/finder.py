"""Finds dates and past durations; tells a date of birth from any other date."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine.lexicon.terms import LAW_BEFORE, WEEKDAY, YEAR
from worker.engine.rules.dates import days, durations
from worker.engine.rules.pattern import Rule, find_all
from worker.engine.text.document import Document

BIRTH: Final = Rule(
    "birth-date", Label.DATE, Subtype.DATE_NAISSANCE, is_sure=True, examples=("né le [[12/03/1950]]", "DDN : [[3 mai 1948]]"),
)  # fmt: skip
# Laws aside, nothing that is no day is written so.
FULL: Final = Rule("full-date", Label.DATE, Subtype.DATE, is_sure=True, examples=("vu le [[12/03/2020]]",))  # fmt: skip
_FULL: Final = re.compile(rf"\d([/.-])\d{{1,2}}\1{YEAR}\Z")
_REACH: Final = 60  # characters before a date
# What may stand between "né" and the date: fillers and a place, never another sentence.
_BORN: Final = re.compile(
    r"(?:\b(?:ddn|d\.d\.n\.?|d\.n\.?|dn|date (?:de )?naiss\w*\.?|naissance|naiss\.?|nee?s?(?:\s?\(e\)|\.e)?\s?(?=le\b|en\b|:)|nee?s?\(e\))"
    r"|(?P<accent>\bnee?s?(?:\(e\)|\.e)?))"
    rf"(?:\s?[:=]\s?|\s|\||,){{0,6}}(?:\b(?:le|ie|1e|en|vers|du|date)\b\s?:?\s?)?(?:{WEEKDAY} )?"
    r"(?:(?:a|au|aux|en) [a-z' -]{2,30}?(?: \(\w+\))?,? (?:le |en )?)?$"
    r"|\bnee?s? [a-z' -]{2,40}?,? (?:et nee? )?le $"
)


def find_dates(doc: Document) -> Iterator[Span]:
    """ "né le [DATE_NAISSANCE:12/03/1950], vu le [DATE:3 mai], opéré [DUREE:il y a 10 ans]"."""
    for span in find_all(days.PATTERNS, doc):
        if not LAW_BEFORE.search(doc.folded, max(0, span.start - _REACH), span.start):
            yield _told(doc, span)
    yield from find_all(durations.PATTERNS, doc)


def _told(doc: Document, span: Span) -> Span:
    """A birth, a whole date in figures, or the date as it was found."""
    if _is_birth(doc, span.start):
        return replace(span, subtype=BIRTH.subtype, source=BIRTH.source)
    is_full = _FULL.search(doc.folded, span.start, span.end)
    return replace(span, source=FULL.source) if is_full else span


def _is_birth(doc: Document, start: int) -> bool:
    first = max(0, start - _REACH)
    match = _BORN.search(doc.folded, first, start)
    if match is None or match["accent"] is None:
        return match is not None
    # "ne" without accent is the negation; "né", "NÉE" or "NEE" speak of a birth.
    word = doc.text[match.start("accent") : match.start("accent") + 3]
    return "é" in word.lower() or word.isupper() or match["accent"].startswith("nee")
