"""Which lines of a PDF are left out as headers, footers and page numbers, and which of them somebody wants back. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

DROP: Final = "drop"
KEEP: Final = "keep"
ASK: Final = "ask"  # what a reader is never told: somebody looks at the lines first
MOST_LINES: Final = 500  # different ones; what could not be shown is not left out
_MOST_SIGNS: Final = 200


@dataclass(slots=True)
class MarginLine:
    """One line of margin, whatever its numbers: as it first stands, where (share of the page's height), how often."""

    text: str
    top: float
    count: int = 0


@dataclass(slots=True)
class Margins:
    """`wanted`: DROP, KEEP, or the places in `lines` of those that stay: "0,3". The same file gives the same places."""

    wanted: str = DROP
    dropped: int = 0
    lines: dict[str, MarginLine] = field(default_factory=dict)
    _kept: frozenset[int] = field(init=False)
    _places: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        numbers = () if self.wanted in (DROP, KEEP) else self.wanted.split(",")
        self._kept = frozenset(int(one) for one in numbers if one)

    def drops(self, folded: str, text: str, top: float) -> bool:
        """Counts a line of margin; False when it stays in the text.

        >>> margins = Margins("1")
        >>> margins.drops("chu", "CHU", 0.1), margins.drops("page 0", "Page 1", 0.9)
        (True, False)
        """
        if self.wanted == KEEP:
            return False
        place = self._places.get(folded)
        if place is None:
            if len(self._places) == MOST_LINES:
                return False
            place = self._places[folded] = len(self._places)
            self.lines[folded] = MarginLine(text[:_MOST_SIGNS], round(top, 3))
        self.lines[folded].count += 1
        self.dropped += place not in self._kept
        return place not in self._kept
