"""A labelled stretch of text. Offsets are Unicode code points, half-open."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """`text[start:end]` carries `label`/`subtype`.

    `source` says who found it: ``rule:<name>``, ``patient:<field>``, ``model:<version>``,
    ``user:<id>`` or "" when unknown. `score` is in [0, 1].
    """

    start: int
    end: int
    label: str
    subtype: str = ""
    score: float = 1.0
    source: str = ""

    def overlaps(self, other: "Span") -> bool:
        return self.start < other.end and other.start < self.end

    @property
    def length(self) -> int:
        return self.end - self.start


def sort_spans(spans: Iterable[Span]) -> list[Span]:
    """Reading order; at the same start the longest first."""
    return sorted(spans, key=lambda span: (span.start, -span.end, span.label, span.subtype))


def merge_hybrid(rules: Iterable[Span], model: Iterable[Span] = ()) -> list[Span]:
    """Union of both, longest span on overlap, the model's label on exact overlap.

    Tannier et al. 2024 (hybrid system); product.md item 2. The result has no overlaps:
    candidates are taken longest first (ties: model, then higher score, then leftmost) and
    what overlaps a taken one is dropped.
    """
    candidates = [(span, 1) for span in model] + [(span, 0) for span in rules]
    candidates.sort(key=lambda c: (-c[0].length, -c[1], -c[0].score, c[0].start))
    taken: list[Span] = []
    for span, _ in candidates:
        if not any(span.overlaps(other) for other in taken):
            taken.append(span)
    return sort_spans(taken)
