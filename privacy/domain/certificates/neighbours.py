"""Two neighbouring patients, the same black box: does any observable of the rendered text tell them apart more than
exp(ε·d)?

Each draw tosses a coin between the two files, substitutes the chosen one under a fresh key and looks at what stands
there. If an event E has probability at most c = exp(ε·d) times larger under one file than under the other, then whenever
E happens the coin fell on that file with probability at most q = c/(1 + c). A gambler who bets on it at these odds has a
wealth that is a supermartingale: it stays below 1/α for ever with probability 1 - α (Ville 1939), so that one may look
after every draw and stop at will. Wealths of several bets average to one (Waudby-Smith and Ramdas 2024, « Estimating
means of bounded random variables by betting », JRSS B 86): here over shares of the wealth, over both files, and over
the events, each weighed when it is first seen and bet upon from then on. Black-box tests of differential privacy by
events: Ding, Wang, Wang, Zhang and Kifer 2018, « Detecting violations of differential privacy », CCS.

A test can refute a guarantee and never prove it; what it finds is wrong with confidence 1 - α.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from annotation.domain.notes import Note
from privacy.domain.certificates.observables import OBSERVABLES, Event, observe
from privacy.domain.randomness import KEY_BYTES, BitSource, StudyKey
from privacy.domain.substitute import PatientResult

SHARES: Final = (0.2, 0.4, 0.6, 0.8, 1.0)  # of the wealth, at stake in each bet
Substitute = Callable[[Sequence[Note], StudyKey], PatientResult]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files whose outputs differ in likelihood by exp(`bound`) at most, Σ ε_i·d_i over the values that differ."""

    name: str
    left: tuple[Note, ...] = field(repr=False)
    right: tuple[Note, ...] = field(repr=False)
    bound: float


@dataclass(frozen=True, slots=True)
class Compared:
    """`event` is the one that the wealth came from, with its counts under either file; `wealth` the highest reached."""

    name: str
    draws: int
    wealth: float
    event: Event | None
    counts: tuple[int, int]
    sides: tuple[int, int]
    refuted: bool

    @property
    def frequencies(self) -> tuple[float, float]:
        """Of the event, under the left file and under the right one."""
        left, right = (n / max(size, 1) for n, size in zip(self.counts, self.sides, strict=True))
        return left, right


class Bets:
    """The wealth of bets on one event, on either file; it begins at 1 and, where the bound holds, does not grow."""

    __slots__ = ("_gain", "_loss", "_purses", "counts", "weight")

    def __init__(self, bound: float, weight: float) -> None:
        """`bound`: ln c; `weight`: of this event among those of its kind."""
        odds = 1 + math.exp(-bound)  # 1/q
        self._gain = [1 - share + share * odds for share in SHARES]
        self._loss = [1 - share for share in SHARES]
        self._purses = ([1.0] * len(SHARES), [1.0] * len(SHARES))
        self.counts = [0, 0]
        self.weight = weight

    def happened(self, side: int) -> None:
        """The event was seen under the left file (0) or the right one (1)."""
        self.counts[side] += 1
        for bet, purse in enumerate(self._purses):
            factors = self._gain if bet == side else self._loss
            for at, factor in enumerate(factors):
                purse[at] *= factor

    @property
    def wealth(self) -> float:
        return sum(map(sum, self._purses)) / (2 * len(SHARES))


class Game:
    """All bets on one pair, for a loss of `bound`. Every kind of observable has the same stake at the start, and the
    k-th event seen of a kind 1/(k(k+1)) of it."""

    def __init__(self, bound: float) -> None:
        self._bound = bound
        self._bets: dict[str, dict[Event, Bets]] = {kind: {} for kind in OBSERVABLES}
        self._gains = 0.0  # of all bets, weighed: a draw changes those of its own events alone
        self.sides = [0, 0]

    def played(self, side: int, events: Sequence[Event]) -> None:
        """What was seen of one draw; an event that is seen for the first time is only bet upon from now on."""
        self.sides[side] += 1
        for event in dict.fromkeys(events):
            bets = self._bets[event[0]]
            known = bets.get(event)
            if known is not None:
                before = known.wealth
                known.happened(side)
                self._gains += known.weight * (known.wealth - before)
                continue
            rank = len(bets) + 1
            bets[event] = Bets(self._bound, 1 / (rank * (rank + 1)))
            bets[event].counts[side] += 1

    @property
    def wealth(self) -> float:
        return 1 + self._gains / len(self._bets)

    def richest(self) -> tuple[Event | None, tuple[int, int]]:
        """The event whose bets are worth most, and how often it was seen under either file."""
        every = [
            (bet.weight * bet.wealth, event, bet)
            for kind in self._bets.values()
            for event, bet in kind.items()
        ]
        if not every:
            return None, (0, 0)
        _, event, bet = max(every, key=lambda item: item[0])
        return event, (bet.counts[0], bet.counts[1])


def compare(
    pair: Pair,
    substitute: Substitute,
    *,
    draws: int,
    alpha: float,
    source: BitSource,
    beside: Callable[[], Sequence[Event]] = tuple,
) -> Compared:
    """At most `draws` draws; fewer when the bound is refuted at level `alpha` before. `beside`: what else was seen of
    the last draw than its result.

    `alpha` is that of one pair: a family of n of them has n·alpha (Bonferroni).
    """
    game = Game(pair.bound)
    surfaces = [_surfaces(file) for file in (pair.left, pair.right)]
    done, wealth, highest = 0, 1.0, 1.0
    while done < draws and wealth < 1 / alpha:
        side = source.bits(1)
        key = StudyKey(source.bits(8 * KEY_BYTES).to_bytes(KEY_BYTES, "big"))
        result = substitute((pair.left, pair.right)[side], key)
        game.played(side, [*observe(result, surfaces), *beside()])
        done, wealth = done + 1, game.wealth
        highest = max(highest, wealth)
    event, counts = game.richest()
    sides = (game.sides[0], game.sides[1])
    return Compared(pair.name, done, highest, event, counts, sides, wealth >= 1 / alpha)


def compare_all(
    pairs: Sequence[Pair],
    substitute: Substitute,
    *,
    draws: int,
    level: float,
    source: BitSource,
) -> Iterator[Compared]:
    """Every pair, at a family-wise `level`."""
    for pair in pairs:
        yield compare(pair, substitute, draws=draws, alpha=level / len(pairs), source=source)


def _surfaces(file: Sequence[Note]) -> list[str]:
    return [
        note.text[s.start : s.end]
        for note in file
        for s in sorted(note.entities, key=lambda s: s.start)
    ]
