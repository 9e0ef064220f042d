"""A tagger on raw points, or on the representations of another site, and how well it finds entities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import torch

from worker.private.batches import Batch, Points
from worker.private.files import Material
from worker.private.learning import Recipe
from worker.private.network import Tagger
from worker.private.sentences import TAGS, Sentence, spans_of

_BATCH = 64
OnBatch = Callable[[int, int], None]
Represent = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def no_batch(_done: int, _total: int) -> None:
    """Tells nobody."""


def tagger_of_material(
    material: Material, recipe: Recipe, device: str = "cpu", on_batch: OnBatch = no_batch
) -> Tagger:
    """Learns from the file alone. `on_batch` is told how many batches of how many are done, and may raise to stop."""
    torch.manual_seed(recipe.seed)
    draw = Random(recipe.seed)  # noqa: S311 (training, no secret)

    def epoch() -> list[Batch]:
        order = list(range(len(material.lengths)))
        draw.shuffle(order)
        parts = material.batches(recipe.batch, order, device)
        draw.shuffle(parts)
        return parts

    tagger = Tagger(material.rows.shape[1], recipe.hidden, len(TAGS))
    return _learned(tagger.to(device), epoch, recipe, on_batch)


def tagger_of_sentences(
    sentences: Sequence[Sentence],
    points: Points,
    recipe: Recipe,
    change: Callable[[Sentence, Random], Sentence] | None = None,
    on_epoch: Callable[[], None] = lambda: None,
) -> Tagger:
    """The same architecture on points; `change` makes of each sentence, once, what it reads (a pseudonymous copy). `on_epoch` may
    raise to stop."""
    torch.manual_seed(recipe.seed)
    draw = Random(recipe.seed)  # noqa: S311 (training, no secret)
    read = [change(s, draw) for s in sentences] if change else list(sentences)

    def epoch() -> list[Batch]:
        on_epoch()
        order = sorted(read, key=lambda s: (len(s.words), draw.random()))
        parts = [order[b : b + recipe.batch] for b in range(0, len(order), recipe.batch)]
        draw.shuffle(parts)
        return [points.batch(part) for part in parts]

    tagger = Tagger(points.size, recipe.hidden, len(TAGS))
    return _learned(tagger.to(points.device), epoch, recipe)


def f1(
    tagger: Tagger,
    sentences: Sequence[Sentence],
    points: Points,
    represent: Represent | None = None,
) -> float:
    """Micro F1 of whole entities, label included. `represent` makes of points what the tagger reads, where that is not the points."""
    tagger.eval()
    right = given = found = 0
    with torch.inference_mode():
        for begin in range(0, len(sentences), _BATCH):
            part = sentences[begin : begin + _BATCH]
            batch = points.batch(part)
            states = represent(batch.points, batch.mask) if represent else batch.points
            for sentence, tags in zip(part, tagger.tag(states, batch.mask), strict=True):
                gold, own = spans_of(sentence.tags), spans_of(tags)
                right, given, found = right + len(gold & own), given + len(gold), found + len(own)
    return 2 * right / (given + found) if given + found else 1.0


def _learned(
    tagger: Tagger,
    epoch: Callable[[], list[Batch]],
    recipe: Recipe,
    on_batch: OnBatch = no_batch,
) -> Tagger:
    optimizer = torch.optim.Adam(tagger.parameters(), lr=recipe.rate)
    done = 0
    for _epoch in range(recipe.tagger_epochs):
        parts = epoch()
        for batch in parts:
            on_batch(done, recipe.tagger_epochs * len(parts))
            optimizer.zero_grad()
            tagger.loss(batch.points, batch.tags, batch.mask).backward()
            torch.nn.utils.clip_grad_norm_(tagger.parameters(), 5.0)
            optimizer.step()
            done += 1
    return tagger
