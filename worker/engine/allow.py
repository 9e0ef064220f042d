"""Words that only a name's context can turn into a name: abbreviations, drugs, civilities."""

import re
from collections.abc import Sequence
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.folding import fold

_NAMING: Final = frozenset({"NOM", "PRENOM", "VILLE", "ORGANISME", "SERVICE"})
_LEAST_LETTERS: Final = 3  # two capitals are as often somebody's initials
_BEFORE_A_NAME: Final = re.compile(
    r"(?:\b(?:m|mr|mme|mlle|dr|pr|me|monsieur|madame|mademoiselle|docteur|professeur|maitre"
    r"|nom|prenom|patiente?|nee?)\b\.?\s*:?\s*|(?<![\w.])[a-z]\.\s*)$"
)
# Trades and formulas of letters: with two letters, nobody's initials unless a civility says so.
_TWO_LETTERS: Final = frozenset({"cc", "cf", "ph", "pj", "rv", "sf"})
_CIVILITY: Final = re.compile(r"(?:mm?|mr|mmes?|mlle|drs?|prs?|me)\.?$")
_NAME_AFTER: Final = re.compile(r"[ \t]+[^\W\d_]{2}")
_WINDOW: Final = 16  # characters before a span in which such a word may stand


def without_known_words(text: str, spans: Sequence[Span]) -> list[Span]:
    """The model's spans without abbreviations and drugs taken for names or initials, unless a
    civility or a field's name stands before them; and without civilities taken for initials."""
    return [span for span in spans if not _is_known_word(text, span)]


def _is_known_word(text: str, span: Span) -> bool:
    surface = text[span.start : span.end]
    word = fold(surface)
    if span.subtype == "INITIALES":
        is_title = _CIVILITY.fullmatch(word) and _NAME_AFTER.match(text, span.end)
        is_known = is_title or word in _TWO_LETTERS or _is_abbreviation(surface, word)
    elif span.subtype in _NAMING:
        is_drug = span.length >= _LEAST_LETTERS and word in lexicon.drugs()
        is_known = is_drug or _is_abbreviation(surface, word)
    else:
        return False
    before = fold(text[max(0, span.start - _WINDOW) : span.start])
    return bool(is_known) and not _BEFORE_A_NAME.search(before)


def _is_abbreviation(surface: str, word: str) -> bool:
    if len(surface) < _LEAST_LETTERS or not surface.isupper():
        return False
    return word in lexicon.abbreviations()
