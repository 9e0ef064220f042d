"""Phones, faxes, extensions, e-mail addresses and URLs."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.lexicon.terms import NUMBER_WORD
from worker.engine.rules import contact_starts
from worker.engine.text.anchors import Anchors
from worker.engine.text.document import Document

_SEP: Final = r"[ .\-/]{0,3}"
_PHONE: Final = re.compile(
    r"(?<![\d+])(?<!\d[.,/-])"
    rf"(?:(?:(?:\((?:\+|00)\s?33\)|(?:\+|00)\s?33){_SEP}(?:\(0\))?{_SEP}[1-9]|0[1-9]|\(0[1-9]\))(?:{_SEP}\d\d){{4}}"
    rf"|0\s8\d\d{_SEP}\d\d\d?{_SEP}\d\d{_SEP}\d\d?\d?|08\d\d{_SEP}\d{{3}}{_SEP}\d{{3}}|0[1-9]{_SEP}\d\d{_SEP}\d{{3}}{_SEP}\d{{3}}"
    rf"|(?:(?:\+|00)\s?(?!33)[1-9]\d{{0,2}}|\((?:\+|00)\s?(?!33)[1-9]\d{{0,2}}\)){_SEP}(?:\(0\))?(?:{_SEP}\d{{1,4}}){{2,6}}"
    # one figure a box of a form, or parted by blanks
    r"|0(?:[ |]{1,3}[1-9])(?:[ |]{1,3}\d){8})"
    r"(?![\d]|[.,/-]\d)"
)
# The end of the line fell into the number.
_BROKEN: Final = re.compile(
    r"(?<![\d+])(?<!\d[.,/-])(?P<a>0[1-9](?:[ .-]?\d\d){1,3})[ .-]?\n[ ]{0,9}(?P<b>\d\d(?:[ .-]?\d\d){0,2})(?![\d]|[ .,/-]?\d)"
)
# One sign between the pairs, always the same.
_SIGNED: Final = re.compile(
    r"(?<![\d.,/:-])0[1-9](?P<s>[:,;*·—–_|\\])(?:\d\d(?P=s)){3}\d\d(?![\d]|[.,/:-]\d)"
)
_NATIONAL: Final = 10  # figures of a French number
_AFTER_SLASH: Final = re.compile(rf"(?<=\d{{6}}[/-])0[1-9](?:{_SEP}\d\d){{4}}(?!\d)")
_LAST_DIGITS: Final = re.compile(r"(?<=\d\d\s[/-]\s)\d\d(?:[ .]\d\d)?(?![\d/.,-]|\s?[a-z%])")
_LABEL: Final = (
    r"(?:tel(?:ephone)?s?|portables?|port|mob(?:ile)?|gsm|fixe|fax|telecopie(?:ur)?|tlc|secretariat\w*|standard|contact|astreinte|ligne"
    r"|joindre|joignable|prevenue?|appel\w*|numero|t|f|garde|sec|tph|☎|domicile|phone)"
)
_LABELLED: Final = re.compile(
    rf"(?:\b{_LABEL}\b\.?|☎|📞)\s?(?:direct\w*|interne|perso\w*|pro|medical|du service|:|au|n°|\.|\(|-|=|\s)*"
    r"(?P<n>(?:\+\s?)?\d(?:[ .\-/]{0,2}\d){6,14})(?!\d|[.,/-]\d|\s?(?:mg|ml|g|%|ui)(?![a-z]))"
)
_SHORT: Final = re.compile(
    r"\b(?:postes?|dect|bips?|ext(?:ension)?|p\.|int(?=\.)|composer le|appeler le|joindre au|abr(?=\.)|interne|biper|beeper|abrege|n° court|numero court|ligne(?: directe)?|garde|tel|telephone|secretariat|sec\.?|fax|appel\w*)\b\.?\s?(?:n°|no|:|=|\.|\(|au|interne|infirmier\w*|medecin|numero|du service|service|direct|du bureau|bureau|du poste|\s)*"
    r"(?P<n>\*?\d(?:[ .-]?\d){2,5})(?!\d|[ .,/-]\d|[a-z]|\s?(?:mg|ml|g|ui|kcal|%|fois|jours|heures|h|mois|ans)(?![a-z]))"
    r"(?P<more>(?:\s?(?:/|ou|et|-)\s?\d{3,6}(?![\d/.]|[a-z]))*)"
)
_INTERNAL: Final = re.compile(
    r"\b(?:secr\w*|poste|dect|bip|tel|int|ligne)\b[^\d\n]{0,20}(?P<n>\d[.\- ]\d\d[.\- ]\d\d)(?!\d|[.,/-]\d)"
)
_BIP: Final = re.compile(
    r"\bbips?\s?(?:n°|:|=|de garde)?\s?:?\s?(?P<n>\d\d)(?!\d|[ .,/-]?\d|\s?[a-z%])"
)
_FAX_BEFORE: Final = re.compile(
    r"(?:[🖷📠]|\b(?:fax|fx|telecopie|telecopieur|telecop|tlc|f)\b\.?)[^\d\n]{0,18}$"
)
_SPOKEN: Final = re.compile(
    rf"\bzero[ -](?:un|deux|trois|quatre|cinq|six|sept|huit|neuf)(?:[ ,-]{{1,2}}(?:zero[ -](?:zero|{NUMBER_WORD})|{NUMBER_WORD})){{4}}"
)
_BOTH_BEFORE: Final = re.compile(r"tel\.?\s?(?:[/&-]|et)\s?fax\W*$")

# An address of mail: what it is called locally, the sign, the host. All three may be dictated ("paul point
# martin arobase exemple point fr") or hidden from machines ("paul.martin (a) exemple [point] fr").
_AT: Final = re.compile(
    r"[ ]?(?:[@＠﹫]|[(\[{<][ ]?(?:@|at|a|arobas[ek]?)[ ]?[)\]}>])[ ]?|[ ](?:at|arobas[ek]?)[ ]|(?<=[a-z\d])_at_(?=[a-z\d])"
)
_DOT: Final = r"(?:[ ]?[(\[{][ ]?(?:point|dot|\.)[ ]?[)\]}][ ]?|[ ](?:point|dot)[ ])"
_DASH: Final = r"(?:[ ](?:tiret(?: du)? bas|underscore|tiret|trait d'union|plus)[ ])"
_WORD: Final = r"[a-z0-9][\w.+%-]{0,64}"
# After a spoken dot or dash the name may go on over blanks: "point le goff arobase".
_LOCAL: Final = re.compile(
    rf"(?<![\w.+%-])(?:(?:[a-z] ){{1,4}}(?=[a-z] ?{_DOT}))?{_WORD}(?:(?:{_DOT}|{_DASH}){_WORD}(?: [a-z]{{1,20}}){{0,2}}){{0,4}}$"
)
_HOST: Final = re.compile(
    rf"[a-z0-9](?:[\w-]|\.(?=[a-z0-9])){{0,120}}(?:(?:{_DOT}|{_DASH})[a-z0-9][\w.-]{{0,40}}){{0,4}}"
)
_TOP: Final = re.compile(rf"(?:\.|{_DOT})[a-z]{{2,14}}$")
_BLANK_DOT: Final = re.compile(r"[ ]?\.[ ]?(?:fr|com|org|net|eu|be|ch|lu|re|nc|pf)(?![\w-])")
_LOCAL_REACH: Final = 96  # characters
_URL: Final = re.compile(
    r"(?<!www\.)(?:https?://|ftp://|www\.)[^\s<>\"'()\[\]«»]+"
    r"|(?<![\w@.-])(?:[a-z0-9][a-z0-9-]{0,60}\.){1,6}(?:fr|com|org|net|eu|info|gouv|example|io|ch|be|care|sante|health)(?:/[^\s<>\"'()\[\]«»]*)?(?![\w@]|\.\w)"
)


def find_contacts(doc: Document) -> Iterator[Span]:
    """Numbers only: field names, "poste" and "mailto:" stay outside."""
    text, anchors = doc.folded, doc.anchors
    yield from _mails(text)
    for match in anchors.matches(_URL, contact_starts.urls(anchors)):
        end = match.start() + len(match.group().rstrip(".,;:!?-*_"))
        yield _address(match.start(), end, "URL", 0.95)
    phones = contact_starts.phones(anchors)
    for pattern in (_PHONE, _AFTER_SLASH, _SIGNED):
        for match in anchors.matches(pattern, phones):
            if _enough_digits(match.group()) and not _is_date(match.group()):
                yield _phone(text, match.start(), match.end(), 0.97)
    for match in anchors.matches(_BROKEN, anchors.runs.zeros):
        if sum(character.isdigit() for character in match.group()) == _NATIONAL:
            yield _phone(text, *match.span("a"), 0.9)
            yield _phone(text, *match.span("b"), 0.9)
    for match in anchors.matches(_LABELLED, contact_starts.labels(anchors)):
        yield _phone(text, match.start("n"), match.end("n"), 0.92)
    yield from _extensions(anchors)
    yield from _spoken(anchors)


def _mails(text: str) -> Iterator[Span]:
    """ "p.martin@exemple.fr", "paul point martin arobase exemple point fr"."""
    reached = 0
    for sign in _AT.finditer(text):
        first = max(reached, sign.start() - _LOCAL_REACH)
        local = _LOCAL.search(text, first, sign.start())
        host = _HOST.match(text, sign.end())
        if local is None or host is None:
            continue
        end = host.end()
        if (further := _BLANK_DOT.match(text, end)) is not None:
            end = further.end()
        elif _TOP.search(text, sign.end(), end) is None:
            continue
        reached = end
        yield _address(local.start(), end, "MAIL", 0.99)


def _extensions(anchors: Anchors) -> Iterator[Span]:
    text = anchors.text
    for match in anchors.matches(_SHORT, contact_starts.short(anchors)):
        yield _phone(text, match.start("n"), match.end("n"), 0.85)
        offset = match.start("more")
        for other in re.finditer(r"\d{3,6}", match.group("more")):
            yield _phone(text, offset + other.start(), offset + other.end(), 0.8)
    for match in anchors.matches(_BIP, contact_starts.pagers(anchors)):
        yield _phone(text, match.start("n"), match.end("n"), 0.8)
    for match in anchors.matches(_INTERNAL, contact_starts.internal(anchors)):
        yield _phone(text, match.start("n"), match.end("n"), 0.8)
    for match in anchors.matches(_LAST_DIGITS, contact_starts.last_digits(anchors)):
        if _PHONE.search(text[max(0, match.start() - 18) : match.start()]):
            yield _phone(text, match.start(), match.end(), 0.75)


def _spoken(anchors: Anchors) -> Iterator[Span]:
    """ "zéro six trente-neuf…": a dictated number."""
    for match in anchors.matches(_SPOKEN, contact_starts.spoken(anchors)):
        yield _phone(anchors.text, match.start(), match.end(), 0.85)


def _enough_digits(number: str) -> bool:
    return sum(character.isdigit() for character in number) >= 9


_DATE_LIKE: Final = re.compile(r"\d\d([/.-])\d\d\1(?:19|20)\d\d|\d\d/(?:19|20)\d\d-")


def _is_date(number: str) -> bool:
    """A date and what follows it, read as one number."""
    return _DATE_LIKE.match(number) is not None


def _phone(text: str, start: int, end: int, score: float) -> Span:
    before = text[max(0, start - 28) : start]
    fax = _FAX_BEFORE.search(before) and not _BOTH_BEFORE.search(before)
    return Span(start, end, "TEL", "FAX" if fax else "TEL", score, "rule:phone")


def _address(start: int, end: int, subtype: str, score: float) -> Span:
    return Span(start, end, "MAIL", subtype, score, f"rule:{subtype.lower()}")
