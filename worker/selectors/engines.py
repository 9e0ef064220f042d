"""The detection engines that this process holds: one per content, shared by projects."""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings

from worker.engine.build import build_detector
from worker.engine.detector import Detector
from worker.engine.encoder.card import is_given_up
from worker.selectors.versions import learnable_model, promoted_hash

MAX_ENGINES: Final = 3  # a model takes some 150 MB: the least used goes
_engines: OrderedDict[tuple[str, bool], Detector] = OrderedDict()
_lock = threading.Lock()


def detector_of(content_hash: str) -> Detector:
    """Rules with the model of this content, "" for the shipped one. Raises worker.engine.build.EngineError when its files
    can't be read."""
    key = (content_hash, is_given_up())  # those on a card that was lost are of no more use
    with _lock:
        if key not in _engines:
            _engines[key] = build_detector(
                "hybrid", _folder(content_hash), cache=Path(settings.ENGINE_CACHE)
            )
        _engines.move_to_end(key)
        while len(_engines) > MAX_ENGINES:
            _engines.popitem(last=False)
        return _engines[key]


def model_of(project_id: UUID) -> Path:
    """The folder of the model that reads the project's notes: the promoted one, or the shipped one. Asked anew each time:
    a promotion or a roll-back takes effect at the next call, without a restart."""
    return _folder(promoted_hash(project_id))


def encoder_of(project_id: UUID) -> Path:
    """The folder whose encoder what is learned here may start from: the shipped one, where a classifier of others' is in
    service."""
    version = learnable_model(project_id)
    return _folder(version.content_hash if version else "")


def _folder(content_hash: str) -> Path:
    """ "" is the shipped model."""
    return Path(settings.MODEL_DIR) / content_hash if content_hash else Path(settings.SHIPPED_MODEL)


def training_device() -> str:
    """A graphics card if there is one."""
    from worker.engine.encoder.choice import has_cuda

    return "cuda" if has_cuda() else "cpu"


def forget_engines() -> None:
    """Empties the cache (tests, and a worker that must free its memory)."""
    with _lock:
        _engines.clear()
