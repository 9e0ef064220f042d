"""Shares and decimals as people read them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from deidweb.numbers import fixed


def share(value: float) -> str:
    """0.9836 → "98,4 %"."""
    return _("%(share)s %%") % {"share": decimal(100 * value)}


def decimal(value: float) -> str:
    """One decimal: -0.52 → "−0,5"."""
    return fixed(value, 1)
