"""Fits the gate that lets surely ordinary words stop early (worker.engine.encoder.gate).

It learns, from the states of the trained encoder itself, which words are part of an entity; its
threshold is the highest at which no identifying word that the whole network finds would have
stopped, on notes that it did not learn from.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.engine.encoder.batching import batches, pad
from worker.engine.encoder.detector import touched
from worker.engine.encoder.files import Settings
from worker.engine.encoder.gate import Gate
from worker.engine.encoder.network import EncoderTagger
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.tags import FINE_TAGS, OUTSIDE, combine, encode
from worker.engine.encoder.windows import Window, cut
from worker.engine.encoder.words import split_words
from worker.training.encoder.assess import LiveRuntime

F16 = NDArray[np.float16]
F32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

_LEAST_LAYERS: Final = 6
_DEPTH_SHARE: Final = 4  # the first quarter of the layers reads everything
_UNITS: Final = 64
_BLOCKS: Final = 2
_PLACES: Final = 7  # words that a block looks at
# Chosen on development notes (docs/benchmarks.md).
_MARGIN: Final = 12
_MOST: Final = 0.5
# A gate through which more of the words go costs about as much as it spares.
_WORTH: Final = 0.75
_PASSES: Final = 7
_BATCH: Final = 32  # windows
_LEARNING_RATE: Final = 2e-3
_LEAST_RATE: Final = 0.02  # of it, at the end of a linear decay
_POSITIVE_WEIGHT: Final = 3.0  # a word lost costs more than a word read for nothing
_THRESHOLDS: Final = np.arange(3.0, -9.0, -0.25)

Suspect = Callable[[Note], Sequence[Span]]


@dataclass(frozen=True, slots=True)
class Read:
    """A window's words: `states` after the gate's depth, which are part of an entity in the gold,
    which others suspect, which the whole network redacts."""

    states: F16
    gold: Mask
    suspected: Mask
    redacted: Mask


@dataclass(frozen=True, slots=True)
class Fitted:
    """None of the `entity_words` identifying words that the whole network finds stops; `going_on`
    is the share of all words that go through the whole network."""

    gate: Gate
    entity_words: int
    going_on: float


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads notes as the engine will, in windows. `suspect` says which spans others find;
    `check` is called often and may raise."""

    network: EncoderTagger
    encoder: PieceEncoder
    settings: Settings
    device: str
    suspect: Suspect
    check: Callable[[], None]

    @property
    def depth(self) -> int:
        return layers(self.network) // _DEPTH_SHARE

    def read(self, notes: Sequence[Note], *, whole: bool) -> Iterator[Read]:
        """Without `whole` the layers above the depth are spared and nothing is `redacted`."""
        runtime = LiveRuntime(self.network, self.device, self.depth)
        windows, masks = self._windows(notes, whole=whole)
        for batch in batches([len(window.ids) for window in windows], 16 * self.settings.window):
            self.check()
            ids, mask = pad([windows[index].ids for index in batch], self.encoder.pad)
            states = runtime.lower(ids, mask)
            logits = runtime.upper(states, mask) if whole else None
            for row, index in enumerate(batch):
                heads = windows[index].heads
                gold, suspected = masks[index]
                redacted = np.zeros_like(gold) if logits is None else self._red(logits[row][heads])
                yield Read(states[row][heads].astype(np.float16), gold, suspected, redacted)

    def _windows(
        self, notes: Sequence[Note], *, whole: bool
    ) -> tuple[list[Window], list[tuple[Mask, Mask]]]:
        windows: list[Window] = []
        masks: list[tuple[Mask, Mask]] = []
        for note in notes:
            self.check()
            words = split_words(note.text)
            gold = encode(note.entities, words.starts, words.ends) != OUTSIDE
            suspected = touched(words, self.suspect(note)) if whole else np.zeros_like(gold)
            own = cut(
                words,
                self.encoder.encode(words),
                self.encoder,
                length=self.settings.window,
                overlap=0,
            )
            windows += own
            masks += [(gold[w.first : w.last], suspected[w.first : w.last]) for w in own]
        return windows, masks

    def _red(self, logits: F32) -> Mask:
        rows = combine(logits[:, :FINE_TAGS], logits[:, FINE_TAGS:], self.settings.temperature)
        return np.asarray(np.exp(rows[:, OUTSIDE]) < self.settings.threshold)


def fit(
    network: EncoderTagger,
    encoder: PieceEncoder,
    settings: Settings,
    *,
    learn: Sequence[Note],
    choose: Sequence[Note],
    suspect: Suspect = lambda note: (),
    device: str = "cpu",
    check: Callable[[], None] = lambda: None,
) -> Fitted | None:
    """None for a network that can't be cut, or of few layers, or when no safe threshold spares
    enough.

    `suspect` gives what the rules find in a note: these words never stop. The same notes and
    weights give the same gate. `check` is called often and may raise.
    """
    if not is_deep(network):
        return None
    reader = Reader(network, encoder, settings, device, suspect, check)
    learner = _Learner(list(reader.read(learn, whole=False)), check)
    gate = learner.gate(reader.depth)
    return _chosen(gate, list(reader.read(choose, whole=True)))


def is_deep(network: EncoderTagger) -> bool:
    """Whether a gate is worth fitting."""
    return network.is_cuttable and layers(network) >= _LEAST_LAYERS


def layers(network: EncoderTagger) -> int:
    """How many there are."""
    return int(getattr(network.backbone.config, "num_hidden_layers", 0))


