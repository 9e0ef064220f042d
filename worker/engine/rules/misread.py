"""Dates and phones in which a scanner took figures for letters: "O5-1O-195O", "O3 53 O1 88 2O"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.rules.calendar import MONTH
from worker.engine.rules.document import Document

# Letters that are read for 0 and 1.
_LETTERS: Final = ("o", "oo", "i", "l", "io", "lo")
_F: Final = r"[\doil]"
_PHONE: Final = re.compile(
    rf"(?<![\w.,/-])[0o][1-9li](?:[ .-]{{1,3}}{_F}{{2}}){{4}}(?![\w/]|[.,-]\d)"
)
_DATE: Final = re.compile(
    rf"(?<![\w.,/-]){_F}{{1,2}}(?P<s>[/.-]){_F}{{1,2}}(?P=s)(?:{_F}{{3}}[\do]|{_F}[\do])(?![\w/-]|[.,]\d)"
)
_WRITTEN: Final = re.compile(rf"(?<![\w.,/-]){_F}{{1,2}} (?:{MONTH}) {_F}{{4}}(?!\w)")
_BIRTH: Final = re.compile(r"\b(?:ne|nee|naissance|ddn|dn)\b[^\n\d]{0,24}$")
_SIGNS: Final = ("/", ".", "-")
_WINDOW: Final = 24  # characters before a letter in which its number may begin
_SHARE: Final = 0.5  # of the signs that must be figures


def find_misread(doc: Document) -> Iterator[Span]:
    """Only numbers of a known form, half of them figures, with one of these letters glued to a figure."""
    reached = 0
    for start in sorted(
        doc.starts[index] for word in _LETTERS for index in doc.where.get(word, ())
    ):
        if start < reached or not _is_glued(doc.folded, start):
            continue
        for pattern, subtype in ((_PHONE, "TEL"), (_DATE, "DATE"), (_WRITTEN, "DATE")):
            if (match := _around(pattern, doc.folded, start)) is not None:
                yield _span(doc.folded, match, subtype)
                reached = match.end()
                break


def _is_glued(text: str, start: int) -> bool:
    before, after = text[max(0, start - 1) : start], text[start + 1 : start + 2]
    return before.isdigit() or after.isdigit() or before in _SIGNS or after in _SIGNS


def _around(pattern: re.Pattern[str], text: str, place: int) -> re.Match[str] | None:
    for match in pattern.finditer(text, max(0, place - _WINDOW), place + 2 * _WINDOW):
        written = [sign for sign in match.group() if sign.isalnum()]
        figures = sum(sign.isdigit() for sign in written)
        held = match.start() <= place < match.end()
        if held and figures >= _SHARE * sum(sign.isdigit() or sign in "oil" for sign in written):
            return match
    return None


def _span(text: str, match: re.Match[str], subtype: str) -> Span:
    if subtype == "TEL":
        return Span(*match.span(), "TEL", "TEL", 0.9, "rule:misread")
    born = _BIRTH.search(text[max(0, match.start() - 32) : match.start()])
    return Span(*match.span(), "DATE", "DATE_NAISSANCE" if born else "DATE", 0.85, "rule:misread")
