"""From mentions to ranked codes: the probability that a human coder keeps each.

The probability is a logistic function of few features, whose weights `data/calibration.csv` holds;
they were fitted on development notes (`benches/icd/calibrate.py`). Those notes had been read, which flatters: `slope` and `shift`
of the same table temper the log-odds by what first runs on unread notes gave. Codes below `LEAST` are not proposed.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from annotation.domain.spans import joined, touching
from icdcoder.domain.coder import CodePrediction, Evidence, Span
from icdcoder.domain.context import Status
from icdcoder.domain.mention import Mention
from icdcoder.domain.nomenclature import Nomenclature
from icdcoder.domain.sections import Section
from icdcoder.domain.vocabulary import TermKind
from icdcoder.domain.wordings import read_table

LEAST: Final = 0.375


# Signs that a disease of the same note mostly explains.
_PLAIN_SIGNS: Final = (
    *("R00", "R05", "R06", "R07", "R10", "R11", "R12", "R14", "R20", "R21", "R22", "R23", "R25"),
    *("R40", "R41", "R42", "R44", "R45", "R50", "R51", "R52", "R53", "R55", "R59", "R60", "R61"),
    *("R63", "R68", "R73", "R74", "R79"),
)


@cache
def weights() -> dict[str, float]:
    return {row["feature"]: float(row["weight"]) for row in read_table("calibration.csv")}


class _Traits(NamedTuple):
    """Of a code and its mentions all that the probability depends on."""

    kind: TermKind
    status: Status
    group: str
    has_one_word: bool
    coverage: float
    mentioned: int
    is_concluded: bool


def features(code: str, mentions: Sequence[Mention], *, is_alone: bool) -> dict[str, float]:
    """What the probability of a code depends on, in the names of the calibration table.

    `is_alone`: the note names no disease and no injury (a sign then stands for itself).
    """
    return _features(_traits(code, mentions, is_alone=is_alone))


def _traits(code: str, mentions: Sequence[Mention], *, is_alone: bool) -> _Traits:
    best = max(mentions, key=_strength) if len(mentions) > 1 else mentions[0]
    return _Traits(
        best.kind,
        best.status,
        _group(code, is_alone=is_alone),
        best.words == 1,
        best.coverage,
        len(mentions),
        any(mention.section is Section.CONCLUSION for mention in mentions),
    )


def _features(traits: _Traits) -> dict[str, float]:
    said = {
        "bias": 1.0,
        f"kind_{traits.kind}": 1.0,
        f"status_{traits.status.name.lower()}": 1.0,
        f"chapter_{traits.group}": 1.0,
        "one_word": float(traits.has_one_word),
        "repeated": math.log(traits.mentioned),
        "uncovered": 1.0 - traits.coverage,
    }
    if traits.is_concluded:
        said["concluded"] = 1.0
    return said


def names_no_disease(codes: Iterable[str]) -> bool:
    """Signs, circumstances and factors only."""
    return all(code[0] in "BRUVWXYZ" for code in codes)


def _group(code: str, *, is_alone: bool) -> str:
    if code[0] in "VWXY":
        return "external"
    if code[0] == "R":
        return "R_plain" if code.startswith(_PLAIN_SIGNS) and not is_alone else "R"
    return code[0] if code[0] in "BSTUZ" else "disease"


def _strength(mention: Mention) -> tuple[int, bool, int, float, int]:
    return (
        -mention.status,
        mention.kind is not TermKind.AMBIGUOUS,
        mention.words,
        mention.coverage,
        -mention.start,
    )


def probability(code: str, mentions: Sequence[Mention], *, is_alone: bool) -> float:
    """Of a code with these mentions, in (0, 1)."""
    return _probability(_traits(code, mentions, is_alone=is_alone))


@lru_cache(maxsize=16_384)
def _probability(traits: _Traits) -> float:
    known = weights()
    told = _features(traits)
    odds = sum(known.get(name, 0.0) * told[name] for name in told)
    return 1 / (1 + math.exp(-known["shift"] - known["slope"] * odds))


def rank(
    groups: Mapping[str, Sequence[Mention]],
    nomenclature: Nomenclature,
    hidden: Sequence[Span],
    top: int,
) -> list[CodePrediction]:
    """Codes worth proposing, best first, at most `top`."""
    is_alone, hidden = names_no_disease(groups), joined(hidden)
    scored = {code: probability(code, m, is_alone=is_alone) for code, m in groups.items()}
    kept = sorted((c for c in scored if scored[c] >= LEAST), key=lambda c: (-scored[c], c))[:top]
    return [
        CodePrediction(
            code, nomenclature.label(code), round(scored[code], 4), _evidence(groups[code], hidden)
        )
        for code in kept
    ]


_STATUS_WEIGHT: Final = {Status.PRESENT: 1.0, Status.HISTORY: 0.7, Status.HYPOTHESIS: 0.5}


def _evidence(mentions: Sequence[Mention], hidden: Sequence[Span]) -> tuple[Evidence, ...]:
    """The places of a code in reading order, cut where substitution wrote into them."""
    pieces = {
        piece: _STATUS_WEIGHT.get(mention.status, 0.3)
        for mention in mentions
        for piece in _without(mention.start, mention.end, hidden)
    }
    return tuple(sorted(Evidence(start, end, weight) for (start, end), weight in pieces.items()))


def _without(start: int, end: int, hidden: Sequence[Span]) -> list[Span]:
    """What is left of `start`…`end` outside the hidden spans."""
    left = []
    for first, last in touching(hidden, start, end):
        if start < first:
            left.append((start, first))
        start = max(start, last)
    if start < end:
        left.append((start, end))
    return left
