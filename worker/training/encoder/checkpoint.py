"""One checkpoint, replaced after each epoch, from which a killed training goes on."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import torch

from worker.training.encoder.loop import Trainer

LAST: Final = "checkpoint.pt"
BEST: Final = "best.pt"
LOG: Final = "epochs.json"


class EpochLog:
    """The figures of the finished epochs, beside the checkpoint."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOG

    def rows(self) -> list[dict[str, Any]]:
        """Empty when nothing was trained here yet."""
        try:
            found: list[dict[str, Any]] = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        return found

    def write(self, rows: Sequence[Any]) -> None:
        """Replaces the file at once. `rows` are dataclass instances."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        partial = self._path.with_suffix(".partial")
        partial.write_text(json.dumps([asdict(row) for row in rows]), encoding="utf-8")
        partial.replace(self._path)


def save(trainer: Trainer, folder: Path, *, is_best: bool = False) -> None:
    """All or nothing: a kill in the middle leaves the former checkpoint."""
    folder.mkdir(parents=True, exist_ok=True)
    network = trainer.network.state_dict()
    if is_best:
        _write({"network": network, "epoch": trainer.epoch}, folder / BEST)
    _write({"network": network, "trainer": trainer.state()}, folder / LAST)


def restore(trainer: Trainer, folder: Path) -> bool:
    """False when there is none."""
    content = _read(folder / LAST)
    if content is None:
        return False
    trainer.network.load_state_dict(content["network"])
    trainer.restore(content["trainer"])
    return True


def restore_best(trainer: Trainer, folder: Path) -> None:
    """The network of the best epoch; without one it stays as it is."""
    content = _read(folder / BEST)
    if content is not None:
        trainer.network.load_state_dict(content["network"])


def _write(content: dict[str, Any], path: Path) -> None:
    partial = path.with_name(f".{path.name}.partial")
    with partial.open("wb") as file:
        torch.save(content, file)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def _read(path: Path) -> dict[str, Any] | None:
    """Nothing but tensors and numbers is ever unpickled."""
    if not path.is_file():
        return None
    content: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    return content
