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
from pathlib import Path
from typing import Final, Self

SCALES_NAME: Final = "place_scales_fr.json.gz"
FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class CertifiedScales:
    """`scales`: ascending grid of s. `proved`: area → for each s, the smallest ε proved (ascending, rounded up).

    `fingerprint` is that of the metric and table that the proof speaks of.
    """

    fingerprint: str
    scales: tuple[Fraction, ...]
    proved: Mapping[str, tuple[float, ...]]

    def scale(self, area: str, epsilon: Fraction) -> Fraction:
        """The largest s proved for ε in that area; at least ε/2."""
        rank = bisect_right(self.proved.get(area, ()), epsilon)
        return max(epsilon / 2, self.scales[rank - 1]) if rank else epsilon / 2

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the file that `write` makes."""
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            row = json.load(lines)
        return cls(
            fingerprint=row["fingerprint"],
            scales=tuple(Fraction(text) for text in row["scales"]),
            proved={area: tuple(values) for area, values in row["proved"].items()},
        )

    def write(self, path: Path) -> None:
        """The same content gives the same bytes."""
        row = {
            "format": FORMAT,
            "fingerprint": self.fingerprint,
            "scales": [str(s) for s in self.scales],
            "proved": {area: list(self.proved[area]) for area in sorted(self.proved)},
        }
        data = json.dumps(row, separators=(",", ":")).encode()
        path.write_bytes(gzip.compress(data, mtime=0))
