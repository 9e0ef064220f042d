"""French words for numbers, months and days."""

from typing import Final

MONTHS: Final = (
    "janvier", "février", "mars", "avril", "mai", "juin",
    "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip
SHORT_MONTHS: Final = (
    "janv", "févr", "mars", "avr", "mai", "juin", "juil", "août", "sept", "oct", "nov", "déc",
)  # fmt: skip
SHORTER_MONTHS: Final = (
    "jan", "fév", "mar", "avr", "mai", "jun", "jul", "aoû", "sep", "oct", "nov", "déc",
)  # fmt: skip
ENGLISH_MONTHS: Final = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
WEEKDAYS: Final = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
ENGLISH_WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")

_UNITS: Final = [
    "zéro",
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
_TENS: Final = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante"}


def number_words(number: int) -> str:
    """0 to 9,999 in words: 71 → "soixante et onze", 1998 → "mille neuf cent quatre-vingt-dix-huit"."""
    if number < 20:
        return _UNITS[number]
    if number < 70:
        return _with_unit(_TENS[number // 10], number % 10, " et " if number % 10 == 1 else "-")
    if number < 80:
        return _with_unit("soixante", number - 60, " et " if number == 71 else "-")
    if number < 100:
        return _with_unit("quatre-vingt" + ("s" if number == 80 else ""), number - 80, "-")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        head = "cent" if hundreds == 1 else f"{_UNITS[hundreds]} cent"
        return head + (f" {number_words(rest)}" if rest else "s" if hundreds > 1 else "")
    thousands, rest = divmod(number, 1000)
    head = "mille" if thousands == 1 else f"{_UNITS[thousands]} mille"
    return head + (f" {number_words(rest)}" if rest else "")


def _with_unit(tens: str, rest: int, link: str) -> str:
    return f"{tens}{link}{_UNITS[rest]}" if rest else tens


def feminine(words: str) -> str:
    """ "vingt et un" → "vingt et une": before "semaines"."""
    return words + "e" if words == "un" or words.endswith((" un", "-un")) else words
