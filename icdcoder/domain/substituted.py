"""What substitution wrote into a note, made to say nothing: no word and no figure of it decides a code.

An exception that is meant: how old and when. An age, a term of pregnancy, a date and a duration stay readable where they were
substituted, for their surrogates lie near the truth (« 34 SA » → « 33 SA ») and tell past from present; they are still never
evidence, and no other figure is read out of them.
"""

import re
from collections.abc import Sequence
from typing import Final

from annotation.domain.french import MONTHS
from icdcoder.domain.coder import Span
from icdcoder.domain.tokens import fold_text, words

_MONTHS: Final = frozenset(name for names in MONTHS for name in names)
# What makes a span one of time; a figure alone ("42") is none.
_UNITS: Final = words(
    "an ans annee annees mois semaine semaines sem jour jours heures sa hier veille",
    "printemps ete automne hiver lundi mardi mercredi jeudi vendredi samedi dimanche",
)
_BESIDE: Final = words(
    "a l le la les d de du des en au ce cette il y depuis environ pres plus moins quelques plusieurs et e er j h",
    "demi demie fin debut mi courant avant matin soir midi nuit dernier derniere passe passee premier age agee ne nee vie terme",
    "un une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante",
    "cinquante soixante cent mille",
)
_OF_TIME: Final = _UNITS | _BESIDE | _MONTHS
_WRITTEN_DATE: Final = re.compile(
    r"\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|(?:19|20)\d\d|\d{1,3} ?[aj]"
)
_WORD: Final = re.compile(r"[a-zœæ]+|\d+")
_KEPT: Final = re.compile(r"[^\s.,'’-]")


def silenced(text: str, hidden: Sequence[Span]) -> str:
    """The text, of its length, with letters that mean nothing in the spans `hidden`, but for ages and times.

    >>> silenced("Dr Lupus, 42 ans", [(3, 8), (10, 16)])
    'Dr Zzzzz, 42 ans'
    """
    pieces, at = [], 0
    for start, end in sorted(hidden):
        start = max(start, at)  # one span may begin in another
        pieces.append(text[at:start])
        written = text[start:end]
        pieces.append(written if _is_time(written) else _KEPT.sub(_letter, written))
        at = max(at, end)
    return "".join((*pieces, text[at:]))


def _letter(sign: re.Match[str]) -> str:
    return "z" if sign[0].islower() else "Z"


def _is_time(written: str) -> bool:
    """An age, a term, a date or a duration, and not one word more.

    >>> [_is_time(span) for span in ("42 ans", "12/03/2019", "depuis trois semaines", "42", "Maternité")]
    [True, True, True, False, False]
    """
    folded = fold_text(written).strip()
    if _WRITTEN_DATE.fullmatch(folded):
        return True
    found = [word for word in _WORD.findall(folded) if not word.isdecimal()]
    return all(word in _OF_TIME for word in found) and any(
        word in _UNITS or word in _MONTHS for word in found
    )
