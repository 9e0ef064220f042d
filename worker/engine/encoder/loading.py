"""A model's directory to a detector."""

from pathlib import Path

from worker.engine.detector import Model
from worker.engine.encoder.choice import NoDeviceError, default_cache, has_cuda, open_runtime
from worker.engine.encoder.detector import EncoderDetector
from worker.engine.encoder.files import Settings, content_hash, read_settings
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.transitions import table_of

__all__ = ["NoDeviceError", "load_detector", "version_of"]


def load_detector(
    folder: Path, device: str | None = None, threads: int = 0, cache: Path | None = None
) -> Model:
    """Raises ModelFilesError, NoDeviceError, OSError."""
    settings = read_settings(folder)
    version = version_of(settings.name, content_hash(folder))
    if settings.label_map:
        return _tagger(folder, settings, version, device)
    runtime = open_runtime(folder, cache or default_cache(), device, threads)
    table = table_of(folder, settings)
    return EncoderDetector(runtime, PieceEncoder(folder), settings, version, table)


def _tagger(folder: Path, settings: Settings, version: str, device: str | None) -> Model:
    """A classifier of others' makes no 8-bit copy: it runs as it is."""
    from worker.engine.encoder.tagger import TaggerModel

    is_on_card = device != "cpu" and has_cuda()
    if device == "cuda" and not is_on_card:
        raise NoDeviceError("aucune carte graphique CUDA n'est utilisable ici (--device cpu)")
    return TaggerModel(folder, dict(settings.label_map), version, "cuda" if is_on_card else "cpu")


def version_of(name: str, digest: str) -> str:
    """``ner-fr-1-3f2a91c0b7de``."""
    return f"{name}-{digest[:12]}"
