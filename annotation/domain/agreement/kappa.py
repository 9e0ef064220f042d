"""Cohen's kappa over a contingency table (Cohen 1960, "A coefficient of agreement for nominal
scales"): κ = (p_o − p_e) / (1 − p_e), where p_o is the share of items with the same category and
p_e = Σ_c p_a(c) · p_b(c) the share that two independent readers with these margins would reach.
"""

from collections import Counter
from collections.abc import Mapping

from annotation.domain.agreement.values import Measure, Undefined, undefined

Table = Mapping[tuple[str, str], int]


def kappa(table: Table) -> Measure:
    """`table` counts items by (category of one, category of the other)."""
    total = sum(table.values())
    if not total:
        return undefined(Undefined.NO_NOTES)
    one: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for (a, b), count in table.items():
        one[a] += count
        other[b] += count
    same = sum(count for (a, b), count in table.items() if a == b)
    by_chance = sum(one[name] * other[name] for name in one)
    if by_chance == total * total:
        return undefined(Undefined.ONE_CATEGORY)
    observed, expected = same / total, by_chance / total**2
    return Measure((observed - expected) / (1 - expected))


def binary(table: Table, name: str) -> dict[tuple[str, str], int]:
    """The table with `name` against all other categories."""
    found: Counter[tuple[str, str]] = Counter()
    for (a, b), count in table.items():
        found[str(a == name), str(b == name)] += count
    return dict(found)
