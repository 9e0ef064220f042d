"""The page of the drift: what is watched, one figure as a chart, what left its limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.domain.control_chart import LEARNED, Kind, Point
from annotation.models import EntityDay
from annotation.presentation.charts import LineChart, line_chart
from annotation.presentation.engine_words import engine_words
from annotation.presentation.label_names import label_name
from worker.presentation.shares import decimal, share
from worker.selectors.drift import Day, Series

Axis = EntityDay.Axis
_NAMED: Final = 3  # in one sentence


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """One line of the table. `figure` is its newest week's, `limits` "" while they are being learned."""

    key: str
    name: str
    notes: int
    figure: str
    limits: str
    state: str
    is_out: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class DriftPage:
    """`groups`: rows by axis, under its title. `alert` names what left its limits, "" without."""

    alert: str
    caption: str
    is_percent: bool
    weeks: LineChart | None
    days: LineChart | None
    groups: tuple[tuple[str, tuple[SeriesRow, ...]], ...]


def chosen_series(found: Sequence[Series], key: str) -> Series | None:
    """The one asked for; else the first that left its limits; else the first."""
    asked = [series for series in found if series.key == key]
    alarmed = [series for series in found if series.is_out]
    return next(iter([*asked, *alarmed, *found]), None)


def drift_page(found: Sequence[Series], chosen: Series | None, days: Sequence[Day]) -> DriftPage:
    """`days` are the chosen one's."""
    titles = {
        Axis.ALL: _("Ensemble"),
        Axis.LABEL: _("Étiquettes"),
        Axis.TYPE: _("Types de document"),
        Axis.SERVICE: _("Services"),
        Axis.ENGINE: _("Suggestions gardées telles quelles, par moteur"),
    }
    groups = []
    for axis, title in titles.items():
        rows = tuple(_row(series, chosen) for series in found if series.axis == axis)
        if rows:
            groups.append((title, rows))
    return DriftPage(
        alert=_alert([series for series in found if series.is_out]),
        caption=_caption(chosen) if chosen else "",
        is_percent=chosen is not None and chosen.kind is Kind.SHARE,
        weeks=_weeks(chosen) if chosen else None,
        days=_days(chosen, days) if chosen else None,
        groups=tuple(groups),
    )


def series_words(series: Series) -> str:
    """What it is called in a sentence."""
    match series.axis:
        case Axis.ALL:
            return _("part corrigée")
        case Axis.TYPE if series.name:
            return _("type %(name)s") % {"name": series.name}
        case Axis.SERVICE:
            return _("service %(name)s") % {"name": series.name}
        case Axis.ENGINE:
            return _("suggestions gardées, %(name)s") % {"name": engine_words(series.name)}
        case _:
            return _name(series)


def named(found: Sequence[Series]) -> str:
    """The first three by name, then how many more."""
    words = [series_words(series) for series in found[:_NAMED]]
    if more := len(found) - len(words):
        words.append(_more(more))
    return ", ".join(words)


def _name(series: Series) -> str:
    match series.axis:
        case Axis.ALL:
            return _("Part des entités ajoutées, retirées ou changées")
        case Axis.ENGINE:
            return engine_words(series.name)
        case Axis.LABEL:
            return label_name(series.name)
        case _:
            return series.name or _("type inconnu")


def _caption(series: Series) -> str:
    if series.axis == Axis.ALL:
        return _("Part des entités corrigées, par semaine")
    if series.axis == Axis.ENGINE:
        return _("%(name)s : part des suggestions gardées, par semaine") % {"name": _name(series)}
    return _("%(name)s : entités par note, par semaine") % {"name": _name(series)}


def _figure(value: float, kind: Kind) -> str:
    return share(value) if kind is Kind.SHARE else _("%(rate)s par note") % {"rate": decimal(value)}


def _row(series: Series, chosen: Series | None) -> SeriesRow:
    newest = series.points[-1]
    return SeriesRow(
        key=series.key,
        name=_name(series),
        notes=series.notes,
        figure=_figure(newest.week.share, series.kind),
        limits=_limits(newest, series.kind),
        state=_state(series),
        is_out=series.is_out,
        is_chosen=series == chosen,
    )


def _limits(point: Point, kind: Kind) -> str:
    """ "3,3 à 19,7 %", "6,6 à 11,8" a note."""
    if point.low is None or point.high is None:
        return ""
    if kind is Kind.RATE:
        low, high = decimal(point.low), decimal(point.high)
    else:
        low, high = decimal(100 * point.low), share(point.high)
    return _("%(low)s à %(high)s") % {"low": low, "high": high}


def _state(series: Series) -> str:
    if series.is_out:
        return _("hors des limites")
    if series.points[-1].low is not None:
        return _("dans les limites")
    return _("%(n)d semaines sur %(of)d pour apprendre") % {"n": len(series.points), "of": LEARNED}


def _weeks(series: Series) -> LineChart | None:
    name = _("Part") if series.kind is Kind.SHARE else _("Entités par note")
    return line_chart(
        [point.week.monday for point in series.points],
        {
            name: [point.week.share for point in series.points],
            _("Limite basse"): [point.low for point in series.points],
            _("Limite haute"): [point.high for point in series.points],
        },
        top=1.0 if series.kind is Kind.SHARE else None,
    )


def _days(series: Series, days: Sequence[Day]) -> LineChart | None:
    names = {
        Axis.ALL: (_("Entités corrigées"), _("Entités")),
        Axis.ENGINE: (_("Suggestions gardées"), _("Suggestions")),
    }
    count, total = names.get(Axis(series.axis), (_("Entités"), _("Notes lues")))
    return line_chart(
        [day.day for day in days],
        {count: [day.count for day in days], total: [day.total for day in days]},
    )


def _alert(found: Sequence[Series]) -> str:
    """The first three with their figures; the table tells the rest."""
    if not found:
        return ""
    told = []
    for series in found[:_NAMED]:
        newest = series.points[-1]
        words = {
            "name": series_words(series),
            "figure": _figure(newest.week.share, series.kind),
            "limits": _limits(newest, series.kind),
        }
        told.append(_("%(name)s %(figure)s (limites : %(limits)s)") % words)
    if more := len(found) - len(told):
        told.append(_more(more))
    return _(
        "La dernière semaine sort des limites : %(told)s. Les notes ou le moteur ont changé."
    ) % {"told": " ; ".join(told)}


def _more(count: int) -> str:
    return ngettext("%(n)d autre", "%(n)d autres", count) % {"n": count}
