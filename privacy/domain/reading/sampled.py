"""One note of an export's sample as a person reads it."""

from dataclasses import dataclass, field
from typing import Any

from annotation.domain.notes import Note


@dataclass(frozen=True, slots=True)
class SampledNote:
    """`before` is None when the study's key is gone or the note was deleted. `marks`, `doubts` and `findings` are
    places in `after`; `doubts` is None where no model was asked; `seal` says to whom it was shown, of which build."""

    rank: int
    public_id: str
    why: str
    reasons: list[str]
    seal: str = field(repr=False)
    before: Note | None = field(repr=False)
    after: str = field(repr=False)
    marks: list[tuple[int, int, str, str]] = field(repr=False)
    doubts: list[list[int]] | None = field(repr=False)
    findings: list[dict[str, Any]] = field(repr=False)
