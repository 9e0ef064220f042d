"""What a training took: time, memory, and an estimate of its energy.

Energy and carbon by Lannelongue, Grealey & Inouye 2021 (Green Algorithms, Advanced Science 8:2100707): power of
the cores or of the card and of the memory, times hours, times the building's overhead. It is an estimate from
constants, not a measurement: the machine is taken to be busy with nothing else.
"""

import os
import resource
import time
from dataclasses import dataclass
from typing import Any, Final

CORE_WATTS: Final = 12.0  # a server's core, the paper's tool where the model is unknown
CARD_WATTS: Final = 200.0  # a card, likewise
MEMORY_WATTS_A_GB: Final = 0.3725
OVERHEAD: Final = 1.67  # power usage effectiveness of an average data centre
GRAMS_A_KWH: Final = 51.28  # CO2e of French electricity, 2020
_KIB: Final = 1024
_CPU, _CARD = "cpu", "cuda"


@dataclass(frozen=True, slots=True)
class Cost:
    """`memory_mb` is the process's peak since it started; of a card, what PyTorch held at most."""

    seconds: float
    device: str
    device_name: str
    cores: int
    memory_mb: int
    card_memory_mb: int = 0

    @property
    def kwh(self) -> float:
        """The estimate of the paper, in kWh."""
        watts = CARD_WATTS if self.device == _CARD else CORE_WATTS * self.cores
        watts += MEMORY_WATTS_A_GB * self.memory_mb / _KIB
        return watts * OVERHEAD * self.seconds / 3_600_000

    @property
    def grams(self) -> float:
        """CO2e where electricity is French."""
        return self.kwh * GRAMS_A_KWH

    def to_json(self) -> dict[str, Any]:
        return {
            "seconds": round(self.seconds, 1),
            "device": self.device,
            "device_name": self.device_name,
            "cores": self.cores,
            "memory_mb": self.memory_mb,
            "card_memory_mb": self.card_memory_mb,
            "kwh": round(self.kwh, 5),
            "grams": round(self.grams, 3),
        }


class Meter:
    """Runs from its making."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._began = time.monotonic()

    def read(self) -> Cost:
        """Now."""
        import torch

        has_card = self._device == _CARD
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _KIB
        return Cost(
            seconds=time.monotonic() - self._began,
            device=self._device,
            device_name=torch.cuda.get_device_name() if has_card else _processor(),
            cores=torch.get_num_threads(),
            memory_mb=peak,
            card_memory_mb=torch.cuda.max_memory_allocated() >> 20 if has_card else 0,
        )


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123 (no Path for one line)
            found = next(line for line in lines if line.startswith("model name"))
        return found.partition(":")[2].strip()
    except (OSError, StopIteration):
        return os.uname().machine
