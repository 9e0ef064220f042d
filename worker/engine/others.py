"""What a model's directory may hold instead of a network of ours, set beside the rules as one."""

from pathlib import Path

from worker.engine.detector import Model
from worker.engine.encoder.files import ModelFilesError, Settings, content_hash
from worker.engine.encoder.loading import version_of
from worker.engine.peers.detector import PeerAbsentError, PeerDetector
from worker.engine.peers.model import FoundModel
from worker.engine.peers.specs import spec_of


def load_other(folder: Path, settings: Settings) -> Model:
    """Of a form that is neither NETWORK nor RULES. Raises ModelFilesError, OSError."""
    return _peer(settings, version_of(settings.name, content_hash(folder)))


def _peer(settings: Settings, version: str) -> Model:
    """The tool as it was judged: of another version nobody knows what it masks."""
    name, judged = settings.peer if len(settings.peer) == 2 else ("", "")
    spec = spec_of(name)
    if spec is None:
        raise ModelFilesError(f"outil « {name} » inconnu de cette version")
    try:
        detector = PeerDetector(spec)
    except PeerAbsentError as absent:
        raise ModelFilesError(f"{spec.title} : {absent.reason}") from None
    if detector.version != judged:
        raise ModelFilesError(f"{detector.version} : c'est {judged} qui a été jugé")
    return FoundModel(detector, version)
