"""What it costs that a person's surrogate is never a name of the file.

Names spend nothing, and their draw looks at the file in one way alone: names of the file, and those one letter away from
them, are refused. So a surrogate « Martin » tells that nobody of the file is called so. Where one name refuses at most the
mass m of a list (the chance that it draws a refused name), the draws of two files that differ in one name differ by at
most δ = m/(1 - m) in total variation: (0, δ) differential privacy for each surrogate drawn (Dwork and Roth 2014,
definition 2.4), beside the ε of what is measured.
"""

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

from privacy.domain.surrogates.near_names import less_a_letter
from privacy.domain.surrogates.people import TYPO_LENGTH
from privacy.domain.tables import WeightedNames
from privacy.domain.text import edit_distance_at_most_one, fold_phrase


class Refusal(NamedTuple):
    """`size` names; `mass`: the largest one that a name of a file refuses. 1/N would be that of equal counts."""

    size: int
    mass: Fraction

    @property
    def delta(self) -> Fraction:
        return min(self.mass / (1 - self.mass), Fraction(1))


def refusal(names: WeightedNames) -> Refusal:
    """The mass of one list, exactly: 1/3 of three names of equal counts none of which are alike."""
    counts: defaultdict[str, int] = defaultdict(int)
    last = 0
    for name, total in zip(names.names, names.sums, strict=True):
        counts[fold_phrase(name)] += total - last
        last = total
    alike: defaultdict[str, set[str]] = defaultdict(set)
    for name in counts:
        for key in less_a_letter(name):
            alike[key].add(name)
    worst = max(sum(counts[near] for near in _refused(name, alike)) for name in counts)
    return Refusal(len(counts), Fraction(worst, last))


def _refused(name: str, alike: dict[str, set[str]]) -> set[str]:
    """The name and, of five letters or more, those one edit away."""
    if len(name) < TYPO_LENGTH:
        return {name}
    near = {other for key in less_a_letter(name) for other in alike[key]}
    return {
        other
        for other in near
        if other == name or (len(other) >= TYPO_LENGTH and edit_distance_at_most_one(name, other))
    }
