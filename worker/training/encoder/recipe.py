"""What a training is told; the default is the articles' recipe."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Recipe:
    """AdamW, lr 1e-4, dropout 0.1, batches of 64 windows of 128 pieces, up to 20 epochs with
    early stopping (Tchouka et al. 2023, section 5; Tannier et al. 2024, section 2.4).

    `patience` epochs without a better F1 on the notes kept aside end it. The heads start from
    nothing and learn `head_factor` times faster. `micro_batch` windows are computed at once (a
    processor's memory, and how soon a cancel is heard). `word_dropout` is the share of pieces
    hidden behind the unknown piece. `frozen_layers` lowest layers (never more than half of those
    there are), and the embeddings if `freezes_embeddings`, keep their values. `replay` generated
    notes stand beside each note of the project (`worker.training.replay`).
    """

    epochs: int = 20
    learning_rate: float = 1e-4
    head_factor: float = 10.0
    batch_size: int = 64
    micro_batch: int = 16
    max_length: int = 128
    dropout: float = 0.1
    word_dropout: float = 0.03
    weight_decay: float = 0.01
    warmup: float = 0.06
    patience: int = 4
    frozen_layers: int = 0
    freezes_embeddings: bool = True
    seed: int = 20240131
    replay: float = 0.0


# A backbone without heads: all is to be learned.
ARTICLES: Final = Recipe()
# A model that knows its trade: what a project corrects is added, the rest must stay. Heads that are
# trained already learn no faster than the layers below them. Measured: 25 notes of a style never seen halve the
# corrections (docs/notebook: the loop, 2026-11-25).
CORRECTIONS: Final = Recipe(
    epochs=5,
    learning_rate=1e-4,
    head_factor=1.0,
    batch_size=16,
    dropout=0.0,
    patience=3,
    frozen_layers=6,
    replay=1.0,
)
