"""A place of the note that speaks of a code, and what it says of it."""

from typing import NamedTuple

from icdcoder.domain.context import Status
from icdcoder.domain.sections import Section
from icdcoder.domain.vocabulary import TermKind


class Mention(NamedTuple):
    """`start` and `end` are code points; `words` counts the words of the term that was found."""

    code: str
    start: int
    end: int
    status: Status
    section: Section
    kind: TermKind
    words: int
    coverage: float
