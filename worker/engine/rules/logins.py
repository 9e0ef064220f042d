"""Names under which people sign in, and the address of a machine: "saisi par jdupont2", "login : p.leroy"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.rules.anchors import Anchors
from worker.engine.rules.document import Document
from worker.engine.rules.tokens import word_set

_ACT: Final = r"(?:saisi|valid|imprim|edit|modifi|cree|vis|relu|tap|enregistr|prescrit|dict|redig|sign|export|numeris|verrouill|clotur|transmis)e?e?s?"
# Letters and figures of one name, or an initial and a name around a dot.
_MIXED: Final = r"(?:[a-z]{2,20}\d{1,6}|[a-z]\d{3,7}|[a-z]{1,12}[._][a-z]{2,20}\d{0,3})"
_END: Final = r"(?![\w@-]|\.\w)"
_BY: Final = re.compile(rf"par\s?:?\s?(?P<n>{_MIXED}){_END}")
_ACTED: Final = re.compile(
    rf"\b{_ACT}\s(?:electroniquement\s)?(?:(?:le\s)?\d\d/\d\d/\d{{2,4}}\s(?:a\s\d\d[:h]\d\d\s)?)?$"
)
_FIELD: Final = re.compile(
    r"\b(?:identifiant(?: de connexion)?|session|connectee?(?: en tant que)?|compte(?: utilisateur)?)"
    rf"\s?[:=]?\s{{0,3}}(?P<n>{_MIXED}){_END}"
)
# Nothing but a login follows these: any word will do after a colon.
_USER: Final = re.compile(
    r"\b(?:login|log-in|user(?:name)?|utilisat(?:eur|rice)|id utilisateur)"
    rf"(?:\s?[:=]\s{{0,3}}(?P<n>[a-z][\w.-]{{2,20}})|\s(?P<m>{_MIXED})){_END}"
)
_LOGIN: Final = re.compile(r"\b(?:login|log-in)\s(?P<n>[a-z][\w.-]{2,20})(?![\w@])")
_MACHINE: Final = re.compile(r"\bip\s?:?\s?(?P<n>\d{1,3}(?:\.\d{1,3}){3})(?![\d.]*\d)")
_INSIDE: Final = frozenset("._")
_FIELDS: Final = word_set("identifiant session connecte connectee compte")
_USERS: Final = word_set("login log user username utilisateur utilisatrice id")
_IP: Final = frozenset({"ip"})
_ANNOUNCING: Final = _FIELDS | _USERS | _IP
_REACH: Final = 60  # characters of "saisi le 12/03/2024 à 10:22 par" before its name


def find_logins(doc: Document) -> Iterator[Span]:
    """Only after a word that announces one; a plain word needs a colon."""
    text, anchors = doc.folded, doc.anchors
    for match in anchors.matches(_BY, _by(anchors)):
        if _ACTED.search(text[max(0, match.start() - _REACH) : match.start()]):
            yield _span(match)
    if not anchors.has(_ANNOUNCING):
        return
    for pattern, words in (
        (_FIELD, _FIELDS),
        (_USER, _USERS),
        (_LOGIN, _USERS),
        (_MACHINE, _IP),
    ):
        for match in anchors.matches(pattern, anchors.words(words)):
            yield _span(match)


def _by(anchors: Anchors) -> list[int]:
    """ "par" where letters come next, and a figure, a dot or an underscore glued to them."""
    starts, ends, words = anchors.tokens.starts, anchors.tokens.ends, anchors.tokens.words
    last = len(words) - 2
    return [
        starts[index]
        for index in anchors.tokens.where.get("par", ())
        if index < last
        and ends[index + 1] == starts[index + 2]
        and (words[index + 2] in _INSIDE or words[index + 2][0].isdigit())
    ]


def _span(match: re.Match[str]) -> Span:
    group = match.lastgroup or "n"
    return Span(match.start(group), match.end(group), "QID", "AUTRE", 0.85, "rule:login")
