"""The weekdays in words around a date, outside its span: « lundi 3 mars », « le 3 mars (lundi) », « vu lundi en
consultation, le 3 mars ».

Left as they are, they would tell the original modulo 7. The one nearest to a date, in its sentence, becomes the weekday
of the surrogate; others beside the same date keep their distance from that one (« lundi et mercredi »), which is told
by the text alone. Before or behind a label they are left out. Plurals and habits (« chaque lundi », « du lundi au
vendredi ») say nothing of a date and stay.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from privacy.domain.time.lexicon import NameStyle, Width, read_weekday, weekday_name

_ENTITY: Final = "\x00"
REACH: Final = 60  # characters before and behind a date that are read
_MOMENT: Final = r"matin|midi|soir|apr[eè]s[\s\-]midi|derni[eè]re?|pass[ée]|prochain"
_BEFORE: Final = re.compile(
    rf"(?<![^\W\d_])(?P<word>[^\W\d_]{{3,9}})(?P<point>\.?)(?:\s(?:{_MOMENT}))?[\s,:(\-–]{{1,3}}"
    r"(?P<article>le\s)?\Z",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"(?:\s[(\[]|[ \xa0,(\[\-–]{1,3})(?:un\s|le\s)?(?P<word>[^\W\d_]{3,9})(?P<point>\.?)(?![^\W\d_])(?P<closing>[)\]]?)",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    r"(?<![^\W\d_])(?P<word>(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)(?![^\W\d_])(?P<point>)",
    re.IGNORECASE,
)
_HABIT: Final = re.compile(r"chaque\s\w+di(?:manche)?\b|\bdu\s\w{5,8}\sau\s\w{5,8}", re.IGNORECASE)
# one of them is in each name
_PARTS: Final = ("di", "day", "lun", "mar", "mer", "jeu", "ven", "sam", "dim")
_SENTENCE: Final = re.compile(r"[.!?;]\s|\n")
# what goes with a weekday that is left out
_LEFT_OUT: Final = re.compile(
    r"(?:,[ \xa0]|[ \xa0])?\(?(?:\b(?:un|le|ce)[ \xa0])?\Z", re.IGNORECASE
)
_MOMENTS: Final = re.compile(rf"(?:\s(?:{_MOMENT}))?\)?", re.IGNORECASE)


class Edit(NamedTuple):
    """`text[start:end]` of a note, outside its entities, becomes `shown`."""

    start: int
    end: int
    shown: str


class Dated(NamedTuple):
    """A date at its place in a note; `day`: the surrogate's, None before a label."""

    start: int
    end: int
    day: date | None


class Weekday(NamedTuple):
    """A weekday in words: where the word stands, what it says, how."""

    start: int
    end: int
    rank: int
    style: NameStyle


def weekday_edits(
    text: str, dates: Sequence[Dated], taken: Sequence[tuple[int, int]]
) -> list[Edit]:
    """What the weekdays around the dates of one note become. `taken`: the spans of all its entities, in order.

    « le 3 mars (lundi) », whose surrogate is 5 March 2020: « lundi » becomes « jeudi ».
    """
    mask = _Mask(text, taken)
    ends = [(place, place + 1) for place in mask.places.values()]
    edits = _weekday_edits(mask.text, [mask.inside(one) for one in dates], ends)
    return [edit._replace(start=mask.back(edit.start), end=mask.back(edit.end)) for edit in edits]


class _Mask:
    """A note whose entities are one sign each: neither their length nor their words are looked at."""

    def __init__(self, text: str, taken: Sequence[tuple[int, int]]) -> None:
        parts: list[str] = []
        self.places: dict[int, int] = {}  # masked, of each entity
        self._starts, self._shifts = [0], [0]  # of each stretch outside
        read = shift = 0
        for start, end in taken:
            parts += [text[read:start], _ENTITY]
            self.places[start] = start - shift
            shift += end - start - 1
            self._starts.append(end - shift)
            self._shifts.append(shift)
            read = end
        self.text = "".join([*parts, text[read:]])

    def inside(self, one: Dated) -> Dated:
        at = self.places[one.start]
        return Dated(at, at + 1, one.day)

    def back(self, place: int) -> int:
        """A place outside the entities, in the note as it is."""
        return place + self._shifts[bisect_right(self._starts, place) - 1]


def _weekday_edits(
    text: str, dates: Sequence[Dated], taken: Sequence[tuple[int, int]]
) -> list[Edit]:
    # where the word begins → its distance from a date, the rank of that date, itself
    found: dict[int, tuple[int, int, Weekday]] = {}
    for at, one in enumerate(dates):
        low = max(dates[at - 1].end if at else 0, one.start - REACH)
        high = min(dates[at + 1].start if at + 1 < len(dates) else len(text), one.end + REACH)
        for distance, day in _around(text, low, one, high):
            if day.start not in found or distance < found[day.start][0]:
                found[day.start] = (distance, at, day)
    return _edits(text, dates, taken, found.values()) if found else []


