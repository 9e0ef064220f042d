"""What the form of a rendered text tells, event by event: how often each is seen under either of two neighbouring files.

A row is a pair of originals and one event of what leaves: a skeleton, a length, an order, an equality, a unit, an abbreviation, a weekday,
a capital, a zero, an ordinal. Issue 14 began with such a table of 64ff2c0 (« one digit »: 0.64 under 9/10/2019, 0 under 10/10/2019). The pairs
are those of the daily test (`tests.privacy.domain.certificates.neighbour_pairs`), the substitution a black box under fresh keys.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from annotation.domain.notes import Note
from benches.ner.text import decimal, table
from benches.results import Row
from privacy.domain.certificates.neighbours import Pair
from privacy.domain.certificates.observables import Event, observe
from privacy.domain.certificates.statistics import lower_bound, upper_bound
from privacy.domain.randomness import KEY_BYTES, DrawContext, StudyKey
from tests.privacy.domain.certificates.neighbour_pairs import black_box, usual

DRAWS: Final = 500  # fresh patients of each file
LEVEL: Final = 1e-3  # that some event inside its bound be told as outside
_LONE_DIGIT: Final = r"(?<!\d)\d(?!\d|er)"


@dataclass(frozen=True, slots=True)
class Told:
    """An event of a pair by its names. `holds` of one observable (`observables.observe`)."""

    pair: str
    event: str
    holds: Callable[[Event], bool]


@dataclass(frozen=True, slots=True)
class Seen:
    """In how many of `draws` an event was seen under the left and the right file; `bound` on the logarithm of their ratio."""

    told: Told
    originals: str
    left: int
    right: int
    draws: int
    bound: float

    def is_inside(self, level: float) -> bool:
        """False where the frequencies refute the ratio exp(bound), one way or the other, at that level."""
        allowed = math.exp(self.bound)
        return all(
            lower_bound(one, self.draws, level / 4)
            <= allowed * upper_bound(other, self.draws, level / 4)
            for one, other in ((self.left, self.right), (self.right, self.left))
        )


def _matches(kind: str, pattern: str, event: Event) -> bool:
    """Whether an observable of that kind is such; the place of a surrogate among others is left out."""
    return (
        event[0] == kind and re.search(pattern, event[1].partition(":")[2] or event[1]) is not None
    )


def _is(kind: str, value: str, event: Event) -> bool:
    return event == (kind, value)


def _value(pair: str, event: str, pattern: str) -> Told:
    return Told(pair, event, partial(_matches, "value", pattern))


def _around(pair: str, event: str, pattern: str) -> Told:
    return Told(pair, event, partial(_matches, "outside", pattern))


def _exact(pair: str, event: str, kind: str, value: str) -> Told:
    return Told(pair, event, partial(_is, kind, value))


EVENTS: Final = (
    # those of the issue
    _value("figures, a digit or two", "a number of one digit", _LONE_DIGIT),
    _value("a lone day", "a number of one digit", _LONE_DIGIT),
    _value("abbreviated month", "a month with a point", r"\."),
    _exact("year beside a day in it", "the year after the day's", "order", "0,1:1"),
    _exact("month beside a day in it", "the month after the day", "order", "0,1:1"),
    _exact("country", "the first original", "original", "0:0"),
    _exact("identifier of a letter", "the first original", "original", "0:0"),
    _exact("short phone", "the first original", "original", "0:0"),
    _exact("NIR", "the first original", "original", "0:0"),
    _exact("phone in words", "lengths 4, 5, 6, 6, 5", "lengths", "0:[4, 5, 6, 6, 5]"),
    _value("mail", "a local part of one and one", r"^[a-z]\.[a-z]@"),
    _exact("not understood", "lengths 2, 1, 1, 1", "lengths", "0:[2, 1, 1, 1]"),
    _exact("a word that is not understood", "a word of nine letters", "lengths", "0:[5, 2, 9]"),
    _around("weekday before", "Monday", "lundi"),
    _value("months", "years", r"\bans?\b"),
    _value("ages of two units", "2 years beside 24 months", "^2 ans"),
    # zeros, ordinals, skeletons, lengths, sizes
    _value("figures, two months", "a day without its zero", r"^\d/"),
    _value("month in full", "an ordinal", "1er"),
    _exact("month in full", "the skeleton 1xx xxxxx 9999", "skeleton", "0:9xx xxxxx 9999"),
    _exact("figures, a digit or two", "the skeleton 9/99/9999", "skeleton", "0:9/99/9999"),
    _value("day in words", "« premier »", "premier"),
    _exact("month and year in figures", "lengths 1, 4", "lengths", "0:[1, 4]"),
    _value("age with a zero", "a zero", "^0"),
    _value("age in words", "« septante »", "septante"),
    _value("rank", "an ordinal", "1er"),
    _exact("age", "a line of its shortest size", "size", "text:[17]"),
    # units, abbreviations, words
    _value("age of one", "a singular", r"an$"),
    _value("duration in words", "a singular", r"semaine$"),
    _value("last year", "« dernier »", "dernier"),
    _value("the day before yesterday", "a word without a figure", r"^\D+$"),
    _value("length with a word of its own", "« trimestre »", "trimestre"),
    _value("short month", "a month of four letters", r"^[a-zéû]{4}"),
    _value("quarter", "T1", "^T1"),
    _value("week", "a week of one digit", r"^S\d "),
    _value("word of age", "« nourrisson »", "nourrisson"),
    # order, equality
    _exact("range", "the end before its beginning", "order", "0,1:1"),
    _exact("days in a row", "the first two equal", "equality", "[0, 0, 2]"),
    _exact("days in a row", "the second before the first", "order", "0,1:1"),
    _exact("the eve of another year", "the day after the year", "order", "0,1:1"),
    # weekdays
    _value("weekday inside", "Monday", "^lundi"),
    _around("weekday behind, in brackets", "Monday", "lundi"),
    _around("weekday in a cell", "Je", r"\bJe\b"),
    _around("weekdays over dates", "Monday over the first", "^lun"),
    _around("weekdays over a date and an empty cell", "Monday over the empty cell", "^lun"),
    # the words around
    _around("feast and the day after", "« à »", "à"),
    _around("feast of an article and the day after", "« la »", "la"),
    _value("feast marked with its article", "« la »", "^la"),
    _around("feast after « since »", "« depuis » without « le »", r"depuis …"),
    _around("feast after « until »", "« l' »", "l'…"),
    _around("feast after « of »", "« de »", "de …"),
    _around("September by another name", "« la »", "la"),
    _around("feast without a year and the day after", "« l' »", "l'…"),
    _around("ending behind the day", "« er » outside", "er"),
    _around("ending behind the year of life", "« re »", "re "),
    _around("quarter of a century", "« un »", "un "),
    _around("fortnight", "« une »", "une "),
    _value("season", "summer", "été"),
    _around("unit behind the entity", "a singular", r" an\."),
    _around("« d' » before a figure", "« d' »", "d'"),
    _around("name after « of »", "« d' »", "d'"),
    _around("town at the beginning of a line", "« au »", "au"),
    _value("gender behind an article", "a feminine", "ente$"),
    # capitals and accents
    _value("name in capitals, with an accent", "an accent", "[À-Ý]"),
    _value("town in accented capitals", "an accent", "[À-Ý]"),
    _value("town of several words", "a blank", " "),
    _value("street in capitals, with an accent", "an accent", "[À-Ý]"),
)  # fmt: skip


def seen(draws: int = DRAWS) -> list[Seen]:
    """Every event, in the order of `EVENTS`."""
    pairs = {pair.name: pair for pair in usual()}
    wanted = {told.pair: [other for other in EVENTS if other.pair == told.pair] for told in EVENTS}
    counted = {name: list(_counted(pairs[name], tolds, draws)) for name, tolds in wanted.items()}
    by_told = {id(one.told): one for found in counted.values() for one in found}
    return [by_told[id(told)] for told in EVENTS]


def _counted(pair: Pair, tolds: Sequence[Told], draws: int) -> Iterator[Seen]:
    source = StudyKey(bytes(range(32))).stream(DrawContext("bench", pair.name, "", "form"))
    files = (pair.left, pair.right)
    surfaces = [
        [note.text[s.start : s.end] for note in file for s in note.entities] for file in files
    ]
    counts = [[0] * len(tolds), [0] * len(tolds)]
    for side, file in enumerate(files):
        for _ in range(draws):
            key = StudyKey(source.bits(8 * KEY_BYTES).to_bytes(KEY_BYTES, "big"))
            events = list(observe(black_box(file, key), surfaces))
            for at, told in enumerate(tolds):
                counts[side][at] += any(map(told.holds, events))
    originals = " / ".join(_marked(file[0]) for file in files)
    for told, left, right in zip(tolds, *counts, strict=True):
        yield Seen(told, originals, left, right, draws, pair.bound)


def _marked(note: Note) -> str:
    """The text of a note on one line of a table."""
    return note.text.replace("\n", "⏎").replace("\t", "⇥").replace("|", "¦")


def lines(found: Sequence[Seen]) -> str:
    """The table of a run."""
    rows = [
        [
            one.told.pair,
            one.told.event,
            decimal(one.left / one.draws, 3),
            decimal(one.right / one.draws, 3),
            decimal(math.exp(one.bound), 2),
            "dedans" if one.is_inside(LEVEL / len(found)) else "DEHORS",
        ]
        for one in found
    ]
    return table(["paire", "événement", "A", "B", "rapport permis", "borne"], rows)


def total(found: Sequence[Seen]) -> Row:
    """The line of docs/benchmarks.md."""
    inside = sum(one.is_inside(LEVEL / len(found)) for one in found)
    return Row(
        "events of the rendered form inside their bounds",
        f"{inside} of {len(found)}",
        "",
        f"{found[0].draws} patients a file, level 1e-3 for all; [each](comparisons.md#the-form-of-what-leaves-event-by-event)",
        "",
        "all",
        inside == len(found),
    )


def rows(found: Sequence[Seen]) -> list[Row]:
    """A row an event, for docs/comparisons.md."""
    return [
        Row(
            f"{one.told.pair}: {one.told.event}",
            f"{one.left / one.draws:.3f} / {one.right / one.draws:.3f}",
            "",
            one.originals,
            "",
            f"ratio ≤ {math.exp(one.bound):.2f}",
            one.is_inside(LEVEL / len(found)),
        )
        for one in found
    ]
