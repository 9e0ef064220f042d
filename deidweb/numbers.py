"""Numbers as pages write them."""

from __future__ import annotations

from django.utils.formats import number_format


def fixed(value: float, places: int) -> str:
    """In the person's language, with a true minus: (-0.52, 1) → "−0,5", (-0.01, 1) → "0,0". Rounded first, for Django's
    formatting cuts."""
    return number_format(round(value, places) + 0.0, places).replace("-", "−")


def trimmed(value: float, places: int) -> str:
    """`fixed` without useless zeros: (0.5, 2) → "0,5"."""
    text = fixed(value, places)
    separator = number_format(1.5, 1)[1]
    return text.rstrip("0").rstrip(separator) if separator in text else text
