"""A report of agreement as the page shows it: words for what has no value, names for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.charts import LineChart, line_chart
from annotation.domain.agreement.values import UNDEFINED_TEXTS, Undefined
from annotation.models import AgreementReport, Document
from deidweb.accounts.models import Project, User

SOURCES: Final = {
    "people": gettext_lazy("Deux personnes"),
    "gold": gettext_lazy("Personne et référence"),
    "model": gettext_lazy("Modèle et référence"),
}
MEASURES: Final = ("exact", "overlap", "kappa", "alpha")
CONTEXT: Final = 40  # characters shown on either side of a span


@dataclass(frozen=True, slots=True)
class Value:
    """A number, or the words that say why there is none."""

    number: float | None
    words: str = ""


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
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class Passage:
    """A span behind a cell, in its line of the note."""

    document: UUID
    title: str
    before: str
    surface: str
    after: str


def newest_report(project: Project) -> AgreementReport | None:
    return AgreementReport.objects.filter(project=project).select_related("created_by").first()


def source_of(report: AgreementReport, name: str) -> Source:
    """Raises KeyError for an unknown name."""
    data = report.result[name]
    marked = data["identifying"]
    people = _people(data["pairs"])
    return Source(
        name=name,
        notes=data["notes"],
        tokens=data["tokens"],
        total=_row(_("Toutes les étiquettes"), data["total"]),
        identifying=Row(
            _("Identifiant ou non, sans regarder l'étiquette"),
            (_value(marked["f1"]), _value(marked["kappa"])),
        ),
        labels=tuple(_row(label, values) for label, values in data["labels"].items()),
        pairs=tuple(
            _row(" · ".join(people.get(n, n) for n in pair["names"]), pair, pair["notes"])
            for pair in data["pairs"]
        ),
        chart=_chart(data["weeks"]),
        matrix=_matrix(data["matrix"]),
    )


def _row(name: str, values: Mapping[str, Any], notes: int | None = None) -> Row:
    return Row(name, tuple(_value(values[key]) for key in MEASURES), notes)


def _value(data: Mapping[str, Any]) -> Value:
    if "value" in data:
        return Value(data["value"])
    return Value(None, _(UNDEFINED_TEXTS[Undefined(data["why"])]) if data.get("why") else "")


def _people(pairs: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Names of the accounts and of gold; an engine's version is its own name."""
    ids = {int(name) for pair in pairs for name in pair["names"] if name.isdecimal()}
    names = {str(user.pk): user.display_name for user in User.objects.filter(pk__in=ids)}
    return {**names, "gold": _("référence")}


def _chart(weeks: list[dict[str, Any]]) -> LineChart | None:
    names = {
        "exact": _("entités, bornes exactes"),
        "overlap": _("entités, recouvrement"),
        "alpha": _("α de Krippendorff"),
    }
    series = {
        title: [_not_negative(week[key].get("value")) for week in weeks]
        for key, title in names.items()
    }
    return line_chart([date.fromisoformat(week["week"]) for week in weeks], series, top=1.0)


def _not_negative(value: float | None) -> float | None:
    """Below zero the line lies on the axis; the table of labels tells the number."""
    return None if value is None else max(0.0, value)


def _matrix(cells: list[dict[str, Any]]) -> Matrix:
    counts = {(cell["one"], cell["other"]): cell["count"] for cell in cells}
    names = sorted({name for pair in counts for name in pair}, key=lambda name: (not name, name))
    rows = tuple(
        (
            one,
            tuple(Cell(one, other, counts.get((one, other), 0), one == other) for other in names),
        )
        for one in names
    )
    return Matrix(tuple(names), rows)


def passages(
    user: User, report: AgreementReport, source: str, one: str, other: str
) -> tuple[int, list[Passage]]:
    """How many spans lie behind a cell, and those that were kept, with what stands around them."""
    cells = report.result.get(source, {}).get("matrix", [])
    cell = next((c for c in cells if (c["one"], c["other"]) == (one, other)), None)
    if cell is None:
        return 0, []
    notes = {
        str(note.pk): note
        for note in Document.objects.visible_to(user).filter(
            project=report.project_id, pk__in={place[0] for place in cell["places"]}
        )
    }
    found = [
        _passage(notes[note], start, end) for note, start, end in cell["places"] if note in notes
    ]
    return cell["count"], found


def _passage(note: Document, start: int, end: int) -> Passage:
    text = note.text
    return Passage(
        note.pk,
        note.title,
        text[max(0, start - CONTEXT) : start],
        text[start:end],
        text[end : end + CONTEXT],
    )
