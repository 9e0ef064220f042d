"""The same stays under each condition of the comparison (Tchouka et al. 2024, Tables 5 and 6)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256

from annotation.domain.labels import Label
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.source_file import disjoint
from privacy.domain.substitute import SubstitutedNote, substitute_patient_file
from privacy.domain.tables import Tables
from worker.coding.stays import Stay


class Kind(StrEnum):
    ORIGINAL = "ORIGINAL"
    DEID = "DEID"
    TAG = "TAG"


@dataclass(frozen=True, slots=True)
class Condition:
    """`epsilon` is None but for DEID."""

    kind: Kind
    epsilon: Fraction | None = None

    def __str__(self) -> str:
        return f"{self.kind} ε = {float(self.epsilon):g}" if self.epsilon else str(self.kind)


@dataclass(frozen=True, slots=True)
class Setting:
    """What all conditions share: the mechanisms, the area, the distance between communes, the day after which no surrogate lies,
    the seed of the draws.

    The key follows from the seed: the figures can be had again, and the notes must not leave.
    """

    tables: Tables
    reference_date: date
    dates: DateMechanism = DateMechanism.METRIC
    places: PlaceMechanism = PlaceMechanism.METRIC
    area: str = "FR"
    metric: str = ""
    seed: int = 0

    def key(self) -> StudyKey:
        return StudyKey.from_hex(sha256(f"utility:{self.seed}".encode()).hexdigest())

    def policy(self, condition: Condition) -> SubstitutionPolicy:
        is_tag = condition.kind is Kind.TAG
        return SubstitutionPolicy(
            condition.epsilon or Fraction(1),
            self.reference_date,
            dates=self.dates,
            places=self.places,
            area=self.area,
            metric=self.metric,
            tags=frozenset(Label) if is_tag else frozenset(),
        )


def conditions(epsilons: Iterable[Fraction]) -> list[Condition]:
    """ORIGINAL, DEID with ε rising, TAG."""
    rising = [Condition(Kind.DEID, epsilon) for epsilon in sorted(set(epsilons))]
    return [Condition(Kind.ORIGINAL), *rising, Condition(Kind.TAG)]


def under(
    stays: Sequence[Stay],
    condition: Condition,
    setting: Setting,
    check: Callable[[], None] = lambda: None,
) -> list[Stay]:
    """The stays with their texts as the condition has them, in the same order; entities are what stands in the new text.

    Raises PrivacyError. `check` is called before each patient and may raise.
    """
    if condition.kind is Kind.ORIGINAL:
        return list(stays)
    policy, key = setting.policy(condition), setting.key()
    changed: dict[str, Note] = {}
    for notes in _by_patient(stays):
        check()
        done = substitute_patient_file(notes, policy=policy, key=key, tables=setting.tables)
        changed.update((note.note_id, _note(note)) for note in done.notes)
    return [
        replace(stay, notes=tuple(changed[_name(stay, note)] for note in stay.notes))
        for stay in stays
    ]


def _by_patient(stays: Sequence[Stay]) -> Iterator[list[Note]]:
    """All notes of each patient, as the substitution reads them."""
    found: dict[str, list[Note]] = {}
    for stay in stays:
        for note in stay.notes:
            spans = (
                s for s in disjoint(note.entities) if any(map(str.isalnum, note.text[s.start : s.end]))
            )  # fmt: skip
            found.setdefault(stay.patient, []).append(
                replace(
                    note,
                    id=_name(stay, note),
                    patient=replace(note.patient, id=stay.patient),
                    entities=tuple(spans),
                )
            )
    yield from found.values()


def _name(stay: Stay, note: Note) -> str:
    return f"{stay.id}\0{note.id}"


def _note(note: SubstitutedNote) -> Note:
    spans = tuple(Span(r.start, r.end, r.label, r.subtype) for r in note.replacements)
    return Note(note.note_id, note.text, entities=spans)
