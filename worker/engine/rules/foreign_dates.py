"""Dates of foreign forms: "July 4, 1971", "4. Juli 1971", "4 de julio de 1971", "4 luglio 1971"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.rules.anchors import Anchors
from worker.engine.rules.calendar import DAY, YEAR
from worker.engine.rules.document import Document
from worker.engine.rules.tokens import word_set

# Names of months in six languages (folded) that are not French ones.
_MONTHS: Final = word_set(
    "january february march april may june july august september october november december"
    " januar februar marz maerz juni juli oktober dezember"
    " enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre"
    " diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre"
    " janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro"
    " januari februari maart mei augustus"
)
_ALL: Final = "|".join(sorted(_MONTHS | {"mai"}, key=len, reverse=True))
_DAY_FIRST: Final = re.compile(
    rf"(?<![\d/.,-]){DAY}(?:st|nd|rd|th|\.|º|°)?\s(?:de\s|of\s|di\s)?(?:{_ALL})(?![a-z]),?(?:\s(?:de\s|del\s|di\s)?{YEAR}(?!\d))?"
)
_MONTH_FIRST: Final = re.compile(
    rf"(?<![a-z\d])(?:{_ALL})\s{DAY}(?:st|nd|rd|th)?,?\s{YEAR}(?!\d)"
    rf"|(?<![a-z\d])(?:{_ALL})\s(?:de\s|del\s)?{YEAR}(?!\d)"
)
_TO_MONTH: Final = 4  # tokens from the day to the month: "4 . de juli"
_BIRTH: Final = re.compile(
    r"(?:\bbirth|\bborn|\bdob|\bgeb\w*|\bgeburtsdatum|\bnacimiento|\bnacid[oa]|\bnascita|\bnat[oa]|\bnascimento|\bnascid[oa]|\bgeboortedatum|\bnee?|\bnaissance)\b[^\n]{0,16}$"
)
_REACH: Final = 32


def find_foreign_dates(doc: Document) -> Iterator[Span]:
    """Whole dates, and months with their year; a French month is left to `dates`."""
    anchors = doc.anchors
    months = anchors.indices(_MONTHS) if anchors.numbers else []
    if not months:
        return
    starts = anchors.tokens.starts
    for pattern, places in (
        (_DAY_FIRST, anchors.numbers_before(months, _TO_MONTH)),
        (_MONTH_FIRST, [starts[index] for index in months]),
    ):
        for match in anchors.matches(pattern, places):
            yield _span(anchors, match)


def _span(anchors: Anchors, match: re.Match[str]) -> Span:
    text, end = anchors.text, match.end()
    if text[end - 1] == ",":
        end -= 1
    born = _BIRTH.search(text[max(0, match.start() - _REACH) : match.start()])
    subtype = "DATE_NAISSANCE" if born else "DATE"
    return Span(match.start(), end, "DATE", subtype, 0.9, "rule:foreign-date")
