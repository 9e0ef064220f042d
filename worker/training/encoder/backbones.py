"""An encoder that somebody put into `backbones/`: read only where it is one, and never run as code."""

import json
from pathlib import Path
from typing import Any, Final

import torch
from transformers import CONFIG_MAPPING, AutoModel

from worker.engine.encoder.files import WEIGHTS, ModelFilesError
from worker.engine.encoder.network import EncoderTagger, without_pooler
from worker.engine.encoder.pieces import PieceEncoder

_MOST_LAYERS: Final = 200  # a greater number in config.json would build layers for hours
_MOST_BYTES: Final = 1_000_000  # of config.json


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


def require_room(backbone: Any, pieces: PieceEncoder, length: int, name: str) -> None:
    """That the encoder `name` has a row for each of the `pieces` and reads windows of `length` of them: else the first note
    that holds one too many would end the training. Raises ModelFilesError.

    Example: a tokenizer of 32,000 pieces beside embeddings of 30,000 is refused.
    """
    rows, needed = backbone.get_input_embeddings().weight.shape[0], pieces.highest + 1
    if needed > rows:
        raise ModelFilesError(
            f"encodeur « {name} » : son découpage numérote {needed} morceaux, ses poids n'en connaissent que {rows}"
        )
    window = torch.full((1, length), pieces.last, device=backbone.device)
    try:
        with torch.inference_mode():
            backbone(input_ids=window, attention_mask=torch.ones_like(window))
    except (RuntimeError, IndexError, ValueError) as error:
        raise ModelFilesError(
            f"encodeur « {name} » : il ne lit pas {length} morceaux à la fois"
        ) from error


def _require_known_kind(folder: Path) -> None:
    """Of another kind `transformers` would ask, on the worker's terminal, whether to run the folder's code."""
    file = folder / "config.json"
    try:
        # a pipe or a device would never end
        is_short = file.is_file() and file.stat().st_size <= _MOST_BYTES
        config = json.loads(file.read_text(encoding="utf-8")) if is_short else {}
        layers = max(config.get(name, 1) for name in ("num_hidden_layers", "n_layers"))
        is_known = config["model_type"] in CONFIG_MAPPING and layers <= _MOST_LAYERS
    except (OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError):
        is_known = False
    if not is_known:
        raise ModelFilesError(f"encodeur « {folder.name} » : config.json illisible ou inconnu")
