"""Headings of columns that follow time or sides: hours, days of a protocol, dates, right and left."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Final

from worker.training.corpus.forms import dates
from worker.training.corpus.forms.base import Form, FormSet
from worker.training.corpus.marked import Fragment
from worker.training.corpus.sheets.grid import cell

_HOURS: Final = ("{h:02d}:{m:02d}", "{h:02d}h{m:02d}", "{h}h{m:02d}", "{h:02d}h", "{h}h", "{h}H", "{h:02d}", "{h}", "{h:02d} h", "{h:02d}H{m:02d}", "{h} h {m:02d}")  # fmt: skip
_AFTER: Final = ("H{n}", "H+{n}", "H {n}", "h{n}", "+{n}h", "H{n:02d}")
_DAYS: Final = (
    "J{n}",
    "J{n}",
    "J+{n}",
    "J {n}",
    "j{n}",
    "Jour {n}",
    "D{n}",
    "J{n:02d}",
    "JPO {n}",
    "j+{n}",
)
_WEEKS: Final = ("S{n}", "S {n}", "Sem {n}", "sem. {n}", "S{n:02d}", "semaine {n}")
_MONTHS: Final = ("M{n}", "M{n}", "M+{n}", "M {n}", "à M{n}", "M{n:02d}")
_CYCLES: Final = ("C{n}", "C{n}J1", "cure {n}", "C {n}", "cycle {n}", "Cure n° {n}", "C{n:02d}")
_SESSIONS: Final = (
    "{n}",
    "S{n}",
    "n° {n}",
    "séance {n}",
    "#{n}",
    "{n}e",
    "Éch. {n}",
    "{n}.",
    "P{n}",
    "passage {n}",
)
_MINUTES: Final = ("T{n}", "T{n}", "{n} min", "T+{n}", "{n}'", "T{n} min", "t{n}", "{n}")
_PHASES: Final = (
    ("avant", "après"), ("repos", "effort", "récup."), ("pré", "per", "post"), ("base", "pic", "fin"), ("entrée", "sortie"), ("initial", "contrôle"),
    ("Pré-BD", "Post-BD"), ("J0", "J1", "sortie"), ("H0", "H6", "H12", "H24"), ("min", "moy", "max"), ("pré-op", "J1 post-op", "sortie"),
    ("couché", "debout 1 min", "debout 3 min", "debout 5 min"), ("N-2", "N-1", "N"), ("matin", "midi", "soir", "coucher"),
)  # fmt: skip
_SIDES: Final = (("D", "G"), ("Droit", "Gauche"), ("Dte", "Gche"), ("droite", "gauche"), ("Dr.", "G."), ("OD", "OG"), ("côté D", "côté G"), ("R", "L"))  # fmt: skip
_STEPS: Final = {"weeks": 1, "months": 3, "cures": 1, "numbers": 1, "days": 1}
_SHORT_DAYS: Final = FormSet.of(
    form
    for form in dates.DAYS.tagged("court", "jm").forms
    if not form.tags & {"article"} and "dernier" not in form.name
)
_MONTH_FORMS: Final = FormSet.of(
    form
    for form in dates.MONTHS.forms
    if not form.tags & {"sans_en"} and "dernier" not in form.name
)

TIMES: Final = ("hours", "after", "days", "weeks", "months", "cures", "numbers", "minutes")


def hours(rng: Random, count: int) -> list[Fragment]:
    shape, step = rng.choice(_HOURS), rng.choice((15, 30, 60, 60, 60, 120, 120, 180, 240, 360))
    if "{m" not in shape:
        step = max(60, step)
    start = rng.randrange(24) * 60 + (rng.choice((0, 0, 0, 15, 30, 7, 12)) if "{m" in shape else 0)
    jitter = 7 if "{m" in shape and rng.random() < 0.25 else 1
    points = [(start + step * at + rng.randrange(jitter)) % 1440 for at in range(count)]
    return [cell(shape.format(h=point // 60, m=point % 60)) for point in points]


def _counted(shapes: tuple[str, ...], steps: tuple[int, ...], firsts: tuple[int, ...]) -> "_Axis":
    def draw(rng: Random, count: int) -> list[Fragment]:
        shape, step, at = rng.choice(shapes), rng.choice(steps), rng.choice(firsts)
        shown = []
        for _ in range(count):
            shown.append(cell(shape.format(n=at)))
            at += step if rng.random() < 0.8 else step * 2
        return shown

    return draw


def _named(pools: tuple[tuple[str, ...], ...]) -> "_Axis":
    def draw(rng: Random, count: int) -> list[Fragment]:
        """As many as the pool has, whatever `count`."""
        return [cell(name) for name in rng.choice(pools)]

    return draw


_Axis = Callable[[Random, int], list[Fragment]]
AXES: Final[dict[str, _Axis]] = {
    "hours": hours,
    "after": _counted(_AFTER, (1, 2, 4, 6, 12, 24), (0, 0, 1, 2)),
    "days": _counted(_DAYS, (1, 1, 1, 2, 3, 7), (0, 0, 1, 1, -1 + 2, 3)),
    "weeks": _counted(_WEEKS, (1, 2, 4), (1, 0, 2)),
    "months": _counted(_MONTHS, (1, 3, 6, 12), (0, 1, 3)),
    "cures": _counted(_CYCLES, (1,), (1, 1, 2, 4)),
    "numbers": _counted(_SESSIONS, (1,), (1, 1, 1, 12, 40)),
    "minutes": _counted(_MINUTES, (5, 15, 30, 60), (0,)),
    "phases": _named(_PHASES),
    "sides": _named(_SIDES),
}


def days(rng: Random, first: date, count: int, form: Form) -> list[Fragment]:
    """Dates in order, one form for all: "12/03 14/03 15/03"."""
    step, day, shown = rng.choice((1, 1, 2, 7, 30, 90)), first, []
    for _ in range(count):
        shown.append(form.render(day, rng))
        day += timedelta(days=max(1, round(step * (0.7 + 0.6 * rng.random()))))
    return shown


def day_form(rng: Random) -> Form:
    """A short form of the day, or of the month alone."""
    return (_SHORT_DAYS if rng.random() < 0.88 else _MONTH_FORMS).draw(rng)
