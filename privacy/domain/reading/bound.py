"""How many notes of an export may still give somebody away, from those that a person has read.

The riskiest are a census: what was seen there is what there is. Of the others, of which `drawn` were read without
putting any back, the bound is the one of Clopper and Pearson (1934, Biometrika 26) for the hypergeometric law: the
largest number of leaks with which seeing so few had a chance of more than 1 - confidence. All in whole numbers.
"""

from fractions import Fraction
from math import comb
from typing import Final

CONFIDENCE: Final = Fraction(95, 100)


def most_leaks(*, population: int, drawn: int, seen: int) -> int:
    """The largest number of leaking notes among `population` that `seen` ones among `drawn` leave possible.

    >>> most_leaks(population=20, drawn=20, seen=1)
    1
    >>> most_leaks(population=1000, drawn=20, seen=0)
    137
    """
    if not 0 <= seen <= drawn <= population:
        raise ValueError
    alpha = 1 - CONFIDENCE
    low, high = seen, population - drawn + seen
    while low < high:
        middle = (low + high + 1) // 2
        if _so_few(population, middle, drawn, seen) > alpha:
            low = middle
        else:
            high = middle - 1
    return low


def leak_rate_bound(
    *, notes: int, census_leaks: int, census: int, drawn: int, seen: int
) -> Fraction:
    """At most this share of all `notes` leaks, with 95 % of confidence."""
    rest = most_leaks(population=notes - census, drawn=drawn, seen=seen)
    return Fraction(census_leaks + rest, notes)


def _so_few(population: int, leaks: int, drawn: int, seen: int) -> Fraction:
    """Chance of at most `seen` among `drawn`, when `leaks` of the population are."""
    ways = sum(comb(leaks, n) * comb(population - leaks, drawn - n) for n in range(seen + 1))
    return Fraction(ways, comb(population, drawn))
