"""« 2e semaine de mars », « première quinzaine de mai »: parts of a month or a year that have a number.

They are finer than the month that is noised, so they are drawn uniformly, in the order in which they stood. Words without
a number (« début », « fin », « dernière semaine ») are public and stay.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from privacy.domain.budget import ElementKey
from privacy.domain.randomness import BitSource, below
from privacy.domain.text import strip_accents, words

_RANKS: Final = words("premiere deuxieme troisieme quatrieme cinquieme")
_PORTION: Final = re.compile(
    r"(?<!\d)(?P<rank>[1-5] ?(?:[èe]re|re|[èe]?me|nde|e)|premi[èe]re|seconde|deuxi[èe]me|troisi[èe]me|quatri[èe]me|cinqui[èe]me)"
    r"(?P<between>\s+)(?P<of>quinzaine|moiti[ée]|partie|semaine(?=\s(?:du\smois\s)?d(?:e\s|['’])[^\W\d_]))(?![^\W\d_])",
    re.IGNORECASE,
)
_WEEKS: Final = 4
_HALVES: Final = 2

Portion = tuple[ElementKey, bool, int]  # of which date, whether it is a week, its rank


def portions_of(element: ElementKey, text: str) -> list[Portion]:
    """The numbered parts that the dates of a mention are cut to, in order; `element`: the first date's."""
    return [(element, _is_week(match), _rank(match["rank"])) for match in _PORTION.finditer(text)]


def draw_ranks(
    portions: Iterable[Portion], source: Callable[[Portion], BitSource]
) -> dict[Portion, int]:
    """Another rank for each portion, those of one date in their order."""
    found: dict[Portion, int] = {}
    groups: dict[tuple[ElementKey, bool], set[Portion]] = {}
    for portion in portions:
        groups.setdefault(portion[:2], set()).add(portion)
    for (_, is_week), group in groups.items():
        most = _WEEKS if is_week else _HALVES
        ordered = sorted(group, key=lambda portion: portion[2])
        ranks = sorted(1 + below(source(portion), most) for portion in ordered)
        found |= zip(ordered, ranks, strict=True)
    return found


def with_ranks(text: str, portions: Iterable[Portion], ranks: Mapping[Portion, int]) -> str:
    """The surrogate's text with the ranks that were drawn for the original's portions: « 3e semaine »."""
    order = iter(portions)

    def shown(match: re.Match[str]) -> str:
        rank, rest = ranks[next(order)], match["between"] + match["of"]
        ending = "re" if rank == 1 else "e"
        return f"{rank}{ending.upper() if rest.isupper() else ending}{rest}"

    return _PORTION.sub(shown, text)


def _is_week(match: re.Match[str]) -> bool:
    return match["of"].lower() == "semaine"


def _rank(text: str) -> int:
    plain = strip_accents(text).lower()
    if plain[0].isdigit():
        return int(plain[0])
    return _HALVES if plain == "seconde" else _RANKS.index(plain) + 1
