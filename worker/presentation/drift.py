"""The control chart of the corrections, and each engine's share of kept suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.domain.control_chart import Point
from annotation.presentation.charts import LineChart, line_chart
from annotation.presentation.engine_words import engine_words
from worker.presentation.shares import share
from worker.selectors.drift import EngineWork


@dataclass(frozen=True, slots=True)
class DriftPage:
    """`alert` tells of the newest week outside the limits, "" without one."""

    chart: LineChart | None
    alert: str
    engines: tuple[tuple[str, int, str], ...]


def drift_page(points: Sequence[Point], engines: Sequence[EngineWork]) -> DriftPage:
    chart = line_chart(
        [point.week.monday for point in points],
        {
            _("Part corrigée"): [point.week.share for point in points],
            _("Limite basse"): [point.low for point in points],
            _("Limite haute"): [point.high for point in points],
        },
        top=1.0,
    )
    newest = points[-1] if points and points[-1].is_out else None
    told = tuple(
        (engine_words(e.version), e.notes, share(e.kept / e.decided if e.decided else 1.0))
        for e in engines
    )
    return DriftPage(chart, _alert(newest) if newest else "", told)


def _alert(point: Point) -> str:
    return _(
        "%(share)s des entités ont été corrigées la dernière semaine : c'est hors des limites apprises "
        "(%(low)s à %(high)s). Les notes ou le moteur ont changé."
    ) % {
        "share": share(point.week.share),
        "low": share(point.low or 0.0),
        "high": share(1.0 if point.high is None else point.high),
    }
