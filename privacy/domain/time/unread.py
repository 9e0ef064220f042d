"""A random value of the same shape for a time expression that could not be read.

A date that no calendar has (« 31/02/2020 ») becomes a random date in its form. In anything else each figure
becomes a random figure, each month, weekday, season or feast another of its kind, and each unknown word
random letters; words of time that say nothing (« depuis », « vers ») stay. The caller flags the result.
"""

import re
from datetime import date, timedelta
from typing import Final

from privacy.domain.randomness import BitSource, below
from privacy.domain.surrogates.shapes import same_shape
from privacy.domain.text import Case, apply_case, case_of, strip_accents, words
from privacy.domain.time.dates import parse_date
from privacy.domain.time.forms import fields_of
from privacy.domain.time.lexicon import MONTHS, SEASONS, WEEKDAYS
from privacy.domain.time.numerals import to_words
from privacy.domain.time.units import read_unit

_FEASTS: Final = words("Noël Pâques Toussaint Pentecôte Ascension Épiphanie Assomption Carnaval")
_FIRST: Final = date(1930, 1, 1)
_DAYS: Final = 34_000  # until 2023
_KINDS: Final = (
    MONTHS,
    WEEKDAYS,
    tuple(SEASONS.values()),
    _FEASTS,
    tuple(to_words(n) for n in range(2, 17)),
)
_KIND_OF: Final = {strip_accents(name).lower(): kind for kind in _KINDS for name in kind}
# words of time and of grammar: public, they say nothing of anybody
_KEPT: Final = frozenset(
    words(
        "le la les l de du des d en au aux a depuis vers avant apres dans pendant durant courant debut mi fin"
        " milieu annee annees an ans mois entre et ou environ il y dernier derniere derniers prochain prochaine"
        " date ce cet cette ces jusqu lors age semaine semaines jour jours heure heures matin soir midi nuit"
        " plus moins pres une un voila trimestre semestre siecle ne nee"
    )
)
_TOKEN: Final = re.compile(r"[^\W\d_]+|[\d\W_]+")
_TRIES: Final = 20


def random_like(source: BitSource, text: str) -> str:
    """A random text of that shape that differs from it (unless nothing in it can change)."""
    form = parse_date(text, lenient=True)
    for _ in range(_TRIES):
        if form is not None:
            drawn = form.render(fields_of(_FIRST + timedelta(days=below(source, _DAYS))))
        else:
            drawn = "".join(_token(source, token) for token in _TOKEN.findall(text))
        if drawn != text:
            return drawn
    return same_shape(source, text)


def _token(source: BitSource, token: str) -> str:
    plain = strip_accents(token).lower()
    kind = _KIND_OF.get(plain)
    if kind is not None:
        return _cased(kind[below(source, len(kind))], token)
    if plain in _KEPT or (len(plain) > 1 and read_unit(token) is not None):
        return token
    return same_shape(source, token)


def _cased(word: str, model: str) -> str:
    case = case_of(model)
    titled = word[:1].upper() + word[1:] if case is Case.TITLE else word
    shown = apply_case(titled, case)
    return strip_accents(shown) if model.isascii() and case is Case.UPPER else shown
