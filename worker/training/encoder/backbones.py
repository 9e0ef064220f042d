"""An encoder that somebody put into `backbones/`: read only where it is one, and never run as code."""

import json
from pathlib import Path
from typing import Any, Final

from transformers import CONFIG_MAPPING, AutoModel

from worker.engine.encoder.files import WEIGHTS, ModelFilesError
from worker.engine.encoder.network import EncoderTagger, without_pooler

_MOST_LAYERS: Final = 200  # a greater number in config.json would build layers for hours


def from_backbone(source: str | Path) -> EncoderTagger:
    """Fresh heads on a directory or, where a hub is allowed, a hub id. Raises ModelFilesError."""
    return EncoderTagger(read_encoder(source))


def read_encoder(source: str | Path) -> Any:
    """A bare encoder in float32: weights from safetensors alone, nothing of it run as code. Raises ModelFilesError.

    Example: a folder whose weights are a pickle, or another network's, is refused.
    """
    name = Path(source).name
    if Path(source).is_dir():
        _require_known_kind(Path(source))
    try:
        encoder, told = AutoModel.from_pretrained(
            source, use_safetensors=True, output_loading_info=True, **without_pooler(source)
        )
    except Exception as error:  # each of the libraries has its own for a wrong file
        raise ModelFilesError(
            f"encodeur « {name} » illisible : config.json ou {WEIGHTS}"
        ) from error
    lacking = [key for key in told["missing_keys"] if "pooler" not in key]
    if lacking:
        raise ModelFilesError(f"encodeur « {name} » : poids absents ({min(lacking)})")
    if not all(tensor.isfinite().all() for tensor in encoder.parameters()):
        raise ModelFilesError(f"encodeur « {name} » : des poids ne sont pas des nombres")
    return encoder.float()


def _require_known_kind(folder: Path) -> None:
    """Of another kind `transformers` would ask, on the worker's terminal, whether to run the folder's code."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        layers = max(config.get(name, 1) for name in ("num_hidden_layers", "n_layers"))
        is_known = config["model_type"] in CONFIG_MAPPING and layers <= _MOST_LAYERS
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        is_known = False
    if not is_known:
        raise ModelFilesError(f"encodeur « {folder.name} » : config.json illisible ou inconnu")
