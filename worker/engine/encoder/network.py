"""The network: any `transformers` encoder, and two linear heads over its last layer."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel

from worker.engine.encoder.arrays import F32
from worker.engine.encoder.channels import SMOOTHED, drawn_pieces, smoothing
from worker.engine.encoder.files import WEIGHTS
from worker.engine.encoder.graph import can_write
from worker.engine.encoder.rounding import input_of, rounded
from worker.engine.encoder.tags import COARSE_TAGS, FINE_TAGS


class EncoderTagger(nn.Module):
    """ids (n, pieces), mask (n, pieces) → logits (n, pieces, FINE_TAGS + COARSE_TAGS)."""

    def __init__(self, backbone: Any) -> None:
        super().__init__()
        self.backbone = backbone
        config = backbone.config
        self.dropout = nn.Dropout(getattr(config, "hidden_dropout_prob", None) or 0.1)
        self.heads = nn.Linear(config.hidden_size, FINE_TAGS + COARSE_TAGS)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        states = self.backbone(input_ids=ids, attention_mask=mask).last_hidden_state
        logits: Tensor = self.heads(self.dropout(states))
        return logits

    @property
    def is_written_by_hand(self) -> bool:
        """Whether the 8-bit graph is GraphWriter's: BERT's layers, one after the other."""
        return can_write(self.backbone.config.to_dict())


def load(folder: Path) -> EncoderTagger:
    """A trained model, in float32, ready to predict."""
    config = AutoConfig.from_pretrained(folder)
    # Whatever precision the backbone was stored in: int8 and training both start from float32.
    network = EncoderTagger(AutoModel.from_config(config, **without_pooler(folder))).float()  # type: ignore[no-untyped-call]
    tensors = {name: tensor.float() for name, tensor in load_file(folder / WEIGHTS).items()}
    missing, unexpected = network.load_state_dict(tensors, strict=False)
    if unexpected or any("position_ids" not in name for name in missing):
        raise ValueError(f"poids en trop ou absents : {[*unexpected, *missing][:3]}")
    return network.eval()


def round_weights(network: EncoderTagger) -> EncoderTagger:
    """In place, as the 8-bit graph rounds them; a network that is traced instead stays as it is."""
    if network.is_written_by_hand:
        own = {name: tensor.numpy().copy() for name, tensor in network.state_dict().items()}
        _put(network, rounded(own))
        _put(network, rounded(own, smoothing(_bounds(network))))
    return network


def _put(network: EncoderTagger, tensors: Mapping[str, F32]) -> None:
    network.load_state_dict({name: torch.from_numpy(value) for name, value in tensors.items()})


def _bounds(network: EncoderTagger) -> dict[str, F32]:
    """As worker.engine.encoder.channels.bounds_of, of the inputs that are smoothed."""
    bounds: dict[str, F32] = {}
    hooks = [
        module.register_forward_pre_hook(partial(_look, bounds, input_of(name)))
        for name, module in network.named_modules()
        if isinstance(module, nn.Linear) and SMOOTHED.fullmatch(input_of(name))
    ]
    ids = torch.from_numpy(drawn_pieces(network.backbone.config.to_dict()))
    with torch.inference_mode():
        network(ids, torch.ones_like(ids))
    for hook in hooks:
        hook.remove()
    return bounds


def _look(bounds: dict[str, F32], name: str, _: nn.Module, given: tuple[Tensor]) -> None:
    bounds[name] = torch.stack([given[0].amin(dim=(0, 1)), given[0].amax(dim=(0, 1))]).numpy()


def save(network: EncoderTagger, folder: Path) -> None:
    """Weights in float16 and the backbone's config.json."""
    network.backbone.config.save_pretrained(folder)
    tensors = {
        name: tensor.detach().to("cpu", torch.float16).contiguous()
        for name, tensor in network.state_dict().items()
        if "position_ids" not in name
    }
    save_file(tensors, folder / WEIGHTS, {"format": "pt"})


def without_pooler(source: str | Path) -> dict[str, bool]:
    """BERT-like encoders carry a pooler that token classification doesn't use."""
    kind = AutoConfig.from_pretrained(source).model_type
    return {"add_pooling_layer": False} if kind in ("bert", "roberta", "camembert") else {}
