"""What a coder's ranked codes are worth against a human coder's."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from benches.icd.notes import CodedText
from icdcoder.domain.chapters import chapter_of
from icdcoder.domain.coder import CodePrediction


@dataclass(frozen=True, slots=True)
class Counts:
    """Right, proposed and wanted codes of all notes together."""

    right: int
    given: int
    wanted: int

    @property
    def precision(self) -> float:
        return self.right / self.given if self.given else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        both = self.given + self.wanted
        return 2 * self.right / both if both else 0.0

    def __str__(self) -> str:
        return f"{self.precision:.3f} / {self.recall:.3f} / {self.f1:.3f}"


Ranked = Sequence[Sequence[CodePrediction]]


def micro(notes: Sequence[CodedText], found: Ranked, width: int, top: int | None = None) -> Counts:
    """Codes cut to `width` characters (3 = categories), each note's first `top` only."""
    right = given = wanted = 0
    for note, codes in zip(notes, found, strict=True):
        expected = {code[:width] for code in note.codes}
        proposed = {code.code[:width] for code in codes[:top]}
        right += len(expected & proposed)
        given += len(proposed)
        wanted += len(expected)
    return Counts(right, given, wanted)


def missed_evidence(notes: Sequence[CodedText], found: Ranked, width: int) -> list[tuple[str, str]]:
    """The codes, cut to `width` characters, that nobody proposed, once a note, each with the words that speak for it."""
    missed: list[tuple[str, str]] = []
    for note, codes in zip(notes, found, strict=True):
        proposed = {code.code[:width] for code in codes}
        wanted = {code[:width]: words for code, words in reversed(note.codes.items())}
        missed += [(code, words) for code, words in wanted.items() if code not in proposed]
    return missed


def mean_average_precision(notes: Sequence[CodedText], found: Ranked) -> float:
    """Over notes, exact codes; what is never proposed counts as missed."""
    averages = []
    for note, codes in zip(notes, found, strict=True):
        hits = [code.code in note.codes for code in codes]
        gains = [sum(hits[: i + 1]) / (i + 1) for i, hit in enumerate(hits) if hit]
        averages.append(sum(gains) / len(note.codes))
    return float(np.mean(averages))


def calibration_error(notes: Sequence[CodedText], found: Ranked, bins: int = 10) -> float:
    """ECE of the exact codes proposed: |mean score - share right| over equal-width bins."""
    pairs = [
        (code.score, code.code in note.codes)
        for note, codes in zip(notes, found, strict=True)
        for code in codes
    ]
    if not pairs:
        return 0.0
    scores = np.array([score for score, _right in pairs])
    right = np.array([is_right for _score, is_right in pairs], dtype=float)
    which = np.minimum((scores * bins).astype(int), bins - 1)
    errors = [
        abs(scores[which == b].mean() - right[which == b].mean()) * (which == b).mean()
        for b in range(bins)
        if (which == b).any()
    ]
    return float(sum(errors))


def evidence_right(notes: Sequence[CodedText], found: Ranked) -> tuple[int, int]:
    """Of the right codes: how many have an evidence that shares text with the coder's own, of how many."""
    right = total = 0
    for note, codes in zip(notes, found, strict=True):
        for code in codes:
            wanted = note.codes.get(code.code)
            if not wanted:
                continue
            total += 1
            at = note.text.find(wanted)
            end = at + len(wanted)
            right += any(e.start < end and at < e.end for e in code.evidence)
    return right, total


@dataclass(frozen=True, slots=True)
class Averages:
    """Means over codes, each counting as much as another."""

    precision: float
    recall: float
    f1: float
    codes: int

    def __str__(self) -> str:
        return f"{self.precision:.3f} / {self.recall:.3f} / {self.f1:.3f}"


def macro(notes: Sequence[CodedText], found: Ranked, width: int) -> Averages:
    """Over the codes that are wanted or proposed at least once; the F1 is the mean of the codes' own."""
    own = list(_grouped(notes, found, str, width).values())
    count = max(1, len(own))
    return Averages(
        sum(counts.precision for counts in own) / count,
        sum(counts.recall for counts in own) / count,
        sum(counts.f1 for counts in own) / count,
        len(own),
    )


RARE, FREQUENT = 10, 100


def by_frequency(
    notes: Sequence[CodedText], found: Ranked, learned: Sequence[CodedText]
) -> dict[str, Counts]:
    """Exact codes by how often the notes that were learned from have them."""
    seen = Counter(code for note in learned for code in note.codes)

    def group(code: str) -> str:
        if not seen[code]:
            return "never"
        if seen[code] < RARE:
            return f"rare (1 to {RARE - 1} times)"
        return (
            f"{RARE} to {FREQUENT - 1} times" if seen[code] < FREQUENT else f"{FREQUENT} and more"
        )

    return _grouped(notes, found, group)


def by_chapter(notes: Sequence[CodedText], found: Ranked) -> dict[str, Counts]:
    """Exact codes of each chapter, by its Roman number."""
    return {
        name: counts for name, counts in _grouped(notes, found, _chapter).items() if counts.wanted
    }


def _grouped(
    notes: Sequence[CodedText], found: Ranked, group: Callable[[str], str], width: int = 8
) -> dict[str, Counts]:
    """Codes cut to `width` characters, by group, in the order of the groups' names."""
    right: Counter[str] = Counter()
    given: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    for note, codes in zip(notes, found, strict=True):
        expected = {code[:width] for code in note.codes}
        proposed = {code.code[:width] for code in codes}
        wanted.update(map(group, expected))
        given.update(map(group, proposed))
        right.update(map(group, expected & proposed))
    return {
        name: Counts(right[name], given[name], wanted[name]) for name in sorted({*wanted, *given})
    }


def _chapter(code: str) -> str:
    chapter = chapter_of(code)
    return chapter.number if chapter else "?"
