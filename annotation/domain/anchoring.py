"""Do suggestions sway the people who read them? Readings with and without, side by side. Pure.

A reading is one person's spans over one note that a model had read before. On a fixed share of the
notes the person was not shown what the model found. Two spans meet when they overlap and carry the
same label: people who draw without a suggestion draw other edges, which is not what is asked here.

Every measure is a ratio of sums over notes; its variance follows from the notes as clusters (ratio
estimator, Cochran 1977, Sampling Techniques, 3rd edition, equation 6.13, without the correction for
a finite population). The interval of a difference is d ± 1.96 √(v₁ + v₂).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from math import sqrt
from typing import Any, Final

from annotation.domain.spans import Span, meeting

MIN_NOTES: Final = 5  # on either side; below, a share says nothing
_Z: Final = 1.96  # 95 %, two-sided


class Asked(StrEnum):
    """What is measured of a reading; all are shares of 1."""

    MODEL = "model"  # agreement with the model: both sides' spans that meet one of the other
    RECALL = "recall"  # of the reference's spans, those that the reading holds
    PRECISION = "precision"  # of the reading's spans, those that the reference holds
    LOST = "lost"  # of the model's right spans, those that the reading lacks
    WRONG = "wrong"  # of the model's wrong spans, those that the reading holds
    BEYOND = "beyond"  # of what the model missed, what the reading holds


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `total`, over `notes` notes in which there was anything to count. `value` and
    `variance` are None below MIN_NOTES."""

    hits: int
    total: int
    notes: int
    value: float | None
    variance: float | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Without suggestions minus with them, and its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Zero lies outside of the interval."""
        return self.low > 0 or self.high < 0


@dataclass(slots=True)
class _Sums:
    """What a ratio and its variance need, whatever the number of notes."""

    notes: int = 0
    hits: int = 0
    total: int = 0
    hits_hits: int = 0
    hits_total: int = 0
    total_total: int = 0

    def add(self, hits: int, total: int) -> None:
        if not total:
            return
        self.notes += 1
        self.hits += hits
        self.total += total
        self.hits_hits += hits * hits
        self.hits_total += hits * total
        self.total_total += total * total

    def share(self) -> Share:
        if self.notes < MIN_NOTES:
            return Share(self.hits, self.total, self.notes, None, None)
        ratio = self.hits / self.total
        squares = self.hits_hits - 2 * ratio * self.hits_total + ratio**2 * self.total_total
        variance = max(0.0, squares) / self.total**2 * self.notes / (self.notes - 1)
        return Share(self.hits, self.total, self.notes, ratio, variance)


@dataclass(slots=True)
class Anchoring:
    """Running sums over readings; `add` them one by one."""

    readings: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    sums: dict[tuple[Asked, bool], _Sums] = field(
        default_factory=lambda: {(a, h): _Sums() for a in Asked for h in (True, False)}
    )

    def add(
        self,
        reading: Sequence[Span],
        model: Sequence[Span],
        gold: Sequence[Span] | None,
        *,
        is_hidden: bool,
    ) -> None:
        """`gold`: None where the only reference is this very reading."""
        self.readings[is_hidden] += 1
        met = _met(reading, model) + _met(model, reading)
        found = {Asked.MODEL: (met, len(reading) + len(model))}
        if gold is not None:
            found |= _against(reading, model, gold)
        for asked, (hits, total) in found.items():
            self.sums[asked, is_hidden].add(hits, total)

    def share(self, asked: Asked, *, is_hidden: bool) -> Share:
        return self.sums[asked, is_hidden].share()

    def to_json(self) -> dict[str, Any]:
        """Counts and values; `difference_of` reads them again."""
        return {
            "hidden": self.readings[True],
            "shown": self.readings[False],
            "measures": {
                asked.value: {
                    "hidden": asdict(self.share(asked, is_hidden=True)),
                    "shown": asdict(self.share(asked, is_hidden=False)),
                }
                for asked in Asked
            },
        }


def difference(hidden: Share, shown: Share) -> Difference | None:
    """None unless both are defined."""
    if hidden.value is None or shown.value is None:
        return None
    gap = hidden.value - shown.value
    reach = _Z * sqrt((hidden.variance or 0.0) + (shown.variance or 0.0))
    return Difference(gap, gap - reach, gap + reach)


def share_of(data: Mapping[str, Any]) -> Share:
    """What `Anchoring.to_json` wrote of one share."""
    return Share(**data)


def _against(
    reading: Sequence[Span], model: Sequence[Span], gold: Sequence[Span]
) -> dict[Asked, tuple[int, int]]:
    is_gold, is_told = (
        meeting((s.start, s.end, s.label) for s in spans) for spans in (gold, model)
    )
    right = [span for span in model if is_gold(span.start, span.end, span.label)]
    wrong = [span for span in model if not is_gold(span.start, span.end, span.label)]
    unseen = [span for span in gold if not is_told(span.start, span.end, span.label)]
    return {
        Asked.RECALL: (_met(gold, reading), len(gold)),
        Asked.PRECISION: (_met(reading, gold), len(reading)),
        Asked.LOST: (len(right) - _met(right, reading), len(right)),
        Asked.WRONG: (_met(wrong, reading), len(wrong)),
        Asked.BEYOND: (_met(unseen, reading), len(unseen)),
    }


def _met(spans: Sequence[Span], others: Sequence[Span]) -> int:
    is_met = meeting((other.start, other.end, other.label) for other in others)
    return sum(is_met(span.start, span.end, span.label) for span in spans)
