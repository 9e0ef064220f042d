"""Whether a representation may leave: adversaries go on learning before it, those who trained it and two who never saw it.

Two more learn as long before the same network without its noise, where there is something to find: those who find nothing there
prove nothing by finding nothing elsewhere. All look at the same pairs, so that the network reads each pair once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import Final

import torch
from torch import Tensor

from worker.private.attacks import CONTROL, Verdict, attack
from worker.private.batches import Points, shuffled
from worker.private.learning import (
    Adversaries,
    Copies,
    Networks,
    Recipe,
    Sight,
    Told,
    both,
    logits_of,
    losses_of,
    new_adversaries,
)
from worker.private.network import Representation
from worker.private.pseudonyms import Pseudonyms
from worker.private.sentences import Sentence

CHOOSING: Final = 1_000  # pairs that choose a passage
TELLING: Final = 4_000  # pairs that are told: at chance the bound is 0.516, give or take 0.008
MOST_TURNS: Final = 40  # of one sentence
PROBES: Final = "probes"
_AT_ONCE: Final = 256  # pairs that are only read


@dataclass(frozen=True, slots=True)
class Sights:
    """Of the same pairs, with the network's noise and without."""

    noisy: Sight
    still: Sight


def judge(
    networks: Networks,
    sentences: Sequence[Sentence],
    kept: Sequence[Sentence],
    points: Points,
    pseudonyms: Pseudonyms,
    recipe: Recipe,
    tell: Told = lambda _phase, _epoch: None,
) -> Verdict:
    """`sentences` teach the adversaries, one half of `kept` chooses the passage, the other half is told. The representation
    stays as it is. Deterministic."""
    networks.representation.requires_grad_(False)  # noqa: FBT003 (torch's own)
    sentences = [sentence for sentence in sentences if sentence.sensitive]
    judging = [sentence for sentence in kept if sentence.sensitive]
    look = _Look(networks.representation, Copies(points, pseudonyms), recipe)
    probes = [
        _Probe("continued", networks.adversaries, recipe),
        _Probe("fresh", new_adversaries(points, recipe), recipe),
        _Probe(CONTROL, new_adversaries(points, recipe), recipe),
    ]
    choosing = list(look.at(judging[::2], CHOOSING))
    for epoch in range(1, recipe.probe_epochs + 1):
        for sights in look.again_at(sentences):
            for probe in probes:
                probe.learn(sights)
        right, _pairs = _counted(probes, choosing)
        for probe, counts in zip(probes, right, strict=True):
            probe.keep_if_better(epoch, counts)
        tell(PROBES, epoch)
    for probe in probes:
        probe.go_back()
    right, pairs = _counted(probes, look.at(judging[1::2], TELLING))
    return Verdict(
        tuple(
            attack(f"T{number} {probe.kind}", probe.epochs[number - 1], counts[number - 1], pairs)
            for probe, counts in zip(probes, right, strict=True)
            for number in (1, 2)
        )
    )


class _Look:
    """What is seen of pairs: the network reads each with its noise once, and once without, whoever looks."""

    def __init__(self, representation: Representation, copies: Copies, recipe: Recipe) -> None:
        self._representation, self._copies, self._recipe = representation, copies, recipe
        self._draw = Random(recipe.seed + 1)  # noqa: S311 (training, no secret)

    def again_at(self, sentences: Sequence[Sentence]) -> Iterator[Sights]:
        """To learn from: other copies and other noise at each passage."""
        for part in shuffled(sentences, self._recipe.probe_batch, self._draw):
            yield from self._sights(part, self._draw)

    def at(self, sentences: Sequence[Sentence], pairs_wanted: int) -> Iterator[Sights]:
        """To be asked about: pairs with a coin and noise of their own, as many as are wanted or as MOST_TURNS gives."""
        turns = min(MOST_TURNS, ceil(pairs_wanted / len(sentences))) if sentences else 0
        draw = Random(self._recipe.seed)  # noqa: S311
        for part in shuffled(list(sentences) * turns, _AT_ONCE, draw):
            yield from self._sights(part, draw)

    @torch.no_grad()
    def _sights(self, part: Sequence[Sentence], draw: Random) -> list[Sights]:
        pairs = self._copies.pairs(part, draw)
        if pairs is None:
            return []
        own, other = both(self._representation, pairs)
        still, silent = both(self._representation.states, pairs)
        noisy = Sight(own, other, silent, pairs.mask, pairs.same)
        return [Sights(noisy, Sight(still, silent, silent, pairs.mask, pairs.same))]


class _Probe:
    """T1 and T2, who learn, each kept as it was at its best passage. A control sees no noise."""

    def __init__(self, kind: str, pair: Adversaries, recipe: Recipe) -> None:
        self.kind, self._pair = kind, pair
        self.epochs = [0, 0]
        self._best = [-1, -1]
        self._states = [deepcopy(one.state_dict()) for one in pair]
        own = [weight for one in pair for weight in one.parameters()]
        self._optimizer = torch.optim.Adam(own, lr=recipe.rate)

    def learn(self, sights: Sights) -> None:
        self._optimizer.zero_grad()
        sum(losses_of(self._pair, self._seen(sights)), torch.zeros(())).backward()
        self._optimizer.step()

    @torch.no_grad()
    def right(self, sights: Sights) -> Tensor:
        """How often either is."""
        seen = self._seen(sights)
        logits = torch.stack(logits_of(self._pair, seen))
        return ((logits > 0) == (seen.same > 0)).sum(1)

    def keep_if_better(self, epoch: int, right: Sequence[int]) -> None:
        for place, own in enumerate(right):
            if own > self._best[place]:
                self._best[place], self.epochs[place] = own, epoch
                self._states[place] = deepcopy(self._pair[place].state_dict())

    def go_back(self) -> None:
        """To the best passage of each."""
        for one, state in zip(self._pair, self._states, strict=True):
            one.load_state_dict(state)

    def _seen(self, sights: Sights) -> Sight:
        return sights.still if self.kind == CONTROL else sights.noisy


def _counted(probes: Sequence[_Probe], looks: Iterable[Sights]) -> tuple[list[list[int]], int]:
    """How often T1 and T2 of each are right, and of how many pairs."""
    right, pairs = list[Tensor](), 0
    for sights in looks:
        right.append(torch.stack([probe.right(sights) for probe in probes]))
        pairs += len(sights.noisy.same)
    return (torch.stack(right).sum(0).tolist() if right else [[0, 0]] * len(probes)), pairs
