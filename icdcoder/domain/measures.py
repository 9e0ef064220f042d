"""Figures of a note that name or class a state: body mass index, ejection fraction, sodium, term…

Each measure is an expression of `data/rules/measures.csv` whose only group is the figure; the words
before it are its unit and name. `data/rules/states.csv` says which figure is a state of its own.
"""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from icdcoder.domain.wordings import read_table

_NOT_MEASURED: Final = re.compile(r"(?:objectif|cible|si|normes?|seuil)\W{1,3}$")


@dataclass(frozen=True, slots=True)
class Measure:
    """`start` and `end` hold the name and the figure, in code points."""

    name: str
    value: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class State:
    """A figure from `low` to `high` (both inside) is the state `code`."""

    code: str
    low: float
    high: float
    condition: str


@cache
def _patterns() -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    """Name, words of which one must stand in the note (looked for first, it is cheaper), expression."""
    return tuple(
        (row["name"], tuple(row["words"].split("|")), re.compile(row["pattern"]))
        for row in read_table("rules/measures.csv")
    )


@cache
def _states() -> dict[str, tuple[State, ...]]:
    found: dict[str, tuple[State, ...]] = {}
    for row in read_table("rules/states.csv"):
        state = State(row["code"], float(row["low"]), float(row["high"]), row["condition"])
        found[row["measure"]] = (*found.get(row["measure"], ()), state)
    return found


def measures(folded: str) -> list[Measure]:
    """Every figure of the folded text, in the table's order of measures, then of places."""
    return [
        Measure(name, float(match[1].replace(",", ".")), match.start(), match.end())
        for name, words, pattern in _patterns()
        if any(word in folded for word in words)
        for match in pattern.finditer(folded)
        if not _NOT_MEASURED.search(folded, max(0, match.start() - 12), match.start())
    ]


def states(found: list[Measure], conditions: Container[str]) -> Iterator[tuple[str, Measure]]:
    """Codes that figures name by themselves ("Na 124" → E871)."""
    for measure in found:
        for state in _states().get(measure.name, ()):
            if state.low <= measure.value <= state.high and (
                not state.condition or state.condition in conditions
            ):
                yield state.code, measure
