"""How well the patients of one real cohort could be told apart by what an attacker may know, before and after.

An attacker who knows a person's dates of visits, or age, town and a rare disease, looks for the one record that has
them. *Unique*: the record is the only one with its value (k = 1, Sweeney 2002); *small*: one of fewer than five.
*Right*: among the records as they leave, the only one with a patient's true value is his; *wrong*: it is another's. Only
equal values are compared: who looks for the nearest finds more (`privacy.domain.attacks.matching`).
Nothing here holds a value once `figures` has counted.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any, Final, NamedTuple

from annotation.domain.labels import Label, Subtype
from privacy.domain.attacks.linkage import join
from privacy.domain.text import fold_phrase
from privacy.domain.time.dates import parse_date
from privacy.domain.time.quantities import parse_quantity
from privacy.domain.time.units import Unit

SMALL: Final = 5  # records that share a value: fewer are told
BAND: Final = 5  # years of an age interval
WIDE: Final = 20


class Shown(NamedTuple):
    """One entity as it can be read: of a note before or after."""

    label: str
    subtype: str
    surface: str

    def __repr__(self) -> str:
        return f"Shown({self.label}, {self.subtype})"


@dataclass(frozen=True, slots=True)
class Profile:
    """What an attacker may know of one patient. `gaps`: days from one dated visit to the next; `age`: the highest in the
    file, in years; `codes`: ICD-10, from the text outside the entities."""

    gaps: tuple[int, ...] = field(default=(), repr=False)
    age: int | None = field(default=None, repr=False)
    town: str = field(default="", repr=False)
    codes: frozenset[str] = field(default_factory=frozenset, repr=False)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A released export of the same project. `owners`: whose rank of this cohort each of its patients is."""

    number: int
    same_study: bool
    profiles: Sequence[Profile] = field(repr=False)
    owners: Sequence[int | None] = field(repr=False)


def profile_of(entities: Iterable[Shown], *, pivot: int, codes: Collection[str] = ()) -> Profile:
    """What the entities of one patient's notes tell. Labels in place of values tell nothing.

    >>> profile_of([Shown("AGE", "AGE", "72 ans"), Shown("LOC", "VILLE", "Dole")], pivot=2024).age
    72
    """
    values = [one for one in entities if not one.surface.startswith("[")]
    ages = [years for one in values if one.label == Label.AGE for years in _years(one.surface)]
    births, days = _days(values, pivot)
    towns = Counter(
        fold_phrase(one.surface)
        for one in values
        if one.label == Label.LOC and one.subtype in (Subtype.VILLE, "")
    )
    if not ages and births and days:
        ages.append((days[-1] - births[0]).days * 4 // 1461)
    return Profile(
        tuple((later - first).days for first, later in pairwise(days)),
        max(ages, default=None),
        min(towns, key=lambda name: (-towns[name], name), default=""),
        frozenset(codes),
    )


def _years(surface: str) -> list[int]:
    quantity = parse_quantity(surface.removesuffix(" ou plus"), default=Unit.YEAR)
    return [quantity.value] if quantity is not None and quantity.unit is Unit.YEAR else []


def _days(values: Iterable[Shown], pivot: int) -> tuple[list[date], list[date]]:
    """The dates of birth as they come, and the other days, each once, in order."""
    births: list[date] = []
    days: set[date] = set()
    for label, subtype, surface in values:
        if label != Label.DATE or subtype == Subtype.DUREE or not (day := _day(surface, pivot)):
            continue
        if subtype == Subtype.DATE_NAISSANCE:
            births.append(day)
        else:
            days.add(day)
    return births, sorted(days)


def _day(surface: str, pivot: int) -> date | None:
    form = parse_date(surface, pivot=pivot)
    fields = None if form is None else form.fields
    if fields is None or not (fields.year and fields.month and fields.day):
        return None
    return date(fields.year, fields.month, fields.day)


# what is known, and what of it is left when dates, places or ages become labels, or ages are told less finely
def _age(profile: Profile, band: int = BAND) -> int:
    return -1 if profile.age is None else profile.age // band


_Reader = Callable[[Profile, str], Hashable]


def _readers(rarest: Mapping[str, int]) -> dict[str, _Reader]:
    """By kind: the value of a profile, "" or () where something of it is not known."""

    def rare(profile: Profile) -> str:
        return min(profile.codes, key=lambda code: (rarest.get(code, 0), code), default="")

    def age_town(profile: Profile, lever: str) -> Hashable:
        age = -1 if lever == "ages" else _age(profile, WIDE if lever == "bands" else BAND)
        town = "" if lever == "places" else profile.town
        if (age < 0 and lever != "ages") or (not town and lever != "places"):
            return ()
        return (age, town)

    def with_code(profile: Profile, lever: str) -> Hashable:
        known, code = age_town(profile, lever), rare(profile)
        return (known, code) if known and code else ()

    def gaps(profile: Profile, lever: str) -> Hashable:
        return () if lever == "dates" else profile.gaps

    return {"intervals": gaps, "age_town": age_town, "age_town_code": with_code}


LEVERS: Final = {
    "intervals": ("dates",),
    "age_town": ("places", "ages", "bands"),
    "age_town_code": ("places", "ages", "bands"),
}


def figures(
    before: Sequence[Profile], after: Sequence[Profile], earlier: Sequence[Earlier] = ()
) -> dict[str, Any]:
    """The report as plain counts; `before` and `after` are of the same patients in the same order.

    `levers` tells, for each way of leaving less, what `right` and `unique` would become.
    """
    rarest = Counter(code for profile in before for code in profile.codes)
    readers = _readers(rarest)
    own = range(len(after))
    rows: list[dict[str, Any]] = []
    for kind, value in readers.items():
        true, shown = [value(p, "") for p in before], [value(p, "") for p in after]
        right, wrong = join(true, shown, own)
        levers = []
        for lever in LEVERS[kind]:
            known = [value(p, lever) for p in before]
            left = [value(p, lever) for p in after]
            levers.append(
                {"lever": lever, "right": join(known, left, own)[0], "unique": _alone(left, 2)}
            )
        rows.append(
            {
                "kind": kind,
                "known": sum(bool(item) for item in true),
                "unique_before": _alone(true, 2),
                "unique_after": _alone(shown, 2),
                "small_before": _alone(true, SMALL),
                "small_after": _alone(shown, SMALL),
                "right": right,
                "wrong": wrong,
                "levers": levers,
            }
        )
    return {
        "patients": len(before),
        "rows": rows,
        "earlier": [_linked(one, after, readers) for one in earlier],
    }


def _alone(values: Sequence[Hashable], limit: int) -> int:
    """How many known values are shared by fewer than `limit` records."""
    counts = Counter(value for value in values if value)
    return sum(count for count in counts.values() if count < limit)


def _linked(
    earlier: Earlier, after: Sequence[Profile], readers: Mapping[str, _Reader]
) -> dict[str, Any]:
    joined: dict[str, dict[str, int]] = {}
    for kind, value in readers.items():
        if kind == "age_town_code":
            continue  # the codes of a file that has left are not read again
        ours = [value(p, "") for p in after]
        right, wrong = join(ours, [value(p, "") for p in earlier.profiles], earlier.owners)
        joined[kind] = {"right": right, "wrong": wrong}
    common = sum(owner is not None for owner in earlier.owners)
    return {
        "number": earlier.number,
        "same_study": earlier.same_study,
        "common": common,
        "joined": joined,
    }
