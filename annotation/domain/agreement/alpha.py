"""Krippendorff's alpha for unitising, α_U: where units lie and what they are called.

Krippendorff 1995, "On the reliability of unitizing continuous data", Sociological Methodology 25;
Krippendorff 2004, Content Analysis, 2nd edition, section 11.6, whose worked example is our test.
For m readers, a continuum of length L and the units of one category c, each a section with beginning
b and length l, gaps being the sections between them:

observed  D_o = Σ_{i≠j} Σ_g Σ_h δ²(g, h) / (m (m − 1) L²), where δ² of two sections is
    (b_g − b_h)² + (b_g + l_g − b_h − l_h)²   for two units that overlap,
    l²  for a unit of length l that lies wholly in a gap of the other, and 0 otherwise;
expected  D_e = (2 / L) Σ_units [ (N_c − 1)/3 · (2 l³ − 3 l² + l) + l² Σ_{gaps ≥ l} (gap − l + 1) ]
                / (mL (mL − 1) − Σ_units l (l − 1)),
α_U(c) = 1 − D_o/D_e, and over all categories 1 − Σ_c D_o / Σ_c D_e.

Several notes are one continuum, laid end to end. Units of one reader and one category must not
overlap: `merged` joins those that do.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations

from annotation.domain.agreement.values import Measure, Undefined, undefined

Unit = tuple[int, int]  # half-open
_Section = tuple[int, int, bool]  # beginning, length, is it a unit?


@dataclass(frozen=True, slots=True)
class Disagreement:
    """D_o and D_e of one category; they add up over categories."""

    observed: float = 0.0
    expected: float = 0.0

    def __add__(self, other: "Disagreement") -> "Disagreement":
        return Disagreement(self.observed + other.observed, self.expected + other.expected)

    @property
    def alpha(self) -> Measure:
        if not self.expected:
            return undefined(Undefined.NO_CHANCE)
        return Measure(1 - self.observed / self.expected)


def disagreement(readers: Sequence[Sequence[Unit]], length: int) -> Disagreement:
    """Of one category: each reader's units, in order and without overlaps, in ``[0, length)``."""
    count = sum(len(units) for units in readers)
    if not length or not count:
        return Disagreement()
    sections = [_sections(units, length) for units in readers]
    pairs = len(readers) * (len(readers) - 1)
    total = sum(2 * _distance(a, b) for a, b in combinations(sections, 2))
    return Disagreement(total / (pairs * length**2), _expected(sections, length, count))


def merged(units: Iterable[Unit]) -> list[Unit]:
    """In order; units that overlap are one. Units that only touch stay two."""
    found: list[Unit] = []
    for start, end in sorted(units):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _sections(units: Sequence[Unit], length: int) -> list[_Section]:
    sections: list[_Section] = []
    position = 0
    for start, end in [*units, (length, length)]:
        if position < start:
            sections.append((position, start - position, False))
        if start < end:
            sections.append((start, end - start, True))
        position = end
    return sections


def _distance(one: list[_Section], other: list[_Section]) -> int:
    """Σ δ² over the sections that meet; those that do not meet are at distance 0."""
    i = j = total = 0
    while i < len(one) and j < len(other):
        total += _squared(one[i], other[j])
        end_one, end_other = one[i][0] + one[i][1], other[j][0] + other[j][1]
        i += end_one <= end_other
        j += end_other <= end_one
    return total


def _squared(one: _Section, other: _Section) -> int:
    start, end, start_other, end_other = one[0], one[0] + one[1], other[0], other[0] + other[1]
    if one[2] and other[2]:
        return (start - start_other) ** 2 + (end - end_other) ** 2
    if one[2] and start_other <= start and end <= end_other:
        return one[1] ** 2
    if other[2] and start <= start_other and end_other <= end:
        return other[1] ** 2
    return 0


def _expected(sections: Sequence[list[_Section]], length: int, count: int) -> float:
    gaps = sorted(s[1] for reader in sections for s in reader if not s[2])
    lengths = [s[1] for reader in sections for s in reader if s[2]]
    after = [*reversed(list(accumulate(reversed(gaps)))), 0]  # sum of the gaps from here on
    total = 0.0
    for size in lengths:
        first = bisect_left(gaps, size)
        room = after[first] - (len(gaps) - first) * (size - 1)
        total += (count - 1) * (2 * size**3 - 3 * size**2 + size) / 3 + size**2 * room
    whole = len(sections) * length
    ways = whole * (whole - 1) - sum(size * (size - 1) for size in lengths)
    return 2 / length * total / ways if ways else 0.0
