"""The measures of the engine in service on recent notes, beside what it was when it was promoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.presentation.charts import LineChart, line_chart
from annotation.presentation.engine_words import engine_words
from annotation.presentation.label_names import label_name
from worker.models import SiteMeasure
from worker.presentation.intervals import share_interval
from worker.training.recheck import REDACTED


@dataclass(frozen=True, slots=True)
class RecentRow:
    """One measure; `then` "–" where nothing is known of the promotion."""

    day: date
    engine: str
    notes: int
    now: str
    then: str
    told: str


@dataclass(frozen=True, slots=True)
class RecentPage:
    """`rows`: the newest first. `alert` "" while all is well."""

    alert: str
    chart: LineChart | None
    rows: tuple[RecentRow, ...]


def recent_page(measures: Sequence[SiteMeasure], fallen: SiteMeasure | None) -> RecentPage:
    """`measures`: the oldest first; `fallen`: the newest, where it alarms."""
    return RecentPage(
        alert=_alert(fallen) if fallen else "",
        chart=_chart(measures),
        rows=tuple(_row(measure) for measure in reversed(measures)),
    )


def _row(measure: SiteMeasure) -> RecentRow:
    told = measure.result
    fallen = [_label(fall) for fall in told["falls"]]
    return RecentRow(
        day=timezone.localdate(measure.created_at),
        engine=engine_words(measure.engine),
        notes=measure.note_count,
        now=share_interval(told["all"]["redacted"]),
        then=share_interval(told["then"]) if told["then"] else "–",
        told=_("en baisse : %(names)s") % {"names": ", ".join(fallen)} if fallen else "",
    )


def _label(fall: dict[str, Any]) -> str:
    return _("ensemble") if fall["name"] == REDACTED else label_name(fall["name"])


def _alert(measure: SiteMeasure) -> str:
    told = [
        _("%(name)s %(now)s au lieu de %(then)s")
        % {
            "name": _label(fall),
            "now": share_interval(fall["now"]),
            "then": share_interval(fall["then"]),
        }
        for fall in measure.result["falls"]
    ]
    return _(
        "Le moteur en service masque moins qu'à sa promotion, sur les notes récentes : %(told)s. Faites relire "
        "ces notes, puis réentraînez, ou revenez au modèle précédent."
    ) % {"told": " ; ".join(told)}  # fmt: skip


def _chart(measures: Sequence[SiteMeasure]) -> LineChart | None:
    """In hundredths that stay readable: nearly everything is masked, and what is not is what matters."""

    def left(told: Sequence[float] | None, place: int) -> float | None:
        return round(100 * (1 - told[place]), 2) if told else None

    now = [measure.result["all"]["redacted"] for measure in measures]
    return line_chart(
        [timezone.localdate(measure.created_at) for measure in measures],
        {
            _("Notes récentes"): [left(told, 0) for told in now],
            _("Intervalle, bas"): [left(told, 2) for told in now],
            _("Intervalle, haut"): [left(told, 1) for told in now],
            _("À la promotion"): [left(measure.result["then"], 0) for measure in measures],
        },
    )
