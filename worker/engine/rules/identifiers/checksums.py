"""Control keys of French identifiers."""

from annotation.domain.nir import nir_is_valid, nir_key

__all__ = ["luhn_is_valid", "nir_is_valid", "nir_key"]


def luhn_is_valid(number: str) -> bool:
    """Luhn check (RPPS, ADELI, FINESS, SIRET) of a string of digits."""
    if not number.isdigit():
        return False
    total = 0
    for position, digit in enumerate(reversed(number)):
        value = int(digit) * (1 + position % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
