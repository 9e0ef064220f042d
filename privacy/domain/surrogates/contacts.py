"""Phones in the ranges that ARCEP reserves for fiction (décision 2018-0881), mails and URLs on reserved domains."""

import re
import string
from typing import Final

from privacy.domain.randomness import BitSource, below
from privacy.domain.surrogates.shapes import core, random_digit, same_shape

LANDLINES: Final = ("019900", "026191", "035301", "046571", "053649")
MOBILE: Final = "063998"
_INTERNATIONAL: Final = re.compile(r"^\D*(?:\+|00)\s*33\D*(?:0\D*)?")
# « 03 80 00 00 00 poste 3421 »: the word stays, both numbers change
_EXTENSION: Final = re.compile(
    r"[\s,;/(\-]*\b(?:postes?|dect|bip|ext(?:ension)?|int(?:erne)?)\b[\s.:]*", re.IGNORECASE
)
_DOMAINS: Final = ("example.org", "example.net", "example.com")
_URL: Final = re.compile(
    r"^(?P<scheme>[a-z]+://)?(?P<www>www\.)?(?P<host>[^/?#:]+)(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)


def phone_key(original: str) -> str:
    """What two layouts of one line share, with or without +33, with or without an extension."""
    number, _word, extension = _parts(original)
    return core(number or extension)[-9:]


def phone(source: BitSource, original: str) -> str:
    """Another number in the same layout. The zone is drawn, not kept: it would tell the region."""
    number, word, extension = _parts(original)
    return _line(source, number) + word + same_shape(source, extension)


def _parts(original: str) -> tuple[str, str, str]:
    """Number, « poste », extension; the last two are empty without an extension."""
    match = _EXTENSION.search(original)
    if match is None:
        return original, "", ""
    return original[: match.start()], match.group(), original[match.end() :]


def _line(source: BitSource, original: str) -> str:
    prefix = _INTERNATIONAL.match(original)
    head = original[: prefix.end()] if prefix else ""
    body = original[len(head) :]
    digits = "".join([c for c in body if c.isdigit()])
    full = f"0{digits}" if prefix else digits
    has_words = any(map(str.isalpha, original))
    if has_words or len(full) != 10 or not full.startswith("0"):
        return same_shape(source, original)
    while True:
        block = MOBILE if full[1] in "67" else LANDLINES[below(source, len(LANDLINES))]
        drawn = block + "".join([random_digit(source) for _ in range(4)])
        if drawn != full:
            return head + _pour_digits(drawn[1:] if prefix else drawn, body)


def _pour_digits(digits: str, layout: str) -> str:
    supply = iter(digits)
    return "".join([next(supply) if c.isdigit() else c for c in layout])


def mail(source: BitSource, original: str) -> str:
    """Random local part of the same shape, on a domain reserved by RFC 2606."""
    local, at, _ = original.partition("@")
    if not at:
        return url(source, original)
    return f"{same_shape(source, local)}@{_DOMAINS[below(source, len(_DOMAINS))]}"


def url(source: BitSource, original: str) -> str:
    """Same scheme and « www. », reserved domain, path of the same shape."""
    match = _URL.match(original)
    if match is None:
        return same_shape(source, original)
    rest = same_shape(source, match["rest"]) if match["rest"] else ""
    host = "".join(string.ascii_lowercase[below(source, 26)] for _ in range(8))
    domain = _DOMAINS[below(source, len(_DOMAINS))]
    return f"{match['scheme'] or ''}{match['www'] or ''}{host}.{domain}{rest}"
