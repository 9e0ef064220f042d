"""A report of agreement as the page shows it: words for what has no value, names for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.domain.adjudication import Kind
from annotation.domain.agreement.values import UNDEFINED_TEXTS, Undefined
from annotation.models import AgreementReport, ConflictDecision
from annotation.presentation.charts import LineChart, line_chart
from annotation.presentation.engine_words import engine_words
from annotation.presentation.label_names import label_name

SOURCES: Final = {
    "people": gettext_lazy("Deux personnes"),
    "gold": gettext_lazy("Personne et référence"),
    "model": gettext_lazy("Modèle et référence"),
}
MEASURES: Final = ("exact", "overlap", "kappa", "alpha")
_MARKS: Final = dict(zip(Undefined, "abcdefgh", strict=False))
_LAST_WEEKS: Final = 12


@dataclass(frozen=True, slots=True)
class Value:
    """A number, or the words that say why there is none; `mark` is that of the note below a table."""

    number: float | None
    words: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    values: tuple[Value, ...]
    notes: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    one: str
    other: str
    count: int
    is_same: bool


@dataclass(frozen=True, slots=True)
class Matrix:
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True, slots=True)
class Weeks:
    """F1 with exact bounds, label by label and pair by pair, a column a week, the newest last."""

    mondays: tuple[date, ...]
    labels: tuple[Row, ...]
    pairs: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """One of the three comparisons of a report."""

    name: str
    notes: int
    tokens: int
    total: Row
    identifying: Row
    labels: tuple[Row, ...]
    pairs: tuple[Row, ...]
    chart: LineChart | None
    weeks: Weeks | None
    matrix: Matrix
    why: tuple[tuple[str, str], ...]  # mark, words: what the dashes of the tables stand for


def source_of(report: AgreementReport, name: str, accounts: Mapping[str, str]) -> Source:
    """`accounts`: names of the people compared, by their ids. Raises KeyError for an unknown source."""
    data = report.result[name]
    marked = data["identifying"]
    people = _people(data, accounts)
    return Source(
        name=name,
        notes=data["notes"],
        tokens=data["tokens"],
        total=_row(_("Toutes les étiquettes"), data["total"]),
        identifying=Row(
            _("Identifiant ou non, sans regarder l'étiquette"),
            (_value(marked["f1"]), _value(marked["kappa"])),
        ),
        labels=tuple(_row(label_name(label), values) for label, values in data["labels"].items()),
        pairs=tuple(
            _row(" · ".join(people.get(n, n) for n in pair["names"]), pair, pair["notes"])
            for pair in data["pairs"]
        ),
        chart=_chart(data["weeks"]),
        weeks=_weeks(data["weeks"], people),
        matrix=_matrix(data["matrix"]),
        why=tuple((_MARKS[each], _(UNDEFINED_TEXTS[each])) for each in _reasons(data)),
    )


def _reasons(data: Any) -> list[Undefined]:
    """Every reason that a measure of the report gives, in the order of their marks."""
    if isinstance(data, Mapping):
        own = {Undefined(data["why"])} if data.get("why") else set()
        found = own.union(*map(_reasons, data.values()))
    else:
        found = set().union(*map(_reasons, data)) if isinstance(data, list) else set()
    return [each for each in Undefined if each in found]


def _row(name: str, values: Mapping[str, Any], notes: int | None = None) -> Row:
    return Row(name, tuple(_value(values[key]) for key in MEASURES), notes)


def _value(data: Mapping[str, Any]) -> Value:
    if "value" in data:
        return Value(data["value"])
    if not data.get("why"):
        return Value(None)
    why = Undefined(data["why"])
    return Value(None, _(UNDEFINED_TEXTS[why]), _MARKS[why])


def _people(data: Mapping[str, Any], accounts: Mapping[str, str]) -> dict[str, str]:
    """Names of the accounts, of the engines and of gold."""
    told = {name for pair in data["pairs"] for name in pair["names"]}
    engines = {name: engine_words(name) for name in told if not name.isdecimal()}
    return {**engines, **accounts, "gold": _("référence")}


def _every_week(weeks: list[dict[str, Any]]) -> dict[date, dict[str, Any]]:
    """Those without any reading are there too, empty, so that a line's steps are equal."""
    found = {date.fromisoformat(week["week"]): week for week in weeks}
    if not found:
        return {}
    first, last = min(found), max(found)
    mondays = [first + timedelta(weeks=i) for i in range((last - first).days // 7 + 1)]
    return {monday: found.get(monday, {}) for monday in mondays}


def _weeks(weeks: list[dict[str, Any]], people: Mapping[str, str]) -> Weeks | None:
    """None for a report of before, and for a single week: the other tables tell it already."""
    told = dict(list(_every_week(weeks).items())[-_LAST_WEEKS:])
    columns = [(w.get("labels", {}), _by_pair(w)) for w in told.values()]
    labels = sorted({label for by_label, _pairs in columns for label in by_label})
    pairs = sorted({names for _labels, by_pair in columns for names in by_pair})
    if len(told) < 2 or not labels:
        return None
    return Weeks(
        mondays=tuple(told),
        labels=tuple(
            Row(
                label_name(label),
                tuple(_value(by_label.get(label, {})) for by_label, _pairs in columns),
            )
            for label in labels
        ),
        pairs=tuple(
            Row(
                " · ".join(people.get(name, name) for name in names),
                tuple(_value(by_pair.get(names, {})) for _labels, by_pair in columns),
            )
            for names in pairs
        ),
    )


def _by_pair(week: Mapping[str, Any]) -> dict[tuple[str, ...], Mapping[str, Any]]:
    return {tuple(pair["names"]): pair["exact"] for pair in week.get("pairs", ())}


def _chart(weeks: list[dict[str, Any]]) -> LineChart | None:
    names = {
        "exact": _("entités, bornes exactes"),
        "overlap": _("entités, recouvrement"),
        "alpha": _("α de Krippendorff"),
    }
    told = _every_week(weeks)
    series = {
        title: [_not_negative(week.get(key, {}).get("value")) for week in told.values()]
        for key, title in names.items()
    }
    return line_chart(list(told), series, top=1.0)


def _not_negative(value: float | None) -> float | None:
    """Below zero the line lies on the axis; the table of labels tells the number."""
    return None if value is None else max(0.0, value)


def _matrix(cells: list[dict[str, Any]]) -> Matrix:
    counts = {(cell["one"], cell["other"]): cell["count"] for cell in cells}
    names = sorted({name for pair in counts for name in pair}, key=lambda name: (not name, name))
    rows = tuple(
        (
            label_name(one),
            tuple(Cell(one, other, counts.get((one, other), 0), one == other) for other in names),
        )
        for one in names
    )
    return Matrix(tuple(map(label_name, names)), rows)


@dataclass(frozen=True, slots=True)
class Cause:
    """Why readers disagreed, as reviewers said: conflicts by their kind, gravest first, and in all."""

    name: str
    counts: tuple[int, ...]
    total: int


def causes_of(counts: Mapping[str, Mapping[str, int]]) -> tuple[Cause, ...]:
    """`counts`: cause → kind of conflict → how many; empty when nothing was decided."""
    names = {**dict(ConflictDecision.Cause.choices), "": _("cause non dite")}
    return tuple(
        Cause(str(name), tuple(by_kind.get(kind, 0) for kind in Kind), sum(by_kind.values()))
        for cause, name in names.items()
        if (by_kind := counts.get(cause))
    )
