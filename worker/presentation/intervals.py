"""Figures with their intervals as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from worker.presentation.shares import decimal, share


def share_interval(told: Sequence[float]) -> str:
    """[0.978, 0.969, 0.985] → "97,8 % [96,9 – 98,5]"; notes that all agree tell of no others: [1, 1, 1] → "100,0 %"."""
    value, low, high = told
    if low == high:
        return share(value)
    return _("%(value)s [%(low)s – %(high)s]") % {
        "value": share(value),
        "low": decimal(100 * low),
        "high": decimal(100 * high),
    }


def decimal_interval(told: Sequence[float]) -> str:
    """[10.9, 9.2, 12.6] → "10,9 [9,2 – 12,6]"; one note, or notes that all agree, tell of no others: [8, 8, 8] → "8,0"."""
    value, low, high = map(decimal, told)
    if told[1] == told[2]:
        return value
    return _("%(value)s [%(low)s – %(high)s]") % {"value": value, "low": low, "high": high}
