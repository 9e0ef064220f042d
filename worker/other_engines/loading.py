"""What a model's directory may hold instead of a network of ours, set beside the rules as one."""

from pathlib import Path

from worker.engine.detector import Detector, Model
from worker.engine.encoder.choice import NoDeviceError, has_cuda
from worker.engine.encoder.files import (
    CRF,
    CRF_WEIGHTS,
    LSTM,
    NETWORK,
    WEIGHTS,
    ModelFilesError,
    Settings,
    content_hash,
    version_of,
)
from worker.other_engines.found import FoundModel
from worker.other_engines.peers.detector import PeerAbsentError, PeerDetector
from worker.other_engines.peers.specs import spec_of


def load_other(folder: Path, settings: Settings, device: str | None = None) -> Model:
    """Of a form that is neither NETWORK nor RULES, or of a network whose labels are others' (`label_map`). Raises ModelFilesError,
    NoDeviceError, OSError, ValueError, KeyError."""
    version = version_of(settings.name, content_hash(folder))
    if settings.form == NETWORK:
        return _tagger(folder, settings, version, device)
    if settings.form == CRF:
        return FoundModel(_crf(folder, version), version)
    if settings.form == LSTM:
        return FoundModel(_lstm(folder, version), version)
    return FoundModel(_peer(settings), version)


def _tagger(folder: Path, settings: Settings, version: str, device: str | None) -> Model:
    """A classifier of others' makes no 8-bit copy: it runs as it is."""
    from worker.other_engines.tagger import TaggerModel

    is_on_card = device != "cpu" and has_cuda()
    if device == "cuda" and not is_on_card:
        raise NoDeviceError("aucune carte graphique CUDA n'est utilisable ici (--device cpu)")
    return TaggerModel(folder, dict(settings.label_map), version, "cuda" if is_on_card else "cpu")


def _crf(folder: Path, version: str) -> Detector:
    from worker.other_engines.sequences.crf import CrfDetector

    try:
        return CrfDetector((folder / CRF_WEIGHTS).read_bytes(), version)
    except ImportError:
        raise ModelFilesError("le paquet python-crfsuite n'est pas installé") from None


def _lstm(folder: Path, version: str) -> Detector:
    from safetensors import SafetensorError

    from worker.other_engines.sequences.lstm import LstmCrfDetector, read_lstm

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
