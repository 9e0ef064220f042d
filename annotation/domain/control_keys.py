"""The control keys of French identifiers. Pure."""


def nir_key(body: str) -> int | None:
    """Key of the 13 first characters of a NIR (French social security number): 97 − (N mod 97), 2A → 19, 2B → 18.

    None when the characters are no number.
    """
    digits = body.lower().replace("2a", "19", 1).replace("2b", "18", 1)
    if len(digits) != 13 or not digits.isdigit():
        return None
    return 97 - int(digits) % 97


def nir_is_valid(number: str) -> bool:
    """True for 15 characters whose two last are the key of the others."""
    return len(number) == 15 and number[13:].isdigit() and nir_key(number[:13]) == int(number[13:])


def luhn_is_valid(number: str) -> bool:
    """True for digits of which the last is the Luhn key of the others (RPPS, ADELI, FINESS, SIRET)."""
    if not number.isdigit():
        return False
    total = 0
    for position, digit in enumerate(reversed(number)):
        value = int(digit) * (1 + position % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
