"""Splits a text into words: letters, digits and signs apart, also where nothing separates them.

Tannier et al. 2024 split letters from digits before labelling; here a change of case splits, too
("DUPONTJean", "SmithSURGEON"), and every sign is a word of its own.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

_LAST: Final = 0x2000  # Latin, Greek, Cyrillic; other scripts are one word a run of letters
_COMBINING: Final = "\u0300-\u036f"


@dataclass(frozen=True, slots=True)
class Words:
    """`starts[i]:ends[i]` is word `i` (code points); `spaced[i]` when a blank or a line break or
    the text's start comes before it, `line_starts[i]` when it is the first of its line, `columns[i]`
    when a tab or two blanks or more part it from the word before it on its line: the next cell of a table.

    Example: "Na  140" → surfaces ["Na", "140"], columns [False, True].
    """

    surfaces: list[str]
    starts: list[int]
    ends: list[int]
    spaced: list[bool]
    line_starts: list[bool]
    columns: list[bool]

    def __len__(self) -> int:
        return len(self.surfaces)


def split_words(text: str) -> Words:
    """All words of `text`, in order; blanks belong to none."""
    words = Words([], [], [], [], [], [])
    before = 0
    for match in _pattern().finditer(text):
        start, end = match.span()
        gap = text[before:start]
        words.surfaces.append(match.group())
        words.starts.append(start)
        words.ends.append(end)
        words.spaced.append(bool(gap) or start == 0)
        is_first = "\n" in gap or not before
        words.line_starts.append(is_first)
        words.columns.append(not is_first and ("\t" in gap or len(gap) > 1))
        before = end
    return words


@cache
def _pattern() -> re.Pattern[str]:
    upper, lower = _ranges(str.isupper), _ranges(str.islower) + _COMBINING
    # Capitals before a small letter: the last of them begins the next word ("DUPONTJean").
    return re.compile(rf"[0-9]+|[{upper}]?[{lower}]+|[{upper}]+(?![{lower}])|[^\W\d_]+|\S")


def _ranges(test: Callable[[str], bool]) -> str:
    """The characters below _LAST that pass `test`, as ranges of a character class."""
    passing = [test(chr(code)) for code in range(_LAST)] + [False]
    found: list[str] = []
    first = 0
    for code, passes in enumerate(passing):
        if passes:
            continue
        if first < code:
            found.append(f"{chr(first)}-{chr(code - 1)}")
        first = code + 1
    return "".join(found)
