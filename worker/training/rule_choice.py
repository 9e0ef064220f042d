"""Which rules a project does without (Tannier et al. 2024 keep those that help): decided on its own notes.

A rule was written for hospitals in general. Where a house writes its files' numbers as others write lots, the rule puts
the wrong name over what the model has learned, in every note. A rule whose finds the annotators changed more often than
not is left out, unless words that identify somebody would then be left readable.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from annotation.domain.notes import Note as Gold
from annotation.domain.spans import Span
from worker.engine.detector import Detector, Model
from worker.engine.hybrid import merged
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.training.judged import judged_note
from worker.training.splitting import Parts

LEAST_FINDS: Final = 5
LEAST_RIGHT: Final = 0.5  # a find that is changed costs as much as one that is missing


@dataclass(frozen=True, slots=True)
class RuleRecord:
    """`name`: the source of a rule's spans; `right` of its `finds` are gold's, bounds, label and sub-type alike."""

    name: str
    finds: int
    right: int


def rules_to_leave(
    rules: Detector,
    model: Model,
    parts: Parts,
    check: Callable[[], None] = lambda: None,
    merge: str = "steps",
) -> tuple[RuleRecord, ...]:
    """The worst first. Counted on what taught and validated; what stays masked is looked at where the model has
    learned nothing by heart, on the notes of validation."""
    taught = {note.id: note for note in (*parts.train, *parts.validation)}
    read = []
    for note in taught.values():
        check()
        read.append((note, rules.detect([note.text], [note.patient])[0]))
    wrong = [record for record in records(read) if is_wrong(record)]
    if not wrong:
        return ()
    judging = {note.id for note in parts.validation}
    notes = [(note, spans) for note, spans in read if note.id in judging]
    return tuple(_harmless(wrong, _Trial(notes, model, merge)))


def records(read: Iterable[tuple[Gold, Sequence[Span]]]) -> list[RuleRecord]:
    """Of every rule that found something; the lowest share of right finds first."""
    finds: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for note, spans in read:
        gold = {_key(span) for span in note.entities}
        finds.update(span.source for span in spans)
        right.update(span.source for span in spans if _key(span) in gold)
    told = [RuleRecord(name, count, right[name]) for name, count in finds.items()]
    return sorted(told, key=lambda r: (r.right / r.finds, -r.finds, r.name))


def is_wrong(record: RuleRecord) -> bool:
    return record.finds >= LEAST_FINDS and record.right < LEAST_RIGHT * record.finds


def _key(span: Span) -> tuple[int, int, str, str]:
    return (span.start, span.end, str(span.label), str(span.subtype))


class _Trial:
    """The notes of validation with what the rules and the model say of them, read once."""

    def __init__(
        self, notes: Sequence[tuple[Gold, Sequence[Span]]], model: Model, merge: str
    ) -> None:
        self._merge = merge
        self._read: list[tuple[Gold, Sequence[Span], Reading]] = [
            (note, spans, model.read([note.text])[0]) for note, spans in notes
        ]

    def masked(self, left_out: frozenset[str]) -> int:
        """Identifying words that are masked without these rules."""
        total = 0
        for note, spans, reading in self._read:
            kept = [span for span in spans if span.source not in left_out]
            total += judged_note(note, merged(Note(note.text, kept), reading, self._merge)).redacted
        return total


def _harmless(wrong: Sequence[RuleRecord], trial: _Trial) -> Iterable[RuleRecord]:
    gone: frozenset[str] = frozenset()
    most = trial.masked(gone)
    for record in wrong:
        without = gone | {record.name}
        if trial.masked(without) >= most:
            gone = without
            yield record
