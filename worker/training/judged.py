"""What one engine made of one note: counts and places, no text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.domain.corrections import corrections
from annotation.domain.ner_errors import NerError, errors
from annotation.domain.ner_metrics import token_labels
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.domain.tokens import token_bounds

Word = tuple[int, int, str]  # start, end, label
Flaw = tuple[str, int, int, str, str]  # kind (ErrorKind), start, end, gold's sub-type, the engine's
Counts = tuple[
    int, int, int, int
]  # found and right, found, right and found, right (see ner_metrics.Score)


@dataclass(frozen=True, slots=True)
class JudgedNote:
    """`missed` words identify somebody and stay readable, `wrong` ones are masked without need; `labels`
    counts entities (same bounds, same label), `words` the identifying words of a label and those masked.

    Example, "Vu M. Durand" with nothing found: identifying 1, redacted 0, missed ((6, 12, "PER"),).
    """

    note: str
    tokens: int
    identifying: int
    redacted: int
    alarms: int
    corrections: int
    missed: tuple[Word, ...]
    wrong: tuple[Word, ...]
    flaws: tuple[Flaw, ...]
    labels: dict[str, Counts]
    words: dict[str, tuple[int, int]]

    def to_json(self) -> dict[str, Any]:
        """Without `note`, which is the row's."""
        return {
            "tokens": self.tokens,
            "identifying": self.identifying,
            "redacted": self.redacted,
            "alarms": self.alarms,
            "corrections": self.corrections,
            "missed": self.missed,
            "wrong": self.wrong,
            "flaws": self.flaws,
            "labels": self.labels,
            "words": self.words,
        }

    @classmethod
    def from_json(cls, note: str, data: dict[str, Any]) -> "JudgedNote":
        """The inverse. Raises KeyError or TypeError on anything else."""
        places = {key: tuple(map(tuple, data[key])) for key in ("missed", "wrong", "flaws")}
        tables = {
            key: {name: tuple(row) for name, row in data[key].items()}
            for key in ("labels", "words")
        }
        return cls(note=note, **{**data, **places, **tables})


def judged_note(note: Note, found: Sequence[Span]) -> JudgedNote:
    """`note.entities` are right."""
    bounds = token_bounds(note.text)
    gold, masked = token_labels(bounds, note.entities), token_labels(bounds, found)
    missed = [(*bounds[place], gold[place]) for place in sorted(gold.keys() - masked.keys())]
    wrong = [(*bounds[place], masked[place]) for place in sorted(masked.keys() - gold.keys())]
    return JudgedNote(
        note=note.id,
        tokens=len(bounds),
        identifying=len(gold),
        redacted=len(gold) - len(missed),
        alarms=len(wrong),
        corrections=corrections(found, note.entities),
        missed=tuple(missed),
        wrong=tuple(wrong),
        flaws=tuple(_flaw(error) for error in errors(note.entities, found)),
        labels=_entities(note.entities, found),
        words=_words(gold, masked),
    )


def _flaw(error: NerError) -> Flaw:
    place = error.place
    return (error.kind.value, place.start, place.end, _name(error.gold), _name(error.predicted))


def _name(span: Span | None) -> str:
    return str(span.subtype or span.label) if span else ""


def _entities(gold: Iterable[Span], found: Iterable[Span]) -> dict[str, Counts]:
    right, mine = _keys(gold), _keys(found)
    counts: dict[str, Counts] = {}
    for label in sorted({key[2] for key in right | mine}):
        theirs, own = ({k for k in keys if k[2] == label} for keys in (right, mine))
        both = len(theirs & own)
        counts[label] = (both, len(own), both, len(theirs))
    return counts


def _keys(spans: Iterable[Span]) -> set[Word]:
    return {(span.start, span.end, str(span.label)) for span in spans}


def _words(gold: dict[int, str], masked: dict[int, str]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for place, label in gold.items():
        known, hidden = counts.get(label, (0, 0))
        counts[label] = (known + 1, hidden + (place in masked))
    return dict(sorted(counts.items()))
