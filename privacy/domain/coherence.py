"""What reads wrong in a substituted file: order of events, age, gender, elision, collisions.

Only what the substitution broke is reported: an original that was already wrong is left alone. A pure function of
the originals and what replaces them; the findings hold places (mention indices), never a value.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.budget import ElementKey
from privacy.domain.patient_file import PatientFile, Rendered
from privacy.domain.tables import starts_with_vowel
from privacy.domain.text import edit_distance_at_most_one, fold
from privacy.domain.time.forms import Granularity
from privacy.domain.time.intervals import completed
from privacy.domain.time.quantities import Unit, parse_quantity
from privacy.domain.time.ranges import parse_dates
from privacy.domain.time.resolve import TimePoint

BIRTH: Final = "DATE_NAISSANCE"
SHORTEST: Final = 3  # letters and digits of a surrogate that may collide
AGE_SLACK: Final = 1
_FEMALE: Final = re.compile(r"\b(?:mme|madame|mlle|mademoiselle)\b\.?\s*(?:[^\W\d_]+\s+)?$", re.I)
_MALE: Final = re.compile(r"\b(?:m\.|mr|monsieur)\s*(?:[^\W\d_]+\s+)?$", re.I)
_ELIDED: Final = re.compile(r"\b(?:d|l|qu)['’]$", re.I)
_PLAIN: Final = re.compile(r"\b(?:de|que)\s$", re.I)


class Kind(StrEnum):
    """What is wrong."""

    ORDER = "order"  # two events whose order is turned round
    AGE = "age"  # an age that birth date and note date contradict
    GENDER = "gender"  # a first name against the civility before it
    ELISION = "elision"  # « d' » before a consonant, « de » before a vowel
    COLLISION = "collision"  # two originals, one surrogate
    REAL = "real"  # a surrogate that is a real value of the patient


@dataclass(frozen=True, slots=True)
class Finding:
    """`places`: indices of the mentions concerned; `note`: rank of the note that shows it."""

    kind: Kind
    note: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """One mention before and after. `before`: the text that precedes it, the same on both sides.

    `elements`: the values that it stands for when it spends; `is_derived`: it follows from others.
    """

    index: int
    note: int
    label: str
    subtype: str
    original: str = field(repr=False)
    surrogate: str = field(repr=False)
    before: str = field(default="", repr=False)
    elements: tuple[ElementKey, ...] = ()
    is_derived: bool = False


def pairs_of(file: PatientFile, rendered: Mapping[int, Rendered]) -> list[Pair]:
    """The mentions of a file with what replaces them."""
    return [
        Pair(
            m.index, m.note, m.label, m.subtype, m.surface, rendered[m.index].text,
            file.before(m), rendered[m.index].elements, bool(rendered[m.index].derived_from),
        )
        for m in file.mentions
    ]  # fmt: skip


def incoherences(
    pairs: Sequence[Pair],
    *,
    genders: Mapping[str, str],
    note_dates: Mapping[int, date] | None = None,
    pivot: int = 2030,
) -> tuple[Finding, ...]:
    """Findings by note. `genders`: folded first name → M, F or MF; `note_dates`: dates of the notes when known;
    `pivot`: the last year that two digits may mean."""
    kept = [p for p in pairs if not p.surrogate.startswith("[")]  # a label is no value
    days = {p.index: _days(p, pivot) for p in kept if p.label == Label.DATE}
    found = [
        *_order(kept, days),
        *_ages(kept, days, note_dates or {}),
        *_genders(kept, genders),
        *_elisions(kept),
        *_collisions(kept, days),
        *_real_values(kept, days),
    ]
    return tuple(sorted(found, key=lambda f: (f.note, list(Kind).index(f.kind), f.places)))


_Days = tuple[TimePoint, TimePoint] | None


def _days(pair: Pair, pivot: int) -> _Days:
    """Both sides as time points, when each is one date written with its year."""
    left, right = _point(pair.original, pivot), _point(pair.surrogate, pivot)
    return (left, right) if left is not None and right is not None else None


def _point(text: str, pivot: int) -> TimePoint | None:
    read = parse_dates(text, pivot=pivot)
    if read is None or len(read.parts) != 1 or read.fields[0].year is None:
        return None
    year, month, day = read.fields[0].year, read.fields[0].month, read.fields[0].day
    if month is None:
        return TimePoint(Granularity.YEAR, date(year, 1, 1))
    if day is None:
        return TimePoint(Granularity.MONTH, date(year, month, 1))
    try:
        return TimePoint(Granularity.DAY, date(year, month, day))
    except ValueError:
        return None


def _last(point: TimePoint) -> int:
    """Ordinal of the last day of the period (of a month: the 28th, which no month lacks)."""
    if point.granularity is Granularity.DAY:
        return point.first.toordinal()
    if point.granularity is Granularity.MONTH:
        return point.first.replace(day=28).toordinal()
    return date(point.first.year, 12, 31).toordinal()


def _order(pairs: Sequence[Pair], days: Mapping[int, _Days]) -> Iterator[Finding]:
    """A later event against the latest surrogate of those before it: at most one finding a mention."""
    known = [(p, both) for p in pairs if (both := days.get(p.index)) is not None]
    starts = sorted(known, key=lambda item: item[1][0].first)
    ends = sorted(known, key=lambda item: _last(item[1][0]))
    latest: tuple[Pair, TimePoint] | None = None
    at = 0
    for pair, (original, surrogate) in starts:
        while at < len(ends) and _last(ends[at][1][0]) < original.first.toordinal():
            other, (_, moved) = ends[at]
            if latest is None or moved.first > latest[1].first:
                latest = (other, moved)
            at += 1
        if latest is not None and latest[1].first.toordinal() > _last(surrogate):
            yield Finding(Kind.ORDER, pair.note, tuple(sorted((latest[0].index, pair.index))))


def _ages(
    pairs: Sequence[Pair], days: Mapping[int, _Days], note_dates: Mapping[int, date]
) -> Iterator[Finding]:
    births = [p for p in pairs if p.subtype == BIRTH and days.get(p.index)]
    if len({days[p.index] for p in births}) != 1:
        return
    birth = days[births[0].index]
    for pair in pairs:
        now = _now(pair.note, pairs, days, note_dates) if pair.label == Label.AGE else None
        if now is None or birth is None:
            continue
        if _agrees(pair.original, birth[0], now[0]) and not _agrees(
            pair.surrogate, birth[1], now[1]
        ):
            here = [p.index for p in births if p.note == pair.note]
            yield Finding(Kind.AGE, pair.note, (*here, pair.index))


def _now(
    note: int, pairs: Sequence[Pair], days: Mapping[int, _Days], note_dates: Mapping[int, date]
) -> _Days:
    """The note's own day where its text gives it, else the last day in the text."""
    here = [
        both
        for p in pairs
        if p.note == note and p.subtype != BIRTH and (both := days.get(p.index)) is not None
    ]
    full = [both for both in here if both[0].granularity is Granularity.DAY]
    same = [both for both in full if both[0].first == note_dates.get(note)]
    return same[0] if same else max(full, key=lambda both: both[0].first, default=None)


