"""A tagger on disk: ``config.json`` and ``weights.safetensors``; no pickle, no word in clear."""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as load_tensors
from safetensors.numpy import save as dump_tensors

from worker.engine.tagger.features import FEATURES_VERSION, HASH_BITS
from worker.engine.tagger.tagger import LinearTagger, Weights
from worker.engine.tagger.tags import OUTSIDE

CONFIG: Final = "config.json"
TENSORS: Final = "weights.safetensors"
_HASH_NAME: Final = re.compile(r"[0-9a-f]{64}")


class ModelFileError(ValueError):
    """The folder holds no model that this version can use. `reason` is French."""

    def __init__(self, folder: Path, reason: str) -> None:
        self.folder = folder
        self.reason = reason
        super().__init__(f"modèle « {folder.name} » : {reason}")


def _digest(config: bytes, tensors: bytes) -> str:
    digest = hashlib.sha256(len(config).to_bytes(8, "big"))
    digest.update(config)
    digest.update(tensors)
    return digest.hexdigest()


def content_hash(folder: Path) -> str:
    """SHA-256 (hexadecimal) of the model's two files. Raises ModelFileError."""
    return _digest(*_read(folder))


def version_of(hash_: str) -> str:
    """``tagger-`` and the first 12 digits of the content hash."""
    return f"tagger-{hash_[:12]}"


def save_tagger(
    weights: Weights, folder: Path, *, training: Mapping[str, int | float] | None = None
) -> str:
    """Writes both files into an existing folder and returns the content hash.

    The same weights and `training` notes give the same bytes.
    """
    config = {
        "kind": "linear-tagger",
        "features": FEATURES_VERSION,
        "hash_bits": HASH_BITS,
        "margin_scale": weights.margin_scale,
        "min_score": weights.min_score,
        "tags": list(weights.tags),
        "training": dict(training or {}),
    }
    config_bytes = json.dumps(config, indent=1, sort_keys=True).encode()
    tensors = dump_tensors(
        {
            "feature_rows": weights.feature_rows,
            "emissions": weights.emissions,
            "transitions": weights.transitions,
        }
    )
    (folder / CONFIG).write_bytes(config_bytes)
    (folder / TENSORS).write_bytes(tensors)
    return _digest(config_bytes, tensors)


def load_tagger(path: Path) -> LinearTagger:
    """The tagger of a folder. A folder named by a content hash must hold just that content.

    Raises ModelFileError (missing, unreadable, changed, or of another features version).
    """
    config_bytes, tensors = _read(path)
    hash_ = _digest(config_bytes, tensors)
    if _HASH_NAME.fullmatch(path.name) and path.name != hash_:
        raise ModelFileError(path, "le contenu a changé depuis l'entraînement")
    try:
        return LinearTagger(_weights(path, json.loads(config_bytes), tensors), version_of(hash_))
    except ModelFileError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, SafetensorError) as error:
        raise ModelFileError(path, "fichiers illisibles") from error


def _read(folder: Path) -> tuple[bytes, bytes]:
    try:
        return (folder / CONFIG).read_bytes(), (folder / TENSORS).read_bytes()
    except OSError as error:
        raise ModelFileError(folder, f"il manque {CONFIG} ou {TENSORS}") from error


def _weights(folder: Path, config: dict[str, Any], tensors: bytes) -> Weights:
    made_with = (config["kind"], config["features"], config["hash_bits"])
    if made_with != ("linear-tagger", FEATURES_VERSION, HASH_BITS):
        raise ModelFileError(folder, "entraîné par une autre version du logiciel ; réentraînez")
    arrays = load_tensors(tensors)
    weights = Weights(
        tags=tuple(config["tags"]),
        feature_rows=arrays["feature_rows"],
        emissions=arrays["emissions"],
        transitions=arrays["transitions"],
        margin_scale=float(config["margin_scale"]),
        min_score=float(config["min_score"]),
    )
    _check(folder, weights)
    return weights


def _check(folder: Path, weights: Weights) -> None:
    """Shapes that agree: what follows trusts them."""
    tags, rows = len(weights.tags), weights.feature_rows
    sound = (
        weights.tags[:1] == (OUTSIDE,)
        and weights.emissions.shape == (len(rows), tags)
        and weights.transitions.shape == (tags, tags)
        and weights.emissions.dtype == weights.transitions.dtype == np.float32
        and (len(rows) == 0 or (int(rows.min()) >= 0 and int(rows.max()) < 2**HASH_BITS))
        and weights.margin_scale > 0
        and 0 <= weights.min_score <= 1
        and bool(np.isfinite(weights.emissions).all())
    )
    if not sound:
        raise ModelFileError(folder, "fichiers incohérents")
