"""Where a pattern can begin, read off its own regular expression.

A search tries a pattern at every character of a text. Most patterns begin with known letters or with a
digit, so it is enough to try them there: `openings` walks the parsed expression and tells the first
characters of all its matches; `Places` knows where these stand in one text. A place too many costs a
little time; a place too few can't be, and a property test compares both searches (docs/adr/0006).
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

_LONGEST: Final = 3  # characters of a beginning
_MOST_SIGNS: Final = 12  # of a class of characters that is told apart
_MOST_STEPS: Final = 20_000
_DIGITS: Final = frozenset("0123456789")
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz")
_SPACES: Final = frozenset(" \t\n\r\f\v")
_RUN_SIGNS: Final = _LETTERS | _DIGITS
_WORD: Final = _LETTERS | _DIGITS | {"_"}
_CATEGORIES: Final = {op.CATEGORY_DIGIT: _DIGITS, op.CATEGORY_SPACE: _SPACES}
_END: Final = "|"  # of a run shorter than that
_RUNS: Final = re.compile(r"[a-z]+|\d+|[^a-z\d]")
_DIGIT: Final = re.compile(r"\d")


class _AnywhereError(Exception):
    """The beginnings can't be told."""


_NONE: Final[frozenset[str]] = frozenset()


def openings(pattern: re.Pattern[str]) -> frozenset[str] | None:
    """The beginnings of all matches in folded text: of a run of letters or digits (as 0) the first three
    characters, or fewer and a bar where it ends there, or one sign. None where a match may begin
    anywhere. ``(?<![a-z\\d])(?:tel|dr\\.|\\d:)`` gives ``{"tel", "dr|", "0|"}``."""
    walk = _Walk()
    try:
        tree = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
        found = {fold(head) for head in walk.heads(list(tree), "", _NONE)}
    except _AnywhereError:
        return None
    return frozenset(h for h in found if not any(h[:n] in found for n in range(1, len(h))))


class _Walk:
    """Steps through a parsed expression; `refused` are characters that can't stand before the match."""

    def __init__(self) -> None:
        self._steps = 0

    def heads(self, nodes: Nodes, head: str, refused: frozenset[str]) -> Iterator[str]:
        """The beginnings of what `nodes` match after `head`: after "d", ``r\\.`` gives "dr|". Raises
        _AnywhereError."""
        self._steps += 1
        if self._steps > _MOST_STEPS or not (nodes or head):
            raise _AnywhereError
        if len(head) == _LONGEST or not nodes:
            yield head
            return
        yield from self._first(*nodes[0], nodes[1:], head, refused)

    def _first(
        self, kind: Any, value: Any, rest: Nodes, head: str, refused: frozenset[str]
    ) -> Iterator[str]:
        """As `heads`, by the kind of the first node."""
        if kind in (op.LITERAL, op.IN, op.NOT_LITERAL, op.ANY):
            yield from self._characters(kind, value, rest, head, refused)
        elif kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
            inside = value[3] if kind is op.SUBPATTERN else value
            yield from self.heads([*inside, *rest], head, refused)
        elif kind is op.BRANCH:
            for branch in value[1]:
                yield from self.heads([*branch, *rest], head, refused)
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            yield from self._repeated(kind, value, rest, head, refused)
        elif kind in (op.AT, op.ASSERT, op.ASSERT_NOT):
            yield from self.heads(rest, head, refused if head else refused | _refused(kind, value))
        else:  # a back-reference or a conditional
            if not head:
                raise _AnywhereError
            yield head

    def _characters(
        self, kind: Any, value: Any, rest: Nodes, head: str, refused: frozenset[str]
    ) -> Iterator[str]:
        """As `heads`, where the first node takes one character: ``[ab]`` and then ``c`` give "ac", "bc"."""
        signs = _signs(kind, value)
        if signs is None or len(signs) > _MOST_SIGNS:
            if not head and (signs is None or not all(_opens_run(s, refused) for s in signs)):
                raise _AnywhereError
            yield from (head,) if head else signs or ()
            return
        for sign in signs:
            if head and not _goes_on(head, sign):
                yield head + _END
            elif not head and not _opens_run(sign, refused):
                raise _AnywhereError
            elif head or sign in _RUN_SIGNS:
                yield from self.heads(rest, head + sign, refused)
            else:
                yield sign

    def _repeated(
        self, kind: Any, value: Any, rest: Nodes, head: str, refused: frozenset[str]
    ) -> Iterator[str]:
        """As `heads`, where the first node is repeated: ``x?y`` gives "y" and "xy"."""
        least, most, item = value
        if least == 0:
            yield from self.heads(rest, head, refused)
        more = most if most is op.MAXREPEAT else most - 1
        again = [(kind, (max(least - 1, 0), more, item))] if more else []
        yield from self.heads([*item, *again, *rest], head, refused)


def _signs(kind: Any, value: Any) -> frozenset[str] | None:
    """The characters that a node takes, digits as 0; None when it takes most of them."""
    if kind is op.LITERAL:
        found = {chr(value)}
    elif kind is op.IN:
        found = set()
        for inner, what in value:
            if inner is op.LITERAL:
                found.add(chr(what))
            elif inner is op.RANGE:
                found.update(map(chr, range(what[0], what[1] + 1)))
            elif inner is op.CATEGORY and what in _CATEGORIES:
                found |= _CATEGORIES[what]
            else:
                return None
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


def _goes_on(head: str, sign: str) -> bool:
    """Whether a run of letters, or of digits, that began with `head` goes on with `sign`."""
    folded = fold(sign)
    return folded in _LETTERS if fold(head[-1]) in _LETTERS else folded in _DIGITS


def _opens_run(sign: str, refused: frozenset[str]) -> bool:
    """Whether this character begins a run of letters or of digits where a match begins."""
    folded = fold(sign)
    if folded in _LETTERS:
        return refused >= _LETTERS
    if folded in _DIGITS:
        return refused >= _DIGITS
    return folded not in _SPACES


@lru_cache(1 << 16)
def _keys(word: str) -> tuple[tuple[str, int], ...]:
    """The beginnings of the runs in one token, and where each run begins in it: "dr" gives "d", "dr" and
    "dr|", whose bar tells that the run ends; "120" gives "0", "00" and "000"."""
    found = []
    for run in _RUNS.finditer(_DIGIT.sub("0", word)):
        head = run.group()
        lengths = range(1, min(len(head), _LONGEST) + 1)
        found += [(head[:length], run.start()) for length in lengths]
        if len(head) < _LONGEST:
            found.append((head + _END, run.start()))
    return tuple(found)


class Places:
    """Where each beginning stands in one folded text, `where` and `starts` being those of its tokens."""

    def __init__(self, where: dict[str, list[int]], starts: list[int]) -> None:
        self._where: dict[str, list[int]] = {}
        for word, tokens in where.items():
            for key, offset in _keys(word):
                places = [starts[token] + offset for token in tokens]
                if key in self._where:
                    self._where[key] += places
                else:
                    self._where[key] = places

    def of(self, heads: frozenset[str] | None) -> list[int] | None:
        """The places of all these beginnings, in order; None for anywhere."""
        if heads is None:
            return None
        found = [self._where[head] for head in self._where.keys() & heads]
        return sorted(set(chain.from_iterable(found))) if found else []


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
