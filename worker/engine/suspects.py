"""A weak doubt of the model beside a weak cue: a capitalised word inside a sentence that the model finds
nearly ordinary, right after a word that announces a place or a body ("zone de La Martinoire")."""

import re
from collections.abc import Sequence
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.doubt import Reading
from worker.engine.folding import fold
from worker.engine.heads import LINK

# Between these probabilities of being outside; below them the model's own threshold finds the word.
# Measured on development notes: without a cue, two such words of three are no name (docs/benchmarks.md).
_LEAST: Final = 0.9
_MOST: Final = 0.985
_REACH: Final = 40  # characters before the word
_CUES: Final = "|".join(sorted(map(re.escape, lexicon.words("place_cues")), key=len, reverse=True))
_BODIES: Final = "|".join(sorted(map(re.escape, lexicon.words("body_cues")), key=len, reverse=True))
_CUE: Final = re.compile(rf"(?<![a-z\d-])(?:(?P<place>{_CUES})|(?:{_BODIES})){LINK}$")
_CAPITALS: Final = re.compile(r"[A-ZÀ-Ý][^\W\d_]{2,}")
_ARTICLE: Final = re.compile(r"(?:L[ae]s?|L['’]) ?$")


def suspected(text: str, spans: Sequence[Span], reading: Reading) -> list[Span]:
    """Spans of such words, none overlapping `spans`."""
    taken = bytearray(len(text))
    for span in spans:
        taken[span.start : span.end] = b"\1" * span.length
    found = []
    for start, end, outside in zip(reading.starts, reading.ends, reading.outside, strict=True):
        if not _LEAST <= outside < _MOST or taken.find(1, start, end) != -1:
            continue
        kind = _kind(text, start, end) if _CAPITALS.fullmatch(text, start, end) else None
        if kind is not None:
            article = _ARTICLE.search(text, max(0, start - 3), start)
            begin = article.start() if article else start
            found.append(Span(begin, end, *kind, 0.5, "rule:cue"))
    return found


def _kind(text: str, start: int, end: int) -> tuple[str, str] | None:
    """Label and sub-type that the word before tells; None for known ordinary words."""
    word = fold(text[start:end])
    first = max(0, start - _REACH, text.rfind("\n", 0, start) + 1)
    cue = _CUE.search(fold(text[first:start]))
    if cue is None or text[first:start].isupper() or _is_known(word):
        return None
    return ("LOC", "VILLE") if cue["place"] else ("ORG", "ORGANISME")


def _is_known(word: str) -> bool:
    names = ("common_words", "medical_words", "roles", "scores", "civilities")
    known = word in lexicon.drugs() or word in lexicon.eponyms() or word in lexicon.abbreviations()
    return known or any(word in lexicon.words(name) for name in names)
