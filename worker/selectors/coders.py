"""The ICD-10 coder that works for a project now."""

from __future__ import annotations

import threading
from uuid import UUID

from icdcoder.domain.coder import Coder
from icdcoder.domain.joint import JointCoder
from icdcoder.selectors.coder import default_coder, trained_coder
from worker.models import CoderVersion
from worker.selectors.versions import model_folder

_held: dict[str, Coder] = {}  # content hash → dictionary and network; one, as a network is large
_lock = threading.Lock()


def coder_for(project_id: UUID) -> Coder:
    """The dictionary, with the project's promoted network if there is one; asked anew each time.

    Raises icdcoder.selectors.coder.UnusableModelError, and as `default_coder` does.
    """
    promoted = CoderVersion.objects.in_service(project_id).first()
    if promoted is None:
        return default_coder()
    with _lock:
        if promoted.content_hash not in _held:
            network = trained_coder(model_folder(promoted.content_hash))
            _held.clear()
            _held[promoted.content_hash] = JointCoder(default_coder(), network)
        return _held[promoted.content_hash]
