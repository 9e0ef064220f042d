"""The methods by name: entities replaced under a policy, or whole texts by neighbours of a released pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Final

from annotation.domain.labels import Label
from annotation.domain.notes import Note
from icdcoder.domain.coder import Coder
from privacy.domain.obfuscation.method import Neighbours, TextMethod, obfuscated
from privacy.domain.obfuscation.metrics import Fate, Measures, fates, measures
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import Tables
from worker.obfuscation.codes import compared
from worker.obfuscation.embed import SentenceVectors, sentence_table

Way = Callable[[Sequence[Note]], list[str]]

_ENTITIES: Final[dict[str, tuple[DateMechanism, PlaceMechanism]]] = {
    "metric": (DateMechanism.METRIC, PlaceMechanism.METRIC),
    "tchouka2023": (DateMechanism.TCHOUKA2023, PlaceMechanism.TCHOUKA2023),
    "tchouka2024": (DateMechanism.TCHOUKA2023, PlaceMechanism.TCHOUKA2024),
    "tchouka2022": (DateMechanism.TCHOUKA2022, PlaceMechanism.GEOIND),
    "shift": (DateMechanism.SHIFT, PlaceMechanism.RANDOM),
}
TAG: Final = "tag"


@dataclass(frozen=True, slots=True)
class Files:
    """Notes by patient, in the order in which they stand."""

    notes: tuple[Note, ...]

    @property
    def by_patient(self) -> list[list[Note]]:
        ordered = sorted(self.notes, key=lambda note: note.patient.id)
        groups = groupby(ordered, key=lambda note: note.patient.id or note.id)
        return [list(own) for _patient, own in groups]


def of_entities(epsilon: Fraction, tables: Tables, key: StudyKey, today: date) -> dict[str, Way]:
    """Substitution under each mechanism, and tags."""

    def way(policy: SubstitutionPolicy) -> Way:
        def run(notes: Sequence[Note]) -> list[str]:
            made = substitute_patient_file(notes, policy=policy, key=key, tables=tables)
            return [note.text for note in made.notes]

        return run

    ways = {
        name: way(SubstitutionPolicy(epsilon, today, dates, places))
        for name, (dates, places) in _ENTITIES.items()
    }
    return ways | {TAG: way(SubstitutionPolicy(epsilon, today, tags=frozenset(Label)))}


def of_texts(
    words: Neighbours | None,
    sentences: Mapping[str, Neighbours],
    noises: Sequence[Fraction],
    key: StudyKey,
) -> dict[str, Way]:
    """Whole texts by what there is of words and sentences; `sentence` once for each name of what made sentences points ("": the
    shipped encoder), `noise` once for each ε of a word."""

    def way(method: TextMethod, near: Neighbours, epsilon: Fraction = Fraction(1)) -> Way:
        def run(notes: Sequence[Note]) -> list[str]:
            made = obfuscated(notes, method, near, key=key, epsilon=epsilon)
            return [note.text for note in made]

        return run

    ways = {}
    if words is not None:
        ways[str(TextMethod.KNEO)] = way(TextMethod.KNEO, words)
    for name, near in sentences.items():
        title = f"{TextMethod.SENTENCE}, {name}" if name else str(TextMethod.SENTENCE)
        ways[title] = way(TextMethod.SENTENCE, near)
    if words is not None:
        ways |= {f"noise, ε = {e}": way(TextMethod.NOISE, words, e) for e in noises}
    return ways


def nearest(
    makers: Mapping[str, SentenceVectors], texts: Sequence[str], pool: Sequence[str]
) -> dict[str, Neighbours]:
    """The sentences of a pool nearest to those of these texts, by the name of what makes both points: what `of_texts` takes."""
    return {
        name: Neighbours(table=sentence_table(maker, texts, pool)) for name, maker in makers.items()
    }


@dataclass(frozen=True, slots=True)
class Followed:
    """What became of each note: its sensitive strings, and JSC and NSDCG where there is a coder."""

    fates: tuple[tuple[Fate, ...], ...]
    codes: tuple[tuple[float, float], ...]

    @property
    def measures(self) -> Measures:
        return measures(self.fates, self.codes)


def followed(
    files: Files, way: Way, coder: Coder | None, check: Callable[[], None] = lambda: None
) -> Followed:
    """One method over all notes. `check` is called before each patient and may raise."""
    notes, outputs = [], []
    for own in files.by_patient:
        check()
        notes += own
        outputs += way(own)
    codes = compared(coder, [note.text for note in notes], outputs) if coder else []
    found = (tuple(fates(note, text)) for note, text in zip(notes, outputs, strict=True))
    return Followed(tuple(found), tuple(codes))
