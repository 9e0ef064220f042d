"""Two readings of the same notes, measured in every way that the page shows."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from annotation.domain.agreement.alpha import Disagreement, Unit, disagreement, merged
from annotation.domain.agreement.kappa import binary, kappa
from annotation.domain.agreement.values import Measure, Undefined, undefined
from annotation.domain.ner_metrics import Score
from annotation.domain.spans import Span, meeting, overlapping
from annotation.domain.tokens import token_bounds

MAX_PLACES: Final = 60  # spans kept behind one cell of the matrix
NOTHING: Final = ""  # "not marked", in the matrix
_OUTSIDE: Final = "O"
# note, start and end of the first reading's span (else of the second's), and of the second's too
# where the two lie elsewhere
Place = tuple[str, int, int] | tuple[str, int, int, int, int]


def _two_readers() -> tuple[dict[str, list[Unit]], dict[str, list[Unit]]]:
    return defaultdict(list), defaultdict(list)


@dataclass(slots=True)
class Comparison:
    """Running sums over pairs of readings; `add` them note by note.

    Span F1 takes label and sub-type's label as one name: the label. `identifying` looks only at
    whether a word is marked at all, whatever its label.
    """

    notes: int = 0
    exact: dict[str, Score] = field(default_factory=dict)
    overlap: dict[str, Score] = field(default_factory=dict)
    tokens: Counter[tuple[str, str]] = field(default_factory=Counter)
    cells: Counter[tuple[str, str]] = field(default_factory=Counter)
    places: dict[tuple[str, str], list[Place]] = field(default_factory=lambda: defaultdict(list))
    length: int = 0
    units: tuple[dict[str, list[Unit]], dict[str, list[Unit]]] = field(default_factory=_two_readers)

    def add(self, note: str, text: str, one: Sequence[Span], other: Sequence[Span]) -> None:
        """`note` names the note in the matrix's places; the text itself is not kept."""
        self.notes += 1
        self._add_spans(one, other)
        self._add_tokens(text, one, other)
        self._add_cells(note, one, other)
        for reader, spans in zip(self.units, (one, other), strict=True):
            for span in spans:
                reader[span.label].append((self.length + span.start, self.length + span.end))
        self.length += len(text)

    def add_spans(self, one: Sequence[Span], other: Sequence[Span]) -> None:
        """Only what `span_f1` needs, where nothing else is asked."""
        self.notes += 1
        self._add_spans(one, other)

    def _add_spans(self, one: Sequence[Span], other: Sequence[Span]) -> None:
        left, right = ([(s.start, s.end, s.label) for s in spans] for spans in (one, other))
        for own, others in ((left, right), (right, left)):
            same, is_met = set(others), meeting(others)
            for place in own:
                for table, met in ((self.exact, place in same), (self.overlap, is_met(*place))):
                    score = Score(met, 1, 0, 0) if own is left else Score(0, 0, met, 1)
                    _count(table, place[2], score)

    def _add_tokens(self, text: str, one: Sequence[Span], other: Sequence[Span]) -> None:
        bounds = token_bounds(text)
        labels = [_labels(bounds, spans) for spans in (one, other)]
        self.tokens.update(zip(*labels, strict=True))

    def _add_cells(self, note: str, one: Sequence[Span], other: Sequence[Span]) -> None:
        those, taken = overlapping(other), set[int]()
        for span in sorted(one):
            free = (s for s in those(span) if id(s) not in taken)
            mate = max(free, key=_closeness(span), default=None)
            if mate is not None:
                taken.add(id(mate))
            self._place(note, span, mate)
        for span in other:
            if id(span) not in taken:
                self._place(note, None, span)

    def _place(self, note: str, one: Span | None, other: Span | None) -> None:
        cell = (one.label if one else NOTHING, other.label if other else NOTHING)
        self.cells[cell] += 1
        span = one or other
        if span is None or len(self.places[cell]) >= MAX_PLACES:
            return
        if one is None or other is None or _same_bounds(one, other):
            self.places[cell].append((note, span.start, span.end))
        else:
            self.places[cell].append((note, one.start, one.end, other.start, other.end))

    # --- results

    def exact_by_label(self) -> dict[str, Any]:
        return {label: self.span_f1(self.exact, label).to_json() for label in self.labels()}

    def labels(self) -> list[str]:
        return sorted(set(self.exact))

    def span_f1(self, table: dict[str, Score], label: str = "") -> Measure:
        """Of one label, or of all together."""
        score = sum((s for name, s in table.items() if label in ("", name)), Score())
        if not score.predicted + score.gold:
            return undefined(Undefined.NO_SPANS if self.notes else Undefined.NO_NOTES)
        if not score.predicted or not score.gold:
            return Measure(0.0)
        return Measure(score.f1)

    def token_kappa(self, label: str = "") -> Measure:
        return kappa(binary(self.tokens, label) if label else self.tokens)

    def identifying(self) -> tuple[Measure, Measure]:
        """F1 and kappa of "is this word marked at all"."""
        table = binary(self.tokens, _OUTSIDE)
        both = table.get(("False", "False"), 0)
        only = table.get(("False", "True"), 0) + table.get(("True", "False"), 0)
        if not both + only:
            return undefined(Undefined.NO_SPANS if self.notes else Undefined.NO_NOTES), kappa(table)
        return Measure(2 * both / (2 * both + only)), kappa(table)

    def alpha(self, label: str = "") -> Measure:
        if not self.notes:
            return undefined(Undefined.NO_NOTES)
        names = [label] if label else sorted({*self.units[0], *self.units[1]})
        readers = [[merged(reader.get(name, ())) for reader in self.units] for name in names]
        found = sum((disagreement(units, self.length) for units in readers), Disagreement())
        if not found.expected and not any(units for pair in readers for units in pair):
            return undefined(Undefined.NO_SPANS)
        return found.alpha

    def summary(self, label: str = "") -> dict[str, Any]:
        """The four measures of one label, or of all together."""
        return {
            "exact": self.span_f1(self.exact, label).to_json(),
            "overlap": self.span_f1(self.overlap, label).to_json(),
            "kappa": self.token_kappa(label).to_json(),
            "alpha": self.alpha(label).to_json(),
        }

    def to_json(self) -> dict[str, Any]:
        """All measures, and the matrix with the places behind its cells."""
        marked, marked_kappa = self.identifying()
        return {
            "notes": self.notes,
            "tokens": sum(self.tokens.values()),
            "total": self.summary(),
            "identifying": {"f1": marked.to_json(), "kappa": marked_kappa.to_json()},
            "labels": {label: self.summary(label) for label in self.labels()},
            "matrix": [
                {"one": one, "other": other, "count": count, "places": self.places[one, other]}
                for (one, other), count in sorted(self.cells.items())
            ],
        }


def _count(table: dict[str, Score], name: str, score: Score) -> None:
    table[name] = table.get(name, Score()) + score


def _same_bounds(one: Span, other: Span) -> bool:
    return (one.start, one.end) == (other.start, other.end)


def _closeness(span: Span) -> Callable[[Span], tuple[int, bool]]:
    """The longest common stretch; among equals the same label."""

    def key(other: Span) -> tuple[int, bool]:
        common = min(span.end, other.end) - max(span.start, other.start)
        return common, other.label == span.label

    return key


def _labels(bounds: Sequence[tuple[int, int]], spans: Sequence[Span]) -> list[str]:
    """Label of every token; the first span in reading order wins, as in the NER metrics."""
    labels = [_OUTSIDE] * len(bounds)
    ends = [end for _start, end in bounds]
    for span in sorted(spans):
        index = bisect_right(ends, span.start)  # the first token that ends behind the start
        while index < len(bounds) and bounds[index][0] < span.end:
            if labels[index] == _OUTSIDE:
                labels[index] = span.label
            index += 1
    return labels
