"""Which matches are leaks, and how surely. A surrogate that equals its original by chance is none; neither is an ordinary word."""

import re
from collections.abc import Callable, Set
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.leakscan.births import is_birth_year, is_born, is_dated
from privacy.domain.leakscan.context import (
    after_civility,
    is_duration,
    is_in_capitals,
    is_measure,
    reads_as_name,
)
from privacy.domain.leakscan.eponyms import EPONYMS, follows_medical_noun, stands_as_eponym
from privacy.domain.leakscan.forms import Kind, Level
from privacy.domain.leakscan.fragments import (
    LEAST,
    NIR_LEAST,
    is_announced,
    is_inside_number,
    is_nir_shape,
)
from privacy.domain.leakscan.lexicon import Lexicon
from privacy.domain.leakscan.matching import Match
from privacy.domain.leakscan.neighbours import (
    beside_a_name,
    is_lived_in,
    is_short_name,
    is_short_town,
    is_told,
    may_be_told,
)
from privacy.domain.leakscan.patterns import MIN_NAME, PARTICLES, Target
from privacy.domain.leakscan.replaced import touching
from privacy.domain.substitute import SubstitutedNote
from privacy.domain.text import fold_phrase, words

# a surrogate of these may go over the end of its replacement
_CHANCE: Final = frozenset({Label.LOC, Label.DATE, Label.AGE, Label.ORG})
# even inside a replacement these are the original itself, not what chance makes
_PLAIN: Final = frozenset({Kind.EXACT, Kind.FOLDED, Kind.DIGITS})
_WHOLE: Final = frozenset({Kind.EXACT, Kind.FOLDED})
# near the original only, or made of it
_UNSURE: Final = frozenset({Kind.FUZZY, Kind.REVERSED, Kind.INITIALS, Kind.MAIL})
_NAMED: Final = frozenset({Label.PER, Label.LOC})
_SHORT: Final = frozenset(
    words("de du des la le les l d un une en et au aux ne se ma sa ce il on si ou y a par sur")
)
_LONG_NUMBER: Final = 8
# by a hyphen, one that ends a line, a sign that no page shows
_LINKED: Final = re.compile(r"[^\W_]+(?:[-_\u00ad\u200b-\u200d\u2060\ufeff][\s>|]*[^\W_]+)+")
_PARTICIPLE: Final = re.compile(r"[éÉ][eE]?[sS]?$")
_SURNAME: Final = re.compile(r"\.? ?([A-ZÀ-ÖØ-Þ][^\W\d_]+)")
_IN_WORD: Final = re.compile(r"[^\W\d_]{2}")  # « 241032AB »: no unit, another code
_PARTS: Final = re.compile(r"[^\W_]+")
_NUMBERED: Final = 16  # characters before a street that its number stands in
_NUMBER_BEFORE: Final = re.compile(r"\b\d{1,4}(?: ?(?:bis|ter|[a-dA-D]))?,? ?$")
_SIGN: Final = re.compile(r"[/.\-_]")
_BLANK: Final = re.compile(r"\s")


def level_of(
    note: SubstitutedNote, match: Match, lexicon: Lexicon, names: Set[str] = frozenset()
) -> Level | None:
    """How surely the match is the patient's own value; None for chance, a word or an eponym.

    `names` (folded): the names of the file's people, one of which beside a word makes a name of it.
    """
    if not _may_stand_here(note, match):
        return None
    text, label = note.text, match.target.label
    weigh = _OF_KIND.get(match.kind)
    if weigh is not None:
        return weigh(text, match, lexicon, names)
    if label in _NAMED:
        return _name_level(text, match, lexicon, names)
    if label == Label.AGE:
        return None if is_duration(text, match.start) else Level.LIKELY
    if _is_chance_number(text, match):
        return None
    return Level.LIKELY if match.kind in _UNSURE else Level.SURE


