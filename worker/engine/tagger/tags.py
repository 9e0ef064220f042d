"""BIO tags over sub-types: ``O``, ``B-PER.NOM``, ``I-PER.NOM``…"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.labels import LABEL_SPECS, Label, default_subtype
from annotation.domain.spans import Span, merge_hybrid

OUTSIDE: Final = "O"
FORBIDDEN: Final = -1e9


def kind_of(span: Span) -> str:
    """``PER.NOM``; a span without sub-type has its label's default one."""
    subtype = span.subtype
    if not subtype and span.label in LABEL_SPECS:
        subtype = default_subtype(Label(span.label))
    return f"{span.label}.{subtype}"


def tags_for(kinds: Iterable[str]) -> tuple[str, ...]:
    """All tags, O first."""
    return (OUTSIDE, *(f"{b}-{kind}" for kind in sorted(set(kinds)) for b in "BI"))


def encode(spans: Iterable[Span], starts: Sequence[int], ends: Sequence[int]) -> list[str]:
    """One tag per token; a token that a span touches belongs to it; of overlapping spans the
    longest counts."""
    tags = [OUTSIDE] * len(starts)
    token = 0
    for span in merge_hybrid(spans):
        while token < len(starts) and ends[token] <= span.start:
            token += 1
        prefix = "B"
        while token < len(starts) and starts[token] < span.end:
            tags[token] = f"{prefix}-{kind_of(span)}"
            prefix = "I"
            token += 1
    return tags


def decode(
    tags: Sequence[str],
    scores: Sequence[float],
    starts: Sequence[int],
    ends: Sequence[int],
    source: str,
) -> list[Span]:
    """Spans of well-formed tags; a span scores as its weakest token."""
    spans: list[Span] = []
    first = 0
    for token, tag in enumerate(tags):
        if tag == OUTSIDE:
            continue
        if tag.startswith("B-"):
            first = token
        if token + 1 == len(tags) or not tags[token + 1].startswith("I-"):
            label, _, subtype = tag[2:].partition(".")
            score = min(scores[first : token + 1])
            spans.append(Span(starts[first], ends[token], label, subtype, score, source))
    return spans


def constraints(tags: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Penalties (0 or FORBIDDEN) of starting with a tag, and of each tag after each other:
    I-x follows B-x or I-x only."""
    start = np.zeros(len(tags), dtype=np.float32)
    follow = np.zeros((len(tags), len(tags)), dtype=np.float32)
    for column, tag in enumerate(tags):
        if tag.startswith("I-"):
            start[column] = FORBIDDEN
            allowed = {f"B-{tag[2:]}", tag}
            for row, before in enumerate(tags):
                if before not in allowed:
                    follow[row, column] = FORBIDDEN
    return start, follow
