"""What the figures were measured on."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

_LIBRARIES: Final = ("torch", "onnxruntime", "transformers", "numpy")


def describe() -> str:
    """Processor, cores, what it multiplies well, Python and the libraries that count."""
    flags = _cpu("flags").split()
    known = [name for name in ("amx_bf16", "avx512_vnni", "avx2") if name in flags]
    load = os.getloadavg()[0]
    return (
        f"{platform.platform()}, {_cpu('model name') or platform.machine()}, {os.cpu_count()} cœurs"
        f" ({', '.join(known) or 'sans instructions vectorielles connues'}), charge {load:.1f}\n"
        f"Python {platform.python_version()}, "
        + ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES)
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


def _cpu(key: str) -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith(key):
                return line.partition(":")[2].strip()
    return ""
