"""Turns a date that follows "né(e) le", "DDN" or "date de naissance" into a birth date."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from annotation.domain.spans import Span
from worker.engine.lexicon.terms import WEEKDAY
from worker.engine.text.document import Document

_WINDOW: Final = 60
# What may stand between the trigger and the date: fillers and a place, never another sentence.
_TRIGGER: Final = re.compile(
    r"(?:\b(?:ddn|d\.d\.n\.?|d\.n\.?|dn|date\s(?:de\s)?naiss\w*\.?|naissance|naiss\.?|nee?s?(?:\s?\(e\)|\.e)?\s?(?=le\b|en\b|:)"
    r"|nee?s?\(e\))"
    r"|(?P<accent>\bnee?s?(?:\(e\)|\.e)?))"
    rf"(?:\s?[:=]\s?|\s|\n|\||,)*(?:\b(?:le|ie|1e|en|vers|du|date)\b\s?:?\s?)?(?:{WEEKDAY}\s)?"
    r"(?:(?:a|au|aux|en)\s[a-z' -]{2,30}?(?:\s\(\w+\))?,?\s(?:le\s|en\s)?)?$"
)
# What every trigger begins with: looked for first, as it is hardly ever there.
_SIGN_OF_BIRTH: Final = re.compile(r"\b(?:n(?:e|aiss)|d(?:\.?d?\.?n|ate))")
_BIRTH_NAME: Final = re.compile(r"\bnee?s?\s[a-z' -]{2,40}?,?\s(?:et\snee?\s)?le\s$")


def mark_births(doc: Document, dates: Iterable[Span]) -> Iterator[Span]:
    """The same dates; those of a birth get the sub-type DATE_NAISSANCE."""
    for span in dates:
        if _is_birth(doc, span.start):
            yield replace(span, subtype="DATE_NAISSANCE", source="rule:birth-date")
        else:
            yield span


_SINCE_NAME: Final = re.compile(
    r"^[\s\-–;,|/(]*(?:(?:h|f|m|sexe|masculin|feminin)\b[\s;,|:/-]*){0,2}$"
)
_AGE: Final = re.compile(r"\(?\b\d{1,3}\s?(?:ans?|a|mois)\b\)?")
_DOCTOR: Final = re.compile(r"\b(?:dr|pr|docteur|professeur|drs)\b[^\n]{0,40}$")


def births_after_names(doc: Document, spans: Iterable[Span]) -> Iterator[Span]:
    """ "DUPONT Marie 12/03/1950": a full date right after a patient's name in a header line."""
    ordered = sorted(span for span in spans if span.label != "AGE")
    for before, span in pairwise(ordered):
        if span.subtype != "DATE" or before.label != "PER" or before.subtype == "INITIALES":
            continue
        gap = _AGE.sub("", doc.folded[before.end : span.start])
        if "\n" in gap or not _SINCE_NAME.match(gap) or span.length < 6:
            continue
        line_start = doc.folded.rfind("\n", 0, before.start) + 1
        if not _DOCTOR.search(doc.folded[line_start : before.start]) and not gap.endswith("le "):
            yield replace(
                span, subtype="DATE_NAISSANCE", score=span.score, source="rule:birth-date"
            )


def _is_birth(doc: Document, start: int) -> bool:
    before = doc.folded[max(0, start - _WINDOW) : start]
    if _SIGN_OF_BIRTH.search(before) is None:
        return False
    match = _TRIGGER.search(before)
    if match is None:
        return _BIRTH_NAME.search(before) is not None
    if match.group("accent") is None:
        return True
    # "ne" without accent is the negation; "né", "NÉE" or "NEE" speak of a birth.
    offset = max(0, start - _WINDOW) + match.start("accent")
    word = doc.text[offset : offset + 3]
    return "é" in word.lower() or word.isupper() or match.group("accent").startswith("nee")
