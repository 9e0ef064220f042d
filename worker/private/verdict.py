"""Whether a representation may leave: adversaries go on learning before it, those who trained it and two who never saw it.

Two more learn as long before the same network without its noise, where there is something to find: those who find nothing there
prove nothing by finding nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from math import ceil
from random import Random
from typing import Final

import torch
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

from worker.private.attacks import CONTROL, Attack, Verdict, attack
from worker.private.batches import Points, shuffled
from worker.private.learning import (
    Copies,
    Networks,
    Recipe,
    Told,
    logits_of,
    new_adversaries,
)
from worker.private.network import Representation
from worker.private.pseudonyms import Pseudonyms
from worker.private.sentences import Sentence

CHOOSING: Final = 1_000  # pairs that choose a passage
TELLING: Final = 4_000  # pairs that are told: at chance the bound is 0.516, give or take 0.008
MOST_TURNS: Final = 40  # of one sentence
_AT_ONCE: Final = 256  # pairs that are only read


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
    choosing, telling = judging[::2], judging[1::2]
    attacks: list[Attack] = []
    copies = Copies(points, pseudonyms)
    noisy, silent = networks.representation, without_noise(networks.representation)
    for kind, representation, pair in (
        ("continued", noisy, networks.adversaries),
        ("fresh", noisy, new_adversaries(points, recipe)),
        (CONTROL, silent, new_adversaries(points, recipe)),
    ):
        probe = _Probe(Networks(representation, networks.tagger, pair), copies, recipe)
        best = [(-1.0, 0, one.state_dict()) for one in pair]
        for epoch in range(1, recipe.probe_epochs + 1):
            probe.learn(sentences)
            for place, (right, count) in enumerate(probe.right(choosing, CHOOSING)):
                share = right / max(1, count)
                if share > best[place][0]:
                    best[place] = (share, epoch, deepcopy(pair[place].state_dict()))
            tell(kind, epoch)
        for one, (_share, _epoch, state) in zip(pair, best, strict=True):
            one.load_state_dict(state)
        attacks += [
            attack(f"T{number} {kind}", own[1], *said)
            for number, (own, said) in enumerate(zip(best, probe.right(telling, TELLING), strict=True), start=1)
        ]  # fmt: skip
    return Verdict(tuple(attacks))


def without_noise(representation: Representation) -> Representation:
    """The same network, silent."""
    silent = deepcopy(representation)
    for noise in (silent.noise_in, silent.noise_out):
        noise.floor = 0.0
        noise.log_scale.data.fill_(float("-inf"))
    silent.lstm.flatten()
    return silent


class _Probe:
    def __init__(
        self,
        networks: Networks,
        copies: Copies,
        recipe: Recipe,
    ) -> None:
        self._networks, self._copies, self._recipe = networks, copies, recipe
        self._draw = Random(recipe.seed + 1)  # noqa: S311 (training, no secret)
        own = [weight for one in networks.adversaries for weight in one.parameters()]
        self._optimizer = torch.optim.Adam(own, lr=recipe.rate)

    def learn(self, sentences: Sequence[Sentence]) -> None:
        for part in shuffled(sentences, self._recipe.probe_batch, self._draw):
            pairs = self._copies.pairs(part, self._draw)
            if pairs is None:
                continue
            losses = [cross_entropy(told, pairs.same) for told in logits_of(self._networks, pairs)]
            self._optimizer.zero_grad()
            sum(losses, torch.zeros(())).backward()
            self._optimizer.step()

    def right(self, sentences: Sequence[Sentence], pairs_wanted: int) -> list[tuple[int, int]]:
        """(right, pairs) of each; the same pairs at every passage, each with a coin and noise of its own."""
        turns = min(MOST_TURNS, ceil(pairs_wanted / len(sentences))) if sentences else 0
        draw, count = Random(self._recipe.seed), 0  # noqa: S311
        found = torch.zeros(2, dtype=torch.long, device=self._copies.points.device)
        with torch.inference_mode():
            for part in shuffled(list(sentences) * turns, _AT_ONCE, draw):
                pairs = self._copies.pairs(part, draw)
                if pairs is None:
                    continue
                told = torch.stack(logits_of(self._networks, pairs))
                found += ((told > 0) == (pairs.same > 0)).sum(1)
                count += len(pairs.same)
        return [(right, count) for right in found.tolist()]
