"""Lines of tokens, and their tags: B- and I- of each label, O. Sub-types are not told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from annotation.domain.spans import Span
from annotation.domain.tokens import token_bounds

_OUTSIDE: Final = "O"
Bounds = list[tuple[int, int]]


def lines_of(text: str) -> Iterator[Bounds]:
    """Bounds of the tokens of each line: the sequence that the model sees."""
    bounds = token_bounds(text)
    numbered = zip(bounds, _line_numbers(text, bounds), strict=True)
    for _number, line in groupby(numbered, lambda one: one[1]):
        yield [place for place, _n in line]


def _line_numbers(text: str, bounds: Sequence[tuple[int, int]]) -> Iterator[int]:
    number = last = 0
    for start, _end in bounds:
        number += text.count("\n", last, start)
        last = start
        yield number


def tags_of(bounds: Sequence[tuple[int, int]], spans: Sequence[Span]) -> list[str]:
    """B-, I- and O of the tokens.

    >>> tags_of([(0, 2), (3, 7), (8, 10)], [Span(3, 7, "PER", "NOM")])
    ['O', 'B-PER', 'O']
    """
    tags = [_OUTSIDE] * len(bounds)
    for span in spans:
        inside = [
            i for i, (start, end) in enumerate(bounds) if start < span.end and span.start < end
        ]
        for i in inside:
            tags[i] = f"{'B' if i == inside[0] else 'I'}-{span.label}"
    return tags


def spans_of(bounds: Sequence[tuple[int, int]], tags: Sequence[str]) -> list[Span]:
    """Spans of the tags; an I- that continues nothing begins one."""
    found: list[Span] = []
    before = _OUTSIDE
    for (start, end), tag in zip(bounds, tags, strict=True):
        label = tag.partition("-")[2]
        if tag.startswith("I-") and before.partition("-")[2] == label:
            found[-1] = Span(found[-1].start, end, label, "")
        elif label:
            found.append(Span(start, end, label, ""))
        before = tag
    return found
