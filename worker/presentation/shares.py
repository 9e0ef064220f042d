"""Shares and decimals as people read them."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _


def share(value: float) -> str:
    """0.9836 → "98,4 %"."""
    return _("%(share)s %%") % {"share": decimal(100 * value)}


def decimal(value: float) -> str:
    """One decimal; rounded first, for Django's formatting cuts."""
    return number_format(round(value, 1), 1)
