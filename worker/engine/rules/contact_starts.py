"""Where each pattern of `contacts` can begin (see `anchors`)."""

import re
from typing import Final

from worker.engine.text.anchors import Anchors, merged
from worker.engine.text.tokens import word_set

_LABELS: Final = word_set(
    "tel tels telephone telephones portable portables port mob mobile gsm fixe fax telecopie"
    " telecopieur tlc standard contact astreinte ligne joindre joignable prevenu prevenue numero t"
    " f garde sec tph ☎ 📞 domicile phone"
)
_SHORT: Final = word_set(
    "poste postes dect bip bips ext extension p int composer joindre abr interne biper beeper"
    " abrege n numero n° ligne garde tel telephone secretariat sec se fax"
)
_PAGERS: Final = word_set("bip bips")
_INTERNAL: Final = word_set("poste dect bip tel int ligne")
_ZERO: Final = frozenset({"zero"})
_PLUS: Final = frozenset({"+"})
_SCHEME: Final = re.compile(r"https?://|ftp://|www\.")
_DOMAINS: Final = word_set("fr com org net eu info gouv example io ch be care sante health")
_HOST: Final = frozenset(".-")


def phones(anchors: Anchors) -> list[int]:
    """Numbers that begin with 0 and "+", and the bracket before them."""
    own = merged(anchors.runs.zeros, anchors.words(_PLUS))
    brackets = [start - 1 for start in own if start and anchors.text[start - 1] == "("]
    return merged(own, brackets)


def labels(anchors: Anchors) -> list[int]:
    """ "Tél", "appeler", "secrétariat"."""
    return anchors.words(_LABELS, "call desk") if anchors.numbers else []


def short(anchors: Anchors) -> list[int]:
    """ "poste", "bip"."""
    return anchors.words(_SHORT, "call desk") if anchors.numbers else []


def internal(anchors: Anchors) -> list[int]:
    """ "poste 2 34 56"."""
    return anchors.words(_INTERNAL, "desk") if anchors.numbers else []


def pagers(anchors: Anchors) -> list[int]:
    """ "bip 42"."""
    return anchors.leads(_PAGERS)


def last_digits(anchors: Anchors) -> list[int]:
    """The two digits after " / " or " - "."""
    text = anchors.text
    return [start for start in anchors.runs.of(2) if text[start - 2 : start - 1] in ("/", "-")]


def spoken(anchors: Anchors) -> list[int]:
    """ "zéro six"."""
    return anchors.words(_ZERO)


def _back(text: str, end: int, signs: frozenset[str]) -> int:
    """The first of the letters, digits and `signs` that stand right before `end`."""
    while end > 0 and (text[end - 1].isalnum() or text[end - 1] in signs):
        end -= 1
    return end


def urls(anchors: Anchors) -> list[int]:
    """ "https://", "www.", and where a name that ends in ".fr" or the like begins."""
    text = anchors.text
    found = {match.start() for match in _SCHEME.finditer(text)} if _has_scheme(text) else set()
    for start in anchors.words(_DOMAINS):
        if start and text[start - 1] == ".":
            found.add(_back(text, start, _HOST))
    return sorted(found)


def _has_scheme(text: str) -> bool:
    return "://" in text or "www." in text
