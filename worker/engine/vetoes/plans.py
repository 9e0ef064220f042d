"""Doses and hours by weekday, "lun 1½ | mar 1 | mer 1½", are no days of a month."""

import itertools
import re
from typing import Final

from worker.engine.note import Note

_WEEKDAYS: Final = ("lu", "ma", "me", "je", "ve", "sa", "di")
_NAMED: Final = r"(?:lun?(?:di)?|mar?(?:di)?|mer?(?:credi)?|jeu?(?:di)?|ven?(?:dredi)?|sam?(?:edi)?|dim?(?:anche)?)"
# What is taken on a day: "1½", "3/4", "2,5", "7h", "9-12", "10".
_ENTRY: Final = re.compile(
    rf"(?<![a-z])(?P<w>{_NAMED})s?(?![a-z])\.?[ \t:=(]{{0,4}}(?P<a>\d{{0,3}} ?[½¼¾⅓⅔]|[1357]/[2348](?![\d/])|\d{{1,4}}(?:[.,]\d{{1,2}})?(?![\d/]))"
    r"(?P<more>(?:[ ]?h(?:\d\d)?)?[ ]?-[ ]?\d{1,2}(?:h(?:\d\d)?)?\b|[ ]?(?:h(?:\d\d)?\b|cps?\b|gel\w*|comprimes?\b|mg\b|m?l\b|µg\b|ui\b|sach\w*|gtt\w*|gouttes?\b|amp\w*|seances?\b|fois\b|%))?"
)
_FRACTION: Final = re.compile(r".*[½¼¾⅓⅔]|\d+[.,]\d+")
_BETWEEN: Final = re.compile(r"[\s|,;:/.)-]{0,8}(?:et )?")
_MONTH: Final = range(1, 32)
_LATE, _EARLY = 22, 10  # days between which a month may have ended
_REACH: Final = 96  # characters beside a span


def is_dose_of_day(note: Note, start: int, end: int) -> bool:
    """The stretch is in a chain of at least two weekdays whose numbers are no dates of a week: one is a fraction, has a
    unit or is a stretch of hours, or they don't count the days. "lundi 3, mardi 4" and "lun 1/4, mer 3/4" do."""
    if not _ENTRY.search(note.folded, max(0, start - 12), end + 1):
        return False
    chain: list[re.Match[str]] = []
    for entry in _ENTRY.finditer(note.folded, max(0, start - _REACH), end + _REACH):
        if chain and not _BETWEEN.fullmatch(note.folded, chain[-1].end(), entry.start()):
            if chain[-1].end() > start:
                break
            chain = []
        chain.append(entry)
    touches = any(entry.start() < end and start < entry.end() for entry in chain)
    if not touches:
        return False
    return len(chain) > 1 and _is_plan(chain)


def _is_plan(chain: list[re.Match[str]]) -> bool:
    if any(entry["more"] or _FRACTION.fullmatch(entry["a"]) for entry in chain):
        return True
    months = {entry["a"].partition("/")[2] for entry in chain}
    days = [(_WEEKDAYS.index(entry["w"][:2]), int(entry["a"].partition("/")[0])) for entry in chain]
    pairs = itertools.pairwise(days)
    return len(months) > 1 or any(not _may_follow(*one, *other) for one, other in pairs)


def _may_follow(weekday: int, day: int, next_weekday: int, next_day: int) -> bool:
    """Monday 3 and Tuesday 4, Thursday 13 and Monday 10 before it, or Friday 31 and Saturday 1, of a calendar."""
    if day not in _MONTH or next_day not in _MONTH:
        return False
    if day >= _LATE and next_day <= _EARLY:
        return True
    return (next_day - day - next_weekday + weekday) % 7 == 0
