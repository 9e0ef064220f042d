"""Tagger and representation learn together, against two adversaries: in three phases, or by gradients turned round.

The game of the adversaries. Of a sentence two pseudonymous copies u and v are drawn alike, each sensitive word by one of its N
neighbours. T1 sees the points of u or of v beside the representation of u, T2 two representations, of u and u or of v and u;
each says whether both are of one sentence. Half of the pairs are: nothing but the representation tells them apart. Who receives
the file may hold the network, too: T1 passes the points through it, without noise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from math import log
from random import Random
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

from worker.private.batches import I64, Points, padded, shuffled
from worker.private.network import Adversary, Representation, Reverse, Shape, Tagger
from worker.private.pseudonyms import Pseudonyms
from worker.private.sentences import TAGS, Sentence

_CHANCE: Final = log(2)


class Method(StrEnum):
    THREE_PHASES = "three_phases"
    DANN = "dann"


@dataclass(frozen=True, slots=True)
class Recipe:
    """`weight` is λ; a phase's number of passages over the sentences each. `floor`: below which no standard deviation of the noise on
    representations falls, whose states lie in (-1, 1). `reads_copies`: while both learn, the tagger reads pseudonymous copies,
    others at each passage."""

    size: int = 50
    neighbours: int = 100
    floor: float = 0.0
    reads_copies: bool = False
    method: Method = Method.THREE_PHASES
    weight: float = 1.0
    tagger_epochs: int = 10
    adversary_epochs: int = 5
    joint_epochs: int = 15
    probe_epochs: int = 50
    batch: int = 32
    probe_batch: int = 32
    rate: float = 2e-3
    hidden: int = 64
    seed: int = 1


Adversaries = tuple[Adversary, Adversary]


@dataclass
class Networks:
    """What three phases have taught."""

    representation: Representation
    tagger: Tagger
    adversaries: Adversaries


Told = Callable[[str, int], None]


def new_networks(points: Points, recipe: Recipe) -> Networks:
    return Networks(
        Representation(shape_of(points, recipe)).to(points.device),
        Tagger(recipe.size, recipe.hidden, len(TAGS)).to(points.device),
        new_adversaries(points, recipe),
    )


def shape_of(points: Points, recipe: Recipe) -> Shape:
    return Shape(points.size, recipe.size, recipe.hidden, recipe.floor)


def new_adversaries(points: Points, recipe: Recipe) -> Adversaries:
    first, second = (Adversary(recipe.size, recipe.hidden).to(points.device) for _each in range(2))
    return first, second


def learn(
    sentences: Sequence[Sentence],
    points: Points,
    pseudonyms: Pseudonyms,
    recipe: Recipe,
    tell: Told = lambda _phase, _epoch: None,
) -> Networks:
    """`tell` may raise to stop."""
    torch.manual_seed(recipe.seed)
    learner = _Learner(points, pseudonyms, recipe, new_networks(points, recipe))
    if recipe.method is Method.DANN:
        learner.each_epoch(
            sentences, recipe.joint_epochs + recipe.tagger_epochs, learner.reversed, "joint", tell
        )
    else:
        learner.each_epoch(sentences, recipe.tagger_epochs, learner.tag, "tagger", tell)
        learner.each_epoch(sentences, recipe.adversary_epochs, learner.attack, "adversaries", tell)
        learner.each_epoch(sentences, recipe.joint_epochs, learner.alternate, "joint", tell)
    return learner.networks


class _Learner:
    def __init__(
        self, points: Points, pseudonyms: Pseudonyms, recipe: Recipe, networks: Networks
    ) -> None:
        self.networks, self._recipe = networks, recipe
        self._points, self._copies = points, Copies(points, pseudonyms)
        self._draw = Random(recipe.seed)  # noqa: S311 (training, no secret)
        own = chain(networks.representation.parameters(), networks.tagger.parameters())
        theirs = chain.from_iterable(one.parameters() for one in networks.adversaries)
        self._own = torch.optim.Adam(own, lr=recipe.rate)
        self._theirs = torch.optim.Adam(theirs, lr=recipe.rate)

    def each_epoch(
        self, sentences: Sequence[Sentence], epochs: int, step: Callable[[list[Sentence]], None], phase: str, tell: Told
    ) -> None:  # fmt: skip
        for epoch in range(epochs):
            for part in shuffled(sentences, self._recipe.batch, self._draw):
                step(part)
            tell(phase, epoch + 1)

    def tag(self, part: list[Sentence]) -> None:
        """Phase 1: tagger and representation alone."""
        self._step(self._own, self._tagging(part))

    def attack(self, part: list[Sentence]) -> None:
        """Phase 2: the adversaries, before a representation that stays as it is."""
        losses = adversary_losses(self.networks, self._pairs(part), learns_representation=False)
        if losses:
            self._step(self._theirs, sum(losses, torch.zeros(())))

    def alternate(self, part: list[Sentence]) -> None:
        """Phase 3: a step of the adversaries, then one of the others, who want them at ln 2."""
        self.attack(part)
        losses = adversary_losses(self.networks, self._pairs(part), learns_representation=True)
        lost = sum(((loss - _CHANCE).abs() for loss in losses), torch.zeros(()))
        self._step(self._own, self._tagging(part) + self._recipe.weight * lost)

    def reversed(self, part: list[Sentence]) -> None:
        """DANN: one step for all."""
        losses = adversary_losses(
            self.networks, self._pairs(part), learns_representation=True, turned=self._recipe.weight
        )
        self._own.zero_grad()
        self._theirs.zero_grad()
        (self._tagging(part) + sum(losses, torch.zeros(()))).backward()
        for optimizer in (self._own, self._theirs):
            _clip(optimizer)
            optimizer.step()

    def _tagging(self, part: list[Sentence]) -> Tensor:
        batch = self._points.batch(part)
        read = self._copies.one(part, self._draw) if self._recipe.reads_copies else batch.points
        states = self.networks.representation(read, batch.mask)
        return self.networks.tagger.loss(states, batch.tags, batch.mask)

    def _pairs(self, part: list[Sentence]) -> Pairs | None:
        return self._copies.pairs(part, self._draw)

    def _step(self, optimizer: torch.optim.Optimizer, loss: Tensor) -> None:
        optimizer.zero_grad()
        loss.backward()
        _clip(optimizer)
        optimizer.step()


@dataclass(frozen=True, slots=True)
class Pairs:
    """Points of two sentences each; `other` is `one` again where `same` is 1, else another copy of the sentence."""

    one: Tensor
    other: Tensor
    mask: Tensor
    same: Tensor


class Copies:
    """Pseudonymous copies of sentences, as places of points: each sensitive word is looked up once."""

    def __init__(self, points: Points, pseudonyms: Pseudonyms) -> None:
        self.points, self._pseudonyms = points, pseudonyms
        self._known: dict[Sentence, tuple[I64, I64, I64]] = {}
        self._rows: dict[str, int] = {}
        self._candidates = np.zeros((64, pseudonyms.count), dtype=np.int64)

    def pairs(self, part: Sequence[Sentence], draw: Random) -> Pairs | None:
        """Only of sentences whose two copies differ: nobody could tell the others apart."""
        dice = np.random.default_rng(draw.getrandbits(64))
        one, other = self._drawn(part, dice, 2)
        differ = (one != other).any(axis=1)
        if not differ.any():
            return None
        one, other = one[differ], other[differ]
        same = dice.random(len(one)) < 0.5
        rows, mask = self.points.rows(one)
        seen, _mask = self.points.rows(np.where(same[:, None], one, other))
        return Pairs(rows, seen, mask, torch.from_numpy(same).to(self.points.device).float())

    def one(self, part: Sequence[Sentence], draw: Random) -> Tensor:
        """Points of a copy of each."""
        dice = np.random.default_rng(draw.getrandbits(64))
        rows, _mask = self.points.rows(self._drawn(part, dice, 1)[0])
        return rows

    def _drawn(self, part: Sequence[Sentence], dice: np.random.Generator, count: int) -> list[I64]:
        known = [self._of(sentence) for sentence in part]
        first = padded([places for places, _at, _rows in known])
        row = np.repeat(np.arange(len(known)), [len(at) for _places, at, _rows in known])
        at = np.concatenate([at for _places, at, _rows in known])
        among = np.concatenate([rows for _places, _at, rows in known])
        copies = [first.copy() for _copy in range(count)]
        for copy in copies:
            drawn = dice.integers(self._pseudonyms.count, size=len(among))
            copy[row, at] = self._candidates[among, drawn]
        return copies

    def _of(self, sentence: Sentence) -> tuple[I64, I64, I64]:
        """Places of its words; which of them are sensitive; where the candidates of those stand."""
        found = self._known.get(sentence)
        if found is None:
            rows = [self._row(sentence.words[place]) for place in sentence.sensitive]
            found = self._known[sentence] = (
                self.points.places(sentence.words),
                np.array(sentence.sensitive, dtype=np.int64),
                np.array(rows, dtype=np.int64),
            )
        return found

    def _row(self, word: str) -> int:
        row = self._rows.get(word)
        if row is None:
            row = self._rows[word] = len(self._rows)
            if row == len(self._candidates):
                self._candidates = np.concatenate(
                    [self._candidates, np.zeros_like(self._candidates)]
                )
            self._candidates[row] = self.points.places(self._pseudonyms.candidates(word))
        return row


@dataclass(frozen=True, slots=True)
class Sight:
    """What adversaries see of pairs: the representations of both, and what the network makes of the other without noise."""

    own: Tensor
    other: Tensor
    silent: Tensor
    mask: Tensor
    same: Tensor


def adversary_losses(
    networks: Networks, pairs: Pairs | None, *, learns_representation: bool, turned: float = 0.0
) -> list[Tensor]:
    """The cross-entropy of T1 and of T2; none without pairs."""
    if pairs is None:
        return []
    with torch.set_grad_enabled(learns_representation):
        own, other = both(networks.representation, pairs)
        silent = networks.representation.states(pairs.other, pairs.mask)
    if turned:
        own, other, silent = (Reverse.apply(one, turned) for one in (own, other, silent))
    return losses_of(networks.adversaries, Sight(own, other, silent, pairs.mask, pairs.same))


def both(network: Callable[[Tensor, Tensor], Tensor], pairs: Pairs) -> tuple[Tensor, Tensor]:
    """What it makes of the one, and of the other."""
    mask = torch.cat([pairs.mask, pairs.mask])
    one, other = network(torch.cat([pairs.one, pairs.other]), mask).chunk(2)
    return one, other


def losses_of(adversaries: Adversaries, sight: Sight) -> list[Tensor]:
    """Of T1 and of T2."""
    return [cross_entropy(logits, sight.same) for logits in logits_of(adversaries, sight)]


def logits_of(adversaries: Adversaries, sight: Sight) -> list[Tensor]:
    """What T1 and T2 say."""
    first, second = adversaries
    return [
        first(sight.silent, sight.own, sight.mask),
        second(sight.other, sight.own, sight.mask),
    ]


def _clip(optimizer: torch.optim.Optimizer) -> None:
    nn.utils.clip_grad_norm_(
        [own for group in optimizer.param_groups for own in group["params"]], 5.0
    )