def _edits(
    text: str,
    dates: Sequence[Dated],
    taken: Sequence[tuple[int, int]],
    found: Iterable[tuple[int, int, Weekday]],
) -> list[Edit]:
    starts, ends = [start for start, _ in taken], [end for _, end in taken]
    owned: dict[int, list[tuple[int, Weekday]]] = {}
    for distance, owner, day in found:
        before = bisect_left(starts, day.end)  # entities that begin before its end
        if not before or ends[before - 1] <= day.start:
            owned.setdefault(owner, []).append((distance, day))
    edits: list[Edit] = []
    for at, days in owned.items():
        mine = sorted(days)
        for _, day in mine:
            edit = _edit(text, dates[at], day, mine[0][1])
            ended = bisect_right(ends, day.start)
            edits.append(edit._replace(start=max(edit.start, ends[ended - 1] if ended else 0)))
    return sorted(edits)


def first_weekday(kept: str) -> int | None:
    """Where in the text between two entities the first word stands that an edit may change or leave out; None
    without any. What precedes it is never changed."""
    named = _NAMED.search(kept)
    ahead, behind = _BEFORE.search(kept[-REACH:]), _BEHIND.match(kept)
    starts = [] if named is None else [named.start()]
    if ahead is not None and _read(ahead["word"], ahead["point"]) is not None:
        starts.append(max(len(kept) - REACH, 0) + ahead.start())
    if behind is not None and _short(behind) is not None:
        starts.append(behind.start("word"))
    if not starts:
        return None
    left_out = _LEFT_OUT.search(kept[: min(starts)])
    return min(starts) if left_out is None else left_out.start()


def _edit(text: str, one: Dated, day: Weekday, nearest: Weekday) -> Edit:
    if one.day is not None:
        rank = (one.day.weekday() + day.rank - nearest.rank) % 7
        return Edit(day.start, day.end, weekday_name(rank, day.style))
    if day.end <= one.start:  # « lundi, le [DATE] » → « le [DATE] »
        beside = _BEFORE.search(text, max(0, one.start - REACH), one.start)
        if beside is not None and beside.start() == day.start:
            end = one.start - len(beside["article"] or "")
            return Edit(day.start, end, "\n" * text.count("\n", day.start, end))
    before = _LEFT_OUT.search(text, max(0, day.start - REACH), day.start)
    moment = _MOMENTS.match(text, day.end)
    start = day.start if before is None else before.start()
    end = day.end if moment is None else moment.end()
    closed = text[start:end].count("(") == text[start:end].count(")")
    return Edit(start, end if closed or text[end - 1] != ")" else end - 1, "")


def _around(text: str, low: int, one: Dated, high: int) -> Iterator[tuple[int, Weekday]]:
    """The weekdays in words around a date, with their distance; 0 for the one just before it."""
    if _may_tell(text[low : one.start]):
        beside = _beside(text[low : one.start])
        if beside is not None:
            yield 0, beside._replace(start=low + beside.start, end=low + beside.end)
        for day in _named(text, low, one.start):
            if _SENTENCE.search(text, day.end, one.start) is None:
                yield one.start - day.end + 1, day
    if _may_tell(text[one.end : high]):
        beside = _behind(text, one.end, high)
        if beside is not None:
            yield beside.start - one.end, beside
        for day in _named(text, one.end, high):
            if _SENTENCE.search(text, one.end, day.start) is None:
                yield day.start - one.end, day


def _may_tell(text: str) -> bool:
    """False for most texts, without a look at their words."""
    low = text.lower()
    return any(map(low.__contains__, _PARTS))


def _behind(text: str, at: int, high: int) -> Weekday | None:
    found = _BEHIND.match(text, at, high)
    return None if found is None else _short(found)


def _named(text: str, low: int, high: int) -> Iterator[Weekday]:
    """The full names, but those of habits."""
    for found in _NAMED.finditer(text, low, high):
        habits = [habit.span() for habit in _HABIT.finditer(text, low, high)]
        known = _read(found["word"], "")
        if known is not None and not any(a <= found.start() < b for a, b in habits):
            yield Weekday(*found.span("word"), *known)


def _short(found: re.Match[str]) -> Weekday | None:
    """A weekday just behind a date; one of three letters only with its point or its bracket (« (jeu) »)."""
    known = _read(found["word"], found["point"])
    if known is None:
        return None
    rank, style = known
    if style.width is not Width.FULL and not (found["point"] or found["closing"]):
        return None
    end = found.end("point") if style.point else found.end("word")
    return Weekday(found.start("word"), end, rank, style)


@lru_cache(maxsize=1024)
def _beside(before: str) -> Weekday | None:
    """The weekday at the end of a text, an article aside: « lundi  », « Lundi matin, le  »."""
    found = _BEFORE.search(before)
    known = None if found is None else _read(found["word"], found["point"])
    if found is None or known is None:
        return None
    end = found.end("point") if known[1].point else found.end("word")
    return Weekday(found.start("word"), end, *known)


@lru_cache(maxsize=1024)
def _read(word: str, point: str) -> tuple[int, NameStyle] | None:
    known = read_weekday(word, point=bool(point))
    if known is None or (known[1].english and known[1].width is not Width.FULL):
        return None  # « mon », « sat »
    return known[0], replace(known[1], english=False)
