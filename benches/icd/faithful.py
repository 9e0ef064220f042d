"""Whether evidence is what a coder codes from: erasing it lowers the code's score more than erasing as many random words.

Every coder is asked alike: by the probabilities that it gives to texts.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from benches.results import Row
from icdcoder.domain.coder import CodePrediction, Evidence
from worker.training.bootstrap import Interval, interval

DRAWS: Final = 5  # of random words for each code
MOST: Final = (
    6  # codes of a note, drawn: each costs as many readings as there are draws, and one more
)
_WORD: Final = re.compile(r"\w+")
Predict = Callable[[list[str]], list[list[CodePrediction]]]
Scores = Callable[[list[str], str], Sequence[float]]  # of one code in several texts


@dataclass(frozen=True, slots=True)
class Drop:
    """By how much the score of one code falls without its evidence, and without as many other words (the mean of DRAWS)."""

    note: int
    shown: float
    random: float


def erased(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with blanks in the place of these spans, exactly as long; line ends stay."""
    held = list(text)
    for start, end in spans:
        held[start:end] = [letter if letter == "\n" else " " for letter in held[start:end]]
    return "".join(held)


def drops(texts: list[str], predict: Predict, scores: Scores, seed: int = 1) -> list[Drop]:
    """Of MOST proposed codes a note at most. A code without evidence, or one that needs most of its note, tells nothing."""
    draw = random.Random(seed)
    found = []
    for number, (text, codes) in enumerate(zip(texts, predict(texts), strict=True)):
        for code in draw.sample(codes, min(MOST, len(codes))):
            variants = list(_variants(text, code.evidence, draw))
            if variants:
                before, without, *others = scores([text, *variants], code.code)
                found.append(Drop(number, before - without, before - float(np.mean(others))))
    return found


def _variants(text: str, evidence: Sequence[Evidence], draw: random.Random) -> Iterator[str]:
    """The text without the words of its evidence, then DRAWS times without as many others."""
    words = [match.span() for match in _WORD.finditer(text)]
    own = [word for word in words if any(e.start < word[1] and word[0] < e.end for e in evidence)]
    others = [word for word in words if word not in own]
    if own and len(others) >= len(own):
        yield erased(text, own)
        for _ in range(DRAWS):
            yield erased(text, draw.sample(others, len(own)))


def more(found: Sequence[Drop]) -> Interval:
    """How much more the evidence weighs: the mean difference over codes, the interval over notes."""
    by_note: dict[int, list[float]] = {}
    for drop in found:
        by_note.setdefault(drop.note, []).append(drop.shown - drop.random)
    rows = [(sum(own), float(len(own))) for own in by_note.values()]
    return interval(rows, lambda sums: sums[:, 0] / sums[:, 1])


def row_of(who: str, found: Sequence[Drop]) -> Row:
    gain = more(found)
    shown, other = (
        float(np.mean([getattr(d, name) for d in found])) for name in ("shown", "random")
    )
    return Row(
        f"{who}: probability lost with the evidence, less that lost with as many random words",
        f"{gain.value:.2f} [{gain.low:.2f} ; {gain.high:.2f}]",
        "",
        f"{len(found)} codes of {len({drop.note for drop in found})} notes; {shown:.2f} and {other:.2f}",
        target="> 0",
        met=gain.low > 0,
    )
