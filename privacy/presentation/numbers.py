"""Numbers as hospital staff read them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from deidweb.numbers import trimmed

MANY_TO_ONE: Final = 1000  # beyond, odds are not written out


def decimal(value: float | Fraction, places: int = 2) -> str:
    """A number in the person's language, without useless zeros."""
    return trimmed(float(value), places)


def share_text(part: int, whole: int) -> str:
    """ "97,8 %", never 100 % unless nothing is missing."""
    return in_percent(decimal(math.floor(1000 * part / whole) / 10, 1))


def in_percent(number: str) -> str:
    """ "97,8 %" in French, "97.8%" in English."""
    return _("%(n)s %%") % {"n": number}


def measure(value: float, unit: str) -> str:
    """A mean displacement or a length: "1 jour", "2,9 mois", "326 km". `unit` is the engine's (French plural)."""
    text = decimal(value, 1) if value < 10 else number_format(round(value), force_grouping=True)
    # French says "0,5 jour" and "1,5 jour"
    is_french = (get_language() or "fr").startswith("fr")
    count = 1 if text == "1" or (is_french and value < 2) else 2
    shown = {
        "km": _("%(n)s km"),
        "jours": ngettext("%(n)s jour", "%(n)s jours", count),
        "mois": ngettext("%(n)s mois", "%(n)s mois", count),
        "ans": ngettext("%(n)s an", "%(n)s ans", count),
        "semaines": ngettext("%(n)s semaine", "%(n)s semaines", count),
        "heures": ngettext("%(n)s heure", "%(n)s heures", count),
    }
    return shown[unit] % {"n": text}


def is_beyond(epsilon: float) -> bool:
    """Whether the odds are too long to be written out."""
    return epsilon > math.log(MANY_TO_ONE)


def odds(epsilon: float) -> str:
    """The likelihood ratio e^ε as "n contre 1", rounded up."""
    if is_beyond(epsilon):
        return _("plus de 1 000 contre 1")
    ratio = math.exp(epsilon)
    shown = decimal(math.ceil(ratio * 10) / 10, 1) if ratio < 10 else str(math.ceil(ratio))
    return _("%(ratio)s contre 1") % {"ratio": shown}


def count_text(count: int | None) -> str:
    return _("moins de 11") if count is None else number_format(count, force_grouping=True)


def percent(part: float) -> str:
    return in_percent(decimal(100 * part, 1))
