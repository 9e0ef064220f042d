"""The same random draws in each run of a test: no test fails by the chance of a key.

Keys, salts, seeds and identifiers come from the operating system; here they come from the test's name. Processes that a
test starts, and forks of this one, draw by chance as ever.
"""

from __future__ import annotations

import hashlib
import os
import random
from itertools import count
from typing import Final

_BY_CHANCE: Final = os.urandom


class Draws:
    """Stands for `os.urandom`: bytes of SHAKE-256 of a name and of a number that counts the calls.

    >>> draws = Draws()
    >>> draws.begin("tests/test_a.py::test_a")
    >>> first = draws(4)
    >>> draws.begin("tests/test_a.py::test_a")
    >>> draws(4) == first
    True
    """

    def __init__(self) -> None:
        self._process = os.getpid()
        self.begin("")

    def begin(self, name: str) -> None:
        """The draws of this test, from the first."""
        self._name, self._calls = name, count()

    def __call__(self, size: int, /) -> bytes:
        if os.getpid() != self._process or not self._name:
            return _BY_CHANCE(size)
        of = f"{next(self._calls)} {self._name}"
        return hashlib.shake_256(of.encode()).digest(size)

    def install(self) -> None:
        """`secrets` and SystemRandom keep a name of their own for it."""
        os.urandom = random._urandom = self  # type: ignore[attr-defined]
