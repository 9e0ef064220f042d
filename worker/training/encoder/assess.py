"""Judges a network under training, and chooses its temperature and its threshold."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import torch

from annotation.domain.ner_metrics import Annotated, NerReport, evaluate
from annotation.domain.notes import Note
from worker.engine.encoder.arrays import F32, I64
from worker.engine.encoder.decoding import Decoder
from worker.engine.encoder.detector import EncoderDetector
from worker.engine.encoder.files import Settings
from worker.engine.encoder.network import EncoderTagger
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.tags import encode, log_softmax
from worker.engine.encoder.words import Words, split_words

TEMPERATURES: Final = tuple(round(0.6 + 0.1 * i, 1) for i in range(20))
THRESHOLDS: Final = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99)
_GROUP: Final = 16


class LiveRuntime:
    """The network as it is now, without a copy on the disk."""

    name = "torch-live"
    mixes_notes = True
    batch_pieces = 32_768

    def __init__(self, network: EncoderTagger, device: str = "cpu") -> None:
        self._network = network
        self._device = device

    def logits(self, ids: I64, mask: I64) -> F32:
        """See worker.engine.encoder.runtime.Runtime."""
        was_training = self._network.training
        self._network.eval()
        with torch.inference_mode():
            found = self._network(
                torch.from_numpy(ids).to(self._device), torch.from_numpy(mask).to(self._device)
            )
        self._network.train(was_training)
        result: F32 = found.float().cpu().numpy()
        return result


@dataclass(frozen=True, slots=True)
class Scored:
    """A note with its words and what the network says of each."""

    note: Note
    words: Words
    log_probabilities: F32


def score(
    network: EncoderTagger,
    encoder: PieceEncoder,
    settings: Settings,
    notes: Sequence[Note],
    check: Callable[[], None] = lambda: None,
    device: str = "cpu",
) -> list[Scored]:
    """At temperature 1; `check` is called between groups of notes and may raise."""
    plain = replace(settings, temperature=1.0)
    detector = EncoderDetector(LiveRuntime(network, device), encoder, plain, "live")
    found: list[Scored] = []
    for first in range(0, len(notes), _GROUP):
        check()
        group = notes[first : first + _GROUP]
        words = [split_words(note.text) for note in group]
        rows = detector.log_probabilities(words)
        found += [Scored(*triple) for triple in zip(group, words, rows, strict=True)]
    return found


def judge(scored: Sequence[Scored], settings: Settings) -> NerReport:
    """Of the spans that these settings give."""
    decoder = Decoder(settings.threshold, "model")
    temperature = np.float32(settings.temperature)

    def judged() -> Iterator[Annotated]:
        for item in scored:
            rows = log_softmax(item.log_probabilities / temperature)
            spans = decoder.spans(item.words, rows) if len(item.words) else []
            yield Annotated(item.note.text, item.note.entities, spans)

    return evaluate(judged())


def best_temperature(scored: Sequence[Scored]) -> float:
    """The one under which the gold tags are likeliest (Guo et al. 2017, section 4.2)."""
    rows = np.concatenate([item.log_probabilities for item in scored])
    gold = np.concatenate([encode(s.note.entities, s.words.starts, s.words.ends) for s in scored])
    places = np.arange(len(gold))

    def loss(temperature: float) -> float:
        return -float(log_softmax((rows / temperature).astype(np.float32))[places, gold].mean())

    return min(TEMPERATURES, key=loss)


def threshold_table(scored: Sequence[Scored], settings: Settings) -> dict[float, NerReport]:
    """What each threshold would redact."""
    return {t: judge(scored, replace(settings, threshold=t)) for t in THRESHOLDS}


def detector_of(
    network: EncoderTagger,
    encoder: PieceEncoder,
    settings: Settings,
    device: str = "cpu",
    table: F32 | None = None,
) -> EncoderDetector:
    """The network as it is now behind the detectors' interface."""
    return EncoderDetector(LiveRuntime(network, device), encoder, settings, "candidate", table)
