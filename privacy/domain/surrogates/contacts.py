"""Phones in the ranges that ARCEP reserves for fiction (décision 2018-0881), mails and URLs on reserved domains."""

import re
from typing import Final

from privacy.domain.randomness import BitSource, below
from privacy.domain.surrogates.shapes import core, letters, random_digit, same_shape
from privacy.domain.text import apply_case, case_of
from privacy.domain.time.numerals import NUMBER_WORDS, to_words

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
    whole = core(number or extension)
    return whole[-9:] if whole.isdigit() else whole


def phone(source: BitSource, original: str) -> str:
    """Another number in the same layout. The zone is drawn, not kept: it would tell the region."""
    number, word, extension = _parts(original)
    return (_line(source, number) if number else "") + word + same_shape(source, extension)


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
    if any(map(str.isalpha, original)):
        return _said(source, original)
    if len(full) != 10 or not full.startswith("0"):
        return same_shape(source, original)
    block = MOBILE if full[1] in "67" else LANDLINES[below(source, len(LANDLINES))]
    drawn = block + "".join([random_digit(source) for _ in range(4)])
    return head + _pour_digits(drawn[1:] if prefix else drawn, body)


def _said(source: BitSource, original: str) -> str:
    """A number among words: a fictitious line by pairs, in words where the original is; no word of it stays, nor the
    length of any."""
    drawn = LANDLINES[below(source, len(LANDLINES))]
    drawn += "".join([random_digit(source) for _ in range(4)])
    pairs = [drawn[at : at + 2] for at in range(0, len(drawn), 2)]
    if any(map(str.isdigit, original)) or NUMBER_WORDS.search(original) is None:
        return " ".join(pairs)
    spelled = [("zéro " if pair[0] == "0" else "") + to_words(int(pair)) for pair in pairs]
    return apply_case(" ".join(spelled), case_of(original))


def _pour_digits(digits: str, layout: str) -> str:
    supply = iter(digits)
    return "".join([next(supply) if c.isdigit() else c for c in layout])


def mail(source: BitSource, original: str) -> str:
    """« k.zatonve@example.org »: one form for all, on a domain reserved by RFC 2606."""
    if "@" not in original:
        return url(source, original)
    local = f"{letters(source, 1, 1)}.{letters(source, 5, 9)}"
    return f"{local}@{_DOMAINS[below(source, len(_DOMAINS))]}"


def url(source: BitSource, original: str) -> str:
    """Same scheme and « www. », reserved domain; a path, if there is one, is one word."""
    match = _URL.match(original)
    host = f"{letters(source, 8, 8)}.{_DOMAINS[below(source, len(_DOMAINS))]}"
    if match is None:
        return host
    path = f"/{letters(source, 4, 9)}" if any(map(str.isalnum, match["rest"])) else ""
    return f"{match['scheme'] or ''}{match['www'] or ''}{host}{path}"
