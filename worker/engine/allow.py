"""Words that only a name's context can turn into a name: abbreviations in capitals, drugs."""

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
    r"|nom|prenom|patiente?|nee?)\b\.?\s*:?\s*)$"
)
_WINDOW: Final = 16  # characters before a span in which such a word may stand


def without_known_words(text: str, spans: Sequence[Span]) -> list[Span]:
    """The model's spans without abbreviations and drugs taken for names, unless a civility or a
    field's name stands before them."""
    return [span for span in spans if not _is_known_word(text, span)]


def _is_known_word(text: str, span: Span) -> bool:
    if span.subtype not in _NAMING or span.length < _LEAST_LETTERS:
        return False
    surface = text[span.start : span.end]
    word = fold(surface)
    is_known = (surface.isupper() and word in lexicon.abbreviations()) or word in lexicon.drugs()
    before = fold(text[max(0, span.start - _WINDOW) : span.start])
    return is_known and not _BEFORE_A_NAME.search(before)
