"""How much longer a function takes when its text doubles; a stopwatch alone would tell the machine's mood."""

import gc
from collections.abc import Callable, Iterable
from time import process_time

MOST = 2.4  # times as long for a text twice as long
_ROUNDS = 9
_LEAST_SECONDS = 0.02  # below, what is measured is noise


def worst(function: Callable[[str], object], units: Iterable[str], length: int = 4_000) -> str:
    """The unit whose repetition over `length` characters takes longest."""
    return max(units, key=lambda unit: _seconds(function, _repeated(unit, length)))


def growth(function: Callable[[str], object], unit: str, length: int = 100_000) -> float:
    """Processor time for `unit` repeated over `2 * length` characters by that over `length`; 1 when
    both are too short to tell. The least of a few rounds, no more than it takes to be below MOST:
    a function that is quadratic comes near 4 in all of them."""
    short, long = (_repeated(unit, size) for size in (length, 2 * length))
    least = float("inf")
    for _ in range(_ROUNDS):
        seconds = _seconds(function, long)
        if seconds < _LEAST_SECONDS:
            return 1.0
        least = min(least, seconds / _seconds(function, short))
        if least < MOST:
            break
    return least


def _seconds(function: Callable[[str], object], text: str) -> float:
    gc.disable()  # a collection's time depends on all that other tests left behind
    try:
        began = process_time()
        function(text)
        return process_time() - began
    finally:
        gc.enable()


def _repeated(unit: str, length: int) -> str:
    return (unit * (length // len(unit) + 1))[:length]
