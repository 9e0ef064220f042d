"""Notes as arrays: one example a block of text between blank lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation.domain.notes import Note
from worker.engine.tagger.features import HASH_BITS, Ids, Tokens, feature_ids
from worker.engine.tagger.tags import encode, kind_of, tags_for
from worker.engine.tagger.words import FormTable

MIN_FEATURE_COUNT = 2  # what was seen once only teaches a note by heart


@dataclass(frozen=True, slots=True)
class Example:
    """`rows` (tokens, templates) index the kept features, 0 for none; `gold` indexes the tags."""

    rows: Ids
    gold: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Dataset:
    tags: tuple[str, ...]
    feature_rows: NDArray[np.int32]
    examples: tuple[Example, ...]

    @property
    def token_count(self) -> int:
        return sum(len(example.gold) for example in self.examples)


def read_dataset(notes: Sequence[Note], check: Callable[[], None]) -> Dataset:
    """Features and gold tags of all notes; `check` is called before each note and may raise."""
    tags = tags_for(kind_of(span) for note in notes for span in note.entities)
    number = {tag: index for index, tag in enumerate(tags)}
    table = FormTable()
    counts = np.zeros(2**HASH_BITS, dtype=np.int64)
    blocks: list[tuple[Ids, NDArray[np.int64]]] = []
    for note in notes:
        check()
        tokens = Tokens.read(note.text)
        if not len(tokens):
            continue
        ids = feature_ids(tokens, table)
        counts += np.bincount(ids.ravel(), minlength=len(counts))
        names = encode(note.entities, tokens.starts, tokens.ends)
        gold = np.array([number[name] for name in names], dtype=np.int64)
        blocks += [(ids[first:last], gold[first:last]) for first, last in tokens.blocks()]
    kept = np.flatnonzero(counts >= MIN_FEATURE_COUNT).astype(np.int32)
    row_of = np.zeros(2**HASH_BITS, dtype=np.int32)
    row_of[kept] = np.arange(1, len(kept) + 1)
    examples = tuple(Example(row_of[ids], gold) for ids, gold in blocks)
    return Dataset(tags, kept, examples)
