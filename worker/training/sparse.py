"""Notes with little to find: lines of generated notes, few of which hold an entity.

Generated notes are dense on purpose; most of a long hospital note is not. What decides where
reading may stop must have seen that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from typing import Final

from annotation.domain.notes import Note
from annotation.domain.spans import Span

ENTITIES: Final = 15
WORDS: Final = 750
_LEAST_WORDS: Final = 4  # of a line of plain text


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    entities: tuple[Span, ...]  # offsets within the line


def sparse(
    notes: Sequence[Note],
    number: int,
    seed: int,
    *,
    entities: int = ENTITIES,
    words: int = WORDS,
) -> Iterator[Note]:
    """`number` notes of at least `words` blank-separated words and `entities` entities, from the
    lines of `notes`, shuffled; entities over several lines are left out with their lines. Nothing
    when no line holds an entity or none is plain."""
    draw = Random(seed)  # noqa: S311 (not a secret)
    lines = [line for note in notes for line in _lines(note)]
    marked = [line for line in lines if line.entities]
    plain = [line for line in lines if not line.entities]
    plain = [line for line in plain if len(line.text.split()) >= _LEAST_WORDS]
    if not marked or not plain:
        return
    draw.shuffle(marked)
    draw.shuffle(plain)
    with_entities, without = cycle(marked), cycle(plain)
    for index in range(number):
        chosen: list[_Line] = []
        while sum(len(line.entities) for line in chosen) < entities:
            chosen.append(next(with_entities))
        while sum(len(line.text.split()) for line in chosen) < words:
            chosen.append(next(without))
        draw.shuffle(chosen)
        yield _joined(f"sparse-{index}", chosen)


def _lines(note: Note) -> Iterator[_Line]:
    start = 0
    for text in note.text.split("\n"):
        end = start + len(text)
        touching = [span for span in note.entities if span.start < end and start < span.end]
        if all(start <= span.start and span.end <= end for span in touching):
            yield _Line(text, tuple(_moved(span, -start) for span in touching))
        start = end + 1


def _joined(name: str, lines: Sequence[_Line]) -> Note:
    entities: list[Span] = []
    start = 0
    for line in lines:
        entities += [_moved(span, start) for span in line.entities]
        start += len(line.text) + 1
    return Note(name, "\n".join(line.text for line in lines), entities=tuple(entities))


def _moved(span: Span, by: int) -> Span:
    return replace(span, start=span.start + by, end=span.end + by)
