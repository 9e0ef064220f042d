"""Words that are left in clear though the model would hide them: a rule, a veto or a person decided otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from worker.engine.hybrid import HybridDetector
    from worker.engine.reading import Reading

LEAST_OUTSIDE: Final = 0.97  # below it the model hides a word (`threshold` of the shipped model)
Place = tuple[int, int]


def left_in_clear(detector: HybridDetector, text: str, hidden: Sequence[Place]) -> list[Place]:
    """What the engine would still hide in a text of which the stretches `hidden` are hidden already: spans that it
    finds there, and doubts."""
    spans, reading = detector.read_closely(text)
    left = [(s.start, s.end) for s in spans if all(s.end <= a or b <= s.start for a, b in hidden)]
    return sorted([*left, *doubts(text, [*hidden, *left], reading)])


def doubts(text: str, hidden: Iterable[Place], reading: Reading | None) -> list[Place]:
    """The stretches of neighbouring words outside `hidden` (sorted, apart) that the model would hide.

    In « Vu au bloc par Martel. » with nothing hidden: the place of « Martel », if the model takes it for a name.
    A word of one character tells nobody anything. Without a model there is no reading, and no doubt.
    """
    if reading is None:
        return []
    found: list[Place] = []
    ends = _Ends(hidden)
    for start, end, outside in zip(reading.starts, reading.ends, reading.outside, strict=True):
        if (
            float(outside) >= LEAST_OUTSIDE
            or not _tells(text[start:end])
            or ends.covers(start, end)
        ):
            continue
        if found and not text[found[-1][1] : start].strip(" "):
            found[-1] = (found[-1][0], int(end))
        else:
            found.append((int(start), int(end)))
    return found


def _tells(word: str) -> bool:
    return len(word) > 1 and any(sign.isalnum() for sign in word)


class _Ends:
    """Asked from left to right."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._places: Sequence[Place] = sorted(places)
        self._at = 0

    def covers(self, start: int, end: int) -> bool:
        """True when a place touches the stretch."""
        while self._at < len(self._places) and self._places[self._at][1] <= start:
            self._at += 1
        return self._at < len(self._places) and self._places[self._at][0] < end
