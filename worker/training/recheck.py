"""Does the engine in service still mask what it masked when it was promoted? Two sets of notes that are not the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

from annotation.domain.wilson import wilson
from worker.training.bootstrap import Interval, interval, share
from worker.training.gate import LABEL_MARGIN, LABEL_WORDS, REDACTED_MARGIN
from worker.training.judged import JudgedNote

REDACTED: Final = "redacted"
_CHANCE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Fall:
    """Of all identifying words (`name` REDACTED) or of a label's, fewer are masked than `then`."""

    name: str
    then: Interval
    now: Interval

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "then": self.then.to_json(), "now": self.now.to_json()}


def masked_share(notes: Sequence[JudgedNote], label: str = "", chance: float = _CHANCE) -> Interval:
    """Of the identifying words, or of a label's. By drawing notes, at least as wide as Wilson's interval of the words:
    where nothing was missed, notes drawn again miss nothing, either."""
    rows = [row for note in notes if (row := _row(note, label))[0]]
    words, masked = (int(sum(column)) for column in zip(*rows, strict=True)) if rows else (0, 0)
    low, high = wilson(masked, words, NormalDist().inv_cdf(1 - chance / 2))
    drawn = interval(rows, lambda sums: share(sums[:, 1], sums[:, 0]), chance)
    return Interval(drawn.value, min(drawn.low, low), max(drawn.high, high))


def falls(then: Sequence[JudgedNote], now: Sequence[JudgedNote]) -> list[Fall]:
    """Beyond the gate's margin, and not by chance alone: the whole first, then labels of which both have enough words.
    Who asks ten labels sees one fall by chance more often than who asks one: their intervals widen with their number
    (Bonferroni), as those of `annotation.domain.control_chart`; what is told of them are 95 % intervals all the same."""
    names = {"": REDACTED_MARGIN}
    names |= {
        label: LABEL_MARGIN
        for label in sorted({label for note in now for label in note.words})
        if min(_words(side, label) for side in (then, now)) >= LABEL_WORDS
    }
    found = []
    for name, margin in names.items():
        chance = _CHANCE / (len(names) - 1) if name else _CHANCE
        if then and now and _fell(_fall(then, now, name, chance), margin):
            found.append(_fall(then, now, name))
    return found


def _fall(
    then: Sequence[JudgedNote], now: Sequence[JudgedNote], name: str, chance: float = _CHANCE
) -> Fall:
    sides = (masked_share(side, name, chance) for side in (then, now))
    return Fall(name or REDACTED, *sides)


def _fell(fall: Fall, margin: float) -> bool:
    """The difference of two shares has the interval that theirs give (MOVER: Zou & Donner 2008)."""
    then, now = fall.then, fall.now
    change = now.value - then.value
    highest = change + sqrt((now.high - now.value) ** 2 + (then.value - then.low) ** 2)
    return change < -margin and highest < 0


def _row(note: JudgedNote, label: str) -> tuple[int, int]:
    return note.words.get(label, (0, 0)) if label else (note.identifying, note.redacted)


def _words(notes: Sequence[JudgedNote], label: str) -> int:
    return sum(_row(note, label)[0] for note in notes)
