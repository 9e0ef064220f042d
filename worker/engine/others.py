"""What a model's directory may hold instead of a network of ours, set beside the rules as one."""

from pathlib import Path

from worker.engine.detector import Detector, Model
from worker.engine.encoder.files import (
    CRF,
    CRF_WEIGHTS,
    LSTM,
    WEIGHTS,
    ModelFilesError,
    Settings,
    content_hash,
)
from worker.engine.encoder.loading import version_of
from worker.engine.found import FoundModel
from worker.engine.peers.detector import PeerAbsentError, PeerDetector
from worker.engine.peers.specs import spec_of


def load_other(folder: Path, settings: Settings) -> Model:
    """Of a form that is neither NETWORK nor RULES. Raises ModelFilesError, OSError, ValueError, KeyError."""
    version = version_of(settings.name, content_hash(folder))
    if settings.form == CRF:
        return FoundModel(_crf(folder, version), version)
    if settings.form == LSTM:
        return FoundModel(_lstm(folder, version), version)
    return FoundModel(_peer(settings), version)


def _crf(folder: Path, version: str) -> Detector:
    from worker.engine.sequences.crf import CrfDetector

    try:
        return CrfDetector((folder / CRF_WEIGHTS).read_bytes(), version)
    except ImportError:
        raise ModelFilesError("le paquet python-crfsuite n'est pas installé") from None


def _lstm(folder: Path, version: str) -> Detector:
    from safetensors import SafetensorError

    from worker.engine.sequences.lstm import LstmCrfDetector, read_lstm

    try:
        tagger, words, represent = read_lstm(folder / WEIGHTS)
        return LstmCrfDetector(tagger, words, version, represent)
    except SafetensorError:
        raise ModelFilesError(f"{WEIGHTS} illisible") from None


def _peer(settings: Settings) -> Detector:
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
    return detector
