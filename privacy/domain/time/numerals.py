"""French number words, both ways, from 0 to 9999."""

import re
from typing import Final

from privacy.domain.text import words

_UNITS: Final = words(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
    " dix-sept dix-huit dix-neuf"
)
_TENS: Final = {
    20: "vingt",
    30: "trente",
    40: "quarante",
    50: "cinquante",
    60: "soixante",
    80: "quatre-vingt",
}
# words that may open or continue a number; accents of « zéro » are optional
_WORD: Final = (
    r"(?:z[ée]ro|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze"
    r"|seize|vingts?|trente|quarante|cinquante|soixante|cents?|mille|mil)"
)
NUMBER_WORDS: Final = re.compile(
    rf"(?<![^\W\d_]){_WORD}(?:(?:[ \-]et[ \-]|[ \-]){_WORD})*(?![^\W\d_])", re.IGNORECASE
)
# collective nouns: « une dizaine de jours », « la quarantaine »
COLLECTIVES: Final = {
    "dizaine": 10,
    "douzaine": 12,
    "quinzaine": 15,
    "vingtaine": 20,
    "trentaine": 30,
    "quarantaine": 40,
    "cinquantaine": 50,
    "soixantaine": 60,
}
DECADES: Final = {
    "trentenaire": 30,
    "quadragénaire": 40,
    "quinquagénaire": 50,
    "sexagénaire": 60,
    "septuagénaire": 70,
    "octogénaire": 80,
    "nonagénaire": 90,
    "centenaire": 100,
}


def _below_hundred(n: int, *, last: bool) -> str:
    if n < 20:
        return _UNITS[n]
    tens, rest = n // 10 * 10, n % 10
    if tens in (70, 90):
        tens, rest = tens - 10, rest + 10
    word = _TENS[tens]
    if rest == 0:
        return word + ("s" if tens == 80 and last else "")
    if rest in (1, 11) and tens != 80:
        return f"{word} et {_UNITS[rest]}"
    return f"{word}-{_UNITS[rest]}"


def _below_thousand(n: int, *, last: bool) -> str:
    hundreds, rest = divmod(n, 100)
    if hundreds == 0:
        return _below_hundred(rest, last=last)
    head = "cent" if hundreds == 1 else f"{_UNITS[hundreds]} cent"
    if rest == 0:
        return head + ("s" if hundreds > 1 and last else "")
    return f"{head} {_below_hundred(rest, last=last)}"


def to_words(n: int, *, feminine: bool = False) -> str:
    """Traditional spelling: « vingt et un », « deux mille dix-huit ». Raises ValueError out of 0–9999."""
    if not 0 <= n <= 9999:
        msg = "only 0 to 9999 can be spelled"
        raise ValueError(msg)
    thousands, rest = divmod(n, 1000)
    if thousands == 0:
        spelled = _below_thousand(rest, last=True)
    else:
        head = "mille" if thousands == 1 else f"{_below_thousand(thousands, last=False)} mille"
        spelled = head if rest == 0 else f"{head} {_below_thousand(rest, last=True)}"
    return spelled + "e" if feminine and n % 10 == 1 and n % 100 not in (11, 71, 91) else spelled


def _vocabulary() -> dict[str, int]:
    known = {word: value for value, word in enumerate(_UNITS[:17])}
    known |= {"zero": 0, "une": 1, "vingt": 20, "vingts": 20, "trente": 30, "quarante": 40}
    return known | {"cinquante": 50, "soixante": 60}


_VALUES: Final = _vocabulary()


def from_words(text: str) -> int | None:
    """The value of number words, or None when they do not make one number."""
    total, current = 0, 0
    for word in re.split(r"[\s\-]+", text.lower()):
        if word == "et":
            continue
        if word in ("cent", "cents"):
            current = max(current, 1) * 100
        elif word in ("mille", "mil"):
            total, current = (total + max(current, 1)) * 1000, 0
        elif word in ("vingt", "vingts") and current % 100 == 4:
            current += 76  # quatre-vingt
        elif word in _VALUES:
            current += _VALUES[word]
        else:
            return None
    value = total + current
    return value if value <= 9999 else None


def spellings(n: int, *, feminine: bool = False) -> tuple[str, ...]:
    """Every spelling that this module can keep: traditional, all hyphens (1990), no hyphens."""
    base = to_words(n, feminine=feminine)
    return (base, base.replace(" ", "-"), base.replace("-", " "))
