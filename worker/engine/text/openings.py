"""Where a pattern can begin, read off its own regular expression.

A search tries a pattern at every character of a text. Most patterns begin with a letter or a digit that begins a run
of such, so it is enough to try them there: `openings` walks the parsed expression and tells the first characters of
all its matches; `Places` knows where these begin a run in one text. A place too many costs a little time; a place too
few can't be, and a property test compares both searches (docs/adr/0006).
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from re import _constants as op  # type: ignore[attr-defined]  # the stubs leave it out
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final

from worker.engine.text.folding import fold

Nodes = list[tuple[Any, Any]]

_NONE: Final[frozenset[str]] = frozenset()
_DIGITS: Final = frozenset("0123456789")
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz")
_SPACES: Final = frozenset(" \t\n\r\f\v")
_WORD: Final = _LETTERS | _DIGITS | {"_"}
_CATEGORIES: Final = {op.CATEGORY_DIGIT: _DIGITS, op.CATEGORY_SPACE: _SPACES}
_RUNS: Final = re.compile(r"[a-z]+|\d+|[^a-z\d]")


class _AnywhereError(Exception):
    """The first characters can't be told."""


def openings(pattern: re.Pattern[str]) -> frozenset[str] | None:
    """What all matches in folded text begin with: a letter or a digit (as 0) that begins a run of such, or a sign.
    None where a match may begin anywhere. ``(?<![a-z\\d])(?:tel|dr\\.|\\d:)`` gives ``{"t", "d", "0"}``."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    try:
        return frozenset(_firsts(list(tree), _NONE))
    except _AnywhereError:
        return None


def _firsts(nodes: Nodes, refused: frozenset[str]) -> Iterator[str]:
    """The first characters of what `nodes` match, where none of `refused` can stand before the match. Raises
    _AnywhereError."""
    if not nodes:
        raise _AnywhereError
    (kind, value), rest = nodes[0], nodes[1:]
    if kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
        inside = value[3] if kind is op.SUBPATTERN else value
        yield from _firsts([*inside, *rest], refused)
    elif kind is op.BRANCH:
        for branch in value[1]:
            yield from _firsts([*branch, *rest], refused)
    elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        least, _most, item = value
        yield from _firsts([*item, *rest], refused)
        if least == 0:
            yield from _firsts(rest, refused)
    elif kind in (op.AT, op.ASSERT, op.ASSERT_NOT):
        yield from _firsts(rest, refused | _refused(kind, value))
    else:
        yield from _openers(_signs(kind, value), refused)


def _openers(signs: frozenset[str] | None, refused: frozenset[str]) -> Iterator[str]:
    """These characters, folded, if each of them begins a run of letters or of digits; no blank does."""
    for sign in map(fold, signs or " "):
        run = _LETTERS if sign in _LETTERS else _DIGITS if sign in _DIGITS else _NONE
        if sign in _SPACES or not refused >= run:
            raise _AnywhereError
        yield sign


def _signs(kind: Any, value: Any) -> frozenset[str] | None:
    """The characters that a node takes, digits as 0; None when it takes most of them, or what an earlier group took."""
    found: set[str] = set()
    for inner, what in value if kind is op.IN else [(kind, value)]:
        if inner is op.LITERAL:
            found.add(chr(what))
        elif inner is op.RANGE:
            found.update(map(chr, range(what[0], what[1] + 1)))
        elif inner is op.CATEGORY and what in _CATEGORIES:
            found |= _CATEGORIES[what]
        else:
            return None
    return frozenset("0" if sign in _DIGITS else sign for sign in found)


def _refused(kind: Any, value: Any) -> frozenset[str]:
    """What can't stand before a match that begins with this assertion: after ``(?<![a-z])`` no letter."""
    if kind is op.AT:
        return _WORD if value is op.AT_BOUNDARY else _NONE
    direction, inside = value
    if direction > 0 or not inside or (kind is op.ASSERT_NOT and len(inside) != 1):
        return _NONE
    inner, what = inside[-1]
    if inner is op.IN and (op.CATEGORY, op.CATEGORY_WORD) in what:
        return _WORD if kind is op.ASSERT_NOT else _NONE
    signs = _signs(inner, what)
    if signs is None:
        return _NONE
    signs |= _DIGITS if "0" in signs else _NONE
    return signs if kind is op.ASSERT_NOT else _WORD - signs


@lru_cache(1 << 16)
def _runs(word: str) -> tuple[tuple[str, int], ...]:
    """What each run in one token begins with, and where: "dr2" gives ("d", 0) and ("0", 2)."""
    found = ((run.group()[0], run.start()) for run in _RUNS.finditer(word))
    return tuple(("0" if sign.isdecimal() else sign, start) for sign, start in found)


class Places:
    """Where each character begins a run in one folded text, `where` and `starts` being those of its tokens."""

    def __init__(self, where: dict[str, list[int]], starts: list[int]) -> None:
        self._where: dict[str, list[int]] = {}
        for word, tokens in where.items():
            for sign, offset in _runs(word):
                self._where.setdefault(sign, []).extend([starts[t] + offset for t in tokens])

    def of(self, signs: frozenset[str] | None) -> list[int] | None:
        """The places of all these characters, in order; None for anywhere."""
        if signs is None:
            return None
        return sorted(chain.from_iterable(self._where[s] for s in self._where.keys() & signs))


def matches(
    pattern: re.Pattern[str], text: str, places: list[int] | None
) -> Iterator[re.Match[str]]:
    """What ``pattern.finditer(text)`` gives, tried at `places` alone; anywhere if None."""
    if places is None:
        yield from pattern.finditer(text)
        return
    end, match_at = 0, pattern.match
    for start in places:
        if start >= end and (match := match_at(text, start)) is not None:
            yield match
            end = match.end()
