"""What a date, an age or a duration may become: its bell and the plain sentence."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from deidweb.sentences import localised
from privacy.domain.effects import COMPARISON, ElementEffect
from privacy.domain.mechanisms.sequence import SHIFT_DAYS
from privacy.domain.policy import UNPROVED, SubstitutionPolicy
from privacy.domain.substitute import Substitution
from privacy.domain.time.forms import Granularity
from privacy.domain.time.spreads import TimeSpread, spread_of_time
from privacy.domain.time.steps import Bar, Steps, bars, uniform_steps
from privacy.presentation.cards.parts import ChartBar, Spread, small_percent
from privacy.presentation.numbers import measure, odds

_UNITS: Final = {
    "day": "jours", "month": "mois", "year": "ans", "week": "semaines", "hour": "heures", "term": "semaines",
    "term_day": "jours",
}  # fmt: skip
_PER_YEAR: Final = {
    "day": 365.25,
    "month": 12,
    "week": 52.18,
    "hour": 8766,
    "term": 52.18,
    "term_day": 365.25,
}
_FULL: Final = {"day": "j F Y", "month": "F Y", "year": "Y"}
_SHORT: Final = {"day": "j N Y", "month": "N Y", "year": "Y"}


def time_spread(
    part: ElementEffect, done: Substitution, policy: SubstitutionPolicy, mechanism: str, share: str
) -> Spread:
    """The date, age or duration of one element under the policy's mechanism."""
    spread = spread_of_time(part.element, done.shares, policy)
    return Spread(
        title=_value_text(spread, 0),
        share=share,
        sentence=localised(COMPARISON) if mechanism in UNPROVED else _sentence(part, spread),
        facts=_facts(spread.steps, spread.unit),
        caption=_caption(mechanism),
        bars=_chart(bars(spread.steps), spread),
    )


def shift_spread() -> Spread:
    """The one offset of all the patient's dates: no element, no guarantee."""
    steps = uniform_steps(SHIFT_DAYS)
    return Spread(
        title="",
        share="",
        sentence="",
        facts=_facts(steps, "day"),
        caption=_(
            "Le même décalage pour toutes les dates du patient, de 1 à 365 jours dans un sens ou l'autre."
        ),
        bars=_chart(bars(steps, covered=1.0), TimeSpread(steps, "day")),
    )


def _sentence(part: ElementEffect, spread: TimeSpread) -> str:
    """exp(ε_i) for one unit's distance, in the unit that the noise is measured in."""
    return _(
        "Un lecteur ne peut pas distinguer « %(here)s » de « %(there)s » mieux qu'à %(odds)s."
    ) % {
        "here": _value_text(spread, 0),
        "there": _value_text(spread, -1 if spread.value is None else 1),
        "odds": odds(float(part.epsilon)),
    }


def _caption(mechanism: str) -> str:
    if mechanism in UNPROVED:
        return _("Loi exacte du tirage pour ce dossier, bornes comprises.")
    return _(
        "Loi exacte du tirage de cette valeur seule, bornes comprises ; l'ordre des valeurs du patient est "
        "ensuite rétabli."
    )


def _facts(steps: Steps, unit: str) -> list[tuple[str, str]]:
    same = float(steps.probabilities[steps.offsets == 0].sum())
    return [
        (_("Déplacement attendu"), _displacement(steps.expected, unit)),
        (_("Chance de garder la même valeur"), small_percent(same)),
    ]


def _displacement(expected: float, unit: str) -> str:
    """In the value's unit, and in years beyond two."""
    text = measure(expected, _UNITS[unit])
    years = expected / _PER_YEAR.get(unit, math.inf)
    return f"{text} ({measure(years, _UNITS['year'])})" if years >= 2 else text


def _chart(found: Sequence[Bar], spread: TimeSpread) -> list[ChartBar]:
    top = max((bar.probability for bar in found), default=0) or 1.0
    step = 100 / max(len(found), 1)
    return [
        ChartBar(
            label=_bar_label(spread, bar),
            percent=small_percent(bar.probability),
            x=round(rank * step + 0.08 * step, 2),
            width=round(0.84 * step, 2),
            height=round(100 * bar.probability / top, 2),
            y=round(100 - 100 * bar.probability / top, 2),
            is_original=bar.low <= 0 <= bar.high,
        )
        for rank, bar in enumerate(found)
    ]


def _bar_label(spread: TimeSpread, bar: Bar) -> str:
    if bar.low == bar.high:
        return _value_text(spread, bar.low, _SHORT)
    return _("%(low)s à %(high)s") % {
        "low": _value_text(spread, bar.low, _SHORT),
        "high": _value_text(spread, bar.high, _SHORT),
    }


def _value_text(spread: TimeSpread, offset: int, formats: Mapping[str, str] = _FULL) -> str:
    """The date, the age or the duration that lies `offset` units from the original."""
    if spread.point is not None:
        return _date_text(spread.point.first, spread.unit, offset, formats[spread.unit])
    unit = _UNITS[spread.unit]
    if spread.value is not None:
        return measure(max(spread.value + offset, 0), unit)
    sign = "−" if offset < 0 else "+"
    return sign + measure(abs(offset), unit)


def _date_text(day: date, unit: str, offset: int, shape: str) -> str:
    if unit == Granularity.DAY:
        ordinal = min(max(day.toordinal() + offset, 1), date.max.toordinal())
        return date_format(date.fromordinal(ordinal), shape)
    months = day.year * 12 + day.month - 1 + offset * (12 if unit == Granularity.YEAR else 1)
    months = min(max(months, 12), 9999 * 12 + 11)
    return date_format(date(months // 12, months % 12 + 1, 1), shape)
