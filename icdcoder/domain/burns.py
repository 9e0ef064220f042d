"""Burns: each part of the body with its degree, and the surface, wherever the sentence or the note says them.

"Thorax 5 %, cloques, épaule et bras 3 % idem. 2e degré superficiel partout" → T212, T222, T310. The dictionary's own terms
want the degree beside the site; where no degree is said they stand alone (T210).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from icdcoder.domain.matching import Match
from icdcoder.domain.tokens import Break, Token, words
from icdcoder.domain.vocabulary import TermKind

_BURNT: Final = re.compile(
    r"\bebouillant|\bsct\b|\bscb\b|(?<!sensation de )(?<!sensations de )(?<!type de )\bbrul(?:ures?|ee?s?)\b"
    r"(?! (?:(?:a|en|de|d|du|au) ?(?:la |l?')?)?(?:miction|urin|vesical|estomac|epigastr|retro|gastr|oe?soph|oculaire|avalant|degluti))"
)
# What burnt, in a sentence that names the parts and leaves the burn to the next: "eau bouillante sur les cuisses. Brûlures 2e degré".
_HEAT: Final = re.compile(
    r"\bbouillante?s?\b|\bhuile (?:chaude|bouillante|de friture|renversee)|\bcasserole|\bfriteuse|\bbouilloire|\bflammes?\b|\bbarbecue\b|\bchalumeau\b"
    r"|\b(?:the|cafe|chocolat|biberon|lait|soupe) (?:trop |tres )?(?:chaude?|brulante?)\b"
)
_HINTS: Final = ("brul", "ebouillant", "sct", "scb")
_SITES: Final = {
    "T20": "tete face visage cou nuque front joue joues oreille oreilles nez menton levre levres scalp",
    "T21": "thorax tronc abdomen abdominale abdominal thoracique dos ventre flanc flancs perinee fesse fesses sein seins poitrine lombes torse hemithorax",
    "T22": "epaule epaules bras avb coude coudes aisselle",
    "T23": "main mains doigt doigts poignet poignets paume paumes pouce index",
    "T24": "cuisse cuisses jambe jambes genou genoux hanche mollet mollets",
    "T25": "pied pieds cheville chevilles orteil orteils plante plantes",
}
_SITE_OF: Final = {fold: code for code, listed in _SITES.items() for fold in listed.split()}
_DEGREES: Final = {
    **dict.fromkeys(words("1 1er 1e premier"), "1"),
    **dict.fromkeys(words("2 2e 2eme 2nd deuxieme second"), "2"),
    **dict.fromkeys(words("3 3e 3eme troisieme"), "3"),
}
_DEPTHS: Final = ("profond", "superf", "interm")
_LOOKS: Final = {
    "cloque": "2",
    "cloques": "2",
    "phlyctenes": "2",
    "cartonne": "3",
    "cartonnee": "3",
    "rougeur": "1",
    "erytheme": "1",
}
_OTHER_DEGREES: Final = words("bav bloc perine dechirure hemorroides entorse prolapsus")
_SIDES: Final = words(
    "anterieure posterieure anterieur posterieur interne externe dorsale palmaire laterale plantaire avant ant post"
)
_SPARED: Final = words(
    "epargne epargnee epargnes indemne indemnes intact intacts intacte sain saine libre libres"
)
_FIGURE: Final = re.compile(r"(total\D{0,12})?\b(\d{1,2})(?:[.,]\d)? ?%(?! d'o2|[^.;\n]{0,8}fio2)")
# What a share of the body stands beside, in its clause: "SpO2 98 %" is of something else.
_SHARED: Final = re.compile(
    rf"\b(?:{'|'.join(_SITE_OF)}|degres?|{'|'.join(_LOOKS)}|brul\w*|totale?|surfaces?|soit)\b|^\W*$"
)
_CLAUSE: Final = re.compile(r"[,;.\n]")
_CLAUSE_MOST: Final = 80
_MEASURED: Final = re.compile(
    r"\bscb\b|\bsctb?\b|\bsurface (?:corporelle|brulee|totale)"
)  # `measures.py` reads it
_SURFACES: Final = ((10, "T310"), (20, "T311"), (30, "T312"), (40, "T3131"), (50, "T3141"))
_WIDER: Final = "T3151"
_LIMBS: Final = words("main mains pied pieds")  # "dos de la main"
_NEAR: Final = 2  # words behind a site that say it is spared


def burns(folded: str, tokens: Sequence[Token]) -> Iterator[Match]:
    """A match for each burnt part with a degree, and one for the surface."""
    if not any(hint in folded for hint in _HINTS) or not _BURNT.search(folded):
        return
    sentences = [span for span in _sentences(tokens) if _is_told(folded, tokens, *span)]
    degrees = {span: list(_degrees(tokens, *span)) for span in sentences}
    everywhere = {degree for found in degrees.values() for _at, degree in found}
    figures: list[tuple[bool, int, int]] = []
    for first, last in sentences:
        own = degrees[first, last]
        sites = list(_sites(tokens, first, last))
        for at in sites:
            if own:
                is_led = own[0][0] < sites[0]
                place, degree = min(own, key=lambda known: _distance(known[0], at, is_led=is_led))
                yield _match(_SITE_OF[tokens[at].fold] + degree, at, place)
            elif len(everywhere) == 1:
                yield _match(_SITE_OF[tokens[at].fold] + next(iter(everywhere)), at, at)
        start, end = tokens[first].start, tokens[last].end + 2
        for found in _FIGURE.finditer(folded, start, end):
            at = next(i for i in range(first, last + 1) if tokens[i].end > found.start(2))
            if _is_share(folded, start, found.start(2)):
                figures.append((found[1] is not None, int(found[2]), at))
    if figures and everywhere and not _MEASURED.search(folded):
        totals = [figure for figure in figures if figure[0]] or figures
        surface = totals[0][1] if totals is not figures else sum(value for _t, value, _at in totals)
        code = next((code for below, code in _SURFACES if surface < below), _WIDER)
        yield _match(code, totals[0][2], totals[0][2])


def _is_share(folded: str, start: int, figure: int) -> bool:
    """A figure of the body's surface: its clause names what is burnt, or nothing."""
    clause = _CLAUSE.split(folded[max(start, figure - _CLAUSE_MOST) : figure])[-1]
    return _SHARED.search(clause) is not None


