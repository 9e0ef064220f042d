"""May a candidate take the place of the engine in service? Seven questions, each with its figures.

"reference"    of what the shipped model reads, the test notes' gold confirms more than it contradicts
"redacted"     the share of identifying words that it masks does not fall
"labels"       of no label does the share of masked words fall by more than LABEL_MARGIN
"named"        nor the share masked under that label: what replaces a word follows from its label
"precision"    of the masked words enough identify somebody
"corrections"  the annotators do not have more to correct
"shipped"      on the demonstration's notes it masks as much as the shipped model

A person may overrule it, with a second one and a reason (`worker.services.waive_gate`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from worker.training.evaluation import difference
from worker.training.judged import JudgedNote

# Fewer notes than a bootstrap can tell from chance must not let a bad model through: beside the interval,
# a fall of one point is a fall.
REDACTED_MARGIN: Final = 0.01
LABEL_MARGIN: Final = 0.03
LABEL_WORDS: Final = (
    20  # of a label: with fewer one word is worth five points, and nothing is judged
)
PRECISION_FLOOR: Final = 0.85
PRECISION_MARGIN: Final = 0.01  # where the engine in service is below the floor itself
SHIPPED_MARGIN: Final = 0.005
# Of the shipped model's words, confirmed by the gold: 97 % on the demonstration's notes (of the worst label 84 %), 54 to 66 %
# where every second note's labels are drawn by chance, 16 to 26 % where all are, none where they are exchanged.
REFERENCE_FLOOR: Final = 0.5
_ROUNDING: Final = 1e-9  # a fall of exactly the margin is allowed


@dataclass(frozen=True, slots=True)
class Sides:
    """The same notes in the same order, read by the engine in service and by the candidate."""

    before: Sequence[JudgedNote]
    after: Sequence[JudgedNote]


@dataclass(frozen=True, slots=True)
class Check:
    """`figures` are plain numbers for the page; `labels` names those that fell."""

    name: str
    passed: bool
    figures: dict[str, float] = field(default_factory=dict)
    labels: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        figures = {name: round(value, 5) for name, value in self.figures.items()}
        told = {"name": self.name, "passed": self.passed, **figures}
        return {**told, "labels": list(self.labels)} if self.labels else told


def checks(project: Sides, shipped: Sides, by_shipped: Sequence[JudgedNote]) -> list[Check]:
    """`project`: the notes kept for tests, against the engine in service; `shipped`: the regression notes,
    against the shipped model; `by_shipped`: the notes kept for tests as the shipped model reads them."""
    return [
        _reference(by_shipped),
        _redacted(project),
        *_labels(project),
        _precision(project),
        _corrections(project),
        _shipped(shipped),
    ]


def _reference(notes: Sequence[JudgedNote]) -> Check:
    """All other questions believe the gold: one that is wrong throughout teaches and judges alike. What the shipped model
    leaves readable says nothing here, nor what it masks under a label that the project does not use; but a gold without a
    single word is no project's choice."""
    confirmed, contradicted = _confirmed(notes)
    told = {label: (confirmed[label], contradicted[label]) for label in confirmed | contradicted}
    told[""] = (confirmed.total(), contradicted.total())
    failed = {label for label, words in told.items() if _is_contradicted(*words)}
    right, wrong = told[""]
    figures = {"after": right / (right + wrong) if right + wrong else 1.0, "floor": REFERENCE_FLOOR}
    return Check("reference", not failed, figures, tuple(sorted(failed - {""})))


def _is_contradicted(right: int, wrong: int) -> bool:
    return right + wrong >= LABEL_WORDS and right < REFERENCE_FLOOR * (right + wrong)


def _confirmed(notes: Sequence[JudgedNote]) -> tuple[Counter[str], Counter[str]]:
    """Words by the label under which they were found: those that the gold has under it, those that it has under
    another one or not at all."""
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for note in notes:
        for label, (both, *_) in note.label_words.items():
            right[label] += both
        for pair, words in note.swapped.items():
            wrong[pair.partition(">")[2]] += words
    used = {label for note in notes for label in note.words}
    wrong += Counter(
        label for note in notes for *_, label in note.wrong if label in used or not used
    )
    return right, wrong


def _redacted(sides: Sides) -> Check:
    change = difference(sides.before, sides.after, "redacted")
    falls = change.high < 0 or change.value < -REDACTED_MARGIN - _ROUNDING
    return Check("redacted", not falls, _told(change.value, change.low, change.high))


def _labels(sides: Sides) -> tuple[Check, Check]:
    """ "named" lists what is still masked, but as something else."""
    forgotten = _fallen(label_recalls(sides.before), label_recalls(sides.after))
    misnamed = _fallen(_named_recalls(sides.before), _named_recalls(sides.after))
    misnamed = tuple(label for label in misnamed if label not in forgotten)
    return (
        Check("labels", not forgotten, {"margin": LABEL_MARGIN}, forgotten),
        Check("named", not misnamed, {"margin": LABEL_MARGIN}, misnamed),
    )


_Recalls = dict[str, tuple[int, float]]  # by label: identifying words, share of them


def _fallen(before: _Recalls, after: _Recalls) -> tuple[str, ...]:
    return tuple(
        label
        for label, (words, recall) in before.items()
        if words >= LABEL_WORDS and after[label][1] < recall - LABEL_MARGIN - _ROUNDING
    )


def label_recalls(notes: Sequence[JudgedNote]) -> _Recalls:
    """By label: its identifying words, and the share of them that is masked whatever the label."""
    return _recalls(notes, Counter())


def _named_recalls(notes: Sequence[JudgedNote]) -> _Recalls:
    """The same of words masked under the right label."""
    away: Counter[str] = Counter()
    for note in notes:
        for pair, words in note.swapped.items():
            away[pair.partition(">")[0]] += words
    return _recalls(notes, away)


def _recalls(notes: Sequence[JudgedNote], away: Counter[str]) -> _Recalls:
    """`away`: masked words of a label that do not count."""
    sums: dict[str, tuple[int, int]] = {}
    for note in notes:
        for label, (words, masked) in note.words.items():
            known, hidden = sums.get(label, (0, 0))
            sums[label] = (known + words, hidden + masked)
    return {
        label: (words, (masked - away[label]) / words)
        for label, (words, masked) in sorted(sums.items())
    }


def _precision(sides: Sides) -> Check:
    before, after = _precision_of(sides.before), _precision_of(sides.after)
    floor = min(PRECISION_FLOOR, before - PRECISION_MARGIN)
    return Check(
        "precision", after >= floor - _ROUNDING, {"before": before, "after": after, "floor": floor}
    )


def _precision_of(notes: Sequence[JudgedNote]) -> float:
    right = sum(note.redacted for note in notes)
    masked = right + sum(note.alarms for note in notes)
    return right / masked if masked else 1.0


def _corrections(sides: Sides) -> Check:
    change = difference(sides.before, sides.after, "corrections")
    return Check("corrections", change.low <= 0, _told(change.value, change.low, change.high))


def _shipped(sides: Sides) -> Check:
    before, after = _recall(sides.before), _recall(sides.after)
    passed = after >= before - SHIPPED_MARGIN - _ROUNDING
    return Check(
        "shipped", passed, {"before": before, "after": after, "notes": float(len(sides.before))}
    )


def _recall(notes: Sequence[JudgedNote]) -> float:
    words = sum(note.identifying for note in notes)
    return sum(note.redacted for note in notes) / words if words else 1.0


def _told(value: float, low: float, high: float) -> dict[str, float]:
    return {"change": value, "low": low, "high": high}
