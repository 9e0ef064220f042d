"""Noisy values put back into the order of the narrative: sorted where they compare, repaired where they do not.

What may be looked at is the *interval order* alone (which value lies wholly before which: « 2019 » before
« mars 2020 », but neither before nor after « 1/07/2019 »), the unit of each value and that no two are equal. All of
it is disclosed by design, and the noise was drawn first: what follows is post-processing and costs no privacy
(Dwork and Roth 2014, proposition 2.1). A sorted chain is never farther from its originals, in sum, than the noisy
values were (rearrangement inequality, Hardy, Littlewood and Pólya 1934, § 10.2).

1. The values of one chain (days, months, years…) are sorted and handed out in order.
2. Chains are placed one after another, the finest first: a finer value never moves for a coarser one, which moves as
   little as it can. Values of one chain stay a step apart; across chains nothing is put wholly before what it follows.

Each placing asks what is the greatest value that leaves room for all that follows (`_ceilings`), then takes the values
in order, no lower than what precedes allows. The constraints are monotone and hold of the originals, so that a
solution exists; where the originals themselves lie outside the bounds and there is no room, the bounds win.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Scale:
    """A unit on an axis of whole ticks (days, hours). A value covers the ticks `start` to `end`; `at` is the value that
    covers a tick. `step`: how far apart two values of one chain stay. All of it is public."""

    name: str
    start: Callable[[int], int]
    end: Callable[[int], int]
    at: Callable[[int], int]
    lowest: int
    highest: int
    step: int = 1


@dataclass(slots=True)
class Placed:
    """A noisy value to place. The original covers the ticks `first` to `last`, of which only the interval order is
    used; `chain` tells its chain from others and ranks it, finest first."""

    first: int = field(repr=False)
    last: int = field(repr=False)
    noisy: int
    scale: Scale
    chain: tuple[int, ...]


def in_order(items: Sequence[Placed]) -> list[int]:
    """The values, in the order given, each in its own scale.

    >>> in_order([Placed(10, 10, 14, DAYS, (0,)), Placed(12, 12, 11, DAYS, (0,))])  # 14 and 11 are handed out in order
    [11, 14]
    """
    chains = _chains(items)
    if len(chains) < 2:
        return _one_chain(items, chains[0]) if chains else []
    before, after = _neighbours(items, chains)
    # a linear extension: what lies wholly before comes earlier; nothing depends on which one it is
    order = sorted(range(len(items)), key=lambda i: (items[i].first, items[i].last))
    found: dict[int, int] = {}
    for chain in chains:
        ceilings = _ceilings(items, order, after, found)
        noisy = dict(zip(chain, sorted(items[i].noisy for i in chain), strict=True))
        now: dict[int, int] = {}
        for i in order:
            if i in found:
                now[i] = found[i]
                continue
            scale = items[i].scale
            low = max([scale.lowest, *(_above(items[j], now[j], items[i]) for j in before[i])])
            now[i] = _between(noisy.get(i, low), low, ceilings[i], scale)
        found |= {i: now[i] for i in chain}
    return [found[i] for i in range(len(items))]


def _one_chain(items: Sequence[Placed], chain: Sequence[int]) -> list[int]:
    """The same without what stands between chains: most files have days alone."""
    result = [0] * len(items)
    noisy = sorted(item.noisy for item in items)
    room = len(items) - 1
    low = items[chain[0]].scale.lowest if chain else 0
    for rank, (i, value) in enumerate(zip(chain, noisy, strict=True)):
        scale = items[i].scale
        ceiling = scale.highest - (room - rank) * scale.step
        result[i] = _between(value, low, ceiling, scale)
        low = result[i] + scale.step
    return result


def _between(value: int, low: int, high: int, scale: Scale) -> int:
    return min(max(min(max(value, low), high), scale.lowest), scale.highest)


def _chains(items: Sequence[Placed]) -> list[list[int]]:
    """Indices by chain, each in the order of the originals; values of a chain that overlap are chains by themselves."""
    groups: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for i, item in enumerate(items):
        groups[item.chain].append(i)
    found: list[list[int]] = []
    for name in sorted(groups):
        members = groups[name]
        chain = sorted(members, key=lambda i: items[i].first)
        is_chain = all(items[i].last < items[j].first for i, j in pairwise(chain))
        found += [chain] if is_chain else [[i] for i in members]
    return found


def _neighbours(
    items: Sequence[Placed], chains: Sequence[Sequence[int]]
) -> tuple[list[list[int]], list[list[int]]]:
    """For each value, the last one of each chain that lies wholly before it, and the first one wholly after it.

    These are enough: the values of a chain grow.
    """
    before: list[list[int]] = [[] for _ in items]
    after: list[list[int]] = [[] for _ in items]
    for chain in chains:
        firsts, lasts = [items[i].first for i in chain], [items[i].last for i in chain]
        for i, item in enumerate(items):
            rank = bisect_left(lasts, item.first)
            if rank:
                before[i].append(chain[rank - 1])
            rank = bisect_left(firsts, item.last + 1)
            if rank < len(chain):
                after[i].append(chain[rank])
    return before, after


def _ceilings(
    items: Sequence[Placed],
    order: Sequence[int],
    after: Sequence[Sequence[int]],
    found: dict[int, int],
) -> dict[int, int]:
    """The greatest value of each that leaves room for what follows, `found` being placed already."""
    high: dict[int, int] = {}
    for i in reversed(order):
        if i in found:
            high[i] = found[i]
            continue
        scale = items[i].scale
        limits = (_under(items[i], items[j], high[j]) for j in after[i])
        high[i] = max(min([scale.highest, *limits]), scale.lowest)
    return high


def _above(earlier: Placed, value: int, later: Placed) -> int:
    """The least value of what lies after `earlier`, now at `value`."""
    if earlier.scale.name == later.scale.name:
        return value + later.scale.step
    return later.scale.at(earlier.scale.start(value))


def _under(earlier: Placed, later: Placed, value: int) -> int:
    """The greatest value of what lies before `later`, now at `value`."""
    if earlier.scale.name == later.scale.name:
        return value - later.scale.step
    return earlier.scale.at(later.scale.end(value))