def _distance(degree: int, site: int, *, is_led: bool) -> tuple[bool, int]:
    """A sentence that begins with a degree names it before each site: "2e degré cuisse, 3e degré main"."""
    return (degree > site) is is_led, abs(degree - site)


def _match(code: str, first: int, last: int) -> Match:
    positions = tuple(sorted({first, last}))
    return Match(code, positions, TermKind.SYNONYM, 2, 1.0)


def _sentences(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    first = 0
    for position in range(1, len(tokens) + 1):
        if position == len(tokens) or tokens[position].before is Break.SENTENCE:
            yield first, position - 1
            first = position


def _is_told(folded: str, tokens: Sequence[Token], first: int, last: int) -> bool:
    """The sentence speaks of a burn: by its word, its look, a degree or what burnt."""
    start, end = tokens[first].start, tokens[last].end
    if _BURNT.search(folded, start, end) or _HEAT.search(folded, start, end):
        return True
    return any(_degrees(tokens, first, last)) or folded.find("total", start, end) >= 0


def _degrees(tokens: Sequence[Token], first: int, last: int) -> Iterator[tuple[int, str]]:
    for at in range(first, last + 1):
        fold = tokens[at].fold
        if fold in _LOOKS:
            yield at, _LOOKS[fold]
        elif _is_bare_degree(tokens, at, last):
            yield at, _DEGREES[fold]
        elif fold in ("degre", "degres") and at > first:
            before = [token.fold for token in tokens[max(first, at - 3) : at]]
            after = tokens[at + 1].fold if at < last else ""
            said = _DEGREES.get(before[-1]) or _DEGREES.get(after)
            if said and _OTHER_DEGREES.isdisjoint(before):
                yield at, said


def _is_bare_degree(tokens: Sequence[Token], at: int, last: int) -> bool:
    """ "2e profond", "2e superf": the degree without its word."""
    fold = tokens[at].fold
    after = tokens[at + 1].fold if at < last else ""
    return fold in _DEGREES and not fold.isdecimal() and after.startswith(_DEPTHS)


def _sites(tokens: Sequence[Token], first: int, last: int) -> Iterator[int]:
    for at in range(first, last + 1):
        fold = tokens[at].fold
        behind = [token.fold for token in tokens[at + 1 : at + 1 + _NEAR]]
        if fold not in _SITE_OF or not _SPARED.isdisjoint(behind):
            continue
        if fold == "dos" and not _LIMBS.isdisjoint(token.fold for token in tokens[at + 1 : at + 4]):
            continue
        if fold in ("face", "plante") and not _SIDES.isdisjoint(behind[:1]):
            continue
        if fold == "bras" and at and tokens[at - 1].fold == "avant":
            yield at
        elif fold == "cou" and "de" in behind[:1]:
            continue
        else:
            yield at
