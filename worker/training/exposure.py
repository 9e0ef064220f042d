"""Whether a model has learned its notes' names by heart: a test of membership (Carlini et al. 2019, Shokri et al. 2017).

Surnames of the training notes and drawn ones that no note holds are put into sentences that give nothing away. A model
that knows the former by heart is surer of them: the area under the curve tells how well one would guess, from what the
model says, whether somebody's name was in the notes; one half is a coin's toss. The starting model has never seen
these notes: what it makes of the same names (rare ones, foreign ones) is taken away, the rest was memorised. Where the start is a model
of the project, which has seen them, the caller gives the shipped one in its place.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.labels import Subtype
from annotation.domain.notes import Note
from worker.engine.detector import Model
from worker.training.bootstrap import Interval
from worker.training.corpus.names import person_name

F64 = NDArray[np.float64]
CARRIERS: Final = (
    "Vu ce jour {name} au calme.",
    "- {name} : RAS",
    "Appel de {name}, rappeler demain.",
)
MOST: Final = 100  # of each kind: ten seconds of a processor
LEAST: Final = 20  # with fewer the interval says nothing
_DRAWS: Final = 500
_SEED: Final = 20240131
_BOUNDS: Final = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Exposure:
    """Areas under the curve, of the starting model and of the one it became; `gain` with its interval of 95 %."""

    names: int
    before: float
    after: float
    gain: Interval

    def to_json(self) -> dict[str, Any]:
        figures = {"before": round(self.before, 4), "after": round(self.after, 4)}
        return {"names": self.names, **figures, "gain": self.gain.to_json()}


def exposure(start: Model, candidate: Model, taught: Sequence[Note]) -> Exposure | None:
    """None where the notes hold fewer than LEAST different surnames."""
    draw = random.Random(_SEED)  # noqa: S311 (names to compare, no secret)
    known = sorted(surnames(taught))
    inside = draw.sample(known, min(MOST, len(known)))
    if len(inside) < LEAST:
        return None
    outside = decoys(len(inside), {name.casefold() for name in known}, draw)
    before, after = (
        (sureness(model, inside), sureness(model, outside)) for model in (start, candidate)
    )
    return Exposure(len(inside), area(*before), area(*after), _gain(before, after))


def surnames(notes: Iterable[Note]) -> set[str]:
    """As they are written, one word each."""
    found = (
        note.text[span.start : span.end]
        for note in notes
        for span in note.entities
        if span.subtype == Subtype.NOM
    )
    return {name for name in found if name.isalpha() and len(name) > 2}


def decoys(count: int, known: set[str], draw: random.Random) -> list[str]:
    """Surnames of the same public tables that the notes do not hold; written in capitals half the time."""
    found: dict[str, None] = {}
    while len(found) < count:
        name = person_name(draw, female=draw.random() < 0.5).surname
        if name.isalpha() and len(name) > 2 and name.casefold() not in known:
            found[name.upper() if draw.random() < 0.5 else name] = None
    return list(found)


def sureness(model: Model, names: Sequence[str]) -> F64:
    """How sure the model is that each is to be hidden, mean over the sentences; the case is the table's, not the
    note's: it tells nothing of where a name comes from."""
    texts = [carrier.format(name=name.title()) for name in names for carrier in CARRIERS]
    places = [carrier.index("{") for _name in names for carrier in CARRIERS]
    readings = model.read(texts)
    told = [
        1 - reading.least_outside(place, place + 1)
        for reading, place in zip(readings, places, strict=True)
    ]
    table = np.array(told, dtype=np.float64).reshape(len(names), len(CARRIERS))
    mean: F64 = table.mean(axis=1)
    return mean


def area(inside: F64, outside: F64) -> float:
    """The share of pairs in which the first is greater; equals count half.

    Example, (0.9, 0.5) against (0.5, 0.1): three pairs and a half of four, 0.875.
    """
    gaps = inside[:, None] - outside[None, :]
    return float(((gaps > 0) + 0.5 * (gaps == 0)).mean())


def _gain(before: tuple[F64, F64], after: tuple[F64, F64]) -> Interval:
    """Names are drawn again, the same for both models."""
    draw = np.random.default_rng(_SEED)
    gains = []
    for _ in range(_DRAWS):
        own, other = (draw.integers(0, len(side), len(side)) for side in before)
        old, new = (area(sides[0][own], sides[1][other]) for sides in (before, after))
        gains.append(new - old)
    low, high = np.percentile(gains, _BOUNDS)
    return Interval(area(*after) - area(*before), float(low), float(high))
