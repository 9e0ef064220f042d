"""Which notes train, which choose among epochs and thresholds, which judge: never the same patient twice.

The rule is that of data sets (`annotation.domain.datasets.split`): what a data set keeps for tests has
taught no model.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.notes import Note
from worker.training.limits import MIN_NOTES, MIN_PATIENTS

SPLIT_KEY: Final = "split"  # of a note's `meta`, in a file made of a data set


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


class SharedPatientsError(ValueError):
    """A file's own parts put patients on both sides. The message is French and names nobody."""

    def __init__(self, patients: int) -> None:
        count = f"{patients} patients ont" if patients > 1 else "un patient a"
        super().__init__(
            f"{count} des notes dans « {Part.TEST} » et dans une autre part : elles jugeraient ce qu'elles ont appris au "
            "modèle. Corrigez les parts du fichier, ou retirez-les."
        )


@dataclass(frozen=True, slots=True)
class Parts:
    """`validation` chooses the epoch and the threshold, `test` judges. Each keeps the order given."""

    train: tuple[Note, ...]
    validation: tuple[Note, ...]
    test: tuple[Note, ...]

    @classmethod
    def of(cls, marked: Iterable[tuple[Part, Note]]) -> "Parts":
        """Of notes with their part. Raises TooFewNotesError.

        A project too small to validate apart does so on the notes it trains on: that flatters the epochs'
        figures, not the judgement.
        """
        found: dict[Part, list[Note]] = {part: [] for part in Part}
        for part, note in marked:
            found[part].append(note)
        everything = [note for notes in found.values() for note in notes]
        patients = len({_member(note).key for note in everything})
        if len(everything) < MIN_NOTES or patients < MIN_PATIENTS:
            raise TooFewNotesError(len(everything), patients)
        train = tuple(found[Part.TRAIN])
        return cls(train, tuple(found[Part.VALIDATION]) or train, tuple(found[Part.TEST]))


def parts_of(notes: Sequence[Note], seed: int = 0) -> Parts:
    """By the part that every note names (a file made of a data set), else by the seed and the patients.

    Raises TooFewNotesError, SharedPatientsError.
    """
    told = [note.meta.get(SPLIT_KEY, "") for note in notes]
    if notes and set(told) <= set(Part) and {Part.TRAIN, Part.TEST} <= set(told):
        _require_apart(told, notes)
        return Parts.of(zip(map(Part, told), notes, strict=True))
    parts = split([_member(note) for note in notes], Shares(), seed)
    return Parts.of((parts[note.id], note) for note in notes)


def _require_apart(told: Sequence[str], notes: Sequence[Note]) -> None:
    judge, teach = (
        {_member(n).key for part, n in zip(told, notes, strict=True) if (part == Part.TEST) is side}
        for side in (True, False)
    )
    if judge & teach:
        raise SharedPatientsError(len(judge & teach))


def _member(note: Note) -> Member:
    return Member(note.id, note.patient.id or "")
