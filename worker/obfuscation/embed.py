"""Sentences as the mean of an encoder's last states, or as `worker.obfuscation.doc2vec` makes them, and their exact nearest
neighbours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from privacy.domain.obfuscation.sentences import NEIGHBOURS, bounds_of, digest_of
from worker.engine.encoder.arrays import F32

_MOST_PIECES: Final = 128
_BATCH: Final = 16
_SENTENCES: Final = "sentences"
_ENCODER: Final = "encoder"
_VECTORS: Final = "vectors"
OnBatch = Callable[[int, int], None]


def no_teller(_done: int, _total: int) -> None:
    """Tells nobody."""


class SentenceVectors(Protocol):
    """What makes sentences points; `version` names it by its content."""

    version: str

    def vectors(self, sentences: Sequence[str], on_batch: OnBatch = no_teller) -> F32:
        """One row of length 1 a sentence. `on_batch(done, total)` may raise to stop."""
        ...


def of_length_one(rows: F32) -> F32:
    told: F32 = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return told


class EncoderError(ValueError):
    """Nothing that reads sentences; the message is a French sentence that names the folder."""


class SentenceEncoder:
    """The directory of one of our models, or of any backbone (config, weights, tokenizer.json). Raises EncoderError."""

    def __init__(self, folder: Path) -> None:
        try:
            self._open(folder)
        except Exception as error:  # whatever a library says of files that somebody else made
            raise EncoderError(
                f"{folder} : ce n'est pas un encodeur lisible (config.json, poids, tokenizer.json)"
            ) from error

    def _open(self, folder: Path) -> None:
        from tokenizers import Tokenizer
        from transformers import AutoModel

        from worker.engine.encoder import network
        from worker.engine.encoder.files import content_hash, is_model

        self.version = content_hash(folder)[:16]
        if is_model(folder):
            self._backbone: Any = network.load(folder).backbone
        else:
            self._backbone = AutoModel.from_pretrained(folder, local_files_only=True).float()
        self._backbone.eval()
        self._pieces = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._pieces.enable_truncation(_MOST_PIECES)
        self._pieces.no_padding()

    def vectors(self, sentences: Sequence[str], on_batch: OnBatch = no_teller) -> F32:
        """See SentenceVectors."""
        order = sorted(range(len(sentences)), key=lambda i: len(sentences[i]))
        found = np.zeros((len(sentences), self._backbone.config.hidden_size), dtype=np.float32)
        for begin in range(0, len(order), _BATCH):
            on_batch(begin, len(order))
            chosen = order[begin : begin + _BATCH]
            found[chosen] = self._batch([sentences[i] for i in chosen])
        return of_length_one(found)

    def _batch(self, sentences: Sequence[str]) -> F32:
        import torch

        encoded = [one.ids for one in self._pieces.encode_batch(list(sentences))]
        longest = max(map(len, encoded))
        ids = torch.zeros((len(encoded), longest), dtype=torch.long)
        mask = torch.zeros((len(encoded), longest), dtype=torch.long)
        for row, own in enumerate(encoded):
            ids[row, : len(own)] = torch.tensor(own)
            mask[row, : len(own)] = 1
        with torch.inference_mode():
            states = self._backbone(input_ids=ids, attention_mask=mask).last_hidden_state
        kept = mask.unsqueeze(-1)
        mean: F32 = ((states * kept).sum(1) / kept.sum(1).clamp(min=1)).numpy()
        return mean


def sentences_of(texts: Iterable[str]) -> list[str]:
    """Each different sentence of the texts once, in reading order."""
    found = (text[start:end] for text in texts for start, end in bounds_of(text))
    return list({" ".join(sentence.split()): None for sentence in found})


@dataclass(frozen=True, slots=True)
class SentencePool:
    """The sentences of released notes as points; `encoder` is the version of whoever made them."""

    sentences: tuple[str, ...] = field(repr=False)
    vectors: F32 = field(repr=False)
    encoder: str

    def table(
        self,
        encoder: SentenceVectors,
        texts: Iterable[str],
        on_sentence: Callable[[], None] = lambda: None,
    ) -> dict[str, tuple[str, ...]]:
        """Digest of each sentence of the texts → its nearest sentences of the pool, the nearest first. `on_sentence` is called
        now and then: of a large pool each takes long."""
        asked = sentences_of(texts)
        if not asked or not self.sentences:
            return {}
        table = {}
        vectors = encoder.vectors(asked, lambda _done, _total: on_sentence())
        for sentence, own in zip(asked, vectors, strict=True):
            on_sentence()
            nearest = np.argsort(-(self.vectors @ own), kind="stable")[:NEIGHBOURS]
            table[digest_of(sentence)] = tuple(self.sentences[i] for i in nearest)
        return table


def pool_of(
    encoder: SentenceVectors, texts: Iterable[str], on_batch: OnBatch = no_teller
) -> SentencePool:
    offered = sentences_of(texts)
    return SentencePool(tuple(offered), encoder.vectors(offered, on_batch), encoder.version)


def sentence_table(
    encoder: SentenceVectors, texts: Iterable[str], pool: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """See `SentencePool.table`."""
    return pool_of(encoder, pool).table(encoder, texts)


def pool_bytes(pool: SentencePool) -> bytes:
    """A file with its sentences in the head."""
    from safetensors.numpy import save

    told = {
        _SENTENCES: json.dumps(pool.sentences, ensure_ascii=False),
        _ENCODER: pool.encoder,
    }
    return bytes(save({_VECTORS: pool.vectors}, told))


def read_pool(path: Path, encoder: str) -> SentencePool | None:
    """What `pool_bytes` wrote with this version of the encoder; None when it has to be made."""
    from safetensors import SafetensorError, safe_open

    if not path.is_file():
        return None
    try:
        with safe_open(path, framework="np") as opened:
            told = opened.metadata() or {}
            if told.get(_ENCODER) != encoder:
                return None
            return SentencePool(tuple(json.loads(told[_SENTENCES])), opened.get_tensor(_VECTORS), encoder)  # fmt: skip
    except (SafetensorError, ValueError, KeyError):
        return None
