"""Which matches are leaks. A surrogate that equals its original by chance is none; neither is an ordinary word."""

import re
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.leakscan.context import (
    after_civility,
    is_duration,
    is_eponym,
    is_measure,
    reads_as_name,
)
from privacy.domain.leakscan.forms import Kind
from privacy.domain.leakscan.lexicon import Lexicon
from privacy.domain.leakscan.matching import Match
from privacy.domain.leakscan.patterns import MIN_NAME, PARTICLES
from privacy.domain.leakscan.reading import Reading
from privacy.domain.text import words

# drawn without looking at the original, or as the mechanism promises: may equal it
_CHANCE: Final = frozenset({Label.LOC, Label.DATE, Label.AGE, Label.ORG})
# even inside a replacement these are the original itself, not what chance makes
_PLAIN: Final = frozenset({Kind.EXACT, Kind.FOLDED, Kind.DIGITS})
_NAMED: Final = frozenset({Label.PER, Label.LOC})
_SHORT: Final = frozenset(
    words("de du des la le les l d un une en et au aux ne se ma sa ce il on si ou y a par sur")
)
_LONG_NUMBER: Final = 8
_LINKED: Final = re.compile(r"[^\W_]+(?:[-_]\s*[^\W_]+)+")
_BLANK: Final = re.compile(r"\s")


def is_leak(reading: Reading, match: Match, lexicon: Lexicon) -> bool:
    """True when the match is the patient's own value rather than chance, a word or an eponym."""
    if not _may_stand_here(reading, match):
        return False
    label = match.target.label
    if label in _NAMED:
        return _is_name(reading.text, match, lexicon)
    if label == Label.AGE:
        return not is_duration(reading.text, match.start)
    return not _is_chance_number(reading.text, match)


def _may_stand_here(reading: Reading, match: Match) -> bool:
    """A match outside the replacements, or one that no replacement makes by chance."""
    touched = reading.touching(match.start, match.end)
    if not touched:
        return True
    label = match.target.label
    if label in _CHANCE or match.kind not in _PLAIN:
        return False
    if label == Label.PER and len(match.target.core) < MIN_NAME:
        return False  # a particle that was kept
    return label != Label.PER or not _CHANCE.intersection(touched)


def _is_name(text: str, match: Match, lexicon: Lexicon) -> bool:
    if match.target.core.isdigit():
        return not is_measure(text, match.end)
    if match.kind is Kind.INITIALS or match.kind is Kind.LETTERS:
        return True
    if match.target.label == Label.PER and len(match.target.core) < MIN_NAME:
        return match.kind is Kind.EXACT and after_civility(text, match.start)
    if _is_word(text, match, lexicon) and not reads_as_name(text, _proper(text, match)):
        return False
    doubtful = match.target.label == Label.LOC or all(map(lexicon.is_word, match.pieces))
    return not (doubtful and is_eponym(text, match.start))


def _is_word(text: str, match: Match, lexicon: Lexicon) -> bool:
    """True when what is written could be ordinary words."""
    if match.kind is Kind.FUZZY:
        return len(match.target.row) == 1 and lexicon.is_word(match.pieces[0])
    shown = text[match.start : match.end]
    if len(match.pieces) > 1 and _LINKED.fullmatch(shown):
        return False  # « le-tampon », « La-/ville »: words are not written so
    if match.kind is Kind.REVERSED and not _BLANK.search(shown):
        return False  # words were left out when the pattern was made
    return all(piece in lexicon.ordinary or piece in _SHORT for piece in match.pieces)


def _proper(text: str, match: Match) -> int:
    """Where the first word that is no particle begins (« de La Tour » is judged at « Tour »)."""
    at = match.start
    for piece in match.pieces:
        if piece not in PARTICLES and piece not in _SHORT:
            break
        rest = text[at : match.end]
        skipped = next(
            (i for i, c in enumerate(rest) if not (c.isalpha() or c in "\u0300\u0301")), 0
        )
        at += skipped
        while at < match.end - 1 and not text[at].isalpha():
            at += 1
    return at


def _is_chance_number(text: str, match: Match) -> bool:
    """A short number put together over two lines."""
    short = match.target.core.isdigit() and len(match.target.core) < _LONG_NUMBER
    return short and "\n" in text[match.start : match.end]