def _agrees(text: str, birth: TimePoint, now: TimePoint) -> bool:
    read = parse_quantity(text, default=Unit.YEAR)
    if read is None or read.unit is not Unit.YEAR:
        return True
    years = completed(birth, now, Unit.YEAR)
    return years is None or abs(years - read.value) <= AGE_SLACK


def _genders(pairs: Sequence[Pair], genders: Mapping[str, str]) -> Iterator[Finding]:
    """A civility stays in the text: the new first name must not contradict it where the old one did not."""
    for pair in pairs:
        civility = _civility(pair.before) if pair.label == Label.PER else ""
        wrong = {"F": "M", "M": "F"}.get(civility)
        if wrong is None or pair.subtype not in ("PRENOM", ""):
            continue
        if genders.get(fold(pair.surrogate)) == wrong != genders.get(fold(pair.original)):
            yield Finding(Kind.GENDER, pair.note, (pair.index,))


def _civility(before: str) -> str:
    if _FEMALE.search(before):
        return "F"
    return "M" if _MALE.search(before) else ""


def _elisions(pairs: Sequence[Pair]) -> Iterator[Finding]:
    for pair in pairs:
        if breaks_elision(pair.before, pair.surrogate) and not breaks_elision(
            pair.before, pair.original
        ):
            yield Finding(Kind.ELISION, pair.note, (pair.index,))


def breaks_elision(before: str, text: str) -> bool:
    """« d' », « l' », « qu' » before a consonant, « de », « que » before a vowel. Figures are left alone."""
    if not text[:1].isalpha():
        return False
    if _ELIDED.search(before):
        return not starts_with_vowel(text)
    return bool(_PLAIN.search(before)) and starts_with_vowel(text)


def _normal(text: str, point: TimePoint | None) -> str:
    """One value, however it is written."""
    return point.key if point is not None else fold(text)


def _collides(pair: Pair) -> bool:
    """Initials, short words and what is derived say nothing of two values; a date only with its year."""
    long_enough = sum(c.isalnum() for c in pair.surrogate) >= SHORTEST
    return long_enough and not pair.is_derived and pair.subtype not in ("INITIALES", "ZIP")


def _values(pairs: Iterable[Pair], days: Mapping[int, _Days]) -> Iterator[tuple[Pair, str, str]]:
    for pair in pairs:
        both = days.get(pair.index)
        if not _collides(pair) or (pair.label == Label.DATE and both is None):
            continue
        old, new = both if both is not None else (None, None)
        yield pair, _normal(pair.original, old), _normal(pair.surrogate, new)


def _collisions(pairs: Sequence[Pair], days: Mapping[int, _Days]) -> Iterator[Finding]:
    """One finding a surrogate and note, with all the places that it merges."""
    groups: defaultdict[tuple[str, str], dict[str, list[Pair]]] = defaultdict(dict)
    for pair, old, new in _values(pairs, days):
        groups[pair.label, new].setdefault(_identity(pair, old), []).append(pair)
    for (label, _), olds in groups.items():
        if len(olds) < 2 or (label == Label.PER and _all_typos(list(olds))):
            continue
        merged = [pair for group in olds.values() for pair in group]
        for note in sorted({pair.note for pair in merged}):
            places = tuple(sorted(pair.index for pair in merged))
            yield Finding(Kind.COLLISION, note, places)


def _identity(pair: Pair, old: str) -> str:
    return " ".join(f"{key.granularity}:{key.value}" for key in pair.elements) or old


def _all_typos(olds: Sequence[str]) -> bool:
    """Two spellings of one name share their surrogate on purpose."""
    return all(edit_distance_at_most_one(olds[0], other) for other in olds[1:])


def _real_values(pairs: Sequence[Pair], days: Mapping[int, _Days]) -> Iterator[Finding]:
    """A surrogate that is some original of the file, of the same label."""
    values = list(_values(pairs, days))
    real = {(pair.label, old) for pair, old, _ in values}
    for pair, _, new in values:
        if (pair.label, new) in real:
            yield Finding(Kind.REAL, pair.note, (pair.index,))
