"""Words that are left in clear though the model would hide them: a rule, a veto or a person decided otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from annotation.domain.words import covered_mask

if TYPE_CHECKING:
    from worker.engine.hybrid import HybridDetector
    from worker.engine.reading import Reading

Place = tuple[int, int]


def left_in_clear(detector: HybridDetector, text: str, hidden: Sequence[Place]) -> list[Place]:
    """What the engine would still hide in a text of which the stretches `hidden` are hidden already: spans that it
    finds there, and doubts."""
    spans, reading = detector.read_closely(text)
    mask = covered_mask(len(text), hidden)
    left = [(s.start, s.end) for s in spans if mask.find(1, s.start, s.end) < 0]
    return sorted([*left, *doubts(text, [*hidden, *left], reading)])


def doubts(text: str, hidden: Iterable[Place], reading: Reading | None) -> list[Place]:
    """The stretches of neighbouring words outside `hidden` that the model would hide, by its own threshold.

    In « Vu au bloc par Martel. » with nothing hidden: the place of « Martel », if the model takes it for a name.
    A word of one character tells nobody anything. Without a model there is no reading, and no doubt.
    """
    if reading is None:
        return []
    found: list[Place] = []
    is_hidden = covered_mask(len(text), hidden)
    for start, end, outside in zip(reading.starts, reading.ends, reading.outside, strict=True):
        would_hide = float(outside) < reading.threshold and _tells(text[start:end])
        if not would_hide or any(is_hidden[start:end]):
            continue
        if found and not text[found[-1][1] : start].strip(" "):
            found[-1] = (found[-1][0], int(end))
        else:
            found.append((int(start), int(end)))
    return found


def _tells(word: str) -> bool:
    return len(word) > 1 and any(sign.isalnum() for sign in word)
