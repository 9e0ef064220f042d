"""Finds streets with number, building and box: one span a line; postal codes apart."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.rules.pattern import find_all
from worker.engine.rules.places.patterns import (
    ADDRESS,
    BARE_STREET,
    DATED,
    NOUNS,
    OLD_AGE,
    PARTICLES,
    PATTERNS,
    STREET,
)
from worker.engine.text.document import Document

_LAST_WORD: Final = re.compile(r"[\s'-]+(?P<w>[^\W_]+)$")
_SENTENCE_END: Final = re.compile(r"[^\W\d_]{4}\.$")
_SMALL: Final = re.compile(r"(?:(?:de|du|des|la|le|les)\s|[ld]['’]\s?){0,3}")
_IN_CAPITALS: Final = frozenset({"rue", "avenue", "boulevard", "impasse", "allee", "quai"})
_WITH_A_DATE: Final = frozenset({"rue", "avenue", "boulevard", "place"})


def find_addresses(doc: Document) -> Iterator[Span]:
    """ "[ADRESSE:14 rue Paul Gaffarel, bât. C] 21000 Dijon"."""
    for match in STREET.finditer(doc.folded):
        if _names_a_street(doc, match):
            yield ADDRESS.span(match.start(), _end(doc, match), 0.93)
    for match in BARE_STREET.finditer(doc.folded):
        if _is_named(doc, match):
            yield ADDRESS.span(match.start(), _end(doc, match), 0.85)
    yield from find_all(PATTERNS, doc)


def _names_a_street(doc: Document, match: re.Match[str]) -> bool:
    """ "2 cours de", "05 place": an ordinary noun, no number of a house."""
    kind = match["t"].rstrip(".")
    if match["n"][0] == "0" or (kind in ("ch", "che", "r", "res") and match["name"][0].isdigit()):
        return False
    start = match.start("name")
    dated = kind in _WITH_A_DATE and DATED.search(doc.folded, start, start + 16) is not None
    return kind not in NOUNS or dated or _starts_with_capital(doc, start)


def _starts_with_capital(doc: Document, start: int) -> bool:
    small = _SMALL.match(doc.text, start)
    first = small.end() if small else start
    return doc.text[first : first + 1].isupper()


def _is_named(doc: Document, match: re.Match[str]) -> bool:
    """A capital after the kind of street; "rue du 8 mai"; no home for the old."""
    kind, start = match["t"].rstrip("."), match.start("name")
    if doc.text[start].isdigit():
        return kind in _WITH_A_DATE and DATED.match(doc.folded, start) is not None
    if not doc.text[start].isupper():
        return False
    if kind in ("residence", "res") and OLD_AGE.search(doc.line_around(match.start())):
        return False
    word = re.match(r"[^\W\d_]+", doc.text[start : start + 40])
    shouted = word is not None and len(word.group()) > 1 and word.group().isupper()
    if shouted and not doc.text[match.start() : match.start() + 3].isupper():
        return kind in _IN_CAPITALS
    return kind not in ("cours", "passage")


def _end(doc: Document, match: re.Match[str]) -> int:
    """Without particles that hang at the end of the street's name."""
    end = match.end()
    if match.end("name") < end:
        return end
    while (last := _LAST_WORD.search(doc.folded, match.start("name"), end)) and (
        last["w"] in PARTICLES
    ):
        end = last.start()
    return end - 1 if _SENTENCE_END.search(doc.folded, match.start(), end) else end
