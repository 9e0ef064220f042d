"""Tokens that the metrics and the rules count: runs of letters, runs of digits, single signs.

Letters and digits part where they meet ("12nov2019" is three tokens), as in the word-level
splitting of Tannier et al. 2024.
"""

import re
from typing import Final

TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")


def token_bounds(text: str) -> list[tuple[int, int]]:
    """Half-open code-point bounds of every token, in reading order."""
    return [match.span() for match in TOKEN.finditer(text)]
