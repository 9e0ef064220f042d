"""`python -m tests.integration.bound_by_modes MODULE ARGUMENTS`: root as every other account, for whom a file's mode is a rule."""

import ctypes
import os
import sys
from typing import Final

_PR_CAPBSET_DROP: Final = 24
_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 1, 2

if __name__ == "__main__":
    for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
        ctypes.CDLL(None).prctl(_PR_CAPBSET_DROP, capability)  # who is not root has none anyway
    os.execv(sys.executable, [sys.executable, "-m", *sys.argv[1:]])