class _Net(nn.Module):
    """worker.engine.encoder.gate.Gate while it learns; its score has a bias of its own."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.inner = nn.Linear(hidden, _UNITS)
        self.taps = nn.ModuleList(
            nn.Conv1d(_UNITS, _UNITS, _PLACES, padding=_PLACES // 2, groups=_UNITS)
            for _ in range(_BLOCKS)
        )
        self.mix = nn.ModuleList(nn.Linear(_UNITS, _UNITS) for _ in range(_BLOCKS))
        self.outer = nn.Linear(_UNITS, 1)

    def forward(self, states: Tensor, there: Tensor) -> Tensor:
        """(windows, words, hidden), which words there are → (windows, words)."""
        inside = there[..., None]
        units = functional.relu(self.inner(states)) * inside
        for taps, mix in zip(self.taps, self.mix, strict=True):
            seen = functional.relu(taps(units.transpose(1, 2)).transpose(1, 2))
            units = functional.relu(units + mix(seen)) * inside
        scores: Tensor = self.outer(units)[..., 0]
        return scores


class _Learner:
    """Fits _Net to the windows read; its inputs' means and deviations end up in its weights."""

    def __init__(self, read: Sequence[Read], check: Callable[[], None]) -> None:
        self._read = [window for window in read if len(window.gold)]
        self._check = check
        words = np.concatenate([window.states for window in self._read])
        self._mean = torch.from_numpy(words.mean(0, dtype=np.float64)).float()
        self._deviation = torch.from_numpy(words.std(0, dtype=np.float64)).float() + 1e-6

    def gate(self, depth: int) -> Gate:
        """With the threshold 0 for the likelihood of one half."""
        with _one_thread():
            net = self._learnt()
        inner = net.inner.weight.detach() / self._deviation
        return Gate(
            depth,
            -float(net.outer.bias.detach()),
            _MARGIN,
            _MOST,
            _array(inner.T),
            _array(net.inner.bias - inner @ self._mean),
            np.stack([rows[:, 0].T for rows in _each(net.taps, "weight")]),
            np.stack(_each(net.taps, "bias")),
            np.stack([rows.T for rows in _each(net.mix, "weight")]),
            np.stack(_each(net.mix, "bias")),
            _array(net.outer.weight[0]),
        )

    def _learnt(self) -> _Net:
        draw = torch.Generator().manual_seed(0)
        net = _Net(len(self._mean))
        _start(net, draw)
        optimizer = torch.optim.AdamW(net.parameters(), _LEARNING_RATE)
        steps = _PASSES * -(-len(self._read) // _BATCH)
        decay = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: max(_LEAST_RATE, 1 - step / steps)
        )
        weight = torch.tensor(_POSITIVE_WEIGHT)
        for _ in range(_PASSES):
            for batch in torch.randperm(len(self._read), generator=draw).split(_BATCH):
                self._check()
                states, wanted, there = self._batch(batch.tolist())
                loss = functional.binary_cross_entropy_with_logits(
                    net(states, there), wanted, weight=there, pos_weight=weight, reduction="sum"
                )
                optimizer.zero_grad()
                (loss / there.sum()).backward()
                optimizer.step()
                decay.step()
        return net

    def _batch(self, indexes: Sequence[int]) -> tuple[Tensor, Tensor, Tensor]:
        own = [self._read[index] for index in indexes]
        width = max(len(window.gold) for window in own)
        states = torch.zeros(len(own), width, len(self._mean))
        wanted, there = torch.zeros(len(own), width), torch.zeros(len(own), width)
        for row, window in enumerate(own):
            count = len(window.gold)
            given = torch.from_numpy(window.states).float()
            states[row, :count] = (given - self._mean) / self._deviation
            wanted[row, :count] = torch.from_numpy(window.gold).float()
            there[row, :count] = 1
        return states, wanted, there


@contextmanager
def _one_thread() -> Iterator[None]:
    """These products are small: on a busy machine threads would wait for one another at each."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _start(net: _Net, draw: torch.Generator) -> None:
    """Weights and biases within 1/sqrt(inputs), drawn apart from everybody else's draws."""
    with torch.no_grad():
        for parameter in net.parameters():
            inputs = parameter[0].numel() if parameter.dim() > 1 else _UNITS
            parameter.copy_((torch.rand(parameter.shape, generator=draw) * 2 - 1) * inputs**-0.5)


def _each(blocks: nn.ModuleList, name: str) -> list[F32]:
    return [_array(block.get_parameter(name)) for block in blocks]


def _array(tensor: Tensor) -> F32:
    return np.ascontiguousarray(tensor.detach().cpu().numpy(), dtype=np.float32)


def _chosen(gate: Gate, read: Sequence[Read]) -> Fitted | None:
    """None when every threshold loses a word or lets nearly all through."""
    entity_words = sum(int((window.gold & window.redacted).sum()) for window in read)
    words = sum(len(window.gold) for window in read)
    scores = [gate.scores(window.states.astype(np.float32)) for window in read]
    for threshold in _THRESHOLDS:
        candidate = replace(gate, threshold=gate.threshold + float(threshold))
        going = [
            candidate.near(own, window.suspected) for own, window in zip(scores, read, strict=True)
        ]
        if not any(
            (window.gold & window.redacted & ~on).any()
            for window, on in zip(read, going, strict=True)
        ):
            share = sum(int(on.sum()) for on in going) / max(1, words)
            return Fitted(candidate, entity_words, share) if share <= _WORTH else None
    return None
