"""Scales s of the place mechanism that were proved for more than ε/2, by exact enumeration (mechanisms §4, §6).

s = ε/2 is proved whatever the table. The enumeration allows a little more; it takes minutes, so it was done once
for the shipped table, over a geometric grid of s: for each s of the grid and each area, the smallest ε for which the
certificate holds. An element of budget ε then uses the largest s of the grid proved for at most ε. The choice is
deterministic and s stands in the context of the draw. `manage.py prove_scales` rebuilds the file.
"""

import gzip
import json
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final, Self

SCALES_NAME: Final = "place_scales_fr.json.gz"
FORMAT: Final = 1
LOWEST: Final = Fraction(1, 4096)
STEPS: Final = 32  # scales an octave
OCTAVES: Final = 15


@cache
def grid() -> tuple[Fraction, ...]:
    """1/4096 to 7.875, ascending: 2^e·(1 + i/32), exact in binary, 1.6 to 3.1 % apart."""
    return tuple(
        LOWEST * 2**octave * Fraction(STEPS + i, STEPS)
        for octave in range(OCTAVES)
        for i in range(STEPS)
    )


@dataclass(frozen=True, slots=True)
class Proof:
    """For one s: the smallest ε proved, and the two rows of the area whose loss is that ε per unit."""

    epsilon: float
    pair: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CertifiedScales:
    """`proved`: area → one proof for each s of the grid, ε ascending.

    `fingerprint` is that of the metric and table that the proofs speak of.
    """

    fingerprint: str
    proved: Mapping[str, tuple[Proof, ...]]

    def find(self, area: str, epsilon: Fraction) -> tuple[Fraction, Proof] | None:
        """The largest s of the grid proved for ε in that area, if it is more than ε/2."""
        proofs = self.proved.get(area, ())
        rank = bisect_right(proofs, epsilon, key=lambda proof: Fraction(proof.epsilon))
        if not rank or grid()[rank - 1] <= epsilon / 2:
            return None
        return grid()[rank - 1], proofs[rank - 1]

    def scale(self, area: str, epsilon: Fraction) -> Fraction:
        """The s of an element of budget ε: the one found, else ε/2."""
        found = self.find(area, epsilon)
        return epsilon / 2 if found is None else found[0]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the file that `write` makes."""
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            row = json.load(lines)
        return cls(
            fingerprint=row["fingerprint"],
            proved={
                area: tuple(Proof(e, (i, j)) for e, i, j in zip(*columns, strict=True))
                for area, columns in row["proved"].items()
            },
        )

    def write(self, path: Path) -> None:
        """The same content gives the same bytes."""
        proved = {
            area: [
                [proof.epsilon for proof in proofs],
                [proof.pair[0] for proof in proofs],
                [proof.pair[1] for proof in proofs],
            ]
            for area, proofs in sorted(self.proved.items())
        }
        row = {
            "format": FORMAT,
            "fingerprint": self.fingerprint,
            "lowest": str(LOWEST),
            "steps": STEPS,
            "proved": proved,
        }
        data = json.dumps(row, separators=(",", ":")).encode()
        path.write_bytes(gzip.compress(data, mtime=0))
