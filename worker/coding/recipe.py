"""What the training of a coder is told."""

from dataclasses import dataclass
from enum import StrEnum

from worker.coding.segments import USUAL, Limits


class Pooling(StrEnum):
    """How the states of a stay become one vector a label, or one for all labels (Tchouka et al. 2024, section 4.4)."""

    LAAT = "laat"
    MEAN = "mean"
    MAX = "max"
    TRUNCATE = "truncate"


class Architecture(StrEnum):
    """A transformer, or one convolution over pieces (CAML; Dalloux et al. 2020) for comparison."""

    ENCODER = "encoder"
    CNN = "cnn"


class Loss(StrEnum):
    BCE = "bce"
    ASYMMETRIC = "asymmetric"


@dataclass(frozen=True, slots=True)
class CodingRecipe:
    """`top_codes` keeps the most frequent codes only; `is_families` learns three-character classes.

    `patience` epochs without a better F1 on the patients kept aside end the training. What starts from nothing learns
    `head_factor` times faster than the encoder. `attention_width` is the height of LAAT's V (0: the encoder's width).
    `micro_batch` stays are computed at once.
    """

    pooling: Pooling = Pooling.LAAT
    architecture: Architecture = Architecture.ENCODER
    loss: Loss = Loss.BCE
    is_families: bool = False
    top_codes: int | None = None
    epochs: int = 20
    learning_rate: float = 5e-5
    head_factor: float = 20.0
    batch_size: int = 16
    micro_batch: int = 4
    dropout: float = 0.1
    weight_decay: float = 0.01
    warmup: float = 0.1
    patience: int = 4
    attention_width: int = 0
    freezes_embeddings: bool = True
    limits: Limits = USUAL
    seed: int = 20240131
