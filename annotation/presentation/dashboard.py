"""The charts of the dashboards: pace week by week, what became of each model's suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import ceil
from typing import Final

from django.utils.translation import gettext as _

from annotation.presentation.charts import Bar, LineChart, line_chart, stacked
from annotation.presentation.engine_words import engine_words
from annotation.selectors.dashboard import RECENT_DAYS, Dashboard, Model, Work

_MOST_WEEKS: Final = 26  # of a forecast


@dataclass(frozen=True, slots=True)
class WorkCharts:
    assistance: tuple[Bar, ...]
    notes_by_week: LineChart | None
    minutes_by_week: LineChart | None
    caption: str


def work_charts(work: Work, *, of_people: bool = False) -> WorkCharts:
    """Of one person's work or, `of_people`, of a project's: a note that two of them read was read twice."""
    mondays = [week.monday for week in work.weeks]
    name = _("lectures rendues") if of_people else _("notes validées")
    caption = (
        _("Lectures rendues par semaine ; une note lue par deux personnes compte deux fois")
        if of_people
        else _("Notes validées par semaine")
    )
    notes = {name: [week.pace.notes for week in work.weeks]}
    minutes = {_("minutes par note"): [week.pace.minutes_a_note for week in work.weeks]}
    by_week = line_chart(mondays, notes), line_chart(mondays, minutes)
    return WorkCharts(_bars(work.models), *by_week, caption)


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


@dataclass(frozen=True, slots=True)
class Forecast:
    """`day`: when the last note would be validated at the pace of the last weeks; None without a pace,
    without notes left, or too far away to be said. `curve`: validated so far, and from there on."""

    day: date | None
    curve: LineChart | None


def forecast_of(board: Dashboard, today: date) -> Forecast:
    """The notes validated by the end of each week (its Sunday), then a straight line to the last note.

    The curve's last week says what is validated now, as the figures above it do: a note that was taken up again is not.
    """
    if not board.growth:
        return Forecast(None, None)
    day = _last_day(board, today)
    columns = [monday + timedelta(days=6) for monday in board.growth]
    done = [*list(board.growth.values())[:-1], board.progress.gold]
    ahead = 0 if day is None else max(1, ceil((day - columns[-1]).days / 7))
    columns += [columns[-1] + timedelta(weeks=i + 1) for i in range(ahead)]
    real: list[float | None] = [*done, *[None] * ahead]
    curves = {_("validées"): real}
    if ahead:
        step = (board.progress.total - done[-1]) / ahead
        rise: list[float | None] = [done[-1] + step * i for i in range(ahead + 1)]
        curves[_("à ce rythme")] = [*[None] * (len(done) - 1), *rise]
    return Forecast(day, line_chart(columns, curves, top=float(board.progress.total)))


def _last_day(board: Dashboard, today: date) -> date | None:
    recent = board.work.recent.notes
    if not (recent and board.readings_left):
        return None
    first = board.work.weeks[0].monday
    days = max(1, min(RECENT_DAYS, (today - first).days + 1))
    left = ceil(board.readings_left * days / recent)
    return today + timedelta(days=left) if left <= 7 * _MOST_WEEKS else None
