"""Tokens of a text that no entity cuts: for the formats that write one token a line."""

from collections.abc import Iterable
from unicodedata import combining

from annotation.domain.spans import Span
from annotation.domain.tokens import token_bounds

Bounds = tuple[int, int]


def pieces(text: str, spans: Iterable[Span]) -> list[Bounds]:
    """`token_bounds`, cut further at every edge of an entity; accents stay with their letters."""
    edges = sorted({edge for span in spans for edge in (span.start, span.end)})
    found: list[Bounds] = []
    position = 0
    for start, end in _whole_letters(text):
        while position < len(edges) and edges[position] <= start:
            position += 1
        while position < len(edges) and edges[position] < end:
            found.append((start, edges[position]))
            start = edges[position]
            position += 1
        found.append((start, end))
    return found


def _whole_letters(text: str) -> list[Bounds]:
    """Decomposed accents are tokens of their own in `token_bounds`."""
    found: list[Bounds] = []
    for start, end in token_bounds(text):
        joins = combining(text[start]) or (combining(text[start - 1]) and text[start].isalpha())
        if found and found[-1][1] == start and joins:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def lines_of(text: str, bounds: Iterable[Bounds]) -> list[list[Bounds]]:
    """The pieces of each line that has any."""
    lines: list[list[Bounds]] = []
    last = -1
    for start, end in bounds:
        if last < 0 or "\n" in text[last:start]:
            lines.append([])
        lines[-1].append((start, end))
        last = end
    return lines
