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

from worker.private.batches import Batch, Points
from worker.private.network import Representation, Shape
from worker.private.sentences import TAGS, Sentence
from worker.private.verdict import Verdict
from worker.private.words import WordPoints

FORMAT: Final = "deidweb-private-1"
MATERIAL, MODEL = "representations.safetensors", "representation-model.safetensors"
_BATCH: Final = 64
MOST_BYTES: Final = 2 * 1024**3
_HEADROOM: Final = 2**26  # labels, lengths, the network's weights, the header with its words
_MANIFEST: Final = "manifest"
UNREADABLE: Final = "ce fichier de représentations est illisible"
NOT_ACCEPTED: Final = (
    "cette représentation n'est pas acceptée : un adversaire y lit plus que le hasard"
)
OTHER_LABELS: Final = "ce fichier a été fait pour d'autres étiquettes"


class BadMaterialError(ValueError):
    """`reason` is a French sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TooLargeError(ValueError):
    """A file would be larger than `read_material` or `read_model` take."""


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
    verdict accepts; without one it is a trial, which `read_material` takes for nothing to learn from."""
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
    return bytes(save(tensors, {_MANIFEST: json.dumps(manifest)}))


def read_material(path: Path) -> Material:
    """Another site's file. Raises BadMaterialError, OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise BadMaterialError(UNREADABLE)
    material = read_bytes(path.read_bytes())
    if not (material.manifest.get("verdict") or {}).get("accepted"):
        raise BadMaterialError(NOT_ACCEPTED)
    return material


def read_bytes(content: bytes) -> Material:
    """The same of bytes, trials too. Raises BadMaterialError."""
    tensors, manifest = _read(content)
    if tuple(manifest.get("tags", ())) != TAGS:
        raise BadMaterialError(OTHER_LABELS)
    try:
        rows, tags, lengths = (tensors[name] for name in ("representations", "tags", "lengths"))
        told = tuple(map(int, lengths.tolist()))
        fits = rows.ndim == 2 and len(rows) == len(tags) == sum(told) and min(told, default=0) > 0
        if not fits or int(tags.max()) >= len(TAGS) or not bool(torch.isfinite(rows).all()):
            raise BadMaterialError(UNREADABLE)
    except (KeyError, RuntimeError, TypeError):
        raise BadMaterialError(UNREADABLE) from None
    return Material(rows.float(), tags.long(), told, manifest)


def model_bytes(representation: Representation, words: WordPoints, shape: Shape) -> bytes:
    """The network, and the words of released notes with their points."""
    from safetensors.torch import save

    tensors = {
        f"network.{name}": value.cpu() for name, value in representation.state_dict().items()
    }
    tensors |= {
        "vectors": torch.from_numpy(words.vectors),
        "pieces": torch.from_numpy(words.pieces),
    }
    manifest = {
        "format": FORMAT, "words": words.words, "shape": asdict(shape),
    }  # fmt: skip
    return bytes(save(tensors, {_MANIFEST: json.dumps(manifest, ensure_ascii=False)}))


def read_model(path: Path) -> tuple[Representation, WordPoints]:
    """Raises BadMaterialError, OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise BadMaterialError(UNREADABLE)
    tensors, manifest = _read(path.read_bytes())
    try:
        representation = Representation(Shape(**manifest["shape"]))
        representation.load_state_dict(
            {name.removeprefix("network."): value for name, value in tensors.items() if name.startswith("network.")}
        )  # fmt: skip
        words = WordPoints(
            tuple(map(str, manifest["words"])),
            tensors["vectors"].numpy(),
            tensors["pieces"].numpy(),
        )
    except (KeyError, TypeError, ValueError, RuntimeError):
        raise BadMaterialError(UNREADABLE) from None
    return representation, words


def sha256_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _read(content: bytes) -> tuple[dict[str, Tensor], dict[str, Any]]:
    from safetensors import SafetensorError
    from safetensors.torch import load

    try:
        tensors = load(content)
        size = int.from_bytes(content[:8], "little")
        manifest = json.loads(json.loads(content[8 : 8 + size])["__metadata__"][_MANIFEST])
    except (SafetensorError, ValueError, KeyError, TypeError, RecursionError):
        raise BadMaterialError(UNREADABLE) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadMaterialError(UNREADABLE)
    return tensors, manifest
