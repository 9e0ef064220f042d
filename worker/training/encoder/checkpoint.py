"""One checkpoint, replaced after each epoch, from which a killed training goes on."""

import os
from pathlib import Path
from typing import Final

import torch

from worker.training.encoder.loop import Trainer

FILE: Final = "checkpoint.pt"


def save(trainer: Trainer, folder: Path) -> None:
    """All or nothing: a kill in the middle leaves the former checkpoint."""
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f".{FILE}.partial"
    content = {"network": trainer.network.state_dict(), "trainer": trainer.state()}
    with partial.open("wb") as file:
        torch.save(content, file)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(folder / FILE)


def restore(trainer: Trainer, folder: Path) -> bool:
    """False when there is none. Nothing but tensors and numbers is ever unpickled."""
    path = folder / FILE
    if not path.is_file():
        return False
    content = torch.load(path, map_location="cpu", weights_only=True)
    trainer.network.load_state_dict(content["network"])
    trainer.restore(content["trainer"])
    return True
