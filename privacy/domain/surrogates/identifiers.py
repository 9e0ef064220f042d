"""Identifiers: same length and alphabet; numbers that have a public key are made impossible to issue."""

import re
from typing import Final, NamedTuple

from annotation.domain.control_keys import luhn_is_valid, nir_key
from annotation.domain.labels import Subtype
from privacy.domain.randomness import BitSource, below
from privacy.domain.surrogates.shapes import core, pour, same_shape

NIR_BODY: Final = 13
_LUHN_KINDS: Final = frozenset({Subtype.RPPS, Subtype.ADELI, Subtype.FINESS})
# what says a department: « 2A » and « 2B » would tell Corsica by their letter
_SAY_DEPARTMENT: Final = frozenset({Subtype.FINESS, Subtype.ADELI, Subtype.SECU})
_CORSICA: Final = re.compile(r"(?<=2)(\W?)[AB](?![^\W\d_])", re.IGNORECASE)
# « clé 35 », « n° 12 »: words of the layout, not of the identifier
_LAYOUT_WORDS: Final = re.compile(r"\b(?:clef|cl[ée]|n°|no\b\.?|num[ée]ro)", re.IGNORECASE)


class Birth(NamedTuple):
    """The patient's surrogate birth: its year, its month where it is known, and the department where a text tells it (99: abroad)."""

    year: int
    month: int | None = None
    department: str = ""


def identifier_key(original: str, subtype: str) -> str:
    """What two layouts of one identifier share; a NIR is the same with or without its key."""
    characters = core(_LAYOUT_WORDS.sub("", original))
    return characters[:NIR_BODY] if subtype == Subtype.SECU else characters


def is_nir(original: str, subtype: str) -> bool:
    """True for a NIR that can be rebuilt, with or without its key."""
    characters = core(_LAYOUT_WORDS.sub("", original))
    return subtype == Subtype.SECU and len(characters) in (13, 15) and characters[0] in "123478"


def identifier(source: BitSource, original: str, subtype: str, birth: Birth | None = None) -> str:
    """Another identifier in the layout of `original` (spaces, points, « clé » stay where they are). A NIR says the
    surrogate `birth`, if there is one."""
    if word := _LAYOUT_WORDS.search(original):
        return _around(source, original, word, subtype, birth)
    if is_nir(original, subtype):
        return pour(_nir(source, core(original), birth), original)
    layout = _CORSICA.sub(r"\g<1>0", original) if subtype in _SAY_DEPARTMENT else original
    while True:
        drawn = same_shape(source, layout)
        digits = core(drawn)
        if subtype not in _LUHN_KINDS or not luhn_is_valid(digits):
            return drawn


def _around(
    source: BitSource, original: str, word: re.Match[str], subtype: str, birth: Birth | None
) -> str:
    """Draws for the identifier without the word, then writes the word back in its place."""
    before, after = original[: word.start()], original[word.end() :]
    bare = before + after
    drawn = identifier(source, bare, subtype, birth) if core(bare) else bare
    return drawn[: len(before)] + word.group() + drawn[len(before) :]


def _nir(source: BitSource, characters: str, birth: Birth | None) -> str:
    """A number with a valid key and the birth order 000, which INSEE never gives: « 1 58 05 21 … 000 » of who is now born in
    May 1958 in the Côte-d'Or.

    The first digit (sex) is kept: the gender of the words of the text tells it anyway.
    """
    while True:
        year, month = below(source, 100), below(source, 12) + 1
        department, commune = below(source, 95) + 1, below(source, 989) + 1
        body = f"{characters[0]}{year:02d}{month:02d}{department:02d}{commune:03d}000"
        if department != 20:  # no department any more
            break
    if birth is not None:
        place = birth.department[:2] if birth.department[:2].isdigit() else body[5:7]
        body = f"{body[0]}{birth.year % 100:02d}{birth.month or month:02d}{place}{body[7:]}"
    return body + (f"{nir_key(body):02d}" if len(characters) == 15 else "")


def reference(source: BitSource, original: str) -> str:
    """A letter's reference of the same shape."""
    return same_shape(source, original)
