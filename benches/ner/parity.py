"""Whether 8 bits find what float32 finds: the same model, ONNX Runtime beside PyTorch.

Both read the same weights, rounded to 8 bits (worker.engine.encoder.rounding); PyTorch computes
with them in float32, ONNX Runtime in 8 bits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches.ner.text import count, decimal
from worker.engine.encoder.choice import default_cache
from worker.engine.encoder.detector import EncoderDetector
from worker.engine.encoder.files import content_hash, read_settings
from worker.engine.encoder.onnx_file import int8_file
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.runtime import OnnxRuntime, Runtime, TorchRuntime

BAR: Final = 0.995


@dataclass(frozen=True, slots=True)
class Parity:
    """`shared` spans (same bounds, label and sub-type) of the `either` that one of both found."""

    notes: int
    identical_notes: int
    shared: int
    either: int

    @property
    def share(self) -> float:
        """1.0 when neither found anything."""
        return self.shared / self.either if self.either else 1.0


def compare(left: Sequence[Sequence[Span]], right: Sequence[Sequence[Span]]) -> Parity:
    """Of the spans of the same notes, found in two ways."""
    shared = either = identical = 0
    for one, other in zip(left, right, strict=True):
        a, b = _keys(one), _keys(other)
        shared += len(a & b)
        either += len(a | b)
        identical += a == b
    return Parity(len(left), identical, shared, either)


def measure(folder: Path, notes: Sequence[Note]) -> Parity:
    """Raises what loading a model raises."""
    texts = [note.text for note in notes]
    file = int8_file(folder, default_cache(), content_hash(folder))
    plain = _detector(folder, TorchRuntime(folder))
    small = _detector(folder, OnnxRuntime(file))
    return compare(plain.detect(texts), small.detect(texts))


def to_text(found: Parity) -> str:
    whole = found.identical_notes / found.notes if found.notes else 1.0
    return (
        f"=== PyTorch float32 et ONNX 8 bits, mêmes poids arrondis : {found.notes} notes de "
        f"familles jamais apprises ===\n"
        f"entités identiques : {count(found.shared)} sur {count(found.either)} "
        f"({decimal(100 * found.share)} %) ; notes identiques : {found.identical_notes} "
        f"({decimal(100 * whole, 1)} %)"
    )


def _detector(folder: Path, runtime: Runtime) -> EncoderDetector:
    return EncoderDetector(runtime, PieceEncoder(folder), read_settings(folder), runtime.name)


def _keys(spans: Sequence[Span]) -> set[tuple[int, int, str, str]]:
    return {(span.start, span.end, span.label, span.subtype) for span in spans}
