"""Quality of the codes under each condition, with bootstrap intervals, and what it loses against the originals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.coding.scores import Bools, drawn_qualities, draws_of, quality
from worker.coding.stays import Stay
from worker.coding.utility.conditions import Condition
from worker.coding.utility.report import Change, Counts, Figure, Line

MEASURES: Final = (
    "micro_precision",
    "micro_recall",
    "micro_f1",
    "macro_precision",
    "macro_recall",
    "macro_f1",
)
Codes = frozenset[str]


def counts_of(stays: Sequence[Stay]) -> Counts:
    """Counts of the stays as they came, with the entities found in them."""
    notes = [note for stay in stays for note in stay.notes]
    return Counts(
        patients=len({stay.patient for stay in stays}),
        stays=len(stays),
        notes=len(notes),
        words=sum(len(note.text.split()) for note in notes),
        codes=sum(len(stay.codes) for stay in stays),
        distinct_codes=len({code for stay in stays for code in stay.codes}),
        entities=dict(sorted(Counter(s.label for note in notes for s in note.entities).items())),
    )


def compare(
    gold: Sequence[Codes],
    proposed: Sequence[tuple[Condition, Sequence[Codes]]],
    *,
    seed: int,
    draws: int = 1000,
) -> tuple[tuple[Line, ...], tuple[Change, ...]]:
    """Lines in the order of `proposed`, whose first condition is ORIGINAL; every condition on the same draws."""
    names = sorted({c for own in (gold, *(p for _, p in proposed)) for codes in own for c in codes})
    wanted = _matrix(gold, names)
    weights = draws_of(len(gold), seed=seed, count=draws)
    before = _matrix(proposed[0][1], names)
    before_drawn = drawn_qualities(wanted, before, weights)
    lines, changes = [], []
    for condition, given_codes in proposed:
        given = _matrix(given_codes, names)
        drawn = drawn_qualities(wanted, given, weights)
        lost = (wanted & before & ~given).sum(axis=0)
        gained = (wanted & given & ~before).sum(axis=0)
        lines.append(_line(condition, wanted, given, drawn, before, before_drawn, lost, gained))
        changes += [
            Change(str(condition), name, int(less), int(more))
            for name, less, more in zip(names, lost, gained, strict=True)
            if less or more
        ]
    return tuple(lines), tuple(changes)


def _line(
    condition: Condition,
    wanted: Bools,
    given: Bools,
    drawn: NDArray[np.float64],
    before: Bools,
    before_drawn: NDArray[np.float64],
    lost: NDArray[np.int64],
    gained: NDArray[np.int64],
) -> Line:
    own = asdict(quality(wanted, given))
    place = MEASURES.index("micro_f1")
    loss = quality(wanted, before).micro_f1 - own["micro_f1"]
    return Line(
        condition=str(condition),
        epsilon=float(condition.epsilon) if condition.epsilon else None,
        figures={name: _figure(own[name], drawn[:, i]) for i, name in enumerate(MEASURES)},
        loss=_figure(loss, before_drawn[:, place] - drawn[:, place]),
        lost=int(lost.sum()),
        gained=int(gained.sum()),
    )


def _figure(value: float, drawn: NDArray[np.float64]) -> Figure:
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Figure(round(value, 5), round(float(low), 5), round(float(high), 5))


def _matrix(sets: Sequence[Codes], names: Sequence[str]) -> Bools:
    places = {name: place for place, name in enumerate(names)}
    found = np.zeros((len(sets), len(names)), dtype=np.bool_)
    for row, codes in enumerate(sets):
        found[row, [places[code] for code in codes]] = True
    return found
