"""An engine's figures with their intervals, ready to print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from worker.models import ModelVersion
from worker.presentation.intervals import decimal_interval, share_interval


@dataclass(frozen=True, slots=True)
class Row:
    """One line: its name, of how many, and its cells."""

    name: str
    count: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EvaluationPage:
    """`totals` compares both engines figure by figure; `types` and `labels` are the version's."""

    totals: tuple[Row, ...]
    labels: tuple[Row, ...]
    types: tuple[Row, ...]


def evaluation_page(version: ModelVersion) -> EvaluationPage | None:
    """None for a version of before intervals were kept."""
    told = version.metrics.get("evaluation")
    if not told:
        return None
    before, after = told["before"], told["after"]
    return EvaluationPage(
        _totals(before["all"], after["all"]), _labels(before, after), type_rows(after)
    )


def _totals(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Row, ...]:
    old, new = figure_words(before), figure_words(after)
    return tuple(Row(name, after["notes"], (old[name], told)) for name, told in new.items())


def figure_words(told: Mapping[str, Any]) -> dict[str, str]:
    """The five figures of `worker.training.evaluation`, by their names."""
    return {
        _("Mots identifiants masqués"): share_interval(told["redacted"]),
        _("Notes sans aucun reste"): share_interval(told["whole"]),
        _("Précision du masquage"): share_interval(told["precision"]),
        _("Masqués à tort pour 1 000 mots"): decimal_interval(told["alarms"]),
        _("Corrections par note"): decimal_interval(told["corrections"]),
    }


def _labels(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Row, ...]:
    unknown = {name: [1.0, 0.0, 1.0] for name in ("precision", "recall", "f1")}
    rows = []
    for label in sorted(before["labels"].keys() | after["labels"].keys()):
        old = before["labels"].get(label, {**unknown, "gold": 0})
        new = after["labels"].get(label, {**unknown, "gold": 0})
        names = ("precision", "recall", "f1")
        cells = tuple(share_interval(side[name]) for name in names for side in (old, new))
        rows.append(Row(label, max(old["gold"], new["gold"]), cells))
    return tuple(rows)


def type_rows(told: Mapping[str, Any]) -> tuple[Row, ...]:
    """Document types by their number of notes, the commonest first."""
    types = sorted(told["types"].items(), key=lambda item: (-item[1]["notes"], item[0]))
    return tuple(
        Row(kind or _("type inconnu"), row["notes"], _type_cells(row)) for kind, row in types
    )


def _type_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        share_interval(row["redacted"]),
        share_interval(row["whole"]),
        decimal_interval(row["alarms"]),
        decimal_interval(row["corrections"]),
    )
