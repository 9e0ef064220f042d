"""What the figures were measured on."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from worker.engine.encoder.choice import has_cuda

_LIBRARIES: Final = ("torch", "onnxruntime", "transformers", "numpy", "gensim", "python-crfsuite")
_OPTIONAL: Final = ("gensim", "python-crfsuite")


def describe() -> str:
    """Processor, cores, what it multiplies well, Python and the libraries that count."""
    known = ", ".join(_instructions()) or "sans instructions vectorielles connues"
    return (
        f"{platform.platform()}, {_processor()}, {os.cpu_count()} cœurs ({known}),"
        f" charge {os.getloadavg()[0]:.1f}\n{versions()}"
    )


def hardware() -> str:
    """The same of the processor, in English and in short: for docs/benchmarks.md."""
    return f"{_processor()}, {os.cpu_count()} cores ({', '.join(_instructions())}){card()}"


def card() -> str:
    """ ", NVIDIA H100 80GB HBM3" where PyTorch can use a card, else nothing."""
    if not has_cuda():
        return ""
    import torch

    return f", {torch.cuda.get_device_name()}"


def versions() -> str:
    libraries = ", ".join(
        f"{name} {found}"
        for name in _LIBRARIES
        if (found := _version(name)) != "absent" or name not in _OPTIONAL
    )
    return f"Python {platform.python_version()}, {libraries}"


def _instructions() -> list[str]:
    flags = _cpu("flags").split()
    return [name for name in ("amx_bf16", "avx512_vnni", "avx2") if name in flags]


def _processor() -> str:
    return _cpu("model name") or platform.machine()


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
