"""The weekday before a date, outside its span: « lundi 3 mars 2020 » with « 3 mars 2020 » marked.

Left as it is, it would tell the original modulo 7. It becomes that of the surrogate, or goes with a date that is not
shown.
"""

import re
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from privacy.domain.patient_file import Link
from privacy.domain.time.lexicon import NameStyle, Width, read_weekday, weekday_name

REACH: Final = 40  # characters before a date that are read
_TAIL: Final = re.compile(
    r"(?<![^\W\d_])(?P<word>[^\W\d_]{3,9})(?P<point>\.?)(?P<rest>"
    r"(?:\s(?:matin|midi|soir|apr[eè]s[\s\-]midi|derni[eè]re?|pass[ée]|prochain))?[\s,:(\-–]{1,3}(?P<article>le\s)?)\Z",
    re.IGNORECASE,
)


def weekday_tail(before: str) -> str:
    """« lundi  » of « revue lundi  », « Lundi matin, le  »; "" when the text ends with no weekday."""
    found = _find(before[-REACH:])
    return "" if found is None else found.tail


def weekday_link(before: str, day: date | None) -> Link | None:
    """What the weekday at the end of `before` becomes with `day`; None without a weekday there. A date that is not
    shown (`day` None) leaves the article alone: « lundi, le [DATE] » → « le [DATE] »."""
    found = _find(before[-REACH:])
    if found is None:
        return None
    if day is None:
        return Link(len(found.tail), found.article)
    return Link(len(found.tail), weekday_name(day.weekday(), found.style) + found.rest)


class _Found(NamedTuple):
    tail: str
    rest: str
    article: str
    style: NameStyle


@lru_cache(maxsize=1024)
def _find(before: str) -> _Found | None:
    match = _TAIL.search(before)
    if match is None:
        return None
    known = read_weekday(match["word"], point=bool(match["point"]))
    if known is None or (known[1].english and known[1].width is not Width.FULL):
        return None  # « mon », « sat »
    style = replace(known[1], english=False)
    lost = "" if style.point else match["point"]
    return _Found(match.group(), lost + match["rest"], match["article"] or "", style)
