"""A model's directory: config.json and tokenizer of the backbone, model.safetensors, ner.json."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from worker.engine.encoder.tags import LABELS, SUBTYPES

SETTINGS: Final = "ner.json"
WEIGHTS: Final = "model.safetensors"
TRANSITIONS: Final = "transitions.safetensors"  # of a model that decodes with learned ones
VERSION: Final = 1
MERGES: Final = ("steps", "union")  # the keys of worker.engine.hybrid.MERGES
ALONE: Final = "alone"  # the model without the rules, as others measure theirs
WELL_FORMED, LEARNED = "well-formed", "learned"
DECODINGS: Final = (WELL_FORMED, LEARNED)
NETWORK, RULES, PEER, CRF, LSTM = "network", "rules", "peer", "crf", "lstm"
FORMS: Final = (NETWORK, RULES, PEER, CRF, LSTM)
CRF_WEIGHTS: Final = "model.crfsuite"
_KNOWN: Final[dict[str, tuple[object, ...]]] = {
    "merge": (*MERGES, ALONE),
    "decoding": DECODINGS,
    "form": FORMS,
    "version": (VERSION,),
}


class ModelFilesError(ValueError):
    """The directory doesn't hold a model of this engine; the message is a French sentence."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model reads and decides. `window` and `overlap` in pieces; `temperature` divides
    log-probabilities; `threshold` t redacts when P(O) < t. `left_out` names rules (sources of spans) that the
    project's notes proved wrong: its hybrid does without them. `merge`: see `worker.engine.hybrid.MERGES`, or ALONE. `label_map`: of a
    classifier of others', its labels and ours (`worker.other_engines.tagger`); empty for a model of this engine.
    `decoding`: every well-formed sequence of tags is as likely as another, or as TRANSITIONS has learned. `form`: what the
    directory holds, a network or what works in its place (`worker.other_engines.loading`); `peer`: of another tool, its name and the
    version that was judged."""

    window: int = 128
    overlap: int = 32
    temperature: float = 1.0
    threshold: float = 0.5
    name: str = "encoder"
    subtypes: tuple[str, ...] = SUBTYPES
    labels: tuple[str, ...] = LABELS
    version: int = VERSION
    left_out: tuple[str, ...] = ()
    merge: str = "steps"
    label_map: tuple[tuple[str, str], ...] = ()
    decoding: str = WELL_FORMED
    form: str = NETWORK
    peer: tuple[str, ...] = ()


# Written only where they say something: a model of ours keeps the same content and hash as ever.
_SELDOM: Final = {"label_map": (), "decoding": WELL_FORMED, "form": NETWORK, "peer": ()}


def write_settings(folder: Path, settings: Settings) -> None:
    told = {name: value for name, value in asdict(settings).items() if _SELDOM.get(name) != value}
    content = json.dumps(told, ensure_ascii=False, indent=2)
    (folder / SETTINGS).write_text(content + "\n", encoding="utf-8")


def is_model(folder: Path) -> bool:
    """True for the directory of a trained model, False for a bare backbone."""
    return (folder / SETTINGS).is_file()


def read_settings(folder: Path) -> Settings:
    """Raises ModelFilesError."""
    try:
        content = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        content["subtypes"] = tuple(content["subtypes"])
        content["labels"] = tuple(content["labels"])
        content["left_out"] = tuple(content.get("left_out", ()))
        content["label_map"] = tuple((str(a), str(b)) for a, b in content.get("label_map", ()))
        content["peer"] = tuple(map(str, content.get("peer", ())))
        settings = Settings(**content)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ModelFilesError(f"{SETTINGS} illisible dans {folder}") from error
    if (settings.subtypes, settings.labels) != (SUBTYPES, LABELS):
        raise ModelFilesError("ce modèle a été appris avec d'autres étiquettes")
    for name, known in _KNOWN.items():
        if (value := getattr(settings, name)) not in known:
            raise ModelFilesError(f"{SETTINGS} : « {name} » vaut {value}, inconnu de cette version")
    return settings


def content_hash(folder: Path) -> str:
    """SHA-256 over the files that decide what the model finds."""
    digest = hashlib.sha256()
    for name in ("config.json", "tokenizer.json", SETTINGS, WEIGHTS, TRANSITIONS, CRF_WEIGHTS):
        path = folder / name
        if path.is_file():
            digest.update(f"{name}\0".encode())
            with path.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
    return digest.hexdigest()


def version_of(name: str, digest: str) -> str:
    """``ner-fr-1-3f2a91c0b7de``."""
    return f"{name}-{digest[:12]}"
