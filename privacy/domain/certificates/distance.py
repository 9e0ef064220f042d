"""How far two files lie apart: Σ ε_i·d_i over the values in which they differ, in the units of the guarantee."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import zip_longest

from annotation.domain.notes import Note
from privacy.domain.budget import ElementKey, allocate
from privacy.domain.certificates.empirical import separation
from privacy.domain.patient_file import PatientFile, open_file
from privacy.domain.places.patient_places import Places
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import KEY_BYTES, StudyKey
from privacy.domain.tables import Tables
from privacy.domain.time.timeline import Timeline

_NO_KEY = StudyKey(bytes(KEY_BYTES))  # nothing is drawn here


def loss_bound(
    left: Sequence[Note], right: Sequence[Note], policy: SubstitutionPolicy, tables: Tables
) -> float | None:
    """The bound on the logarithm of the ratio of likelihoods; None where the files are no neighbours: their values
    differ in number, class or unit.

    Two files with one date each, 9/10/2019 and 10/10/2019, lie ε apart.
    """
    files = [open_file(left), open_file(right)]
    elements = [_elements(file, policy, tables) for file in files]
    pairs = list(zip_longest(*elements))
    if any(a is None or b is None or a[:2] != b[:2] for a, b in pairs):
        return None
    shares = allocate(policy.epsilon, elements[0], policy.class_weights)
    places = [Places(file, policy, _NO_KEY, tables) for file in files]
    return sum(float(shares[a]) * _units(a, b, places) for a, b in pairs)


def _elements(file: PatientFile, policy: SubstitutionPolicy, tables: Tables) -> list[ElementKey]:
    timeline, places = Timeline(file, policy, _NO_KEY), Places(file, policy, _NO_KEY, tables)
    return list(dict.fromkeys([*timeline.elements(), *places.elements()]))


def _units(one: ElementKey, other: ElementKey, places: Sequence[Places]) -> float:
    if one.value == other.value:
        return 0.0
    if one.granularity == "commune":
        choice = places[0].choice(Fraction(1))  # the distance does not depend on it
        left, right = places[0].source(one), places[1].source(other)
        return separation(choice, (left.index, right.index))
    if one.value.isdigit() and one.granularity != "year":
        return abs(int(one.value) - int(other.value))
    return abs(_position(one) - _position(other))


def _position(element: ElementKey) -> int:
    """Days, months or years; a number of years is one already."""
    if element.granularity == "year":
        return int(element.value)
    day = date.fromisoformat((element.value + "-01")[:10])
    return day.toordinal() if element.granularity == "day" else day.year * 12 + day.month
