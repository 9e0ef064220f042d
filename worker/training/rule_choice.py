"""Which rules a project does without (Tannier et al. 2024 keep those that help): decided on its own notes.

A rule was written for hospitals in general. Where a house writes its files' numbers as others write lots, the rule puts
the wrong name over what the model has learned, in every note. A rule whose finds the annotators changed more often than
not is left out, unless words that identify somebody would then be left readable.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from annotation.domain.notes import Note as Gold
from annotation.domain.spans import Span
from worker.engine.detector import Detector, Model
from worker.engine.encoder.files import MERGES
from worker.engine.hybrid import merged
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.training.judged import judged_note
from worker.training.splitting import Parts

LEAST_FINDS: Final = 5
LEAST_RIGHT: Final = 0.5  # a find that is changed costs as much as one that is missing


@dataclass(frozen=True, slots=True)
class Effect:
    """Of the identifying words those that are masked, and what is left to correct, summed over the notes."""

    masked: int
    identifying: int
    corrections: int


@dataclass(frozen=True, slots=True)
class RuleRecord:
    """`name`: the source of a rule's spans; `right` of its `finds` are gold's, bounds, label and sub-type alike.
    `before` and `after`: with it and without it, those before it being left out (None for a rule that stays)."""

    name: str
    finds: int
    right: int
    before: Effect | None = None
    after: Effect | None = None


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """`left_out`: the worst first. `merges`: each way of putting rules and model together, without those rules.
    Measured on `notes` notes of validation."""

    left_out: tuple[RuleRecord, ...]
    notes: int
    merges: dict[str, Effect]

    def to_json(self) -> dict[str, Any]:
        """Without `left_out`, which stands by itself."""
        merges = {name: asdict(effect) for name, effect in self.merges.items()}
        return {"notes": self.notes, "merges": merges}


def choose_rules(
    rules: Detector,
    model: Model,
    parts: Parts,
    check: Callable[[], None] = lambda: None,
    merge: str = "steps",
) -> RuleChoice:
    """Counted on what taught and validated; what stays masked is looked at where the model has learned nothing by
    heart, on the notes of validation."""
    taught = {note.id: note for note in (*parts.train, *parts.validation)}
    read = []
    for note in taught.values():
        check()
        read.append((note, rules.detect([note.text], [note.patient])[0]))
    wrong = [record for record in records(read) if is_wrong(record)]
    judging = {note.id for note in parts.validation}
    notes = [(note, spans) for note, spans in read if note.id in judging]
    trial = _Trial(notes, model, check)
    left_out = tuple(_harmless(wrong, trial, merge))
    gone = frozenset(record.name for record in left_out)
    merges = {name: trial.effect(gone, name) for name in MERGES}
    return RuleChoice(left_out, len(notes), merges)


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
        self,
        notes: Sequence[tuple[Gold, Sequence[Span]]],
        model: Model,
        check: Callable[[], None],
    ) -> None:
        self._read: list[tuple[Gold, Sequence[Span], Reading]] = []
        for note, spans in notes:
            check()
            self._read.append((note, spans, model.read([note.text])[0]))

    def effect(self, left_out: frozenset[str], merge: str) -> Effect:
        """Without these rules."""
        judged = []
        for note, spans, reading in self._read:
            kept = [span for span in spans if span.source not in left_out]
            judged.append(judged_note(note, merged(Note(note.text, kept), reading, merge)))
        return Effect(
            masked=sum(note.redacted for note in judged),
            identifying=sum(note.identifying for note in judged),
            corrections=sum(note.corrections for note in judged),
        )


def _harmless(wrong: Sequence[RuleRecord], trial: _Trial, merge: str) -> Iterable[RuleRecord]:
    gone: frozenset[str] = frozenset()
    if not wrong:
        return
    now = trial.effect(gone, merge)
    most = now.masked
    for record in wrong:
        without = trial.effect(gone | {record.name}, merge)
        if without.masked >= most:
            yield replace(record, before=now, after=without)
            gone, now = gone | {record.name}, without
