"""A token classifier of others' (a folder with its map of labels), another tool or the rules alone made a model's directory of
ours; nothing is learned."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Final

from worker.engine.encoder.files import PEER, RULES, WEIGHTS, Settings, write_settings
from worker.engine.encoder.pieces import copy_tokenizer
from worker.engine.encoder.sources import keep_licence
from worker.other_engines.peers.detector import PeerAbsentError, PeerDetector
from worker.other_engines.peers.specs import spec_of
from worker.other_engines.tagger import OUTSIDE, MapError, TaggerModel, read_map, theirs_of

MAP: Final = "labels.json"
_TRIED: Final = "Vu ce jour"
CONFIG: Final = "config.json"


class AdoptionError(ValueError):
    """The folder can't be taken over; `code` says why, `detail` names a file or labels."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code} {detail}")
        self.code = code
        self.detail = detail


def adopt(source: Path, folder: Path) -> Settings:
    """Copies weights, configuration and tokenizer into the new `folder`; its settings hold the map. Only safetensors, no
    link, no code of theirs; every label of theirs must be in the map. Raises AdoptionError."""
    for name in (CONFIG, WEIGHTS, MAP):
        if not (source / name).is_file():
            raise AdoptionError("missing", name)
    for path in source.iterdir():
        if path.is_symlink():
            raise AdoptionError("unreadable", f"symlink {path.name}")
    try:
        labels = read_map(source / MAP)
    except MapError as error:
        raise AdoptionError("map", str(error)) from None
    config = _config(source)
    told = {theirs_of(str(tag)) for tag in config["id2label"].values()} - {OUTSIDE}
    if unknown := sorted(told - labels.keys()):
        raise AdoptionError("labels", ", ".join(unknown))
    if not any(labels[theirs] for theirs in told):
        raise AdoptionError("map", MAP)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source / WEIGHTS, folder / WEIGHTS)
    (folder / CONFIG).write_text(json.dumps(config), encoding="utf-8")
    kept = tuple(sorted((theirs, labels[theirs]) for theirs in told))
    settings = Settings(name=source.name, label_map=kept)
    write_settings(folder, settings)
    keep_licence(source, folder)
    try:
        copy_tokenizer(source, folder)
        TaggerModel(folder, labels).read([_TRIED])
    except Exception as error:  # whatever a library says of files that somebody else made
        raise AdoptionError("unreadable", type(error).__name__) from error
    return settings


def adopt_rules(folder: Path) -> Settings:
    """No model: the rules work alone."""
    return _written(folder, Settings(name="rules", form=RULES))


def adopt_peer(name: str, folder: Path) -> Settings:
    """A tool of `worker.other_engines.peers`, in the version that answers now. What it finds and what the rules find are simply united:
    of words that it leaves it says nothing. Raises AdoptionError."""
    spec = spec_of(name)
    if spec is None:
        raise AdoptionError("absent", name)
    try:
        told = PeerDetector(spec).version
    except PeerAbsentError as absent:
        raise AdoptionError("absent", f"{spec.title} : {absent.reason}") from None
    return _written(folder, Settings(name=spec.name, form=PEER, peer=(name, told), merge="union"))


def _written(folder: Path, settings: Settings) -> Settings:
    folder.mkdir(parents=True, exist_ok=True)
    write_settings(folder, settings)
    return settings


def _config(source: Path) -> dict[str, Any]:
    try:
        config = json.loads((source / CONFIG).read_text(encoding="utf-8"))
        if "auto_map" in config:
            raise AdoptionError("code")
        config["id2label"] = dict(config["id2label"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, AdoptionError):
            raise
        raise AdoptionError("unreadable", CONFIG) from None
    return dict(config)
