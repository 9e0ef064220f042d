"""Trains the tagger: structured averaged perceptron (Collins 2002, figure 1 and section 2.3)."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.notes import Note
from worker.engine.tagger import viterbi
from worker.engine.tagger.tagger import Weights
from worker.engine.tagger.tags import constraints
from worker.training.dataset import Dataset, Example, read_dataset

EPOCHS: Final = 12
SEED: Final = 20240131
_CHECK_EVERY_TOKENS: Final = 2000  # about 50 ms of work

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]


class TrainingCancelled(Exception):
    """`is_cancelled` answered yes."""


@dataclass(frozen=True, slots=True)
class EpochReport:
    """`accuracy` is the share of training tokens tagged right as the epoch went by."""

    epoch: int
    epochs: int
    accuracy: float


@dataclass(slots=True)
class _State:
    """Whole numbers in float32 (exact below 2**24): the same result on every machine.

    `spent_*` carry each change times the step at which it came, so that the average over all
    steps is ``weights - spent / steps``.
    """

    emissions: F32
    transitions: F32
    spent_emissions: F64
    spent_transitions: F64
    step: int = 1

    @classmethod
    def zero(cls, rows: int, tags: int) -> "_State":
        return cls(
            np.zeros((rows, tags), np.float32),
            np.zeros((tags, tags), np.float32),
            np.zeros((rows, tags), np.float64),
            np.zeros((tags, tags), np.float64),
        )


def train(
    notes: Sequence[Note],
    *,
    epochs: int = EPOCHS,
    seed: int = SEED,
    on_progress: Callable[[EpochReport], None] = lambda report: None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Weights:
    """The averaged weights. The same notes in the same order and the same seed give the same bytes.

    `on_progress` is called after each epoch; `is_cancelled` every few dozen milliseconds.
    Raises TrainingCancelled.
    """

    def check() -> None:
        if is_cancelled():
            raise TrainingCancelled

    data = read_dataset(notes, check)
    state = _State.zero(len(data.feature_rows) + 1, len(data.tags))
    start, follow = constraints(data.tags)
    order = list(range(len(data.examples)))
    shuffler = random.Random(seed)  # noqa: S311 - an order, not a secret
    for epoch in range(1, epochs + 1):
        shuffler.shuffle(order)
        right = _run_epoch(data, order, state, start, follow, check)
        on_progress(EpochReport(epoch, epochs, right / max(1, data.token_count)))
    return _average(data, state, start, follow, check)


def _run_epoch(
    data: Dataset,
    order: list[int],
    state: _State,
    start: F32,
    follow: F32,
    check: Callable[[], None],
) -> int:
    right = unchecked = 0
    for index in order:
        example = data.examples[index]
        unchecked += len(example.gold)
        if unchecked >= _CHECK_EVERY_TOKENS:
            check()
            unchecked = 0
        path = _best_path(example, state, start, follow)
        wrong = int((path != example.gold).sum())
        right += len(path) - wrong
        if wrong:
            _update(state, example, path)
        state.step += 1
    return right


def _scores(rows: NDArray[np.int32], emissions: NDArray[np.float32]) -> F32:
    total = np.zeros((len(rows), emissions.shape[1]), dtype=np.float32)
    for column in rows.T:
        total += emissions[column]
    return total


def _best_path(example: Example, state: _State, start: F32, follow: F32) -> NDArray[np.int64]:
    scores = _scores(example.rows, state.emissions)[None]
    transitions = state.transitions + follow
    best = viterbi.forward(scores, transitions, start)
    return viterbi.backtrack(best, transitions, np.array([len(example.gold)]))[0]


def _update(state: _State, example: Example, path: NDArray[np.int64]) -> None:
    """Towards the gold path, away from the one found."""
    gold = example.gold
    wrong = np.flatnonzero(path != gold)
    rows = example.rows[wrong]
    for tags, sign in ((gold, 1), (path, -1)):
        columns = np.broadcast_to(tags[wrong, None], rows.shape)
        np.add.at(state.emissions, (rows, columns), sign)
        np.add.at(state.spent_emissions, (rows, columns), sign * state.step)
        np.add.at(state.transitions, (tags[:-1], tags[1:]), sign)
        np.add.at(state.spent_transitions, (tags[:-1], tags[1:]), sign * state.step)
    state.emissions[0] = 0  # row 0 stands for the features that are not kept
    state.spent_emissions[0] = 0


def _average(
    data: Dataset, state: _State, start: F32, follow: F32, check: Callable[[], None]
) -> Weights:
    emissions = (state.emissions - state.spent_emissions / state.step).astype(np.float32)
    transitions = (state.transitions - state.spent_transitions / state.step).astype(np.float32)
    used = np.flatnonzero(emissions.any(axis=1))
    used = used[used > 0]
    return Weights(
        tags=data.tags,
        feature_rows=data.feature_rows[used - 1],
        emissions=np.ascontiguousarray(emissions[used]),
        transitions=transitions,
        margin_scale=_margin_scale(data, emissions, transitions + follow, start, check),
    )


def _margin_scale(
    data: Dataset, emissions: F32, transitions: F32, start: F32, check: Callable[[], None]
) -> float:
    """Half the median margin of the training tokens that belong to a span: such a token scores
    0.88."""
    leads: list[NDArray[np.float32]] = []
    for example in data.examples:
        check()
        inside = example.gold > 0
        if not inside.any():
            continue
        scores, lengths = _scores(example.rows, emissions)[None], np.array([len(inside)])
        best = viterbi.forward(scores, transitions, start)
        path = viterbi.backtrack(best, transitions, lengths)
        leads.append(viterbi.margins(scores, transitions, best, path, lengths)[0][inside])
    median = float(np.median(np.concatenate(leads))) if leads else 1.0
    return round(max(median / 2, 1e-3), 6)
