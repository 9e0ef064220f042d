"""One outgoing text as the scan reads it: folded runs of letters or of digits, with their places."""

import re
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

Part = tuple[str, int, int]  # folded word, start, end


@lru_cache(maxsize=65536)
def normal(word: str) -> str:
    """The folded word, « St » opened."""
    plain = fold(word)
    return _SAME.get(plain, plain)


@lru_cache(maxsize=65536)
def _parts(raw: str) -> tuple[Part, ...]:
    """The folded run; several when it is cut: « MmeDurandPaul » before each capital that follows a small letter or
    precedes one."""
    cuts: list[int] = []
    if not (raw.islower() or raw.isupper() or raw.istitle()):
        cuts = [
            i
            for i in range(1, len(raw))
            if raw[i].isupper() and (raw[i - 1].islower() or raw[i + 1 : i + 2].islower())
        ]
    return tuple((normal(raw[a:b]), a, b) for a, b in pairwise([0, *cuts, len(raw)]))


class Reading:
    """The folded `words` of a text, as `written` too; `cuts`: ranks at which a run of letters begins that was cut
    into several words."""

    __slots__ = ("_distinct", "_spans", "cuts", "note", "text", "words", "written")

    def __init__(self, text: str, note: SubstitutedNote | None = None) -> None:
        self.text, self.note = text, note
        self.words: list[str] = []
        self.written: list[str] = []
        self.cuts: list[int] = []
        self._distinct: frozenset[str] | None = None
        pattern = _ACCENTED if _COMBINING.search(text) else _TOKEN
        runs = list(pattern.finditer(text))
        self._spans = [run.span() for run in runs]
        parts = [_parts(run.group()) for run in runs]
        if sum(map(len, parts)) > len(parts):
            self._cut(parts)
        else:
            self.words = [run[0][0] for run in parts]
            self.written = [run.group() for run in runs]

    def _cut(self, parts: list[tuple[Part, ...]]) -> None:
        """Runs that are several words, each with its own place."""
        spans: list[tuple[int, int]] = []
        for (at, _), run in zip(self._spans, parts, strict=True):
            if len(run) > 1:
                self.cuts.append(len(spans))
            for word, start, end in run:
                self.words.append(word)
                spans.append((at + start, at + end))
        self._spans = spans
        self.written = [self.text[start:end] for start, end in spans]

    @property
    def distinct(self) -> frozenset[str]:
        """The words, each once."""
        if self._distinct is None:
            self._distinct = frozenset(self.words)
        return self._distinct

    def start(self, rank: int) -> int:
        return self._spans[rank][0]

    def end(self, rank: int) -> int:
        return self._spans[rank][1]

    def joins(self, rank: int, last: int) -> bool:
        """True when what stands between these words may stand inside one value."""
        return all(self._close(self.end(i), self.start(i + 1)) for i in range(rank, last))

    def _close(self, left: int, right: int) -> bool:
        if right - left <= GAP:
            return True
        between = self.text[left:right]
        return right - left <= _INDENT and "\n" in between and len(between.strip()) <= 1

    def touching(self, start: int, end: int) -> list[str]:
        """Labels of the replacements that the stretch touches."""
        replaced = self.note.replacements if self.note is not None else ()
        return [r.label for r in replaced if r.start < end and start < r.end]


def row_of(surface: str) -> tuple[str, ...]:
    """The folded words of an original."""
    return tuple(Reading(surface).words)
