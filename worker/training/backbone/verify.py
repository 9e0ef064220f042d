"""The pruned encoder against the original: same sentences, nearly the same vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from worker.training.backbone.build import config, state
from worker.training.backbone.e5_file import WeightsFile

LEAST_COSINE: Final = 0.98
_PREFIX: Final = "query: "  # how the model was trained to be asked
_BATCH: Final = 25


@dataclass(frozen=True, slots=True)
class Verified:
    """Cosines of mean-pooled vectors, and pieces per sentence before and after."""

    sentences: int
    least: float
    median: float
    pieces_before: int
    pieces_after: int

    @property
    def is_good(self) -> bool:
        """True when every sentence stays within LEAST_COSINE."""
        return self.least >= LEAST_COSINE


def verify(weights: Path, tokenizer: Path, pruned: Path, sentences: Sequence[str]) -> Verified:
    """Compares the directory `pruned` with the packages' own files."""
    before, pieces_before = _embed_original(weights, tokenizer, sentences)
    after, pieces_after = _embed(_load(pruned), pruned / "tokenizer.json", sentences)
    cosines = (before * after).sum(axis=1)
    return Verified(
        len(sentences),
        float(cosines.min()),
        float(np.median(cosines)),
        pieces_before,
        pieces_after,
    )


def _load(folder: Path) -> Any:
    from transformers import AutoModel

    return AutoModel.from_pretrained(folder, add_pooling_layer=False).float()


def _embed_original(
    weights: Path, tokenizer: Path, sentences: Sequence[str]
) -> tuple[NDArray[np.float32], int]:
    import torch
    from transformers import BertConfig, BertModel

    file = WeightsFile(weights)
    settings = BertConfig(**config(file.sizes, file.sizes.vocabulary))
    model = BertModel(settings, add_pooling_layer=False)
    tensors = {name: torch.from_numpy(t) for name, t in state(file, None).items()}
    missing, unexpected = model.load_state_dict(tensors, strict=False)
    if unexpected or any("position_ids" not in name for name in missing):
        raise ValueError(f"poids en trop ou absents : {unexpected} {missing}")
    return _embed(model, tokenizer, sentences)


def _embed(
    model: Any, tokenizer: Path, sentences: Sequence[str]
) -> tuple[NDArray[np.float32], int]:
    import torch
    from tokenizers import Tokenizer

    fast = Tokenizer.from_file(str(tokenizer))
    fast.enable_padding(pad_id=1, pad_token="<pad>")  # noqa: S106 (a padding sign)
    fast.enable_truncation(512)
    model.eval()
    vectors, pieces = [], 0
    for first in range(0, len(sentences), _BATCH):
        batch = fast.encode_batch([_PREFIX + s for s in sentences[first : first + _BATCH]])
        ids = torch.tensor([encoding.ids for encoding in batch])
        mask = torch.tensor([encoding.attention_mask for encoding in batch])
        with torch.inference_mode():
            states = model(input_ids=ids, attention_mask=mask).last_hidden_state
        mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        vectors.append(torch.nn.functional.normalize(mean, dim=1).numpy())
        pieces += int(mask.sum())
    return np.concatenate(vectors), pieces
