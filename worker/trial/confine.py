"""Takes away from this process what reading a document does not need."""

from __future__ import annotations

import ctypes
import resource
import sys
from typing import Final

_NO_NEW_PRIVILEGES, _DUMPABLE = 38, 4  # PR_SET_…
_NEW_USER, _NEW_NET = 0x10000000, 0x40000000  # CLONE_…
MEGABYTE: Final = 1024 * 1024


def isolate() -> None:
    """No network, no core dump, no more rights by any program. Before the process has a second thread.

    What the system does not offer (another than Linux, user namespaces switched off) is left: the limits hold
    without it.
    """
    limit(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_DUMPABLE, 0, 0, 0, 0)  # a core dump that goes to a program heeds no limit
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        libc.unshare(_NEW_USER | _NEW_NET)


def confine(*, megabytes: int) -> None:
    """No file written any more, and a bound on the address space."""
    limit(resource.RLIMIT_FSIZE, 0)
    limit(resource.RLIMIT_AS, megabytes * MEGABYTE)


def limit(name: int, most: int) -> None:
    """Lowers a limit for good; one that is lower already stays."""
    _soft, hard = resource.getrlimit(name)
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(name, (most, most))


def allow_seconds(seconds: int) -> None:
    """So much more processor time from now on; then the system ends the process, whoever still waits for it."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    most = int(spent.ru_utime + spent.ru_stime) + 1 + seconds
    _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
