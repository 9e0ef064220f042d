"""Notes as sentences: words in small letters, how each is written, what it is (B- and I- of each label, O)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from annotation.domain.labels import Label
from annotation.domain.notes import Note
from annotation.domain.tokens import token_bounds

OUTSIDE: Final = "O"
TAGS: Final = (OUTSIDE, *(f"{edge}-{label.value}" for label in Label for edge in "BI"))
CASES: Final = ("lower", "title", "upper", "mixed", "digits", "other")
MOST_WORDS: Final = 64


@dataclass(frozen=True, slots=True)
class Sentence:
    """`words` as they are written; `tags` are places in TAGS."""

    words: tuple[str, ...]
    tags: tuple[int, ...]

    @property
    def sensitive(self) -> tuple[int, ...]:
        """Places of words and numbers in an entity."""
        return tuple(
            place for place, tag in enumerate(self.tags) if tag and self.words[place].isalnum()
        )


def sentences_of(notes: Iterable[Note]) -> list[Sentence]:
    """A line is a sentence, cut where it is too long."""
    return [sentence for note in notes for sentence in _of_note(note)]


def _of_note(note: Note) -> Iterator[Sentence]:
    tag_of = {
        place: (span.label, place == span.start)
        for span in note.entities
        for place in range(span.start, span.end)
    }
    numbered = (
        (note.text.count("\n", 0, start), start, end) for start, end in token_bounds(note.text)
    )
    for _line, words in groupby(numbered, lambda word: word[0]):
        row, before = [], ""
        for _number, start, end in words:
            label, begins = tag_of.get(start, ("", False))
            tag = f"{'B' if begins or label != before else 'I'}-{label}" if label else OUTSIDE
            row.append((note.text[start:end], TAGS.index(tag)))
            before = str(label)
        for begin in range(0, len(row), MOST_WORDS):
            part = row[begin : begin + MOST_WORDS]
            yield Sentence(tuple(w for w, _t in part), tuple(t for _w, t in part))


def case_of(word: str) -> int:
    """Place in CASES.

    >>> [CASES[case_of(word)] for word in ("toux", "Dijon", "CHU", "McDo", "12", "-")]
    ['lower', 'title', 'upper', 'mixed', 'digits', 'other']
    """
    if word.isdigit():
        return CASES.index("digits")
    if not any(letter.isalpha() for letter in word):
        return CASES.index("other")
    kinds = (("lower", word.islower()), ("upper", word.isupper()), ("title", word.istitle()))
    return CASES.index(next((name for name, holds in kinds if holds), "mixed"))


def spans_of(tags: Iterable[int]) -> set[tuple[int, int, str]]:
    """(first word, end, label) of each entity; an I- that nothing begins begins one."""
    found, start, label = set(), 0, ""
    names = [*(TAGS[tag] for tag in tags), OUTSIDE]
    for place, name in enumerate(names):
        edge, _dash, own = name.partition("-")
        if label and (edge != "I" or own != label):
            found.add((start, place, label))
            label = ""
        if own and not label:
            start, label = place, own
    return found
