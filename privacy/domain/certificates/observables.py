"""What an attacker may look at in a rendered file: its text and what is said of it.

An event is (kind, value). Values are made of the text alone; the originals of two compared files are known to who
compares them, so that « it is the original » is an event, too.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations, takewhile
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.linking.weekdays import weekday_tail
from privacy.domain.substitute import PatientResult, SubstitutedNote
from privacy.domain.time.forms import DateFields
from privacy.domain.time.lexicon import read_weekday
from privacy.domain.time.ranges import parse_dates

Event = tuple[str, str]
OBSERVABLES: Final = (
    "value",  # a surrogate as it stands
    "original",  # a surrogate equal to the value of one of the two files
    "skeleton",  # 99/99/9999, Xxxxx
    "lengths",  # of the words of a surrogate
    "unit",  # the words beside the figures of an age or a duration
    "order",  # of two dates
    "equality",  # of all surrogates
    "outside",  # the text between the surrogates
    "weekday",  # a weekday before a date, less that of the date
    "told",  # warnings, badges, elements, sub-types
)
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
_DIGITS: Final = re.compile(r"\d+")


def observe(result: PatientResult, originals: Sequence[Sequence[str]]) -> Iterator[Event]:
    """The events of one draw. `originals`: the surfaces of each of the two files, in order of reading.

    « 03/04/2021 » for 9/10/2019 gives, among others, ("skeleton", "0:99/99/9999").
    """
    shown = [note.text[r.start : r.end] for note in result.notes for r in note.replacements]
    labels = [r.label for note in result.notes for r in note.replacements]
    for at, text in enumerate(shown):
        yield "value", f"{at}:{text}"
        yield "skeleton", f"{at}:{_skeleton(text)}"
        yield "lengths", f"{at}:{[len(word) for word in _WORD.findall(text)]}"
        for side, surfaces in enumerate(originals):
            if text == surfaces[at]:
                yield "original", f"{at}:{side}"
        if labels[at] == Label.AGE or _DIGITS.search(text):
            yield "unit", f"{at}:{_DIGITS.sub('0', text)}"
    yield "equality", str([shown.index(text) for text in shown])
    yield from _orders(shown, labels)
    for note in result.notes:
        yield from _told(note)
    yield "told", str(sorted((e.element_class, e.granularity, e.mentions) for e in result.elements))


def _skeleton(text: str) -> str:
    shapes = (
        "9" if c.isnumeric() else "X" if c.isupper() else "x" if c.isalpha() else c for c in text
    )
    return "".join(shapes)


def _told(note: SubstitutedNote) -> Iterator[Event]:
    outside: list[str] = []
    read = 0
    for at, item in enumerate(note.replacements):
        before = note.text[read : item.start]
        outside.append(before)
        tail = weekday_tail(before)
        if tail and item.label == Label.DATE:
            yield "weekday", f"{at}:{_off(tail, note.text[item.start : item.end])}"
        told = (item.label, item.subtype, len(item.element_ids), item.derived, item.warning)
        yield "told", f"{at}:{told}"
        read = item.end
    yield "outside", "…".join([*outside, note.text[read:]])


def _off(tail: str, text: str) -> str:
    """Days from the weekday of the date to the one that is said; "" where either can't be read."""
    said = read_weekday(re.sub(r"[\W\d_].*", "", tail, flags=re.DOTALL))
    fields = _fields(text)
    day = None if fields is None else _day(fields)
    return "" if said is None or day is None else str((said[0] - day) % 7)


def _day(fields: DateFields) -> int | None:
    if fields.year is None or fields.month is None or fields.day is None:
        return None
    return date(fields.year, fields.month, fields.day).weekday()


def _fields(text: str) -> DateFields | None:
    found = parse_dates(text)
    return None if found is None else found.fields[0]


def _orders(shown: Sequence[str], labels: Sequence[str]) -> Iterator[Event]:
    """Before, together or after, at the coarser of two granularities."""
    dates = {at: _fields(text) for at, text in enumerate(shown) if labels[at] == Label.DATE}
    known = {
        at: _parts(fields) for at, fields in dates.items() if fields is not None and fields.year
    }
    for one, other in combinations(known, 2):
        size = min(len(known[one]), len(known[other]))
        left, right = known[one][:size], known[other][:size]
        yield "order", f"{one},{other}:{(left > right) - (left < right)}"


def _parts(fields: DateFields) -> list[int]:
    """Year, month and day, as far as they are said."""
    return list(takewhile(bool, (fields.year or 0, fields.month or 0, fields.day or 0)))
