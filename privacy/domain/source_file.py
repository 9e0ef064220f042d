"""One patient's notes as an export takes them, with spans that do not overlap."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span, sort_spans


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One patient's notes. `Note.id` is the pseudonym; `Note.patient.id` never leaves memory.

    `holder` names the account that pays: ("patient", external id), or ("text", text) for a note without a patient;
    `former_holder` as it was said before: ("patient" or "alone", external id).
    """

    public_id: str
    holder: tuple[str, str] = field(repr=False)
    notes: tuple[Note, ...] = field(repr=False)
    identity: PatientIdentity = field(repr=False)
    engines: frozenset[str] = frozenset()
    former_holder: tuple[str, str] = field(repr=False, default=("", ""))

    @property
    def is_lone(self) -> bool:
        """True for a note without a patient."""
        return self.holder[0] == "text"


def disjoint(spans: Iterable[Span]) -> list[Span]:
    """Spans without overlap that cover every character that any of `spans` covers.

    The longest keeps its edges; an overlapped one keeps what sticks out, so that no marked
    character is left in the text.
    """
    return [span for group in _groups(sort_spans(spans)) for span in _parted(group)]


def _groups(spans: Iterable[Span]) -> Iterator[list[Span]]:
    """Spans in reading order, parted where none reaches over: most notes' are alone."""
    group: list[Span] = []
    reach = 0
    for span in spans:
        if group and span.start >= reach:
            yield group
            group = []
        group.append(span)
        reach = max(reach, span.end)
    if group:
        yield group


def _parted(group: list[Span]) -> list[Span]:
    if len(group) == 1:
        return group
    taken: list[Span] = []
    for span in sorted(group, key=lambda s: (-s.length, s.start, s.label, s.subtype)):
        pieces = [(span.start, span.end)]
        for other in taken:
            pieces = [
                piece
                for start, end in pieces
                for piece in ((start, min(end, other.start)), (max(start, other.end), end))
                if piece[0] < piece[1]
            ]
        taken += [replace(span, start=start, end=end) for start, end in pieces]
    return sort_spans(taken)
