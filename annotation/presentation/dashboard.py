"""The charts of the dashboards: pace week by week, what became of each model's suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from annotation.presentation.charts import Bar, LineChart, line_chart, stacked
from annotation.presentation.engine_words import engine_words
from annotation.selectors.dashboard import Model, Work


@dataclass(frozen=True, slots=True)
class WorkCharts:
    assistance: tuple[Bar, ...]
    notes_by_week: LineChart | None
    minutes_by_week: LineChart | None


def work_charts(work: Work) -> WorkCharts:
    """Of a project's work or of one person's."""
    mondays = [week.monday for week in work.weeks]
    notes = {_("notes validées"): [week.pace.notes for week in work.weeks]}
    minutes = {_("minutes par note"): [week.pace.minutes_a_note for week in work.weeks]}
    return WorkCharts(_bars(work.models), line_chart(mondays, notes), line_chart(mondays, minutes))


def _bars(models: Sequence[Model]) -> tuple[Bar, ...]:
    found = stacked(
        {
            model.version: {
                _("acceptées"): model.counts.accepted,
                _("corrigées"): model.counts.corrected,
                _("ajoutées"): model.counts.added,
                _("refusées"): model.counts.rejected,
            }
            for model in models
        }
    )
    return tuple(replace(bar, name=engine_words(bar.name), exact=bar.name) for bar in found)
