"""A model's directory to a detector."""

from pathlib import Path

from worker.engine.detector import Model
from worker.engine.encoder.choice import NoDeviceError, default_cache, open_runtime
from worker.engine.encoder.detector import EncoderDetector
from worker.engine.encoder.files import content_hash, read_settings
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.transitions import table_of

__all__ = ["NoDeviceError", "load_detector", "version_of"]


def load_detector(
    folder: Path, device: str | None = None, threads: int = 0, cache: Path | None = None
) -> Model:
    """Raises ModelFilesError, NoDeviceError, OSError."""
    settings = read_settings(folder)
    version = version_of(settings.name, content_hash(folder))
    runtime = open_runtime(folder, cache or default_cache(), device, threads)
    table = table_of(folder, settings)
    return EncoderDetector(runtime, PieceEncoder(folder), settings, version, table)


def version_of(name: str, digest: str) -> str:
    """``ner-fr-1-3f2a91c0b7de``."""
    return f"{name}-{digest[:12]}"
