"""The names of the methods, and a patient's notes through one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final

from annotation.domain.notes import Note
from privacy.domain.obfuscation.sentences import replaced
from privacy.domain.obfuscation.space import WordSpace
from privacy.domain.obfuscation.words import kneo, noisy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import SubstitutedNote


class TextMethod(StrEnum):
    """`noise` has a proof word by word (ε·d, summed over a patient's words); the others have none."""

    KNEO = "kneo"
    SENTENCE = "sentence"
    NOISE = "noise"


WITHOUT_PROOF: Final = frozenset({TextMethod.KNEO, TextMethod.SENTENCE})


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What a method needs: `space` for words, `table` for sentences."""

    space: WordSpace | None = None
    table: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)


def obfuscated(
    notes: Sequence[Note], method: TextMethod, near: Neighbours, *, key: StudyKey, epsilon: Fraction
) -> list[SubstitutedNote]:
    """The notes of one patient. Nothing of the original is copied but signs, blanks and line ends.

    Raises NoNeighbourError, and ValueError when `near` is another method's.
    """
    return [SubstitutedNote(note.id, _text(note, method, near, key, epsilon), ()) for note in notes]


def _text(note: Note, method: TextMethod, near: Neighbours, key: StudyKey, epsilon: Fraction) -> str:  # fmt: skip
    patient = note.patient.id
    if method is TextMethod.SENTENCE:
        return replaced(note.text, near.table, key=key, patient=patient)
    if near.space is None:
        raise ValueError(method)
    if method is TextMethod.KNEO:
        return kneo(note.text, near.space, key=key, patient=patient)
    return noisy(note.text, near.space, key=key, patient=patient, epsilon=epsilon)
