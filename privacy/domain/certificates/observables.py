"""What an attacker may look at in a rendered file: its text and what is said of it.

An event is (kind, value). Values are made of the text alone; the originals of two compared files are known to who
compares them, so that « it is the original » is an event, too.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations, takewhile
from typing import Final

from annotation.domain.labels import Label
from privacy.domain.exported_note import line_of
from privacy.domain.places.patient_places import ATTACHED, SUPPOSED
from privacy.domain.substitute import PatientResult, Replacement, SubstitutedNote
from privacy.domain.time.forms import DateFields
from privacy.domain.time.lexicon import Width, read_weekday
from privacy.domain.time.ranges import parse_dates

Event = tuple[str, str]
OBSERVABLES: Final = (
    "value",  # a surrogate as it stands
    "original",  # a surrogate equal to the value of one of the two files
    "skeleton",  # 99/99/9999, Xxxxx
    "lengths",  # of the words of a surrogate
    "words",  # each word of a surrogate (« St », « rue », « mars »)
    "signs",  # what stands between its words; whether it has accents, in capitals too, and figures
    "unit",  # the words beside the figures of an age or a duration
    "order",  # of two dates, of two numbers of ages or durations
    "equality",  # of all surrogates
    "outside",  # the text between the surrogates
    "weekday",  # a weekday in words, less that of a date of its note
    "told",  # warnings, badges, elements, sub-types
    "size",  # of the line that leaves, of its text, of what was not replaced; how many replacements
    "work",  # hashes that a draw took, where they are counted
    "report",  # what a build counts: replacements and warnings by kind, their words
)
# how a place was read, for the steward who has the original: nothing of it leaves
_READING: Final = frozenset((SUPPOSED, ATTACHED))
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
        yield from (("words", f"{at}:{word}") for word in dict.fromkeys(_WORD.findall(text)))
        yield "signs", f"{at}:{_signs(text)}"
        for side, surfaces in enumerate(originals):
            if text == surfaces[at]:
                yield "original", f"{at}:{side}"
        if labels[at] == Label.AGE or _DIGITS.search(text):
            yield "unit", f"{at}:{_DIGITS.sub('0', text)}"
    yield "equality", str([shown.index(text) for text in shown])
    yield from _orders(shown, labels)
    for note in result.notes:
        yield from _told(note)
    yield from _sizes(result)
    yield "told", str(sorted((e.element_class, e.granularity, e.mentions) for e in result.elements))


def _skeleton(text: str) -> str:
    shapes = (
        "9" if c.isnumeric() else "X" if c.isupper() else "x" if c.isalpha() else c for c in text
    )
    return "".join(shapes)


def _signs(text: str) -> str:
    between = "".join(sorted({c for c in text if not c.isalnum()}))
    accents = (not text.isascii()) + any(c.isupper() and not c.isascii() for c in text[1:])
    return f"{between} {accents} {any(map(str.isdigit, text))}"


def _told(note: SubstitutedNote) -> Iterator[Event]:
    outside: list[str] = []
    read = 0
    for at, item in enumerate(note.replacements):
        outside.append(note.text[read : item.start])
        told = (item.label, item.subtype, len(item.element_ids), item.derived, _warning(item))
        yield "told", f"{at}:{told}"
        read = item.end
    outside.append(note.text[read:])
    yield "outside", "…".join(outside)
    yield from _weekdays(note, " ".join(outside))


def _warning(item: Replacement) -> str:
    return "" if item.warning is None or item.warning in _READING else item.warning


def _weekdays(note: SubstitutedNote, outside: str) -> Iterator[Event]:
    """Days from each date of a note to each weekday in words around its entities."""
    known = [read_weekday(word) for word in _WORD.findall(outside)]
    said = [day[0] for day in known if day is not None and day[1].width is Width.FULL]
    for at, item in enumerate(note.replacements if said else ()):
        fields = _fields(note.text[item.start : item.end]) if item.label == Label.DATE else None
        day = None if fields is None else _day(fields)
        if day is not None:
            yield "weekday", f"{at}:{[(rank - day) % 7 for rank in said]}"


def _sizes(result: PatientResult) -> Iterator[Event]:
    """Lengths of what leaves, and the counts of the report on it."""
    replaced = [item for note in result.notes for item in note.replacements]
    warnings = Counter(filter(None, map(_warning, replaced)))
    lines = [len(line_of(note)) for note in result.notes]
    yield "size", f"line:{lines}"
    yield "size", f"text:{[len(note.text) for note in result.notes]}"
    shown = sum(item.end - item.start for item in replaced)
    yield "size", f"around:{sum(len(note.text) for note in result.notes) - shown}"
    yield "size", f"replacements:{len(replaced)}"
    yield "report", f"warnings:{sorted(warnings.items())}"
    yield "report", f"words:{[len(warning) for warning in sorted(warnings)]}"
    yield "report", f"replaced:{sorted(Counter((i.label, i.derived) for i in replaced).items())}"


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
    counts = {
        at: int(found.group())
        for at, text in enumerate(shown)
        if at not in known and labels[at] in (Label.AGE, Label.DATE)
        for found in (_DIGITS.search(text),)
        if found is not None
    }
    for one, other in combinations(counts, 2):
        rank = (counts[one] > counts[other]) - (counts[one] < counts[other])
        yield "order", f"{one},{other}:{rank}"


def _parts(fields: DateFields) -> list[int]:
    """Year, month and day, as far as they are said."""
    return list(takewhile(bool, (fields.year or 0, fields.month or 0, fields.day or 0)))
