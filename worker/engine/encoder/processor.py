"""What this machine's processor can do, as Linux tells it."""

import platform
from pathlib import Path


def cpu_line(key: str) -> str:
    """A line of /proc/cpuinfo: ``cpu_line("model name")`` → ``"AMD EPYC"``; elsewhere the name."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith(key))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def multiplies_bfloat16() -> bool:
    """With AMX (``amx_bf16`` among the flags)."""
    return "amx_bf16" in cpu_line("flags")


def sums_overflow() -> bool:
    """Whether products of 8 bits are summed in 16, which cuts off what is too large.

    AVX2 and AVX-512 do without VNNI: flags ``avx2 avx512f`` → True, ``avx2 avx_vnni`` → False.
    """
    flags = cpu_line("flags")
    return "avx2" in flags and "vnni" not in flags