def _may_stand_here(note: SubstitutedNote, match: Match) -> bool:
    """A match outside the replacements, or one that no replacement makes by chance.

    All surrogates but those of persons are drawn without a look at the original, or as the mechanism promises: they
    may equal it, and what lies wholly inside one tells nothing. A person's is never a name of the file.
    """
    over = touching(note.replacements, match.start, match.end)
    touched = [r.label for r in over]
    if not touched:
        return True
    label = match.target.label
    if any(r.label != Label.PER and r.start <= match.start and match.end <= r.end for r in over):
        return False
    if label in _CHANCE or match.kind not in _PLAIN:
        return False
    if label == Label.PER and _is_short(match.target):
        return False  # a particle that was kept
    return label != Label.PER or not _CHANCE.intersection(touched)


def _name_level(text: str, match: Match, lexicon: Lexicon, names: Set[str]) -> Level | None:
    target = match.target
    if target.core.isdigit():
        return None if is_measure(text, match.end) else Level.LIKELY
    if match.kind is Kind.INITIALS:
        return _initials_level(text, match, lexicon)
    if match.kind is Kind.LETTERS:
        return Level.SURE
    if _is_short(target):
        return Level.DOUBTFUL if _is_short_name(text, match, names) else None
    proper = _proper(text, match)
    told = after_civility(text, proper) or _stands_as_name(text, match, names)
    if _is_word(text, match, lexicon):
        if not told and not reads_as_name(text, proper):
            return None
        level = Level.LIKELY if told else Level.DOUBTFUL
    elif not told and _is_another_word(text, match, lexicon):
        return None
    else:
        level = Level.LIKELY if match.kind in _UNSURE else Level.SURE
    return _unless_eponym(text, match, lexicon, level, told=told)


def _unless_eponym(
    text: str, match: Match, lexicon: Lexicon, level: Level, *, told: bool
) -> Level | None:
    """« maladie de Petit », « un Parkinson »: no alarm; « triangle de Prélot », whose name no list has: doubtful."""
    if match.target.label == Label.PER and EPONYMS.issuperset(match.pieces):
        if not told and stands_as_eponym(text, match.start, match.end):
            return None
        return level if told else Level.DOUBTFUL
    if told or not follows_medical_noun(text, match.start):
        return level
    doubtful = match.target.label == Label.LOC or all(map(lexicon.is_word, match.pieces))
    return None if doubtful else Level.DOUBTFUL


def _is_another_word(text: str, match: Match, lexicon: Lexicon) -> bool:
    """« marié » of Marie; « vienne », « clément » in small letters where nobody is spoken of."""
    if len(match.pieces) != 1 or match.kind not in _WHOLE:
        return False
    shown = text[match.start : match.end]
    if _PARTICIPLE.search(shown) and not _PARTICIPLE.search(match.target.surface):
        return not reads_as_name(text, match.start)
    if not lexicon.is_word(match.pieces[0]) or reads_as_name(text, match.start):
        return False
    if not shown.islower() and not (shown.isupper() and is_in_capitals(text, match.start)):
        return False
    return not may_be_told(text, match.start, is_place=match.target.label == Label.LOC)


def _initials_level(text: str, match: Match, lexicon: Lexicon) -> Level | None:
    """« Mme D. » but not « M. D. Durand », whose initial is that of a first name."""
    if len(match.pieces) != 1:
        return Level.LIKELY
    following = _SURNAME.match(text, match.end)
    if following is None or fold_phrase(following[1]) in lexicon.ordinary:
        return Level.LIKELY
    return None


# parts and approximations


def _fragment_level(text: str, match: Match, _lexicon: Lexicon, _names: Set[str]) -> Level | None:
    start, end, size = match.start, match.end, len(match.target.core)
    announced = is_announced(text, start)
    if is_measure(text, end):
        return None
    if is_inside_number(text, start, end) or _IN_WORD.match(text, end):
        return None
    if size >= _LONG_NUMBER:
        return Level.LIKELY
    if announced:
        return Level.LIKELY
    if size >= LEAST or (size == NIR_LEAST and is_nir_shape(text[start:end])):
        return Level.DOUBTFUL
    return None


