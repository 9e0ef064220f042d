"""What one engine made of one note: counts and places, no text."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final

from annotation.domain.corrections import corrections
from annotation.domain.labels import Subtype
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
# What 45 CFR 164.514(b)(2) doesn't name: places of a State's size and above, the carers' house, durations. Ages
# count from 90 on.
_NOT_HIPAA: Final = frozenset(
    (Subtype.REGION, Subtype.PAYS, Subtype.HOPITAL, Subtype.SERVICE, Subtype.DUREE)
)
_OLD: Final = 90
_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class JudgedNote:
    """`missed` words identify somebody and stay readable, `wrong` ones are masked without need; `labels` and
    `subtypes` count entities (same bounds, same name), `words` the identifying words of a label and those masked.

    `label_words` and `subtype_words` are what `labels` and `subtypes` are, of words instead of entities (empty in what
    was judged before 2026-11-27).

    `swapped` counts masked words under another label ("PER>LOC"); `hipaa` is what `Counts` are, of words that
    the American rule names, whatever the label. These three are empty in what was judged before 2026-11-25.

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
    subtypes: dict[str, Counts] = field(default_factory=dict)
    swapped: dict[str, int] = field(default_factory=dict)
    hipaa: Counts = (0, 0, 0, 0)
    label_words: dict[str, Counts] = field(default_factory=dict)
    subtype_words: dict[str, Counts] = field(default_factory=dict)

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
            "subtypes": self.subtypes,
            "swapped": self.swapped,
            "hipaa": self.hipaa,
            "label_words": self.label_words,
            "subtype_words": self.subtype_words,
        }

    @classmethod
    def from_json(cls, note: str, data: dict[str, Any]) -> "JudgedNote":
        """The inverse. Raises KeyError or TypeError on anything else."""
        places = {key: tuple(map(tuple, data[key])) for key in ("missed", "wrong", "flaws")}
        tables = {
            key: {name: tuple(row) for name, row in data.get(key, {}).items()}
            for key in ("labels", "words", "subtypes", "label_words", "subtype_words")
        }
        hipaa = tuple(data.get("hipaa", (0, 0, 0, 0)))
        return cls(note=note, **{**data, **places, **tables, "hipaa": hipaa})


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
        labels=_entities(note.entities, found, lambda span: str(span.label)),
        label_words=_by_name(gold, masked),
        subtype_words=_by_name(
            *(token_labels(bounds, spans, _name) for spans in (note.entities, found))
        ),
        words=_words(gold, masked),
        subtypes=_entities(note.entities, found, lambda span: _name(span)),
        swapped=_swapped(gold, masked),
        hipaa=_hipaa(note, bounds, gold.keys(), masked.keys()),
    )


def _hipaa(
    note: Note, bounds: Sequence[tuple[int, int]], gold: Set[int], masked: Set[int]
) -> Counts:
    """Binary, by words (the measure of the i2b2 challenges): masked words that identify nobody by this rule are
    wrong only if they identify nobody at all."""
    named = token_labels(
        bounds, [span for span in note.entities if _is_hipaa(note.text, span)]
    ).keys()
    both = len(named & masked)
    return (both, both + len(masked - gold), both, len(named))


def _is_hipaa(text: str, span: Span) -> bool:
    if span.subtype == Subtype.AGE:
        number = _NUMBER.search(text, span.start, span.end)
        return number is not None and int(number.group()) >= _OLD
    return span.subtype not in _NOT_HIPAA


def _flaw(error: NerError) -> Flaw:
    place = error.place
    return (error.kind.value, place.start, place.end, _name(error.gold), _name(error.predicted))


def _name(span: Span | None) -> str:
    return str(span.subtype or span.label) if span else ""


def _entities(
    gold: Iterable[Span], found: Iterable[Span], name: Callable[[Span], str]
) -> dict[str, Counts]:
    right, mine = ({(s.start, s.end, name(s)) for s in spans} for spans in (gold, found))
    counts: dict[str, Counts] = {}
    for label in sorted({key[2] for key in right | mine}):
        theirs, own = ({k for k in keys if k[2] == label} for keys in (right, mine))
        both = len(theirs & own)
        counts[label] = (both, len(own), both, len(theirs))
    return counts


def _by_name(gold: dict[int, str], found: dict[int, str]) -> dict[str, Counts]:
    right = Counter(name for place, name in gold.items() if found.get(place) == name)
    known, told = Counter(gold.values()), Counter(found.values())
    return {n: (right[n], told[n], right[n], known[n]) for n in sorted(known.keys() | told.keys())}


def _swapped(gold: dict[int, str], masked: dict[int, str]) -> dict[str, int]:
    both = gold.keys() & masked.keys()
    told = Counter(f"{gold[p]}>{masked[p]}" for p in both if gold[p] != masked[p])
    return dict(sorted(told.items()))


def _words(gold: dict[int, str], masked: dict[int, str]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for place, label in gold.items():
        known, hidden = counts.get(label, (0, 0))
        counts[label] = (known + 1, hidden + (place in masked))
    return dict(sorted(counts.items()))
