"""One row a method, each measure with its interval over notes, and what each column means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Final

from benches.ner.text import MISSING, decimal, table
from benches.results import Row
from privacy.domain.obfuscation.metrics import DIRECT, MEANINGS, QUASI, Fate
from worker.obfuscation.ways import Followed
from worker.training.bootstrap import F64, Interval, intervals, share

_NAMES: Final = tuple(MEANINGS)
_WORDS: Final = "kneo"
_SENTENCES: Final = "sentence"


def to_text(found: Mapping[str, Followed]) -> str:
    """Each value above its interval; below, by how much words differ from sentences."""
    rows = []
    for way, one in found.items():
        told = with_intervals(one)
        rows += [
            [way, *(_value(told[name]) for name in _NAMES)],
            ["", *(_bounds(told[name]) for name in _NAMES)],
        ]
    for title, apart in differences(found).items():
        rows += [[], [title, *(_value(apart[name]) for name in _NAMES)]]
        rows.append(["", *(_bounds(apart[name]) for name in _NAMES)])
    meanings = "\n".join(f"{name.upper():<5} {said}" for name, said in MEANINGS.items())
    head = ["méthode, intervalle à 95 % sur les notes", *map(str.upper, _NAMES)]
    return f"{table(head, rows)}\n\n{meanings}"


def rows_of(found: Mapping[str, Followed], size: str) -> list[Row]:
    """For docs/comparisons.md: a bar a method, and the difference of the two that the article compares."""
    made = [Row(way, _figure(with_intervals(one)), n=size) for way, one in found.items()]
    apart = differences(found).items()
    return made + [Row(title, _figure(told, "+.3f"), n=size) for title, told in apart]


def with_intervals(one: Followed) -> dict[str, Interval | None]:
    """The seven by name; None where there was nothing to measure."""
    found = intervals(counts(one), {name: partial(_share, at=i) for i, name in enumerate(_NAMES)})
    return {name: found[name] if value is not None else None for name, value in asdict(one.measures).items()}  # fmt: skip


def differences(found: Mapping[str, Followed]) -> dict[str, dict[str, Interval | None]]:
    """Words less sentences, on the same notes, for each way of comparing sentences that ran beside words."""
    ways = [way for way in found if way.partition(",")[0] == _SENTENCES and _WORDS in found]
    return {f"{_WORDS} − {way}": _less(found, way) for way in ways}


def _less(found: Mapping[str, Followed], sentences: str) -> dict[str, Interval | None]:
    both = [counts(found[way]) for way in (_WORDS, sentences)]
    rows = [one + other for one, other in zip(*both, strict=True)]
    statistics = {name: partial(_apart, at=i) for i, name in enumerate(_NAMES)}
    known = asdict(found[_WORDS].measures)
    return {
        name: apart if known[name] is not None else None
        for name, apart in intervals(rows, statistics).items()
    }


def counts(one: Followed) -> list[list[float]]:
    """A row a note, two columns a measure: what is divided, and by what."""
    codes = one.codes or [None] * len(one.fates)
    return [
        [float(number) for pair in _pairs(own, two) for number in pair]
        for own, two in zip(one.fates, codes, strict=True)
    ]


def _pairs(own: tuple[Fate, ...], codes: tuple[float, float] | None) -> list[tuple[float, float]]:
    direct = [fate for fate in own if fate.label in DIRECT]
    quasi = [fate for fate in own if fate.label in QUASI]
    return [
        (sum(not fate.is_there for fate in own), len(own)),
        (sum(fate.distance for fate in own), len(own)),
        (sum(fate.is_lost for fate in own), len(own)),
        (bool(direct) and all(fate.is_lost for fate in direct), bool(direct)),
        (sum(fate.is_lost for fate in quasi), len(quasi)),
        *((value, codes is not None) for value in codes or (0.0, 0.0)),
    ]


def _share(sums: F64, at: int) -> F64:
    return share(sums[:, 2 * at], sums[:, 2 * at + 1])


def _apart(sums: F64, at: int) -> F64:
    return _share(sums, at) - _share(sums, at + len(_NAMES))


def _figure(told: Mapping[str, Interval | None], form: str = ".3f") -> str:
    return " · ".join(
        f"{name.upper()} {one.value:{form}} [{one.low:{form}}; {one.high:{form}}]"
        for name, one in told.items()
        if one is not None
    )


def _value(one: Interval | None) -> str:
    return MISSING if one is None else decimal(one.value, 3)


def _bounds(one: Interval | None) -> str:
    return "" if one is None else f"[{decimal(one.low, 3)} ; {decimal(one.high, 3)}]"
