"""Lengths whose unit has an adjective (« deux bons mois », « 1 an complet »), and counts of what is no unit (« deux étés »).

French writes both otherwise for one than for two: an adjective that stayed in the singular, a noun without its « s » would tell that
there was one.
"""

import re
from typing import Final

from privacy.domain.time.lexicon import WEEKDAYS
from privacy.domain.time.numerals import NUMBER_WORD

_COUNT: Final = (
    rf"(?<![\w.,/])(?:une?|\d{{1,3}}|{NUMBER_WORD}(?:(?:[ \-]et[ \-]|[ \-]){NUMBER_WORD})*)"
)
_BEFORE: Final = r"(?:bons?|bonnes?|petite?s?|gros(?:se)?s?|grande?s?|longs?|longues?|courte?s?|beaux?|belles?|seule?s?)"
_BEHIND: Final = (
    r"(?:pleine?s?|enti(?:er|[èe]re)s?|compl(?:et|[èe]te)s?|scolaires?|universitaires?|cons[ée]cuti(?:fs?|ves?)|francs?|ouvr[ée]s?"
    r"|ouvrables?)"
)
_UNIT: Final = (
    r"(?:ann?(?:[ée]e)?s?|mois|semaines?|jours?|journ[ée]es?|nuits?|heures?|trimestres?|semestres?)"
)
_QUALIFIED: Final = re.compile(
    rf"(?P<count>{_COUNT})\s{{1,2}}(?:{_BEFORE}\s{{1,2}}){{0,2}}(?P<unit>{_UNIT})(?:\s{_BEHIND}){{0,2}}(?![^\W_])",
    re.IGNORECASE,
)
_COUNTED: Final = rf"{_COUNT}\s{{1,2}}(?:{_BEFORE}\s{{1,2}}){{0,2}}"
_SEASON: Final = r"saison|week[ \-]?end|hiver|[ée]t[ée]|printemp|automne|vacance"
_OTHER: Final = re.compile(
    rf"{_COUNTED}(?:{_SEASON}|matin[ée]e|soir[ée]e|apr[èe]s[ \-]midi|demi[ \-]journ[ée]e|tour|no[ëe]l|p[âa]que|{'|'.join(WEEKDAYS)})s?(?![^\W_])",
    re.IGNORECASE,
)
# « III jours », whose letters are figures misread as well (« 111 jours »), and « V jours », whose are none
_ROMAN: Final = re.compile(
    rf"(?<![^\W_])(?-i:[IVX]{{1,7}}|[ivx]{{2,7}}|[vx])\s{{0,2}}(?:{_UNIT}|sem|[jh])(?![^\W_])",
    re.IGNORECASE,
)
_SEASONS: Final = re.compile(
    rf"(?:[^\W\d_]+\s{{1,2}}){{0,3}}{_COUNTED}(?:{_SEASON})s?", re.IGNORECASE
)


def without_adjectives(text: str) -> str:
    """« depuis deux bons mois » → « depuis deux mois », « 1 an complet » → « 1 an »; any other text as it is."""
    if text.count(" ") < 2:
        return text
    return _QUALIFIED.sub(r"\g<count> \g<unit>", text)


def counts_other(text: str) -> bool:
    """Whether a length counts what the parser knows no unit of: « deux étés », « un week-end », « 3 demi-journées »."""
    return _OTHER.search(text) is not None


def counts_in_roman(text: str) -> bool:
    """Whether a length or an age is counted in Roman figures: « III jours », « IX mois »."""
    return _ROMAN.search(text) is not None


def counts_seasons(text: str) -> bool:
    """Whether a text marked as a date is a count of seasons and the like: « depuis deux hivers », but not « le 3 après-midi »."""
    return _SEASONS.fullmatch(text) is not None
