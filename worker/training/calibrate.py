"""How sure the tagger must be before a span of its counts.

Learnt on notes that the judged weights have not seen: three folds by patient.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.notes import Note
from annotation.domain.spans import Span, merge_hybrid
from worker.engine.tagger.tagger import LinearTagger, Weights
from worker.training.loop import TrainingCancelled, train
from worker.training.splitting import patient_key

FOLDS: Final = 3
DEFAULT_MIN_SCORE: Final = 0.6  # with too few patients to fold
CANDIDATES: Final = tuple(
    step / 100 for step in range(60, 100, 5)
)  # below, spans run away (measured)
# Of the characters that the kept spans mask, this share is gold. Characters, not spans: a span that
# touches gold and runs on over half a line is the costly mistake. The tagger's spans join those of the rules and
# the longest wins: on the demo notes, keeping all of them cost the hybrid 9 points of entity F1.
PRECISION: Final = 0.97

Judged = tuple[float, int, int]  # score of a span, its length, how much of it is gold


def calibrated(
    weights: Weights,
    notes: Sequence[Note],
    *,
    epochs: int,
    seed: int,
    on_fold: Callable[[int], None] = lambda fold: None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Weights:
    """The same weights with the lowest `min_score` whose kept spans reach `PRECISION`.

    Folds are trained for half the epochs; `on_fold` is called after each. Raises TrainingCancelled.
    """
    folds = _folds(notes)
    if len(folds) < FOLDS:
        return replace(weights, min_score=DEFAULT_MIN_SCORE)
    judged: list[Judged] = []
    for number, fold in enumerate(folds, start=1):
        held_out = {note.id for note in fold}
        outside = [note for note in notes if note.id not in held_out]
        learnt = train(outside, epochs=max(1, epochs // 2), seed=seed, is_cancelled=is_cancelled)
        judged += _judge(fold, LinearTagger(learnt, "fold"), is_cancelled)
        on_fold(number)
    return replace(weights, min_score=lowest_score(judged))


def lowest_score(judged: Sequence[Judged]) -> float:
    """The lowest candidate at or above which `PRECISION` of the masked characters are gold."""
    for candidate in CANDIDATES:
        kept = [(length, right) for score, length, right in judged if score >= candidate]
        masked = sum(length for length, _right in kept)
        if masked and sum(right for _length, right in kept) >= PRECISION * masked:
            return candidate
    return CANDIDATES[-1]


def _folds(notes: Sequence[Note]) -> list[list[Note]]:
    """Whole patients, dealt in turn."""
    keys = sorted({patient_key(note) for note in notes})
    place = {key: index % FOLDS for index, key in enumerate(keys)}
    folds = [[note for note in notes if place[patient_key(note)] == fold] for fold in range(FOLDS)]
    return [fold for fold in folds if fold]


def _judge(
    notes: Sequence[Note], tagger: LinearTagger, is_cancelled: Callable[[], bool]
) -> list[Judged]:
    judged: list[Judged] = []
    for note in notes:
        if is_cancelled():
            raise TrainingCancelled
        gold = merge_hybrid(note.entities)
        [found] = tagger.detect([note.text])
        judged += [(s.score, s.length, sum(_shared(s, g) for g in gold)) for s in found]
    return judged


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))
