"""The entities that can be read of one patient's notes, before and after, one patient in memory at a time."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from annotation.domain.notes import Note
from privacy.domain.attacks.reidentification import Profile, Shown, profile_of
from privacy.domain.substitute import SubstitutedNote

# the codes of a text; the spans are what substitution wrote, in which no code has its reason
CodesOf = Callable[[str, Sequence[tuple[int, int]]], Collection[str]]


def no_codes(_text: str, _hidden: Sequence[tuple[int, int]]) -> Collection[str]:
    """Where no coder is installed."""
    return ()


@dataclass(slots=True)
class CohortReading:
    """Profiles of the patients added so far, in the same order. `codes_of` predicts the ICD-10 codes of a text."""

    pivot: int
    codes_of: CodesOf = no_codes
    before: list[Profile] = field(default_factory=list, repr=False)
    after: list[Profile] = field(default_factory=list, repr=False)

    def add(self, notes: Sequence[Note], written: Sequence[SubstitutedNote]) -> None:
        """One patient. Codes come from what leaves: what is no entity is the same before and after."""
        codes = codes_of_written(written, self.codes_of)
        self.before.append(profile_of(of_notes(notes), pivot=self.pivot, codes=codes))
        self.after.append(profile_of(of_written(written), pivot=self.pivot, codes=codes))


def codes_of_written(written: Iterable[SubstitutedNote], codes_of: CodesOf) -> set[str]:
    """Of all notes of one patient, as they leave."""
    return {
        code
        for note in written
        for code in codes_of(note.text, [(r.start, r.end) for r in note.replacements])
    }


def of_notes(notes: Iterable[Note]) -> Iterator[Shown]:
    """Of originals, or of a file that has left: its `replacements` are entities."""
    for note in notes:
        for span in note.entities:
            yield Shown(span.label, span.subtype, note.text[span.start : span.end])


def of_written(notes: Iterable[SubstitutedNote]) -> Iterator[Shown]:
    for note in notes:
        for item in note.replacements:
            yield Shown(item.label, item.subtype, note.text[item.start : item.end])
