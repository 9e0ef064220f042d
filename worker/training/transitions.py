"""Learns the transitions of a linear-chain conditional random field (Lafferty et al. 2001) over what a trained network says of
each word: its weights stay, a table of tags is learned beside them."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

import numpy as np
import torch
from torch import Tensor

from worker.engine.encoder.arrays import F32, I64
from worker.engine.encoder.tags import FINE_TAGS, OUTSIDE, encode, log_softmax
from worker.engine.encoder.transitions import START, STOP, allowed
from worker.training.encoder.assess import Scored

EPOCHS: Final = 6
_CHUNK: Final = 64  # words that are learned at once
_BATCH: Final = 32
_SEED: Final = 18
_RATE: Final = 0.05
_DECAY: Final = 1e-3  # keeps rare transitions near 0


def learned(
    lessons: Sequence[Scored],
    temperature: float = 1.0,
    epochs: int = EPOCHS,
    device: str = "cpu",
    check: Callable[[], None] = lambda: None,
) -> F32:
    """Transitions that make the gold tags likeliest, the network's scores given, divided by `temperature` as they will
    be where it reads. The same lessons give the same table. `check` may raise."""
    shape = torch.from_numpy(allowed()).to(device)
    free = (shape == 0).float()
    weights = torch.zeros_like(shape, requires_grad=True)
    optimizer = torch.optim.Adam([weights], lr=_RATE)
    chunks = list(_chunks(lessons, temperature))
    draw = Random(_SEED)  # noqa: S311 - an order, no secret
    for _epoch in range(epochs):
        draw.shuffle(chunks)
        for first in range(0, len(chunks), _BATCH):
            check()
            table = shape + weights * free
            loss = mean_loss(table, chunks[first : first + _BATCH], device)
            optimizer.zero_grad()
            whole = loss + _DECAY * (weights * free).square().sum()
            whole.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    found: F32 = (shape + weights * free).detach().cpu().numpy()
    return found


def _chunks(lessons: Sequence[Scored], temperature: float) -> Iterator[tuple[F32, I64]]:
    """Cut between two words that are outside."""
    for lesson in lessons:
        gold = encode(lesson.note.entities, lesson.words.starts, lesson.words.ends)
        rows = log_softmax(lesson.log_probabilities / np.float32(temperature))
        first = 0
        while first < len(gold):
            last = min(first + _CHUNK, len(gold))
            while last < len(gold) and gold[last] != OUTSIDE:
                last += 1
            yield rows[first:last], gold[first:last]
            first = last


def mean_loss(table: Tensor, batch: Sequence[tuple[F32, I64]], device: str) -> Tensor:
    """Mean negative log-likelihood of the gold paths: log Z by the forward recursion."""
    longest = max(len(gold) for _rows, gold in batch)
    scores = torch.zeros(len(batch), longest, FINE_TAGS)
    tags = torch.zeros(len(batch), longest, dtype=torch.long)
    lengths = torch.tensor([len(gold) for _rows, gold in batch], device=device)
    for place, (rows, gold) in enumerate(batch):
        scores[place, : len(gold)] = torch.from_numpy(rows)
        tags[place, : len(gold)] = torch.from_numpy(gold)
    scores, tags = scores.to(device), tags.to(device)
    inner = table[:FINE_TAGS, :FINE_TAGS]
    there = torch.arange(longest, device=device)[None] < lengths[:, None]
    own = scores.gather(2, tags[..., None])[..., 0]
    path = (own * there).sum(1) + table[START, tags[:, 0]]
    path = path + (inner[tags[:, :-1], tags[:, 1:]] * there[:, 1:]).sum(1)
    path = path + table[tags.gather(1, lengths[:, None] - 1)[:, 0], STOP]
    alpha = scores[:, 0] + table[START, :FINE_TAGS]
    for word in range(1, longest):
        now = torch.logsumexp(alpha[:, :, None] + inner[None], dim=1) + scores[:, word]
        alpha = torch.where(there[:, word, None], now, alpha)
    total = torch.logsumexp(alpha + table[:FINE_TAGS, STOP], dim=1)
    return (total - path).mean()
