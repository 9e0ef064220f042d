"""Invented patients, and their dates as each mechanism releases them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.mechanisms.chain import chain_dates
from privacy.domain.mechanisms.sequence import NoisyDate, draw_dates, shift_dates
from privacy.domain.policy import UNPROVED, DateMechanism
from privacy.domain.randomness import BitSource, StudyKey, below
from privacy.domain.tables import Tables
from privacy.domain.time.forms import Granularity
from privacy.domain.time.resolve import TimePoint

REFERENCE: Final = date(2024, 12, 31)
SPAN_DAYS: Final = 730  # the visits of one patient fall within two years
FIRST_DAY: Final = date(2016, 1, 1)
OPENING_DAYS: Final = 2000  # and begin on one of these
_LARGE: Final = 2000  # inhabitants of the towns where people live


@dataclass(frozen=True, slots=True)
class Patient:
    """One invented patient; `visits` are distinct and sorted."""

    id: str
    visits: tuple[date, ...] = field(repr=False)
    first_name: str = field(default="", repr=False)
    last_name: str = field(default="", repr=False)
    town: str = field(default="", repr=False)
    record: str = field(default="", repr=False)


def invent_visits(source: BitSource, count: int) -> tuple[date, ...]:
    """`count` distinct uniform days within two years."""
    opening = FIRST_DAY + timedelta(days=below(source, OPENING_DAYS))
    chosen: set[int] = set()
    while len(chosen) < count:
        chosen.add(below(source, SPAN_DAYS))
    return tuple(opening + timedelta(days=offset) for offset in sorted(chosen))


def invent(source: BitSource, size: int, *, visits: int) -> list[Patient]:
    """Patients with nothing but their visits."""
    return [Patient(f"patient {rank}", invent_visits(source, visits)) for rank in range(size)]


def invent_people(source: BitSource, size: int, *, visits: int, tables: Tables) -> list[Patient]:
    """Patients with names by frequency, a town of 2,000 inhabitants or more, and a record number."""
    towns = [c.name for c in tables.atlas.communes if c.population >= _LARGE]
    return [
        Patient(
            id=f"patient {rank}",
            visits=invent_visits(source, visits),
            first_name=tables.first_names["F" if source.bits(1) else "M"].draw(source),
            last_name=tables.last_names.draw(source),
            town=towns[below(source, len(towns))],
            record=f"8{below(source, 10**9):09d}",
        )
        for rank in range(size)
    ]


def release(
    patient: Patient, mechanism: DateMechanism, epsilon: Fraction, key: StudyKey
) -> tuple[date, ...]:
    """The surrogate days, the earliest first; each visit has an even share of `epsilon`. `tag` releases none."""
    if mechanism is DateMechanism.TAG:
        return ()
    points = [TimePoint(Granularity.DAY, day) for day in patient.visits]
    if mechanism is DateMechanism.SHIFT:
        drawn = shift_dates(points, patient=patient.id, key=key, reference=REFERENCE)
    else:
        share = epsilon / len(points)
        items = [NoisyDate(point, Granularity.DAY, share, Subtype.DATE) for point in points]
        if mechanism in UNPROVED:
            drawn = chain_dates(
                items, patient=patient.id, key=key, reference=REFERENCE, name=mechanism
            )
        else:
            drawn = draw_dates(items, patient=patient.id, key=key, reference=REFERENCE)
    return tuple(sorted(point.first for point in drawn))


def gaps(days: Sequence[date]) -> tuple[int, ...]:
    """Days between one visit and the next."""
    return tuple((later - earlier).days for earlier, later in pairwise(days))


def as_note(patient: Patient) -> Note:
    """A one-line note that names the patient, his record, his town and his visits."""
    parts: list[tuple[str, str, str]] = [
        ("Vu ", "", ""),
        (patient.first_name, Label.PER, Subtype.PRENOM),
        (" ", "", ""),
        (patient.last_name, Label.PER, Subtype.NOM),
        (", IPP ", "", ""),
        (patient.record, Label.QID, Subtype.IPP),
        (", domicilié à ", "", ""),
        (patient.town, Label.LOC, Subtype.VILLE),
        (", venu", "", ""),
    ]
    for day in patient.visits:
        parts += [(" le ", "", ""), (f"{day:%d/%m/%Y}", Label.DATE, Subtype.DATE)]
    text, spans = "", []
    for shown, label, subtype in parts:
        if label:
            spans.append(Span(len(text), len(text) + len(shown), label, subtype))
        text += shown
    return Note(patient.id, f"{text}.", PatientIdentity(id=patient.id), {}, tuple(spans))
