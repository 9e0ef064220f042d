"""Where an engine errs: confusion of labels, and one error a place for the gallery.

A gold span and a predicted one meet when they overlap; each gold span is paired with the predicted
span that covers most of it. MUC's categories (Chinchor & Sundheim 1993): missing, spurious,
incorrect label, incorrect bounds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from annotation.domain.ner_metrics import Annotated
from annotation.domain.spans import Span, overlapping

NOTHING: Final = "–"


class ErrorKind(StrEnum):
    MISSED = "missed"
    SPURIOUS = "spurious"
    LABEL = "label"
    BOUNDS = "bounds"


@dataclass(frozen=True, slots=True)
class NerError:
    """`gold` or `predicted` is None when there is nothing on that side."""

    kind: ErrorKind
    gold: Span | None
    predicted: Span | None

    @property
    def place(self) -> Span:
        """The span to show: gold's if there is one."""
        span = self.gold or self.predicted
        assert span is not None  # noqa: S101 (one side always exists)
        return span


def errors(gold: Sequence[Span], predicted: Sequence[Span]) -> Iterator[NerError]:
    """In reading order of the gold spans, then what nothing in gold meets."""
    met: set[Span] = set()
    those = overlapping(predicted)
    for span in sorted(gold):
        others = those(span)
        partner = _partner(span, others)
        met.update(others)
        if partner is None:
            yield NerError(ErrorKind.MISSED, span, None)
        elif partner.label != span.label or partner.subtype != span.subtype:
            yield NerError(ErrorKind.LABEL, span, partner)
        elif (partner.start, partner.end) != (span.start, span.end):
            yield NerError(ErrorKind.BOUNDS, span, partner)
    for span in sorted(set(predicted) - met):
        yield NerError(ErrorKind.SPURIOUS, None, span)


def _partner(span: Span, others: Sequence[Span]) -> Span | None:
    """The one of those that overlap `span` that shares most characters with it; the first of equals."""
    shared = [
        (min(span.end, other.end) - max(span.start, other.start), -other.start, other)
        for other in others
    ]
    return max(shared)[2] if shared else None


def confusion(notes: Iterable[Annotated]) -> Counter[tuple[str, str]]:
    """Counts of (gold sub-type, predicted sub-type), NOTHING on either side where there is none."""
    counts: Counter[tuple[str, str]] = Counter()
    for note in notes:
        met: set[Span] = set()
        those = overlapping(note.predicted)
        for span in note.gold:
            others = those(span)
            met.update(others)
            counts[_name(span), _name(_partner(span, others))] += 1
        for span in set(note.predicted) - met:
            counts[NOTHING, _name(span)] += 1
    return counts


def confusion_text(counts: Counter[tuple[str, str]], most: int = 25) -> str:
    """The most frequent confusions as French lines, what is right left out."""
    wrong = Counter({pair: n for pair, n in counts.items() if pair[0] != pair[1]})
    right = sum(n for pair, n in counts.items() if pair[0] == pair[1])
    told = "confusions les plus fréquentes :" if wrong else "aucune confusion."
    lines = [f"{right} entités rencontrées avec le bon sous-type ; {told}"]
    lines += [f"  {gold:16} → {found:16}{n:6d}" for (gold, found), n in wrong.most_common(most)]
    return "\n".join(lines)


def _name(span: Span | None) -> str:
    return NOTHING if span is None else span.subtype or span.label
