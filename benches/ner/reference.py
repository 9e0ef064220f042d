"""The yardstick of speed: a network of CamemBERT-base's size in float32 PyTorch.

Its weights are random: only the time counts. It reads the same pieces of the same notes as the
model in use, without overlap, in batches of equal lengths; that is the harness by which the
project's bar ("10 times a CamemBERT-base") was set.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from worker.engine.encoder.batching import pad
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.windows import cut
from worker.engine.encoder.words import split_words

_VOCABULARY: Final = 32_005
_LENGTH, _ROWS = 128, 16


class Reference:
    """12 layers of 768, 12 heads, 3,072 within: 110 million weights."""

    def __init__(self, model_dir: Path) -> None:
        import torch
        from transformers import CamembertConfig, CamembertModel

        torch.manual_seed(0)
        settings = CamembertConfig(
            vocab_size=_VOCABULARY,
            max_position_embeddings=514,
            pad_token_id=1,
            bos_token_id=0,
            eos_token_id=2,
            type_vocab_size=1,
        )
        self._torch: Any = torch
        self._network = CamembertModel(settings, add_pooling_layer=False).eval()
        self._encoder = PieceEncoder(model_dir)

    def read(self, texts: Sequence[str]) -> int:
        """Runs the network over the texts; how many pieces it read."""
        ids = [window for text in texts for window in self._windows(text)]
        ids.sort(key=len)
        for first in range(0, len(ids), _ROWS):
            rows, mask = pad(ids[first : first + _ROWS], self._encoder.pad)
            rows = np.where(mask == 1, rows % (_VOCABULARY - 5) + 5, 1)
            with self._torch.inference_mode():
                self._network(
                    input_ids=self._torch.from_numpy(rows),
                    attention_mask=self._torch.from_numpy(mask),
                )
        return sum(len(window) for window in ids)

    def _windows(self, text: str) -> list[list[int]]:
        words = split_words(text)
        pieces = self._encoder.encode(words)
        return [w.ids for w in cut(words, pieces, self._encoder, length=_LENGTH, overlap=0)]
