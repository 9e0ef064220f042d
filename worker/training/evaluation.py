"""An engine's figures with their intervals: in all, by label, by type of document. Plain JSON."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from worker.training.bootstrap import F64, Interval, interval, intervals, share
from worker.training.judged import Counts, JudgedNote

Statistic = Callable[[F64], F64]

_WORDS: Final[dict[str, Statistic]] = {
    "redacted": lambda sums: share(sums[:, 0], sums[:, 1]),
    "precision": lambda sums: share(sums[:, 0], sums[:, 0] + sums[:, 2]),
    "alarms": lambda sums: 1000 * sums[:, 2] / _at_least_one(sums[:, 3]),
    "corrections": lambda sums: sums[:, 4] / sums[:, 6],
    "whole": lambda sums: sums[:, 5] / sums[:, 6],
}
_ENTITIES: Final[dict[str, Statistic]] = {
    "precision": lambda sums: share(sums[:, 0], sums[:, 1]),
    "recall": lambda sums: share(sums[:, 2], sums[:, 3]),
    "f1": lambda sums: _f1(sums),
}


def evaluation(notes: Sequence[JudgedNote], types: Mapping[str, str]) -> dict[str, Any]:
    """Each figure as [value, low, high]; `types` gives the document type by note id, "" unknown.

    ``{"all": {"notes": 50, "redacted": [0.978, 0.969, 0.985], …}, "labels": {"PER": {…}}, "types": {…}}``
    """
    by_type: dict[str, list[JudgedNote]] = {}
    for note in notes:
        by_type.setdefault(types.get(note.note, ""), []).append(note)
    return {
        "all": _words(notes),
        "labels": _tables([note.labels for note in notes]),
        "subtypes": _tables([note.subtypes for note in notes]),
        "label_words": _tables([note.label_words for note in notes]),
        "subtype_words": _tables([note.subtype_words for note in notes]),
        "hipaa": _entities([{"hipaa": note.hipaa} for note in notes], "hipaa"),
        "confusion": _confusion(notes),
        "types": {kind: _words(own) for kind, own in sorted(by_type.items())},
    }


def _words(notes: Sequence[JudgedNote]) -> dict[str, Any]:
    rows = [word_row(note) for note in notes]
    figures = {name: found.to_json() for name, found in intervals(rows, _WORDS).items()}
    return {"notes": len(notes), "identifying": sum(n.identifying for n in notes), **figures}


CORRECTIONS_AT: Final = 4  # its place in `word_row`


def word_row(note: JudgedNote) -> tuple[float, ...]:
    """redacted, identifying, alarms, tokens, corrections, whole, 1."""
    whole = note.redacted == note.identifying
    return (note.redacted, note.identifying, note.alarms, note.tokens, note.corrections, whole, 1)


def mean_rows(tables: Sequence[Sequence[Sequence[float]]]) -> list[tuple[float, ...]]:
    """Of each note over several readings: [[(1, 2)], [(3, 4)]] → [(2, 3)]."""
    return [tuple(map(float, row)) for row in np.mean(tables, axis=0)]


def _tables(tables: Sequence[Mapping[str, Counts]]) -> dict[str, Any]:
    """Precision, recall and F1 of every name that occurs."""
    return {
        name: _entities(tables, name) for name in sorted({n for table in tables for n in table})
    }


def _confusion(notes: Sequence[JudgedNote]) -> dict[str, int]:
    """Words by "right label>label found", "" where there is none: what is right is there too."""
    counts: Counter[str] = Counter()
    for note in notes:
        counts.update(note.swapped)
        counts.update(f"{label}>" for _start, _end, label in note.missed)
        counts.update(f">{label}" for _start, _end, label in note.wrong)
        counts.update({f"{label}>{label}": masked for label, (_all, masked) in note.words.items()})
        for pair, words in note.swapped.items():  # they are among the masked words of their label
            label = pair.partition(">")[0]
            counts[f"{label}>{label}"] -= words
    return {pair: count for pair, count in sorted(counts.items()) if count}


def _entities(tables: Sequence[Mapping[str, Counts]], name: str) -> dict[str, Any]:
    rows = [table.get(name, (0, 0, 0, 0)) for table in tables]
    figures = {name: found.to_json() for name, found in intervals(rows, _ENTITIES).items()}
    return {"gold": sum(row[3] for row in rows), **figures}


def _f1(sums: F64) -> F64:
    return share(sums[:, 0] + sums[:, 2], sums[:, 1] + sums[:, 3])


def _at_least_one(below: F64) -> F64:
    """At least 1, to divide by."""
    return below.clip(min=1.0)


def difference(before: Sequence[JudgedNote], after: Sequence[JudgedNote], name: str) -> Interval:
    """Of a figure of `_WORDS`, after minus before, on the same notes in the same order (paired)."""
    return difference_of(
        [word_row(note) for note in before], [word_row(note) for note in after], name
    )


def difference_of(
    before: Sequence[tuple[float, ...]], after: Sequence[tuple[float, ...]], name: str
) -> Interval:
    """The same of the notes' rows (`word_row`)."""
    rows = [(*old, *new) for old, new in zip(before, after, strict=True)]
    if not rows:
        return Interval(0.0, 0.0, 0.0)
    told, width = _WORDS[name], len(before[0])
    return interval(rows, lambda sums: told(sums[:, width:]) - told(sums[:, :width]))


def figure_of(rows: Sequence[tuple[float, ...]], name: str) -> Interval:
    """A figure of `_WORDS` over the notes' rows (`word_row`)."""
    return interval(rows, _WORDS[name])
