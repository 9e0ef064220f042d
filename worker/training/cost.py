"""What a training took: time, memory, and an estimate of its energy.

Energy and carbon by Lannelongue, Grealey & Inouye 2021 (Green Algorithms, Advanced Science 8:2100707): power of
the cores or of the card and of the memory, times hours, times the building's overhead. It is an estimate from
constants, not a measurement: the machine is taken to be busy with nothing else.
"""

import json
import os
import resource
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

CORE_WATTS: Final = 12.0  # a server's core, the paper's tool where the model is unknown
CARD_WATTS: Final = 200.0  # a card, likewise
MEMORY_WATTS_A_GB: Final = 0.3725
OVERHEAD: Final = 1.67  # power usage effectiveness of an average data centre
GRAMS_A_KWH: Final = 51.28  # CO2e of French electricity, 2020
_KIB: Final = 1024
_CPU, _CARD = "cpu", "cuda"
KEEP_SECONDS: Final = 5.0
_FILE: Final = "spent.json"


@dataclass(frozen=True, slots=True)
class Spent:
    """Time and energy of the attempts before."""

    seconds: float = 0.0
    kwh: float = 0.0


@dataclass(frozen=True, slots=True)
class Cost:
    """`memory_mb` is the process's peak since it started; of a card, what PyTorch held at most. `earlier`: what attempts
    that were killed had taken; `seconds` and memory are of this one."""

    seconds: float
    device: str
    device_name: str
    cores: int
    memory_mb: int
    card_memory_mb: int = 0
    earlier: Spent = field(default_factory=Spent)

    @property
    def whole_seconds(self) -> float:
        """Of all attempts."""
        return self.earlier.seconds + self.seconds

    @property
    def kwh(self) -> float:
        """The estimate of the paper, in kWh, of all attempts: each on its own device."""
        watts = CARD_WATTS if self.device == _CARD else CORE_WATTS * self.cores
        watts += MEMORY_WATTS_A_GB * self.memory_mb / _KIB
        return self.earlier.kwh + watts * OVERHEAD * self.seconds / 3_600_000

    @property
    def grams(self) -> float:
        """CO2e where electricity is French."""
        return self.kwh * GRAMS_A_KWH

    def to_json(self) -> dict[str, Any]:
        return {
            "seconds": round(self.whole_seconds, 1),
            "device": self.device,
            "device_name": self.device_name,
            "cores": self.cores,
            "memory_mb": self.memory_mb,
            "card_memory_mb": self.card_memory_mb,
            "kwh": round(self.kwh, 5),
            "grams": round(self.grams, 3),
        }


class Meter:
    """Runs from its making. `folder` keeps the time from one attempt to the next: who is killed tells nothing."""

    def __init__(self, device: str, folder: Path) -> None:
        self._device = device
        self._began = self._kept_at = time.monotonic()
        self._file = folder / _FILE
        self._earlier = _read(self._file)

    def keep(self) -> None:
        """Between two steps; writes every few seconds at most."""
        if time.monotonic() - self._kept_at < KEEP_SECONDS:
            return
        self._kept_at, now = time.monotonic(), self.read()
        self._file.parent.mkdir(parents=True, exist_ok=True)
        partial = self._file.with_suffix(".partial")
        partial.write_text(json.dumps(asdict(Spent(now.whole_seconds, now.kwh))), "utf-8")
        partial.replace(self._file)

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
            earlier=self._earlier,
        )


def _read(file: Path) -> Spent:
    """A machine that lost its power may leave the file empty: an estimate is not worth a training."""
    try:
        return Spent(**json.loads(file.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return Spent()


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123 (no Path for one line)
            found = next(line for line in lines if line.startswith("model name"))
        return found.partition(":")[2].strip()
    except (OSError, StopIteration):
        return os.uname().machine
