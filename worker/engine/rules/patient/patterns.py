"""The written forms of one patient's numbers, address and day of birth, as regular expressions for folded
text."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from annotation.domain.french import MONTHS
from worker.engine.text.folding import fold

_LEAST_PHONE, _FRENCH_PHONE, _LEAST_IPP, _LEAST_ADDRESS = 8, 10, 4, 6  # characters
_NIR, _NIR_WITH_KEY = 13, 15  # digits, and the two letters of Corsica
# Two capitals or more, with dots or after a civility (text as written).
INITIALS: Final = re.compile(
    r"(?<![\w.])(?:[A-Z]\.[ -]?){2,4}(?!\w)|(?<=M\. )[A-Z]{2,3}\b|(?<=Mme )[A-Z]{2,3}\b"
)


def phone_patterns(phone: str) -> Iterator[str]:
    """ "03 80 00 00 00", "+33 (0)3.80.00.00.00"; nothing for a number of less than eight digits."""
    digits = re.sub(r"\D", "", phone)
    if digits.startswith("33") and len(digits) == _FRENCH_PHONE + 1:
        digits = "0" + digits[2:]
    if len(digits) < _LEAST_PHONE:
        return
    yield _loose(digits)
    if len(digits) == _FRENCH_PHONE:
        body = r"[ .\-/()]{0,4}".join(digits[1:])
        yield rf"(?<!\d)(?:\+|00)\s?33[ .\-/]{{0,3}}(?:\(0\))?[ .\-/]{{0,3}}{body}(?!\d)"


def nir_patterns(nir: str) -> Iterator[str]:
    """ "2 55 08 93 034 562 clé 99", with the key or without."""
    characters = re.sub(r"\W", "", fold(nir))
    if len(characters) < _NIR:
        return
    key = ""
    if len(characters) == _NIR_WITH_KEY:
        key = rf"(?:[ .\-/]{{0,3}}(?:\(?cle\s?:?\s?)?{re.escape(characters[_NIR:])})?"
    body = r"[ .\-/]{0,3}".join(map(re.escape, characters[:_NIR]))
    yield rf"(?<!\d){body}{key}(?!\d)"


def ipp_patterns(ipp: str) -> Iterator[str]:
    """ "8003456789", "800 345 6789"."""
    characters = re.sub(r"\W", "", fold(ipp))
    if len(characters) >= _LEAST_IPP:
        yield _loose(characters)


def mail_patterns(mail: str) -> Iterator[str]:
    """The address as it is."""
    if "@" in mail:
        yield rf"(?<![\w.]){re.escape(fold(mail))}(?!\w)"


def address_patterns(address: str) -> Iterator[str]:
    """ "12 rue du Four", "12, rue du four"."""
    words = [re.escape(word) for word in re.findall(r"[^\W_]+", fold(address))]
    if len(address) >= _LEAST_ADDRESS and words:
        yield r"(?<!\w)" + r"[\s,.'\-]{1,3}".join(words) + r"(?!\w)"


def zip_patterns(code: str) -> Iterator[str]:
    """ "21000", "21 000"; no dose."""
    if re.fullmatch(r"\d{5}", code):
        yield rf"(?<![\d.,/+-]){code[:2]}\s?{code[2:]}(?!\d|[.,]\d|\s?(?:mg|g|ui|/))"


def birth_patterns(birth_date: str) -> Iterator[str]:
    """Numeric, compact, ISO and lettered forms of an ISO day: "12/03/1950", "12 mars 50"."""
    if not birth_date:
        return
    born = date.fromisoformat(birth_date)
    day, month, year = f"0?{born.day}", f"0?{born.month}", f"(?:{born.year}|{born.year % 100:02d})"
    edge, close = r"(?<![\d.,/-])", r"(?![\d]|[.,/-]\d)"
    yield rf"{edge}{day}\s?[/.\-_ ]\s?{month}\s?[/.\-_ ]\s?{year}{close}"
    yield rf"{edge}{born.year}[-/.]?{born.month:02d}[-/.]?{born.day:02d}{close}"
    yield rf"{edge}{born.day:02d}{born.month:02d}{born.year}{close}"
    names = "|".join(MONTHS[born.month - 1])
    yield rf"{edge}{day}(?:er)?[ \-/.]?(?:{names})\.?[ \-/.]?{year}(?!\d)"


def _loose(characters: str) -> str:
    """With up to three signs between the characters."""
    body = r"[ .\-/]{0,3}".join(map(re.escape, characters))
    return rf"(?<![a-z\d]){body}(?![a-z\d])"
