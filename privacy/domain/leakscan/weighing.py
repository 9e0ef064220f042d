"""Which matches are leaks. A surrogate that equals its original by chance is none; neither is an ordinary word."""

import re
from collections.abc import Set
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
from privacy.domain.leakscan.neighbours import (
    beside_a_name,
    is_lived_in,
    is_short_name,
    is_short_town,
    is_told,
)
from privacy.domain.leakscan.patterns import MIN_NAME, PARTICLES, Target
from privacy.domain.leakscan.replaced import touching
from privacy.domain.substitute import SubstitutedNote
from privacy.domain.text import words

# drawn without looking at the original, or as the mechanism promises: may equal it
_CHANCE: Final = frozenset({Label.LOC, Label.DATE, Label.AGE, Label.ORG})
# even inside a replacement these are the original itself, not what chance makes
_PLAIN: Final = frozenset({Kind.EXACT, Kind.FOLDED, Kind.DIGITS})
_WHOLE: Final = frozenset({Kind.EXACT, Kind.FOLDED})
_NAMED: Final = frozenset({Label.PER, Label.LOC})
_SHORT: Final = frozenset(
    words("de du des la le les l d un une en et au aux ne se ma sa ce il on si ou y a par sur")
)
_LONG_NUMBER: Final = 8
_LINKED: Final = re.compile(r"[^\W_]+(?:[-_]\s*[^\W_]+)+")
_BLANK: Final = re.compile(r"\s")


def is_leak(
    note: SubstitutedNote, match: Match, lexicon: Lexicon, names: Set[str] = frozenset()
) -> bool:
    """True when the match is the patient's own value rather than chance, a word or an eponym.

    `names` (folded): the names of the file's people, one of which beside a word makes a name of it.
    """
    if not _may_stand_here(note, match):
        return False
    label = match.target.label
    if label in _NAMED:
        return _is_name(note.text, match, lexicon, names)
    if label == Label.AGE:
        return not is_duration(note.text, match.start)
    return not _is_chance_number(note.text, match)


def _may_stand_here(note: SubstitutedNote, match: Match) -> bool:
    """A match outside the replacements, or one that no replacement makes by chance."""
    touched = [r.label for r in touching(note.replacements, match.start, match.end)]
    if not touched:
        return True
    label = match.target.label
    if label in _CHANCE or match.kind not in _PLAIN:
        return False
    if label == Label.PER and _is_short(match.target):
        return False  # a particle that was kept
    return label != Label.PER or not _CHANCE.intersection(touched)


def _is_name(text: str, match: Match, lexicon: Lexicon, names: Set[str]) -> bool:
    target = match.target
    if target.core.isdigit():
        return not is_measure(text, match.end)
    if match.kind is Kind.INITIALS or match.kind is Kind.LETTERS:
        return True
    if _is_short(target):
        return _is_short_name(text, match, names)
    if (
        _is_word(text, match, lexicon)
        and not reads_as_name(text, _proper(text, match))
        and not _stands_as_name(text, match, names)
    ):
        return False
    doubtful = target.label == Label.LOC or all(map(lexicon.is_word, match.pieces))
    return not (doubtful and is_eponym(text, match.start))


def _is_short(target: Target) -> bool:
    """« Li », « Ben », « Pau »."""
    if target.label == Label.LOC:
        return len(target.core) <= MIN_NAME
    return len(target.core) < MIN_NAME or target.core in PARTICLES


def _is_short_name(text: str, match: Match, names: Set[str]) -> bool:
    """A name of two letters, « Le » and « Du » among them, which are articles elsewhere; a town of three."""
    start, end = match.start, match.end
    if match.target.label == Label.LOC:
        return is_short_town(text, start, end)
    if match.kind not in _WHOLE:
        return False
    is_article = match.target.core in PARTICLES or match.target.core in _SHORT
    if match.kind is Kind.EXACT and not is_article and after_civility(text, start):
        return True
    if beside_a_name(text, start, end, names) and not is_article:
        return True
    return is_short_name(text, start, end, is_article=is_article)


def _stands_as_name(text: str, match: Match, names: Set[str]) -> bool:
    """Told by its neighbours, whatever its case; an article before it makes a word of it again."""
    start, end = match.start, match.end
    if match.kind is Kind.FUZZY:
        return False  # a word, not the name
    if match.target.label == Label.LOC:
        return is_lived_in(text, start, end)
    if len([piece for piece in match.pieces if piece in names]) > 1:
        return True
    if beside_a_name(text, start, end, names):
        return True
    return match.pieces[0] not in _SHORT and is_told(text, start, end)


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
