"""One checkpoint, replaced after each epoch, from which a killed training goes on.

A checkpoint is one safetensors file: the tensors of the network and of the optimizer, and in its
header, as JSON, the plain rest (epoch, learning rates). Nothing is unpickled.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, Protocol

from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

from annotation.domain.files import replaced_when_done

LAST: Final = "checkpoint.safetensors"
BEST: Final = "best.safetensors"
LOG: Final = "epochs.json"
_NETWORK: Final = "network."
_OPTIMIZER: Final = "optimizer."  # then the parameter's place and the name of its figure
_PLAIN: Final = "deidweb"  # what the header calls the JSON


class Learner(Protocol):
    """What is trained step by step; `epoch` counts the steps after which it may go on."""

    epoch: int

    @property
    def network(self) -> nn.Module: ...

    def state(self) -> dict[str, Any]: ...

    def restore(self, state: dict[str, Any]) -> None: ...


class EpochLog:
    """The figures of the finished epochs, beside the checkpoint."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOG

    def rows(self) -> list[dict[str, Any]]:
        """Empty when nothing was trained here yet, and where the file has lost its content with the machine's power."""
        try:
            found: list[dict[str, Any]] = json.loads(self._path.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return []
        return found

    def write(self, rows: Sequence[Any]) -> None:
        """Replaces the file at once. `rows` are dataclass instances."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with replaced_when_done(self._path) as stream:
            json.dump([asdict(row) for row in rows], stream)


def save(trainer: Learner, folder: Path, *, is_best: bool = False) -> None:
    """All or nothing: a kill in the middle leaves the former checkpoint."""
    folder.mkdir(parents=True, exist_ok=True)
    network = {_NETWORK + name: value for name, value in trainer.network.state_dict().items()}
    if is_best:
        _write(network, {"epoch": trainer.epoch}, folder / BEST)
    tensors, plain = _taken_apart(trainer.state())
    _write(network | tensors, plain, folder / LAST)


def resume(trainer: Learner, folder: Path) -> list[dict[str, Any]]:
    """The figures of the epochs after which the trainer goes on, as `EpochLog` has them. Without figures it begins anew: nobody
    knows which of the epochs was the best."""
    rows = EpochLog(folder).rows()
    if not rows:
        forget(folder)
    restore(trainer, folder)
    return rows[: trainer.epoch]  # of an epoch behind it the checkpoint was not written in time


def restore(trainer: Learner, folder: Path) -> bool:
    """False when there is none, none that can be read, or one of a release in which other layers learned: the training
    begins anew."""
    content = _read(folder / LAST)
    if content is None:
        return False
    tensors, plain = content
    try:
        trainer.restore(_put_together(_own(tensors, _OPTIMIZER), plain))
    except ValueError:
        return False
    trainer.network.load_state_dict(_own(tensors, _NETWORK))
    return True


def restore_best(trainer: Learner, folder: Path) -> None:
    """The network of the best epoch; without one it stays as it is."""
    content = _read(folder / BEST)
    if content is not None:
        trainer.network.load_state_dict(_own(content[0], _NETWORK))


def forget(folder: Path) -> None:
    """The training of this folder begins anew."""
    for name in (LAST, BEST, LOG):
        (folder / name).unlink(missing_ok=True)


def _taken_apart(state: dict[str, Any]) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """A trainer's state as tensors and as what JSON can say."""
    optimizer = state["optimizer"]
    tensors = {
        f"{_OPTIMIZER}{place}.{name}": value
        for place, figures in optimizer["state"].items()
        for name, value in figures.items()
    }
    return tensors, {"epoch": state["epoch"], "groups": optimizer["param_groups"]}


def _put_together(tensors: dict[str, Tensor], plain: dict[str, Any]) -> dict[str, Any]:
    """The inverse of `_taken_apart`."""
    figures: dict[int, dict[str, Tensor]] = {}
    for key, value in tensors.items():
        place, _, name = key.partition(".")
        figures.setdefault(int(place), {})[name] = value
    groups = [{**group, "betas": tuple(group["betas"])} for group in plain["groups"]]
    return {"epoch": plain["epoch"], "optimizer": {"state": figures, "param_groups": groups}}


def _own(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {key.removeprefix(prefix): t for key, t in tensors.items() if key.startswith(prefix)}


def _write(tensors: dict[str, Tensor], plain: dict[str, Any], path: Path) -> None:
    partial = path.with_name(f".{path.name}.partial")
    # copies: weights that two layers share would be refused
    apart = {name: value.detach().cpu().clone().contiguous() for name, value in tensors.items()}
    save_file(apart, partial, {_PLAIN: json.dumps(plain)})
    with partial.open("rb") as file:
        os.fsync(file.fileno())
    partial.replace(path)


def _read(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]] | None:
    if not path.is_file():
        return None
    try:
        with safe_open(path, framework="pt", device="cpu") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no dict)
            plain: dict[str, Any] = json.loads(file.metadata()[_PLAIN])
    except (SafetensorError, KeyError, TypeError, ValueError):
        return None
    return tensors, plain
