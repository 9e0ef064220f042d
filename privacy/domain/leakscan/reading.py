"""One outgoing text as the scan reads it: folded runs of letters or of digits, with their places."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from privacy.domain.substitute import SubstitutedNote
from privacy.domain.text import fold

_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+")
_ACCENTED: Final = re.compile(
    r"(?:[^\W\d_][\u0300-\u036f]*)+|\d+"
)  # accents as characters of their own
_COMBINING: Final = re.compile(r"[\u0300-\u036f]")
_SAME: Final = {"st": "saint", "ste": "sainte", "sts": "saints", "stes": "saintes"}
GAP: Final = 3  # characters between two parts of one value
_INDENT: Final = 40  # and over a line break

Token = tuple[str, int, int]  # folded word, start, end


@lru_cache(maxsize=65536)
def normal(word: str) -> str:
    """The folded word, « St » opened."""
    plain = fold(word)
    return _SAME.get(plain, plain)


def tokens_of(text: str) -> list[Token]:
    """Runs of letters and runs of digits; « PaulDURAND » gives two runs."""
    pattern = _ACCENTED if _COMBINING.search(text) else _TOKEN
    found: list[Token] = []
    for match in pattern.finditer(text):
        raw, start, end = match.group(), match.start(), match.end()
        if raw.islower() or raw.isupper() or raw.istitle() or end - start < 3:
            found.append((normal(raw), start, end))
        else:
            found += _humps(raw, start)
    return found


def _humps(raw: str, start: int) -> list[Token]:
    """« MmeDurandPaul » cut before each capital that follows a small letter or precedes one."""
    cuts = [0]
    for i in range(1, len(raw)):
        if raw[i].isupper() and (raw[i - 1].islower() or raw[i + 1 : i + 2].islower()):
            cuts.append(i)
    cuts.append(len(raw))
    return [(normal(raw[a:b]), start + a, start + b) for a, b in pairwise(cuts)]


def row_of(surface: str) -> tuple[str, ...]:
    """The folded words of an original."""
    return tuple(word for word, _, _ in tokens_of(surface))


@dataclass(slots=True)
class Reading:
    """A note's text, its tokens and the stretches that were replaced, by start."""

    note: SubstitutedNote
    text: str
    tokens: list[Token]

    @classmethod
    def of(cls, note: SubstitutedNote) -> "Reading":
        return cls(note, note.text, tokens_of(note.text))

    def near(self, left: int, right: int) -> bool:
        """True when what stands between two tokens may stand inside one value."""
        gap = right - left
        if gap <= GAP:
            return True
        between = self.text[left:right]
        return gap <= _INDENT and "\n" in between and len(between.strip()) <= 1

    def touching(self, start: int, end: int) -> list[str]:
        """Labels of the replacements that the stretch touches."""
        return [r.label for r in self.note.replacements if r.start < end and start < r.end]
