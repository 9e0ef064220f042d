"""Every sentence becomes one of the five nearest sentences of a pool of released notes, by the study's key.

Which sentences are near is a table that whoever may load a network has made for these notes (`worker.obfuscation`); its
keys are digests, its values sentences of the pool. No proof: which five they are follows from the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from privacy.domain.errors import PrivacyError
from privacy.domain.randomness import DrawContext, StudyKey, below

# A line ends a sentence, and so does a stop before a blank that no abbreviation explains ("Dr. Martin", "M. Petit").
_END: Final = re.compile(r"(?<=[.!?;])(?<!\b[A-Za-z]\.)(?<!\b(?:Dr|Pr|Me|Mr|cf|ex)\.)(?<!\b(?:Mme|env)\.)[ \t]+|\n+")  # fmt: skip
NEIGHBOURS: Final = 5


class NoNeighbourError(PrivacyError):
    """The table was made for other notes."""

    def __init__(self) -> None:
        super().__init__("cette table de phrases a été faite pour d'autres notes : refaites-la")


def bounds_of(text: str) -> list[tuple[int, int]]:
    """Where each sentence that says something begins and ends.

    >>> bounds_of("Vu ce jour. Va bien")
    [(0, 11), (12, 19)]
    """
    found, begin = [], 0
    for end, following in [*(match.span() for match in _END.finditer(text)), (len(text), 0)]:
        start = begin + len(text[begin:end]) - len(text[begin:end].lstrip())
        stop = begin + len(text[begin:end].rstrip())
        if any(sign.isalnum() for sign in text[start:stop]):
            found.append((start, stop))
        begin = following
    return found


def digest_of(sentence: str) -> str:
    """The table's key of a sentence, whatever its blanks."""
    return sha256(" ".join(sentence.split()).encode()).hexdigest()


def replaced(
    text: str, table: Mapping[str, tuple[str, ...]], *, key: StudyKey, patient: str
) -> str:
    """The text with a sentence of the pool for each. Raises NoNeighbourError."""
    parts, read = [], 0
    for start, end in bounds_of(text):
        digest = digest_of(text[start:end])
        near = table.get(digest)
        if not near:
            raise NoNeighbourError
        source = key.stream(DrawContext(patient, "sentence", digest, "sentence"))
        parts += [text[read:start], near[below(source, len(near))]]
        read = end
    return "".join([*parts, text[read:]])
