"""A blind study: persons code notes without knowing whether they read an original or its de-identified copy.

Each coder sees each note once, half of them as originals; two coders who follow one another see the halves the other
way round, so that every note is coded in both shapes. What is compared are the codes that two persons gave to one
note; two readings of one shape say how far persons differ anyway.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log
from random import Random
from statistics import median
from typing import Final, TypeVar

from annotation.domain.agreement.kappa import kappa
from annotation.domain.wilson import wilson

T = TypeVar("T")
ROUNDS: Final = 1000
_SEED: Final = 20240131
_MOST_CODES: Final = 10  # of a confusion matrix; the rest are told together
NONE: Final = ""  # no code of the other reading stands against this one
OTHERS: Final = "…"
_CATEGORY: Final = 3  # characters of a code that name its family


@dataclass(frozen=True, slots=True)
class Turn:
    """One note for one coder, both by their place in what was shared out; `order` from 1."""

    coder: int
    note: int
    is_original: bool
    order: int


def chosen(seed: str, names: Sequence[str], most: int) -> list[str]:
    """`most` of the names at the seed's choice; the same whatever order they come in."""
    return sorted(names, key=lambda name: _draw(seed, "note", name))[:most]


def share_out(seed: str, notes: int, coders: int) -> Iterator[Turn]:
    """Who sees what as what, and in which order: drawn from the seed, each person's half exact to a note."""
    halves = sorted(range(notes), key=lambda note: _draw(seed, "half", note))
    places = sorted(range(coders), key=lambda coder: _draw(seed, "coder", coder))
    for coder in range(coders):
        parity = places.index(coder)
        shapes = {note: (rank + parity) % 2 == 0 for rank, note in enumerate(halves)}
        order = sorted(range(notes), key=lambda note: _draw(seed, "order", coder, note))
        for place, note in enumerate(order, start=1):
            yield Turn(coder, note, shapes[note], place)


def _draw(seed: str, *what: object) -> bytes:
    told = "/".join(map(str, what)).encode()
    return hmac.new(seed.encode(), told, hashlib.sha256).digest()


@dataclass(frozen=True, slots=True)
class Reading:
    """A finished reading. `guess`: "original", "deidentified", "unknown", or "" when nobody asked."""

    note: str
    coder: str
    is_original: bool
    codes: frozenset[str]
    principal: str
    seconds: float
    guess: str = ""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two readings of each note, every code given by anybody asked of both. `both` + `first` + `second` + `neither` =
    pairs × codes. `f1` and `kappa` are None where they have no value: nobody gave a code, everybody gave all."""

    notes: int
    pairs: int
    both: int
    first: int
    second: int
    neither: int
    f1: Interval | None
    kappa: Interval | None


@dataclass(frozen=True, slots=True)
class Guesses:
    """`table`: (is the original, guess) → readings; `right`: of those who did guess, None when nobody did."""

    table: dict[tuple[bool, str], int]
    guessed: int
    right: Interval | None


@dataclass(frozen=True, slots=True)
class Result:
    """`same`: pairs of one shape, the measure of what persons differ anyway; None without such pairs. `seconds` is by shape,
    originals first, of the notes read in both; `slower`: time on a copy over time on an original, the same note and the same
    two persons on both sides."""

    originals: int
    copies: int
    across: Agreement | None
    same: Agreement | None
    confusion: dict[tuple[str, str], int]
    principals: dict[tuple[str, str], int]
    seconds: tuple[Interval | None, Interval | None]
    slower: Interval | None
    guesses: Guesses


Pair = tuple[Reading, Reading]


def result_of(readings: Iterable[Reading]) -> Result:
    own = list(readings)
    codes = len(frozenset[str]().union(*(reading.codes for reading in own)))
    across = list(_pairs(own, is_mixed=True))
    originals = sum(reading.is_original for reading in own)
    return Result(
        originals=originals,
        copies=len(own) - originals,
        across=_agreement(across, codes),
        same=_agreement(list(_pairs(own, is_mixed=False)), codes),
        confusion=confusion(across),
        principals=_counted(
            (a.principal, b.principal) for a, b in across if a.principal or b.principal
        ),
        seconds=_seconds(own),
        slower=_slower(across),
        guesses=_guesses(own),
    )


def _pairs(readings: Sequence[Reading], *, is_mixed: bool) -> Iterator[Pair]:
    """Two readings of one note by two persons, the original first; or both of one shape."""
    by_note: dict[str, list[Reading]] = defaultdict(list)
    for reading in readings:
        by_note[reading.note].append(reading)
    for own in by_note.values():
        for a, b in combinations(sorted(own, key=lambda r: (not r.is_original, r.coder)), 2):
            if (a.is_original != b.is_original) is is_mixed:
                yield a, b


def _agreement(pairs: Sequence[Pair], codes: int) -> Agreement | None:
    if not pairs:
        return None
    notes: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for a, b in pairs:
        both = len(a.codes & b.codes)
        first, second = len(a.codes) - both, len(b.codes) - both
        for place, count in enumerate((both, first, second, codes - both - first - second)):
            notes[a.note][place] += count
    rows = [tuple(row) for row in notes.values()]
    both, first, second, neither = _sums(rows)
    kappas = _drawn(rows, _kappa)
    return Agreement(
        notes=len(rows), pairs=len(pairs), both=both, first=first, second=second, neither=neither,
        f1=_drawn(rows, _f1), kappa=kappas,
    )  # fmt: skip


def _f1(row: Sequence[int]) -> float | None:
    """Neither reading is the truth: F1 is the same whichever is taken for it."""
    both, first, second, _neither = row
    given = 2 * both + first + second
    return 2 * both / given if given else None


def _kappa(row: Sequence[int]) -> float | None:
    both, first, second, neither = row
    table = {("1", "1"): both, ("1", "0"): first, ("0", "1"): second, ("0", "0"): neither}
    return kappa(table).value


def confusion(pairs: Iterable[Pair]) -> dict[tuple[str, str], int]:
    """(code of the original, code of the copy) → count. A code of one reading alone stands against one of its family in
    the other (E119 read as E114), else against nothing."""
    found: Counter[tuple[str, str]] = Counter()
    for a, b in pairs:
        found.update((code, code) for code in a.codes & b.codes)
        left = sorted(b.codes - a.codes)
        for code in sorted(a.codes - b.codes):
            near = [other for other in left if other[:_CATEGORY] == code[:_CATEGORY]]
            found[code, near[0] if near else NONE] += 1
            left = [other for other in left if other not in near[:1]]
        found.update((NONE, code) for code in left)
    return dict(found)


def matrix(
    counts: dict[tuple[str, str], int], most: int = _MOST_CODES
) -> tuple[list[str], list[list[int]]]:
    """The most frequent codes, then `OTHERS` and `NONE` where they occur; rows are the originals'."""
    often: Counter[str] = Counter()
    for (row, column), count in counts.items():
        for code in {row, column} - {NONE}:
            often[code] += count
    named = [code for code, _count in sorted(often.items(), key=lambda x: (-x[1], x[0]))[:most]]

    def place(code: str) -> str:
        return code if code in named or code == NONE else OTHERS

    told = _counted_by((place(a), place(b), count) for (a, b), count in counts.items())
    heads = sorted(named) + [
        name
        for name in (OTHERS, NONE)
        if any(name in cell and count for cell, count in told.items())
    ]
    return heads, [[told.get((row, column), 0) for column in heads] for row in heads]


