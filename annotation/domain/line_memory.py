"""Lines that come back in the notes of many patients: letterheads, signature blocks. Annotated once, known everywhere.

A line is known by a keyed hash of its text, blanks apart: who reads the base alone can't try names. It is remembered when it stands in the notes of enough patients
(what is one patient's own never is) and when those who validated notes with it agree. What is remembered takes the
place of what the engine found there: people have decided.
"""

import hashlib
import hmac
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from annotation.domain.spans import Span

LEAST_PATIENTS: Final = 3
LEAST_AGREEING: Final = 2 / 3  # of the validated notes with the line
# A line without any mark frees what an engine masks in it: one reader's slip must not.
LEAST_TO_FREE: Final = 2
SOURCE: Final = "memory:line"
_SHORTEST: Final = (
    6  # letters and digits: "Le 12" or "Vu" come back everywhere and are nobody's letterhead
)

Mark = tuple[int, int, str, str]  # start, end within the line, label, sub-type


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text without the blanks at its ends; `key` is its hash."""

    start: int
    end: int
    key: str


@dataclass(frozen=True, slots=True)
class Known:
    """`marks` of a line, its places counted from the line's start; `golds` validated notes agree on them, `notes`
    hold the line."""

    marks: tuple[Mark, ...]
    golds: int
    notes: int


@dataclass(slots=True)
class Lessons:
    """Of one line: how often each set of marks was validated, and the patients in whose notes it stands (no more
    of them than are asked for)."""

    marks: Counter[tuple[Mark, ...]] = field(default_factory=Counter)
    patients: set[str] = field(default_factory=set)
    notes: int = 0


def lines(text: str, secret: bytes) -> Iterator[Line]:
    """Those that are long enough to be told apart, under the project's own secret. Blanks within a line are part of it: marks are places."""
    start = 0
    for row in text.split("\n"):
        bare = row.strip()
        if sum(sign.isalnum() for sign in bare) >= _SHORTEST:
            first = start + row.index(bare)
            digest = hmac.new(secret, bare.encode(), hashlib.sha256).hexdigest()[:32]
            yield Line(first, first + len(bare), digest)
        start += len(row) + 1


def learn(lessons: dict[str, Lessons], text: str, spans: Sequence[Span], secret: bytes) -> None:
    """Of one validated note. A mark that crosses a line's end keeps the line from being learned."""
    for line, meeting in _met(list(lines(text, secret)), spans):
        if all(line.start <= span.start and span.end <= line.end for span in meeting):
            marks = tuple(
                (s.start - line.start, s.end - line.start, str(s.label), str(s.subtype))
                for s in meeting
            )
            lessons.setdefault(line.key, Lessons()).marks[marks] += 1


def count(lessons: Mapping[str, Lessons], text: str, patient: str, secret: bytes) -> None:
    """Of one note, validated or not; `patient` is its own id for a note whose patient is unknown."""
    for key in {line.key for line in lines(text, secret)} & lessons.keys():
        lesson = lessons[key]
        lesson.notes += 1
        if len(lesson.patients) < LEAST_PATIENTS:
            lesson.patients.add(patient)


def remembered(lessons: Mapping[str, Lessons]) -> dict[str, Known]:
    """The lines that come back enough and on which people agree."""
    found = {key: _known(lesson) for key, lesson in lessons.items()}
    return {key: known for key, known in found.items() if known is not None}


def _known(lesson: Lessons) -> Known | None:
    marks, golds = lesson.marks.most_common(1)[0]
    is_shared = len(lesson.patients) >= LEAST_PATIENTS
    agreed = golds >= LEAST_AGREEING * lesson.marks.total()
    enough = golds >= (1 if marks else LEAST_TO_FREE)
    return Known(marks, golds, lesson.notes) if is_shared and agreed and enough else None


def applied(
    text: str, spans: Sequence[Span], memory: Mapping[str, Known], secret: bytes
) -> list[Span]:
    """What an engine found, with the known lines as people marked them. A span that reaches beyond a known line
    stays, and the line with it as the engine read it."""
    replaced: set[Span] = set()
    marked: list[Span] = []
    for line, meeting in _met([line for line in lines(text, secret) if line.key in memory], spans):
        if all(line.start <= span.start and span.end <= line.end for span in meeting):
            replaced.update(meeting)
            marked += (
                Span(line.start + start, line.start + end, label, subtype, 1.0, SOURCE)
                for start, end, label, subtype in memory[line.key].marks
            )
    return sorted([*(span for span in spans if span not in replaced), *marked])


def _met(rows: Sequence[Line], spans: Sequence[Span]) -> Iterator[tuple[Line, list[Span]]]:
    """Each of the lines, which are in reading order, with the spans that share a character with it."""
    met: list[list[Span]] = [[] for _row in rows]
    for span in sorted(spans):
        first = bisect_right(rows, span.start, key=attrgetter("end"))
        for place in range(first, bisect_left(rows, span.end, first, key=attrgetter("start"))):
            met[place].append(span)
    return zip(rows, met, strict=True)


def version_of(memory: Mapping[str, Known]) -> str:
    """Eight signs that name this memory; "" for an empty one."""
    if not memory:
        return ""
    told = "\n".join(f"{key} {known.marks}" for key, known in sorted(memory.items()))
    return hashlib.sha256(told.encode()).hexdigest()[:8]
