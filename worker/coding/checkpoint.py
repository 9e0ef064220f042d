"""One checkpoint an epoch, safetensors and JSON: a training that was killed anywhere goes on from the last one.

The tensors of an epoch are written under a name of their own first; `state.json`, replaced at once, then says which
file counts. Nothing is unpickled.
"""

import json
import os
from pathlib import Path
from typing import Any, Final

from safetensors.torch import load_file, save_file
from torch import Tensor

STATE: Final = "state.json"
_NETWORK, _OPTIMIZER = "network.", "optimizer."


class OtherTrainingError(ValueError):
    """The folder holds the checkpoint of another recipe or other notes. The message is French."""

    def __init__(self) -> None:
        super().__init__("le dossier de reprise est celui d'un autre entraînement")


def read_state(folder: Path, fingerprint: str) -> dict[str, Any] | None:
    """What was said with the last checkpoint; None when there is none. Raises OtherTrainingError."""
    try:
        state: dict[str, Any] = json.loads((folder / STATE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    if state.get("fingerprint") != fingerprint:
        raise OtherTrainingError
    return state


def write(
    folder: Path, state: dict[str, Any], network: dict[str, Tensor], optimizer: dict[str, Tensor]
) -> dict[str, Any]:
    """Adds `last` and, if the state says `is_best`, `best` to the state; removes what no longer counts.

    `state` holds `epoch`, `best` (a file's name or "") and `is_best`. Returns the state as written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = f"epoch-{state['epoch']:04d}.safetensors"
    tensors = {_NETWORK + key: value.cpu().contiguous() for key, value in network.items()}
    tensors |= {_OPTIMIZER + key: value.cpu().contiguous() for key, value in optimizer.items()}
    partial = folder / f".{name}.partial"
    save_file(tensors, partial)
    _to_disk(partial)
    partial.replace(folder / name)
    is_best = state.pop("is_best")
    state = {**state, "last": name, "best": name if is_best else state["best"]}
    draft = folder / f".{STATE}.partial"
    draft.write_text(json.dumps(state), encoding="utf-8")
    _to_disk(draft)
    draft.replace(folder / STATE)
    for path in folder.glob("*epoch-*.safetensors*"):
        if path.name not in (state["last"], state["best"]):
            path.unlink()
    return state


def read_tensors(folder: Path, name: str) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """The network's tensors and the optimizer's."""
    tensors = load_file(folder / name)
    network = {k.removeprefix(_NETWORK): v for k, v in tensors.items() if k.startswith(_NETWORK)}
    optimizer = {
        k.removeprefix(_OPTIMIZER): v for k, v in tensors.items() if k.startswith(_OPTIMIZER)
    }
    return network, optimizer


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
