"""Numbers as they are said: a phone in pairs or digit by digit, an age."""

from functools import cache, lru_cache
from typing import Final

from privacy.domain.text import fold_phrase
from privacy.domain.time.numerals import to_words

_PAIRS_OF_ENDING: Final = (3, 4)  # pairs said of a number's end


@cache
def _said(number: str) -> str:
    """The words of « 98 » or « 06 » in a row, folded: « quatrevingtdixhuit », « zerosix »."""
    zeros = len(number) - len(number.lstrip("0"))
    rest = to_words(int(number)) if number.lstrip("0") else ""
    shown = fold_phrase(to_words(0) * zeros + rest)
    return "".join(c for c in shown if c.isalpha())


@lru_cache(maxsize=1024)
def said_phone(line: str) -> tuple[str, ...]:
    """A French number of ten digits said in pairs, whole and by its ending, and digit by digit.

    « 0639981234 » → « zerosixtrenteneuf… », « quatrevingtdixhuitdouzetrentequatre », « zerosixtroisneuf… ».
    """
    pairs = [_said(line[at : at + 2]) for at in range(0, len(line), 2)]
    endings = ["".join(pairs[-count:]) for count in _PAIRS_OF_ENDING]
    return ("".join(pairs), *endings, "".join(map(_said, line)))


def said_age(years: str, unit: str) -> str:
    """« 82 », « ans » → « quatrevingtdeuxans »."""
    return _said(years) + unit
