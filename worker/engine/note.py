"""One note while its spans are merged: its text, folded once, and what the rules found in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.text.folding import fold

_LINE: int = 48  # characters before a span that may tell its kind


@dataclass
class Note:
    """`rules` are the spans of the rules and of the patient's data, sorted and apart."""

    text: str
    rules: Sequence[Span] = ()
    folded: str = field(init=False)

    def __post_init__(self) -> None:
        self.folded = fold(self.text)

    def words(self, span: Span) -> str:
        """The span's text, folded: "chu de dijon"."""
        return self.folded[span.start : span.end]

    def written(self, span: Span) -> str:
        """The span's text: "CHU de Dijon"."""
        return self.text[span.start : span.end]

    def key(self, span: Span) -> lexicon.Key:
        """The span's words as the gazetteers spell them: ``("chu", "de", "dijon")``."""
        return lexicon.key_of(self.folded[span.start : span.end])

    def line_before(self, start: int, floor: int = 0) -> int:
        """Where the part of the line begins that may tell what starts at `start`; not before `floor`."""
        first = max(floor, start - _LINE, 0)
        return max(first, self.text.rfind("\n", first, start) + 1)

    def before(self, start: int, floor: int = 0) -> str:
        """That part of the line, folded."""
        return self.folded[self.line_before(start, floor) : start]
