"""Order-preserving projection: weighted least squares under x₁ ≤ x₂ ≤ … (pool adjacent violators).

Barlow, Bartholomew, Bremner, Brunk (1972). Exact: integers in, ratios of integers out. Post-processing of values
that are already noisy: it costs no privacy.
"""

from collections.abc import Sequence


def isotonic(values: Sequence[int], weights: Sequence[int] | None = None) -> list[tuple[int, int]]:
    """The non-decreasing sequence closest to `values` in weighted L2; pooled blocks stay tied.

    Each as a numerator and a positive denominator, which are not reduced: the caller rounds them.
    """
    heavy = weights if weights is not None else [1] * len(values)
    blocks: list[tuple[int, int, int]] = []  # weighted sum, weight, length
    for value, weight in zip(values, heavy, strict=True):
        total, mass, length = value * weight, weight, 1
        while blocks and blocks[-1][0] * mass > total * blocks[-1][1]:
            before = blocks.pop()
            total, mass, length = total + before[0], mass + before[1], length + before[2]
        blocks.append((total, mass, length))
    return [(total, mass) for total, mass, length in blocks for _ in range(length)]
