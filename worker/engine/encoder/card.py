"""The graphics card of this process, lost. Without PyTorch: who never had a card need not load it.

A process whose card has failed can't use it again, whatever becomes of the card: from then on it and the children that it
starts compute on the processor. `CUDA_VISIBLE_DEVICES`, set to nothing, says so to both.
"""

import os
import re
import sys
from collections.abc import Iterator
from typing import Final

_VISIBLE: Final = "CUDA_VISIBLE_DEVICES"
NO_CARD: Final = {_VISIBLE: ""}  # the environment of a child that is to compute on the processor
_UNKNOWN: Final = "CUDA"
# PyTorch has no one class for it: a driver that is gone, a kernel that failed, a library of NVIDIA's that says so
_OF_A_CARD: Final = re.compile(r"\bCUDA\b|\bcuDNN\b|CUBLAS_|CUFFT_|\bNVML\b|\bNVIDIA\b")
_seen: list[str] = []


class CardLostError(RuntimeError):
    """The card has failed; `card` names it."""

    def __init__(self, card: str) -> None:
        super().__init__(f"la carte graphique {card} ne répond plus")
        self.card = card


def lost_card(error: BaseException) -> str:
    """The name of the card that this error tells the loss of; "" for any other error, a full memory among them."""
    for cause in causes(error):
        if isinstance(cause, CardLostError):
            return cause.card
        if _is_of_a_card(cause):
            return _seen[0] if _seen else _UNKNOWN
    return ""


def remember_card(name: str) -> None:
    """For the day when it no longer tells its name."""
    _seen[:] = [name]


def give_up_card() -> None:
    """From now on this process computes on the processor, and so do those that it starts."""
    os.environ[_VISIBLE] = ""


def is_given_up() -> bool:
    """By this process, or by who started it."""
    return os.environ.get(_VISIBLE) == ""


def _is_of_a_card(error: BaseException) -> bool:
    if not isinstance(error, RuntimeError | AssertionError):
        return False
    torch = sys.modules.get("torch")
    if torch and isinstance(error, torch.OutOfMemoryError | torch.AcceleratorError):
        return isinstance(error, torch.AcceleratorError)
    return bool(_OF_A_CARD.search(str(error)))


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, what it was raised from, and so on."""
    while error is not None:
        yield error
        error = error.__cause__
