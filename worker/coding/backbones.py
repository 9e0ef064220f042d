"""What turns pieces into states: any BERT-like encoder, or one convolution."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from torch import Tensor, nn
from transformers import AutoConfig, AutoModel

from worker.engine.encoder import network as taggers
from worker.engine.encoder.files import is_model
from worker.training.encoder.backbones import from_backbone

CONVOLUTION: Final = "convolution"
_LONGEST: Final = 512


class Convolution(nn.Module):
    """Embeddings, one convolution over `reach` neighbouring pieces, tanh (Mullenbach et al. 2018, CAML).

    ids (n, pieces), mask (n, pieces) → last_hidden_state (n, pieces, width), as the encoders of `transformers` give it.
    """

    def __init__(self, vocabulary: int, width: int = 128, reach: int = 9) -> None:
        super().__init__()
        self.config = SimpleNamespace(hidden_size=width, model_type=CONVOLUTION)
        self.sizes = {"vocabulary": vocabulary, "width": width, "reach": reach}
        self.embeddings = nn.Embedding(vocabulary, width)
        self.filters = nn.Conv1d(width, width, reach, padding="same")

    def get_input_embeddings(self) -> nn.Embedding:
        return self.embeddings

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> SimpleNamespace:
        read = self.embeddings(input_ids) * attention_mask.unsqueeze(-1)
        states = self.filters(read.transpose(1, 2)).transpose(1, 2).tanh()
        return SimpleNamespace(last_hidden_state=states)


def load_backbone(source: str | Path) -> Any:
    """The encoder of a directory (a NER model's, too) or, where a hub is allowed, of a hub id; in float32."""
    path = Path(source)
    network = taggers.load(path) if is_model(path) else from_backbone(source)
    return network.backbone


def empty_backbone(folder: Path) -> Any:
    """An encoder of the shape of `folder`/config.json; its weights are to be loaded."""
    config = AutoConfig.from_pretrained(folder)
    options = taggers.without_pooler(folder)
    return AutoModel.from_config(config, **options).float()  # type: ignore[no-untyped-call]


def vocabulary_of(source: str | Path) -> int:
    """Pieces that the vocabulary of this encoder has."""
    return int(AutoConfig.from_pretrained(source).vocab_size)


def longest_segment(backbone: Any) -> int:
    """Pieces that the encoder reads at once, 512 at most: RoBERTa's kind counts its places from the padding on."""
    config = backbone.config
    if config.model_type == CONVOLUTION:
        return _LONGEST
    places = int(getattr(config, "max_position_embeddings", _LONGEST))
    if config.model_type in ("roberta", "camembert", "xlm-roberta"):
        places -= int(config.pad_token_id) + 1
    return min(_LONGEST, places)


def use_plain_attention(backbone: Any) -> None:
    """As worker.training.encoder.loop, for the encoders that have a choice."""
    if hasattr(backbone, "set_attn_implementation"):
        backbone.set_attn_implementation("eager")


def recompute_layers(backbone: Any) -> None:
    """Of each layer only what goes in is kept for the gradient, where the encoder can: the rest of 512 pieces would hold
    60 MB a layer."""
    if getattr(backbone, "supports_gradient_checkpointing", False):
        backbone.config.use_cache = False  # it would say that it does so
        backbone.activation_checkpointing_enable({"use_reentrant": False})
