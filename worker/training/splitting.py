"""Which notes train and which judge: the same patient is never on both sides."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from annotation.domain.notes import Note
from worker.training.limits import MIN_NOTES, MIN_PATIENTS

TEST_SHARE: Final = 0.1  # Tchouka et al. 2022, 2024: 90 / 10
SMALL_PROJECT_PATIENTS: Final = 50
SMALL_TEST_SHARE: Final = 0.2  # a tenth of thirty patients may be a single note


class TooFewNotesError(ValueError):
    """Not enough to train and to judge. The message is French."""

    def __init__(self, notes: int, patients: int) -> None:
        self.notes = notes
        self.patients = patients
        super().__init__(
            f"Il faut au moins {MIN_NOTES} notes validées de {MIN_PATIENTS} patients différents "
            f"pour réentraîner ; il y en a {notes}, de {patients} "
            f"patient{'s' if patients > 1 else ''}."
        )


@dataclass(frozen=True, slots=True)
class Split:
    """Both sides keep the order in which the notes were given."""

    train: tuple[Note, ...]
    test: tuple[Note, ...]


def patient_key(note: Note) -> str:
    """Notes without a patient's id each count as a patient of their own."""
    return f"p:{note.patient.id}" if note.patient.id else f"n:{note.id}"


def split_by_patient(notes: Sequence[Note], *, seed: int = 0) -> Split:
    """About a tenth of the patients (a fifth below 50), with all their notes, judge; the others train.

    A patient's side follows from their id and `seed`, so that before and after stay comparable
    while the project grows: who judged may later train, never the other way. Only when a side
    would be empty does the patient nearest to the limit change it. Raises TooFewNotesError.
    """
    places = {patient_key(note): _place(patient_key(note), seed) for note in notes}
    if len(notes) < MIN_NOTES or len(places) < MIN_PATIENTS:
        raise TooFewNotesError(len(notes), len(places))
    test_share = SMALL_TEST_SHARE if len(places) < SMALL_PROJECT_PATIENTS else TEST_SHARE
    order = sorted(places, key=lambda key: places[key])
    count = sum(place < test_share for place in places.values())
    held_out = set(order[: min(max(1, count), len(order) - 1)])
    return Split(
        train=tuple(note for note in notes if patient_key(note) not in held_out),
        test=tuple(note for note in notes if patient_key(note) in held_out),
    )


def _place(key: str, seed: int) -> float:
    """A number in [0, 1) that the id and the seed fix, on every machine."""
    digest = hashlib.sha256(f"{seed}:{key}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48
