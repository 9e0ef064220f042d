"""The interval of a share (Wilson 1927, "Probable inference, the law of succession, and statistical inference")."""

from math import sqrt
from typing import Final

_Z: Final = 1.959964  # 95 %, two-sided


def wilson(hits: int, total: int, z: float = _Z) -> tuple[float, float]:
    """The bounds of `hits` of `total`, `z` standard deviations (95 %) to each side; (0, 1) where nothing was counted.

    Example: 81 of 263 → (0.2553, 0.3662) (Newcombe 1998, table I).
    """
    if not total:
        return 0.0, 1.0
    share, z2 = hits / total, z**2 / total
    centre = (share + z2 / 2) / (1 + z2)
    half = z * sqrt(share * (1 - share) / total + z2 / (4 * total)) / (1 + z2)
    return max(0.0, centre - half), min(1.0, centre + half)
