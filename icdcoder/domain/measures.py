"""Figures of a note that name or class a state: body mass index, ejection fraction, sodium, term…

Each measure is an expression of `data/rules/measures.csv` whose only group is the figure; the words
before it are its unit and name. `data/rules/states.csv` says which figure is a state of its own.
"""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from annotation.domain.spans import joined, touching
from icdcoder.domain.coder import Span
from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.expressions import Expressions
from icdcoder.domain.wordings import read_table

_TERM: Final = "weeks"
_NOT_MEASURED: Final = re.compile(r"(?:objectif|cible|si|normes?|seuil)\W{1,3}$")
# A weight and the height behind it; the height in metres, as one writes it.
_WEIGHT: Final = re.compile(
    r"\b(\d{2,3}(?:[.,]\d)?) ?(?:kg|kilos?)\b(?: pour| pr|,|/| sur|;)? ?(?:taille )?(?:de )?\b(1|2) ?(?:[,.]|m(?:etre)? ?) ?(\d\d)\b(?! ?(?:kg|mg|µg|ug|ml|mmol|g\b))"
)


class Measure(NamedTuple):
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
def _expressions() -> tuple[list[tuple[str, tuple[str, ...]]], Expressions]:
    """Of each expression the name and the words of which one must stand in the note."""
    rows = list(read_table("rules/measures.csv"))
    names = [(row["name"], tuple(row["with"].split("|"))) for row in rows]
    return names, Expressions.of_rows(rows)


@cache
def _states() -> dict[str, tuple[State, ...]]:
    found: dict[str, tuple[State, ...]] = {}
    for row in read_table("rules/states.csv"):
        state = State(row["code"], float(row["low"]), float(row["high"]), row["condition"])
        found[row["measure"]] = (*found.get(row["measure"], ()), state)
    return found


def measures(note: CutNote, hidden: Sequence[Span] = ()) -> list[Measure]:
    """Every figure of the note, in the table's order of measures, then of places.

    Of the figures that substitution wrote (`hidden`) only a term of pregnancy: it is an age.
    """
    names, expressions = _expressions()
    folded, found, hidden = note.folded, [], joined(hidden)
    for number, match in expressions.matches(note):
        name, besides = names[number]
        start, end = match.span()
        is_meant = not _NOT_MEASURED.search(folded, max(0, start - 12), start)
        if name != _TERM and touching(hidden, *match.span(1)):
            continue
        if is_meant and any(word in folded for word in besides):
            figure = match[1].replace(",", ".").replace(" ", "")
            found.append(Measure(name, float(figure), start, end))
    if all(measure.name != "bmi" for measure in found):
        found += (own for own in _body_mass(folded) if not touching(hidden, own.start, own.end))
    return found


def _body_mass(folded: str) -> Iterator[Measure]:
    """The index that weight and height give: "49 kg pour 1m78", "121 kg, 1,76 m"."""
    if "kg" not in folded and "kilo" not in folded:
        return
    for match in _WEIGHT.finditer(folded):
        height = float(f"{match[2]}.{match[3]}")
        yield Measure(
            "bmi", float(match[1].replace(",", ".")) / height**2, match.start(), match.end()
        )


def states(found: list[Measure], conditions: Container[str]) -> Iterator[tuple[str, Measure]]:
    """Codes that figures name by themselves ("Na 124" → E871)."""
    for measure in found:
        for state in _states().get(measure.name, ()):
            if state.low <= measure.value <= state.high and (
                not state.condition or state.condition in conditions
            ):
                yield state.code, measure
