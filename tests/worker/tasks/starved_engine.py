"""Stands for the engine in its own process, on a machine that has little left when the model is to be loaded: as many MB as its
cache folder is called."""

import resource
import sys
from pathlib import Path

from worker.engine import alone

_DATA = 5  # of /proc/self/statm, in pages


def almost_nothing(_model: Path) -> int:
    used = int(Path("/proc/self/statm").read_text().split()[_DATA]) * resource.getpagesize()
    return used + int(float(Path(sys.argv[2]).name) * 1024**2)


if __name__ == "__main__":
    alone.memory_for = almost_nothing
    alone.main()
