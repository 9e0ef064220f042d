"""Which notes to correct next, so that a model learns most from them.

Three questions, asked of every waiting note: how many of its words is the model unsure of (Settles 2009), where do
the rules and the model disagree (a committee of two), and how unlike is it to what was corrected already (k-centre
in the encoder's space, Sener & Savarese 2018). A share is drawn at random: what no question suspects is looked at,
too, and a measurement on it stays honest.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from annotation.domain.spans import Span
from worker.engine.encoder.arrays import F32
from worker.engine.reading import Reading

RANDOM_SHARE: Final = 0.2
_WIDER: Final = 3  # k-centre chooses among so many times the notes that are wanted


class Reason(StrEnum):
    UNSURE = "unsure"
    DISAGREEMENT = "disagreement"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Waiting:
    """`unsure`: how many words the model may be expected to misjudge; `disagreements`: spans of the rules that
    it leaves in clear or calls otherwise; `vector`: where the note stands in the encoder's space, length 1."""

    note: str
    unsure: float
    disagreements: int
    vector: F32


@dataclass(frozen=True, slots=True)
class Choice:
    """`reason` is what put the note forward most."""

    note: str
    reason: Reason
    unsure: float
    disagreements: int


def unsure_words(reading: Reading) -> float:
    """The sum over words of the smaller of P(O) and 1 - P(O): 0.5 for a word that could be either."""
    outside = np.asarray(reading.outside, dtype=np.float32)
    return float(np.minimum(outside, 1 - outside).sum())


def disagreements(by_rules: Sequence[Span], by_model: Sequence[Span]) -> int:
    """Spans of the rules that no span of the model meets, or only ones of another label."""
    return sum(
        not any(own.overlaps(other) and own.label == other.label for other in by_model)
        for own in by_rules
    )


def choose(
    waiting: Sequence[Waiting],
    known: Sequence[F32],
    count: int,
    *,
    seed: int = 0,
    random_share: float = RANDOM_SHARE,
) -> list[Choice]:
    """`count` of the waiting notes, the most telling first; `known`: vectors of the notes corrected so far.

    Example, 25 of 300: 5 at random, then, of the 60 that the model and the rules make most of, the 20 that lie
    farthest from what was corrected and from one another.
    """
    at_random = round(min(count, len(waiting)) * random_share)
    drawn = random.Random(seed).sample(list(waiting), at_random)  # noqa: S311 (a draw of notes, no secret)
    taken = {item.note for item in drawn}
    left = [item for item in waiting if item.note not in taken]
    wanted = min(count - len(drawn), len(left))
    unsure, apart = _ranks([w.unsure for w in left]), _ranks([w.disagreements for w in left])
    score = unsure + apart
    order = sorted(range(len(left)), key=lambda i: (-score[i], left[i].note))
    pool = order[: _WIDER * wanted]
    spread = far_apart([left[i].vector for i in pool], known, wanted)
    chosen = sorted((pool[place] for place in spread), key=order.index)
    # notes without any disagreement share a rank, which may be above that of their doubts
    told = [
        _choice(
            left[i],
            Reason.DISAGREEMENT
            if left[i].disagreements and apart[i] > unsure[i]
            else Reason.UNSURE,
        )
        for i in chosen
    ]
    return told + [_choice(item, Reason.RANDOM) for item in drawn]


def far_apart(vectors: Sequence[F32], known: Sequence[F32], count: int) -> list[int]:
    """Places of `count` vectors, each the farthest from `known` and from those before it (greedy k-centre).

    Without anything known the first vector begins.
    """
    if not vectors or count < 1:
        return []
    table = np.stack(vectors)
    nearest = np.full(len(table), np.inf, dtype=np.float32)
    for center in known:
        nearest = np.minimum(nearest, _distances(table, center))
    found: list[int] = []
    while len(found) < min(count, len(table)):
        place = int(nearest.argmax())  # the first of equals
        found.append(place)
        nearest = np.minimum(nearest, _distances(table, table[place]))
        nearest[found] = -1.0
    return found


def _distances(table: F32, center: F32) -> F32:
    distances: F32 = np.linalg.norm(table - center, axis=1)
    return distances


def _ranks(values: Sequence[float]) -> F32:
    """0 for the smallest, 1 for the greatest; equals share one."""
    if len(values) < 2:
        return np.zeros(len(values), dtype=np.float32)
    _sorted, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - (counts + 1) / 2
    ranks: F32 = (middle[places] / (len(values) - 1)).astype(np.float32)
    return ranks


def _choice(item: Waiting, reason: Reason) -> Choice:
    return Choice(item.note, reason, round(item.unsure, 3), item.disagreements)
