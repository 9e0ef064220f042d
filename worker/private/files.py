"""What leaves: representations and labels, sentences out of order; and the network that makes more of them.

`material` is what Friedrich et al. share: no text, no vocabulary. `model` goes beside it, to those who are to represent notes of
their own; its words are those of released notes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from worker.private import reading
from worker.private.batches import Batch, Points
from worker.private.network import Representation, Shape
from worker.private.reading import (
    FORMAT,
    MANIFEST,
    MOST_BYTES,
    NETWORK,
    NOT_ACCEPTED,
    BadMaterialError,
    Content,
    material_of,
)
from worker.private.sentences import TAGS, Sentence
from worker.private.verdict import Verdict
from worker.private.words import WordPoints

_BATCH: Final = 64
_HEADROOM: Final = 2**26  # labels, lengths, the network's weights, the header with its words


class TooLargeError(ValueError):
    """A file would be larger than `worker.private.reading` takes."""


@dataclass(frozen=True, slots=True)
class Material:
    """One row a word; `lengths` cuts them into sentences."""

    rows: Tensor
    tags: Tensor
    lengths: tuple[int, ...]
    manifest: dict[str, Any]

    def batches(self, size: int, order: Sequence[int], device: str = "cpu") -> list[Batch]:
        """Sentences of about one length together; `order` decides between equals."""
        starts = np.concatenate([[0], np.cumsum(self.lengths)])
        ranked = sorted(order, key=lambda place: self.lengths[place])
        parts = [ranked[begin : begin + size] for begin in range(0, len(ranked), size)]
        return [self._batch(part, starts).to(device) for part in parts]

    def _batch(self, chosen: Sequence[int], starts: NDArray[np.int64]) -> Batch:
        longest = max(self.lengths[place] for place in chosen)
        lengths = torch.tensor([self.lengths[place] for place in chosen]).unsqueeze(1)
        places = torch.arange(longest).expand(len(chosen), -1)
        mask = places < lengths
        rows = torch.where(mask, places + torch.from_numpy(starts[list(chosen)]).unsqueeze(1), 0)
        kept = mask.float()
        return Batch(self.rows[rows] * kept.unsqueeze(-1), self.tags[rows] * mask, kept)


def refuse_too_large(sentences: Sequence[Sentence], words: WordPoints, size: int) -> None:
    """Before hours of learning: what nobody could read. Raises TooLargeError."""
    rows = 4 * size * sum(len(sentence.words) for sentence in sentences)
    if max(rows, words.vectors.nbytes + words.pieces.nbytes) > MOST_BYTES - _HEADROOM:
        raise TooLargeError


def represented(
    representation: Representation, points: Points, sentences: Sequence[Sentence]
) -> list[Tensor]:
    """One drawn representation a sentence."""
    found: list[Tensor] = []
    with torch.inference_mode():
        for begin in range(0, len(sentences), _BATCH):
            part = sentences[begin : begin + _BATCH]
            batch = points.batch(part)
            rows = representation(batch.points, batch.mask)
            found += [row[: len(s.words)].cpu().clone() for row, s in zip(rows, part, strict=True)]
    return found


def material_bytes(
    representation: Representation,
    points: Points,
    sentences: Sequence[Sentence],
    verdict: Verdict | None,
    *,
    neighbours: int,
    model_sha256: str,
) -> bytes:
    """The file. The noise is drawn once, from the system's randomness, and its state forgotten. Raises BadMaterialError unless the
    verdict accepts; without one it is a trial, which `read_pair` takes for nothing to learn from."""
    from safetensors.torch import save

    if verdict is not None and not verdict.is_accepted:
        raise BadMaterialError(NOT_ACCEPTED)
    system = SystemRandom()
    mixed = list(sentences)
    system.shuffle(mixed)
    with torch.random.fork_rng():
        torch.manual_seed(system.getrandbits(63))
        rows = represented(representation, points, mixed)
    manifest = {
        "format": FORMAT, "tags": TAGS, "size": int(rows[0].shape[1]), "sentences": len(rows),
        "neighbours": neighbours, "model": model_sha256, "verdict": verdict.to_json() if verdict else None,
    }  # fmt: skip
    tensors = {
        "representations": torch.cat(rows).contiguous(),
        "tags": torch.tensor([tag for s in mixed for tag in s.tags], dtype=torch.uint8),
        "lengths": torch.tensor([len(s.words) for s in mixed], dtype=torch.int32),
    }
    return bytes(save(tensors, {MANIFEST: json.dumps(manifest)}))


def read_pair(folder: Path) -> tuple[Material, Representation, WordPoints]:
    """Another site's two files. Raises BadMaterialError, OSError."""
    material, model = reading.read_pair(folder)
    return _material(material), *_model(model)


def read_bytes(content: bytes) -> Material:
    """What leaves, read again; trials too. Raises BadMaterialError."""
    return _material(material_of(content))


def _material(content: Content) -> Material:
    rows, tags, lengths = (content.arrays[name] for name in ("representations", "tags", "lengths"))
    told = tuple(map(int, lengths.tolist()))
    return Material(torch.from_numpy(rows), torch.from_numpy(tags).long(), told, content.manifest)


def model_bytes(representation: Representation, words: WordPoints, shape: Shape) -> bytes:
    """The network, and the words of released notes with their points."""
    from safetensors.torch import save

    tensors = {NETWORK + name: value.cpu() for name, value in representation.state_dict().items()}
    tensors |= {
        "vectors": torch.from_numpy(words.vectors),
        "pieces": torch.from_numpy(words.pieces),
    }
    manifest = {
        "format": FORMAT, "words": words.words, "shape": asdict(shape),
    }  # fmt: skip
    return bytes(save(tensors, {MANIFEST: json.dumps(manifest, ensure_ascii=False)}))


def _model(content: Content) -> tuple[Representation, WordPoints]:
    arrays, manifest = content.arrays, content.manifest
    representation = Representation(Shape(**manifest["shape"]))
    representation.load_state_dict(
        {name.removeprefix(NETWORK): torch.from_numpy(value) for name, value in arrays.items() if name.startswith(NETWORK)}
    )  # fmt: skip
    return representation, WordPoints(tuple(manifest["words"]), arrays["vectors"], arrays["pieces"])


def sha256_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
