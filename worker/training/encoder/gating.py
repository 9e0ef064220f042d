"""Fits the gate that lets surely ordinary words stop early (worker.engine.encoder.gate).

It learns, from the states of the trained encoder itself, which words the whole network would
redact or which are part of an entity; its threshold is the highest at which hardly any identifying
word that the whole network finds would have stopped, on notes that it did not learn from.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from annotation.domain.notes import Note
from worker.engine.encoder.batching import batches, pad
from worker.engine.encoder.files import Settings
from worker.engine.encoder.gate import Gate
from worker.engine.encoder.network import EncoderTagger
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.tags import FINE_TAGS, OUTSIDE, combine, encode
from worker.engine.encoder.windows import Window, cut
from worker.engine.encoder.words import split_words
from worker.training.encoder.assess import LiveRuntime

F32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

LOST: Final = 0.0005  # of the identifying words that the whole network finds
_LEAST_LAYERS: Final = 6
_DEPTH_SHARE: Final = 3  # the first third of the layers reads everything
_UNITS: Final = 64
_MARGIN: Final = 4  # words on both sides: chosen on the development notes (docs/benchmarks.md)
_PASSES: Final = 6
_BATCH: Final = 512
_LEARNING_RATE: Final = 1e-3
_POSITIVE_WEIGHT: Final = 5.0  # a word lost costs more than a word read for nothing
_THRESHOLDS: Final = np.arange(3.0, -9.0, -0.25)


@dataclass(frozen=True, slots=True)
class Read:
    """A window's words: `states` after the gate's depth, which are part of an entity in the gold,
    and which the whole network redacts."""

    states: F32
    gold: Mask
    redacted: Mask


@dataclass(frozen=True, slots=True)
class Fitted:
    """`lost` of `entity_words` identifying words that the whole network finds would stop;
    `going_on` is the share of all words that go through the whole network."""

    gate: Gate
    lost: int
    entity_words: int
    going_on: float


def fit(
    network: EncoderTagger,
    encoder: PieceEncoder,
    settings: Settings,
    *,
    learn: Sequence[Note],
    choose: Sequence[Note],
    device: str = "cpu",
    check: Callable[[], None] = lambda: None,
) -> Fitted | None:
    """None for a network that can't be cut, or of few layers, or when no threshold is safe.

    The same notes and weights give the same gate. `check` is called often and may raise.
    """
    if not is_deep(network):
        return None
    depth = _layers(network) // _DEPTH_SHARE
    runtime = LiveRuntime(network, device, depth)
    read = [list(_reads(notes, runtime, encoder, settings, check)) for notes in (learn, choose)]
    gate = _learnt(read[0], depth, check)
    return _chosen(gate, read[1])


def is_deep(network: EncoderTagger) -> bool:
    """Whether a gate is worth fitting."""
    return network.is_cuttable and _layers(network) >= _LEAST_LAYERS


def _layers(network: EncoderTagger) -> int:
    return int(getattr(network.backbone.config, "num_hidden_layers", 0))


def _reads(
    notes: Sequence[Note],
    runtime: LiveRuntime,
    encoder: PieceEncoder,
    settings: Settings,
    check: Callable[[], None],
) -> Iterator[Read]:
    windows: list[Window] = []
    gold: list[Mask] = []
    for note in notes:
        words = split_words(note.text)
        tags = encode(note.entities, words.starts, words.ends)
        own = cut(
            words,
            encoder.encode(words),
            encoder,
            length=settings.window,
            overlap=0,
        )
        windows += own
        gold += [tags[window.first : window.last] != OUTSIDE for window in own]
    for batch in batches([len(window.ids) for window in windows], 16 * settings.window):
        check()
        ids, mask = pad([windows[index].ids for index in batch], encoder.pad)
        states = runtime.lower(ids, mask)
        logits = runtime.upper(states, mask)
        for row, index in enumerate(batch):
            heads = windows[index].heads
            scores = logits[row][heads]
            rows = combine(scores[:, :FINE_TAGS], scores[:, FINE_TAGS:], settings.temperature)
            redacted = np.exp(rows[:, OUTSIDE]) < settings.threshold
            yield Read(states[row][heads], gold[index], redacted)


def _learnt(read: Sequence[Read], depth: int, check: Callable[[], None]) -> Gate:
    """A perceptron; its inputs' means and deviations end up in its weights."""
    states = torch.from_numpy(np.concatenate([window.states for window in read]))
    wanted = torch.from_numpy(
        np.concatenate([window.gold | window.redacted for window in read]).astype(np.float32)
    )
    mean, deviation = states.mean(0), states.std(0) + 1e-6
    states = (states - mean) / deviation
    draw = torch.Generator().manual_seed(0)
    first, last = nn.Linear(states.shape[1], _UNITS), nn.Linear(_UNITS, 1, bias=False)
    with torch.no_grad():
        for parameter in (*first.parameters(), *last.parameters()):
            bound = parameter.shape[-1] ** -0.5
            parameter.copy_((torch.rand(parameter.shape, generator=draw) * 2 - 1) * bound)
    net = nn.Sequential(first, nn.ReLU(), last)
    optimizer = torch.optim.AdamW(net.parameters(), _LEARNING_RATE)
    weight = torch.tensor(_POSITIVE_WEIGHT)
    for _ in range(_PASSES):
        for batch in torch.randperm(len(states), generator=draw).split(_BATCH):
            check()
            loss = functional.binary_cross_entropy_with_logits(
                net(states[batch])[:, 0], wanted[batch], pos_weight=weight
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    inner = first.weight.detach() / deviation
    bias = first.bias.detach() - inner @ mean
    return Gate(
        depth,
        0.0,
        _MARGIN,
        inner.T.contiguous().numpy(),
        bias.numpy(),
        last.weight[0].detach().numpy(),
    )


def _chosen(gate: Gate, read: Sequence[Read]) -> Fitted | None:
    entity_words = sum(int((window.gold & window.redacted).sum()) for window in read)
    words = sum(len(window.gold) for window in read)
    for threshold in _THRESHOLDS:
        candidate = replace(gate, threshold=float(threshold))
        going = [candidate.going_on(window.states) for window in read]
        lost = sum(
            int((window.gold & window.redacted & ~on).sum())
            for window, on in zip(read, going, strict=True)
        )
        if lost <= LOST * entity_words:
            share = sum(int(on.sum()) for on in going) / max(1, words)
            return Fitted(candidate, lost, entity_words, share)
    return None
