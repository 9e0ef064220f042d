"""What a writer of files needs around it: the count of what the format could not say."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import BinaryIO

from annotation.domain.formats.losses import Loss
from annotation.domain.labels import Label
from annotation.domain.notes import Note
from annotation.domain.spans import Span, sort_spans

# Labels that one of their own sub-types is called after: the name alone can't tell them apart.
_SELF_NAMED = frozenset({Label.DATE, Label.AGE, Label.TEL, Label.MAIL, Label.REF})


@dataclass(slots=True)
class Writing:
    """One pass over the notes of one file; `losses` holds what was in fact lost, not what might be."""

    losses: Counter[Loss] = field(default_factory=Counter)
    notes: int = 0

    def lose(self, loss: Loss, count: int = 1) -> None:
        if count:
            self.losses[loss] += count

    def lose_patient(self, note: Note) -> None:
        """For formats without a structured identity; the bare id counts as well."""
        self.lose(Loss.PATIENT, int(bool(_said(note))))

    def lose_details(self, note: Note, *kinds: Loss) -> None:
        """Counts the entities whose score, origin, or comment the format leaves out."""
        for kind in kinds:
            self.lose(kind, sum(_DETAILS[kind](span) for span in note.entities))

    def flat(self, note: Note) -> list[Span]:
        """The entities without overlaps, longest first kept; the others are counted as lost."""
        kept: list[Span] = []
        taken = bytearray(len(note.text))
        for span in sorted(note.entities, key=lambda s: (-s.length, s.start, s.label, s.subtype)):
            if taken.find(1, span.start, span.end) == -1:
                taken[span.start : span.end] = b"\1" * span.length
                kept.append(span)
        self.lose(Loss.OVERLAPS, len(note.entities) - len(kept))
        return sort_spans(kept)


def _said(note: Note) -> bool:
    return note.patient != type(note.patient)()


_DETAILS: dict[Loss, Callable[[Span], bool]] = {
    Loss.SCORES: lambda span: span.score != 1.0,
    Loss.SOURCES: lambda span: bool(span.source),
    Loss.COMMENTS: lambda span: span.doubt or bool(span.comment),
    Loss.EMPTY_SUBTYPES: lambda span: not span.subtype and span.label in _SELF_NAMED,
}

Writer = Callable[[Iterable[Note], BinaryIO, Writing], None]