def _counted_by(cells: Iterable[tuple[str, str, int]]) -> dict[tuple[str, str], int]:
    found: Counter[tuple[str, str]] = Counter()
    for row, column, count in cells:
        found[row, column] += count
    return dict(found)


def _counted(cells: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    return dict(Counter(cells))


def _seconds(readings: Sequence[Reading]) -> tuple[Interval | None, Interval | None]:
    """The median note of each shape, over the notes read in both: a hard note is hard on both sides."""
    notes: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for reading in readings:
        notes[reading.note][not reading.is_original].append(reading.seconds)
    both = [sides for sides in notes.values() if all(sides)]
    return _median([median(own) for own, _copies in both]), _median([median(c) for _own, c in both])


def _median(notes: Sequence[float]) -> Interval | None:
    if not notes:
        return None
    return _between(median(notes), sorted(median(draw) for draw in _draws(notes)))


def _slower(across: Sequence[Pair]) -> Interval | None:
    """exp of log(copy / original) of one note between two persons, averaged over the notes that the one read as originals
    and over those that the other did, then over both halves: neither the note's length nor a person's pace stays in it. Two
    persons count by the notes that they have in both halves."""
    people: dict[tuple[str, str], int] = {}
    notes: dict[str, list[tuple[int, float]]] = defaultdict(list)  # half of two persons, log ratio
    for original, copy in across:
        if original.seconds > 0 and copy.seconds > 0:
            first, second = sorted((original.coder, copy.coder))
            half = 2 * people.setdefault((first, second), len(people)) + (original.coder == first)
            notes[original.note].append((half, log(copy.seconds / original.seconds)))
    rows = list(notes.values())

    def ratio(draw: Iterable[Sequence[tuple[int, float]]]) -> float | None:
        count, total = [0] * (2 * len(people)), [0.0] * (2 * len(people))
        for row in draw:
            for half, value in row:
                count[half] += 1
                total[half] += value
        found = weights = 0.0
        for one in range(0, len(count), 2):
            if count[one] and count[one + 1]:
                weight = 1 / (1 / count[one] + 1 / count[one + 1])
                means = total[one] / count[one] + total[one + 1] / count[one + 1]
                found, weights = found + weight * means / 2, weights + weight
        return exp(found / weights) if weights else None

    value = ratio(rows)
    if value is None:
        return None
    drawn = (ratio(draw) for draw in _draws(rows))
    return _between(value, sorted(each for each in drawn if each is not None))


def _guesses(readings: Sequence[Reading]) -> Guesses:
    table = Counter((reading.is_original, reading.guess) for reading in readings if reading.guess)
    right = table[True, "original"] + table[False, "deidentified"]
    wrong = table[True, "deidentified"] + table[False, "original"]
    return Guesses(dict(table), right + wrong, _share(right, right + wrong))


def _share(right: int, of: int) -> Interval | None:
    return Interval(right / of, *wilson(right, of)) if of else None


def _sums(rows: Iterable[Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


def _drawn(
    rows: Sequence[Sequence[int]], statistic: Callable[[Sequence[int]], float | None]
) -> Interval | None:
    """Percentile bootstrap: a note is what varies. None where the whole has no value."""
    value = statistic(_sums(rows))
    if value is None:
        return None
    found = (statistic(_sums(draw)) for draw in _draws(rows))
    return _between(value, sorted(each for each in found if each is not None))


def _draws(rows: Sequence[T]) -> Iterator[list[T]]:
    draw = Random(_SEED)  # noqa: S311 (a bootstrap, no secret)
    for _round in range(ROUNDS):
        yield draw.choices(rows, k=len(rows))


def _between(value: float, drawn: Sequence[float]) -> Interval:
    last = len(drawn) - 1
    return Interval(value, drawn[round(0.025 * last)], drawn[round(0.975 * last)])
