"""What the engine would still hide in the demonstration's exported notes, recorded once.

Each installation's key writes other surrogates, so places of an exported text fit no other one. What an export leaves as it
was is the same everywhere: a note is known by it, and a place by the piece of it in which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from hashlib import sha256
from typing import Final

from deidweb.demo_history.recorded import InPiece
from privacy.services.build_export import DoubtsOf, Hidden

_DIGITS: Final = 16
_LAST_WORDS: Final = re.compile(r"(?:\S+\s*){0,2}\Z")


def known_by(text: str, hidden: Hidden) -> str:
    """« Vu le jour d'arrivée à l'hôpital de [Dole]. » and « … l'hôpital d'[Is]. » are known by the same digits: two words before a
    surrogate may follow it."""
    pieces = (_LAST_WORDS.sub("", text[start:end]) for start, end in _pieces(len(text), hidden))
    return sha256("\0".join(pieces).encode()).hexdigest()[:_DIGITS]


def in_pieces(length: int, hidden: Hidden, places: Hidden) -> list[InPiece]:
    """Places of a text in its pieces, ready to be written down.

    >>> in_pieces(20, [(4, 8)], [(0, 3), (10, 12)])
    [(0, 0, 3), (1, 2, 4)]
    """
    pieces = list(enumerate(_pieces(length, hidden)))
    return [
        (number, start - first, end - first)
        for start, end in places
        for number, (first, last) in pieces
        if first <= start and end <= last
    ]


def as_recorded(doubts: Mapping[str, Sequence[InPiece]]) -> DoubtsOf:
    """Answers as the model would, from what was recorded; None for a note that is not known."""

    def doubts_of(text: str, hidden: Hidden) -> Future[Hidden | None]:
        told: Future[Hidden | None] = Future()
        found = doubts.get(known_by(text, hidden))
        pieces = _pieces(len(text), hidden)
        told.set_result(
            None
            if found is None
            else [
                (pieces[number][0] + start, pieces[number][0] + end) for number, start, end in found
            ]
        )
        return told

    return doubts_of


def _pieces(length: int, hidden: Hidden) -> Hidden:
    """The stretches around those that are hidden."""
    ordered = sorted(hidden)
    starts = [0, *(end for _start, end in ordered)]
    ends = [*(start for start, _end in ordered), length]
    return list(zip(starts, ends, strict=True))
