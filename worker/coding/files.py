"""A coder's directory: icd.json, model.safetensors, the tokenizer, and the encoder's config.json."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from safetensors.torch import load_file, save_file
from torch import float16

from worker.coding.backbones import Convolution, empty_backbone
from worker.coding.network import CodingNetwork
from worker.coding.recipe import Architecture, Pooling
from worker.coding.segments import USUAL, Limits
from worker.engine.encoder.pieces import PieceEncoder, copy_tokenizer

SETTINGS: Final = "icd.json"
WEIGHTS: Final = "model.safetensors"
VERSION: Final = 1


class CoderFilesError(ValueError):
    """The directory doesn't hold a coder that this version reads; the message is a French sentence."""


@dataclass(frozen=True, slots=True)
class CoderSettings:
    """How a coder reads and decides.

    The probability of a code is σ(score / `temperature` + `shift`); codes at or above `threshold` are proposed.
    `convolution` holds the sizes of a CNN, and is empty for a transformer.
    """

    codes: tuple[str, ...]
    pooling: Pooling
    name: str = "icd"
    architecture: Architecture = Architecture.ENCODER
    attention_width: int = 0
    limits: Limits = USUAL
    temperature: float = 1.0
    shift: float = 0.0
    threshold: float = 0.5
    is_families: bool = False
    convolution: dict[str, int] | None = None
    version: int = VERSION


def save_coder(
    network: CodingNetwork, settings: CoderSettings, folder: Path, source: str | Path
) -> None:
    """Everything that `load_network` needs; the weights in float16, the tokenizer that of `source`."""
    folder.mkdir(parents=True, exist_ok=True)
    if settings.architecture is Architecture.ENCODER:
        network.backbone.config.save_pretrained(folder)
    tensors = {
        name: tensor.detach().to("cpu", float16).contiguous()
        for name, tensor in network.state_dict().items()
        if "position_ids" not in name
    }
    save_file(tensors, folder / WEIGHTS, {"format": "pt"})
    copy_tokenizer(source, folder)
    content = json.dumps(asdict(settings), ensure_ascii=False, indent=1)
    (folder / SETTINGS).write_text(content + "\n", encoding="utf-8")


def read_settings(folder: Path) -> CoderSettings:
    """Raises CoderFilesError."""
    try:
        content: dict[str, Any] = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        content["codes"] = tuple(content["codes"])
        content["pooling"] = Pooling(content["pooling"])
        content["architecture"] = Architecture(content["architecture"])
        content["limits"] = Limits(**content["limits"])
        settings = CoderSettings(**content)
    except FileNotFoundError:
        raise CoderFilesError(f"ce dossier ne contient aucun modèle de codage : {folder}") from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise CoderFilesError(f"{SETTINGS} illisible dans {folder}") from None
    if settings.version != VERSION:
        raise CoderFilesError(f"version {settings.version} du format de modèle inconnue")
    return settings


def load_network(folder: Path, settings: CoderSettings) -> tuple[CodingNetwork, PieceEncoder]:
    """In float32, ready to predict. Raises CoderFilesError."""
    try:
        if settings.architecture is Architecture.CNN:
            backbone: Any = Convolution(**(settings.convolution or {}))
        else:
            backbone = empty_backbone(folder)
        network = build_network(backbone, settings)
        tensors = {name: tensor.float() for name, tensor in load_file(folder / WEIGHTS).items()}
        missing, unexpected = network.load_state_dict(tensors, strict=False)
        encoder = PieceEncoder(folder)
    except Exception as error:  # noqa: BLE001 - safetensors, tokenizers and transformers raise what they like
        raise CoderFilesError(
            f"modèle de codage illisible dans {folder} ({type(error).__name__})"
        ) from None
    if unexpected or any("position_ids" not in name for name in missing):
        raise CoderFilesError(f"poids en trop ou absents : {[*unexpected, *missing][:3]}")
    return network.eval(), encoder


def build_network(backbone: Any, settings: CoderSettings) -> CodingNetwork:
    """A network of the shape that the settings tell, its heads as drawn."""
    return CodingNetwork(
        backbone, len(settings.codes), settings.pooling, attention_width=settings.attention_width
    )


def content_hash(folder: Path) -> str:
    """SHA-256 over the files that decide what the coder proposes."""
    digest = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix != ".md":  # the model card may be mended
            digest.update(f"{path.name}\0".encode())
            with path.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
    return digest.hexdigest()
