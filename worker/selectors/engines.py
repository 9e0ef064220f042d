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
from worker.models import ModelVersion

MAX_ENGINES: Final = 3  # a model takes some 150 MB: the least used goes
_engines: OrderedDict[str, Detector] = OrderedDict()
_lock = threading.Lock()


def promoted_hash(project_id: UUID) -> str:
    """Content hash of the model that the project has promoted, "" for the shipped one."""
    promoted = ModelVersion.objects.filter(project=project_id, state=ModelVersion.State.PROMOTED)
    return promoted.values_list("content_hash", flat=True).first() or ""


def detector_for(project_id: UUID) -> Detector:
    """Rules, with the project's promoted model or the shipped one.

    Asked anew each time: a promotion or a roll-back takes effect at the next call, without a
    restart. Raises worker.engine.build.EngineError when the model's files can't be read.
    """
    content_hash = promoted_hash(project_id)
    with _lock:
        if content_hash not in _engines:
            folder = Path(settings.MODEL_DIR) / content_hash
            folder = folder if content_hash else Path(settings.SHIPPED_MODEL)
            _engines[content_hash] = build_detector(
                "hybrid", folder, cache=Path(settings.ENGINE_CACHE)
            )
        _engines.move_to_end(content_hash)
        while len(_engines) > MAX_ENGINES:
            _engines.popitem(last=False)
        return _engines[content_hash]


def training_device() -> str:
    """A graphics card if there is one."""
    from worker.engine.encoder.choice import has_cuda

    return "cuda" if has_cuda() else "cpu"


def forget_engines() -> None:
    """Empties the cache (tests, and a worker that must free its memory)."""
    with _lock:
        _engines.clear()