def _partial_level(text: str, match: Match, _lexicon: Lexicon, _names: Set[str]) -> Level | None:
    if is_measure(text, match.end):
        return None
    parts = _PARTS.findall(text[match.start : match.end])
    if len(parts) == 1:
        return Level.SURE if is_birth_year(text, match.start) else None
    if is_born(text, match.start):
        return Level.SURE
    if len(parts[1]) > 2:
        return Level.LIKELY
    return Level.LIKELY if parts[0].isdecimal() and is_dated(text, match.start) else None


def _said_level(text: str, match: Match, _lexicon: Lexicon, _names: Set[str]) -> Level | None:
    if match.target.label != Label.AGE:
        return Level.SURE
    if is_duration(text, match.start):
        return None
    return Level.LIKELY


def _part_level(text: str, match: Match, lexicon: Lexicon, _names: Set[str]) -> Level | None:
    """A part of a reference anywhere; of the name of an organisation or a town written like a name."""
    shown = text[match.start : match.end]
    if match.target.label not in (Label.ORG, Label.LOC):
        if all(map(str.isalpha, match.pieces)):  # « DUR/MM »
            return Level.LIKELY if shown.isupper() and _SIGN.search(shown) else None
        return None if is_inside_number(text, match.start, match.end) else Level.LIKELY
    if not shown[0].isupper() or follows_medical_noun(text, match.start):
        return None
    if all(map(lexicon.is_word, match.pieces)):
        return Level.DOUBTFUL if reads_as_name(text, match.start) else None
    return Level.LIKELY


def _shortened_level(text: str, match: Match, _lexicon: Lexicon, _names: Set[str]) -> Level | None:
    """An age or a name that was cut, told by what stands around already; a street."""
    start, end = match.start, match.end
    if match.target.form is Kind.SHORTENED and match.target.label == Label.PER:
        return _consonants_level(text, match)
    if match.target.label != Label.LOC:
        return Level.LIKELY
    shown = _PARTS.findall(text[start:end])
    numbered = _NUMBER_BEFORE.search(text, max(0, start - _NUMBERED), start) is not None
    if not (shown[-1][0].isupper() or numbered or is_lived_in(text, start, end)):
        return None
    return Level.LIKELY if len(shown) > 2 or numbered else Level.DOUBTFUL


def _consonants_level(text: str, match: Match) -> Level | None:
    """« QVRN » of Quivoron: an acronym elsewhere."""
    if after_civility(text, match.start):
        return Level.LIKELY
    is_one = len(match.pieces) == 1 and text[match.start : match.end].isupper()
    return Level.DOUBTFUL if is_one else None


def _diminutive_level(text: str, match: Match, lexicon: Lexicon, names: Set[str]) -> Level | None:
    """Written like a name or beside one; « Max : 38 », « DOM » and what a disease is called are none."""
    start, end = match.start, match.end
    if len(match.pieces) != 1:
        return None
    if (
        after_civility(text, start)
        or beside_a_name(text, start, end, names)
        or is_told(text, start, end)
    ):
        return Level.LIKELY
    if not text[start:end].istitle() or follows_medical_noun(text, start):
        return None
    if lexicon.is_word(match.pieces[0]) and not reads_as_name(text, start):
        return None
    return Level.DOUBTFUL


def _demonym_level(text: str, match: Match, lexicon: Lexicon, _names: Set[str]) -> Level | None:
    if lexicon.is_word(match.pieces[0]) and not reads_as_name(text, match.start):
        return None
    return Level.LIKELY


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


_OF_KIND: Final[dict[Kind, Callable[[str, Match, Lexicon, Set[str]], Level | None]]] = {
    Kind.FRAGMENT: _fragment_level,
    Kind.PARTIAL: _partial_level,
    Kind.WORDS: _said_level,
    Kind.PART: _part_level,
    Kind.SHORTENED: _shortened_level,
    Kind.DIMINUTIVE: _diminutive_level,
    Kind.DEMONYM: _demonym_level,
}
