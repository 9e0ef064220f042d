"""A patient's name that is an ordinary word, too: "Mme Petit" has "un petit nodule". Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from annotation.domain.public_tables import rows
from annotation.domain.words import core_of

_REACH: Final = 24  # code points before the word in which something may say that it is a name
_NAMED: Final = re.compile(
    r"(?<!\w)(?:m|mm|mr|mmes?|mlles?|drs?|prs?|monsieur|madame|mademoiselle|docteure?|professeure?|ma[iî]tre"
    r"|n[ée]e?s?|[ée]poux|[ée]pouse|veuve?|veuf|famille|noms?|pr[ée]noms?|patiente?|fils|fille|fr[èe]re|s(?:œ|oe)ur"
    r"|m[èe]re|p[èe]re|sign[ée]|dite?|conjointe?)\b\.?[\s:(]*(?:(?:de|du|la|le)\s+)?$",
    re.IGNORECASE,
)


@cache
def _ordinary() -> frozenset[str]:
    return frozenset(core_of(row["word"]) for row in rows("ordinary_words_fr.csv"))


def is_ordinary_use(text: str, start: int, end: int, mask: bytearray) -> bool:
    """True when the name at `text[start:end]` is there as a word: in small letters, an ordinary word,
    and nothing before it makes it a name (a civility, "née", something that is labelled).

    "un petit nodule" is one, "mme petit" and "Petit" are not.
    """
    surface = text[start:end]
    if not surface.islower() or core_of(surface) not in _ordinary():
        return False
    before = text[max(0, start - _REACH) : start]
    labelled = len(before.rstrip()) and mask[start - len(before) + len(before.rstrip()) - 1]
    return not labelled and _NAMED.search(before) is None
