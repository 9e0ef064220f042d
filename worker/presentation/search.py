"""The trials of a search: a table, what matters, and lines over parallel axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.presentation.charts import HEIGHT, MARGIN, WIDTH, Bar, bars
from deidweb.jobs.models import Job
from worker.presentation.shares import decimal, share
from worker.selectors.searches import SEARCHED, best_value

VALUE: Final = "f1"
_SUPERSCRIPTS: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class TrialLine:
    """One trial; `cells` in the order of the head row."""

    number: int
    state: str
    value: str
    is_best: bool
    cells: tuple[str, ...]
    minutes: str


@dataclass(frozen=True, slots=True)
class Axis:
    """A parameter with its least and greatest value tried."""

    name: str
    least: str
    most: str


@dataclass(frozen=True, slots=True)
class SearchPage:
    """`paths` are SVG polylines over `axes`, the best trial last, so that it lies on top. `is_void`: several ended, and
    none is better than another."""

    axes: tuple[Axis, ...]
    paths: tuple[tuple[str, bool], ...]
    lines: tuple[TrialLine, ...]
    importance: tuple[Bar, ...]
    is_void: bool
    width: int = WIDTH
    height: int = HEIGHT


def search_page(job: Job) -> SearchPage:
    rows: list[dict[str, Any]] = job.details.get("trials", [])
    names = [name for name in SEARCHED if any(name in row["params"] for row in rows)]
    best = best_value(job)
    found = job.details.get("importance", {}) if best is not None else {}
    importance = {title_of(name): round(100 * told, 1) for name, told in found.items()}
    return SearchPage(
        axes=tuple(_axis(name, rows) for name in [*names, VALUE]) if rows else (),
        paths=_paths(rows, names, best),
        lines=tuple(_line(row, names, best) for row in reversed(rows)),
        importance=bars(importance) if importance else (),
        is_void=job.state == Job.State.DONE
        and best is None
        and any(row["state"] == "complete" for row in rows),
    )


def recipe_words(recipe: dict[str, Any]) -> list[tuple[str, str]]:
    """Name and value of each parameter."""
    return [(title_of(name), _told(name, recipe[name])) for name in SEARCHED if name in recipe]


def title_of(name: str) -> str:
    """Of a parameter, and of the value that the search raises."""
    return {
        "epochs": _("Tours"),
        "max_length": _("Fenêtre"),
        "batch_size": _("Lot"),
        "learning_rate": _("Pas d'apprentissage"),
        VALUE: "F1",
    }[name]


def _line(row: dict[str, Any], names: Sequence[str], best: float | None) -> TrialLine:
    return TrialLine(
        number=row["number"] + 1,
        state=_state(row["state"]),
        value="–" if row["value"] is None else share(row["value"]),
        is_best=row["state"] == "complete" and row["value"] == best,
        cells=tuple(_told(name, row["params"].get(name)) for name in names),
        minutes=decimal(row["seconds"] / 60),
    )


def _state(state: str) -> str:
    return {
        "complete": _("mené à bout"),
        "pruned": _("abandonné, en retard"),
        "running": _("en cours"),
    }.get(state, _("interrompu"))


def _told(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    if name == VALUE:
        return share(value)
    return _power(value) if name == "learning_rate" else number_format(int(value))


def _power(value: float) -> str:
    """0.000014 is "1,4 × 10⁻⁵"."""
    mantissa, exponent = f"{value:.1e}".split("e")
    raised = str(int(exponent)).translate(_SUPERSCRIPTS)
    return f"{number_format(mantissa)}\u00a0×\u00a010{raised}"


def _axis(name: str, rows: Sequence[dict[str, Any]]) -> Axis:
    values = _values(name, rows)
    return Axis(
        title_of(name),
        _told(name, min(values, default=None)),
        _told(name, max(values, default=None)),
    )


def _values(name: str, rows: Sequence[dict[str, Any]]) -> list[float]:
    found = (row["value"] if name == VALUE else row["params"].get(name) for row in rows)
    return [value for value in found if value is not None]


def _paths(
    rows: Sequence[dict[str, Any]], names: Sequence[str], best: float | None
) -> tuple[tuple[str, bool], ...]:
    """One line a trial that has a value: left to right over the axes, each from its least to its greatest."""
    axes = [*names, VALUE]
    limits = {name: (min(v), max(v)) for name in axes if (v := _values(name, rows))}
    found = []
    for row in rows:
        told = {**row["params"], VALUE: row["value"]}
        if any(told.get(name) is None for name in axes):
            continue
        points = " ".join(
            f"{_x(place, len(axes)):.1f},{_y(told[name], *limits[name]):.1f}"
            for place, name in enumerate(axes)
        )
        found.append((points, row["state"] == "complete" and row["value"] == best))
    return tuple(sorted(found, key=lambda path: path[1]))


def _x(place: int, count: int) -> float:
    return MARGIN + place * (WIDTH - 2 * MARGIN) / max(1, count - 1)


def _y(value: float, least: float, most: float) -> float:
    height = HEIGHT - 2 * MARGIN
    return MARGIN + height * (1 - ((value - least) / (most - least) if most > least else 0.5))
