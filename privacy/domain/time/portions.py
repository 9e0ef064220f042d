"""« 2e semaine de mars », « première quinzaine de mai »: parts of a month or a year that have a number.

They are finer than the month that is noised, so they are drawn uniformly, in the order in which they stood. Words without
a number (« début », « fin », « dernière semaine ») are public and stay.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from privacy.domain.budget import ElementKey
from privacy.domain.randomness import BitSource, below
from privacy.domain.time.numerals import rank_of

_RANK: Final = r"(?:(?<!\d)\d\d? ?(?:[èe]?re|er|i?[èe]?me|nde?|de|e|[°º])|premi[èe]re|seconde|[^\W\d_]{2,12}i[èe]me)"
_OF: Final = r"(?:quinzaine|moiti[ée]|partie|semaine(?=s?\s(?:du\smois\s)?d(?:e\s|['’])[^\W\d_]))s?(?![^\W\d_])"
# « 2e semaine de mars », « 1re et 2e quinzaine », « de la première à la 3e semaine »
NUMBERED: Final = (
    rf"{_RANK}(?:(?:\s?[,/&-]\s?|\s(?:et|ou|puis|[àa])\s)(?:la\s)?{_RANK}){{0,3}}\s+{_OF}"
)
_PORTION: Final = re.compile(NUMBERED, re.IGNORECASE)
_EACH: Final = re.compile(_RANK, re.IGNORECASE)
_DIGITS: Final = re.compile(r"\d+")
_WEEKS: Final = 4
_HALVES: Final = 2

Portion = tuple[ElementKey, bool, int]  # of which date, whether it is a week, its rank


def has_portions(text: str) -> bool:
    """Whether a text says a part that has a number."""
    # every such part is written with an « i »
    may_say = "i" in text or "I" in text or not text.isascii()
    return may_say and _PORTION.search(text) is not None


def portions_of(dates: Sequence[tuple[ElementKey, int]], text: str) -> list[Portion]:
    """The numbered parts that the dates of a text are cut to, in order; `dates`: each date and where it ends. A part is
    the next date's, or the last one's."""
    found: list[Portion] = []
    for match in _PORTION.finditer(text):
        element = next((e for e, end in dates if end > match.start()), dates[-1][0])
        ranks = _EACH.findall(match.group())
        found += [(element, _is_week(match.group()), _rank(rank)) for rank in ranks]
    return found


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
        ranks = sorted(_distinct(ordered, source, most))
        found |= zip(ordered, ranks, strict=True)
    return found


def with_ranks(text: str, portions: Iterable[Portion], ranks: Mapping[Portion, int]) -> str:
    """The surrogate's text with the ranks that were drawn for the original's portions: « 3e semaine »."""
    order = iter(portions)

    def shown(match: re.Match[str]) -> str:
        rank = ranks[next(order)]
        ending = "re" if rank == 1 else "e"
        return f"{rank}{ending.upper() if match.string.isupper() else ending}"

    return _PORTION.sub(lambda match: _EACH.sub(shown, match.group()), text)


def _distinct(
    portions: Sequence[Portion], source: Callable[[Portion], BitSource], most: int
) -> Iterator[int]:
    """Ranks drawn uniformly; two parts stay two, as long as there are any left."""
    left: list[int] = []
    for portion in portions:
        left = left or list(range(1, most + 1))
        yield left.pop(below(source(portion), len(left)))


def _is_week(text: str) -> bool:
    return "semaine" in text.lower()


def _rank(text: str) -> int:
    digits = _DIGITS.match(text)
    return int(digits.group()) if digits else rank_of(text) or 0
