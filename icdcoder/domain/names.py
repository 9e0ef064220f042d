"""Names that hold a disease and tell of none: a person's, a body's, a document's.

"Dr Asthme", "Association Parkinson contactée", "documentation sur l'asthme remise": what such a name begins with is read as no
diagnosis. "Association d'un diabète et d'une HTA" is no body, and plain "plaquettes" are no document.
"""

from collections.abc import Collection, Iterator
from typing import Final

from annotation.domain.french import CIVILITIES
from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.tokens import JOINERS, Break, Token, standing, words

_DOCTORS: Final = words("dr dre drs pr docteur docteure docteurs professeur professeure")
# "M. Crohn" is a disease ("maladie de") as often as a man.
_TITLES: Final = (_DOCTORS | frozenset(CIVILITIES)) - {"m"}
_NO_TITLES: Final = ("PR", "pr", "dr")  # a disease, "pour", "droit"
_SHORT: Final = 4  # capitals: "Mme HTA" has an abbreviation behind her, "Dr HALL" a name
_NAMES: Final = 3  # words of a person's name

_SMALL: Final = words("de du des d la le les l un une a au aux")
# Kinds of bodies, and the words between one and what it cares for.
_BODIES: Final = words(
    "association associations amicale fondation ligue federation collectif institut societe"
)
_PLACES: Final = words("ecole maison reseau journee")  # "école de l'asthme", "réseau diabète"
# « une journée de diarrhée », « un réseau de varices » beside « la journée du diabète »
_ORDINARY: Final = words("journee reseau")
_OF: Final = words("de d")
_LABELS: Final = words("france sos")  # "France Parkinson": a name where its disease follows at once
_BODY_LINKS: Final = _SMALL | words(
    "contre pour sur lutte aide soutien entraide recherche france francaise francais nationale national regionale regional",
    "departementale europeenne internationale mondiale locale patients malades personnes familles usagers parents atteints atteintes",
)
# "maison d'arrêt" and "de la maison à la main" are none
_PLACE_LINKS: Final = words("de du des l la le les mondiale nationale national regional soins")
# What one does with a body: "association asthme contactée" beside "association asthme polypose".
_DEALT: Final = (
    *(
        "contact",
        "propos",
        "adress",
        "orient",
        "coordonn",
        "rencontr",
        "adher",
        "membre",
        "benevol",
    ),
    *("sollicit", "joint", "appel", "inscri", "accompagn"),
)

_DOCUMENTS: Final = words(
    "documentation documentations brochure brochures depliant depliants livret livrets flyer flyers prospectus"
)
# Documents by what they are said to be about; else they are something else ("plaquettes 40 G/L", "vu en revue").
_DOUBTFUL: Final = words(
    "document documents fiche fiches guide notice article articles livre plaquette plaquettes conference magazine revue internet affiche video"
)
_ABOUT: Final = words(
    "sur concernant information informations informatif informative explicatif explicative conseil conseils propos relatif relative"
)
_DOCUMENT_LINKS: Final = (
    _SMALL
    | _ABOUT
    | words("education patient patients internet web papier intitule intitulee vie pratique et")
)
_WALK: Final = 8  # words from a kind to what it is about
_LIST: Final = 4  # words from one thing that it is about to the joint behind
# What is done with it ends what it is about.
_DONE: Final = (
    *("remi", "donne", "distribu", "fourni", "transmi", "envoy", "delivr", "laiss", "expliqu"),
    *("comment", "recu", *_DEALT),
)
_BEHIND: Final = words("pour chez car devant suite avec dans lors")


def named(note: CutNote) -> frozenset[int]:
    """The positions of the words that a name's disease may begin with: what is found from one of them on is no diagnosis."""
    return frozenset(_persons(note)) | frozenset(_bodies(note)) | frozenset(_documents(note))


def _persons(note: CutNote) -> Iterator[int]:
    """The capitalised words behind a title; behind a surname in capitals the next word is no part of it."""
    tokens = note.tokens
    for title in standing(note.places, _TITLES):
        if note.tokens[title].raw in _NO_TITLES:
            continue
        for at in range(title + 1, min(title + 1 + _NAMES, len(tokens))):
            token = tokens[at]
            if token.before is not Break.NONE or not token.raw[0].isupper():
                break
            if _is_short(token) and (at > title + 1 or note.folds[title] not in _DOCTORS):
                break
            yield at
            if _is_shouted(token) and note.text[token.end : token.end + 1] != "-":
                break


def _is_shouted(token: Token) -> bool:
    return len(token.raw) > 1 and token.raw.isupper()


def _is_short(token: Token) -> bool:
    return _is_shouted(token) and len(token.raw) <= _SHORT


def _bodies(note: CutNote) -> Iterator[int]:
    for kind in standing(note.places, _BODIES | _PLACES | _LABELS):
        fold = note.folds[kind]
        links = _BODY_LINKS if fold in _BODIES else _PLACE_LINKS if fold in _PLACES else ()
        first = _behind(note, kind, links)
        if first and _is_body(note, kind, first):
            yield from range(kind, first)
            yield from _listed(note, first, links or _SMALL)


def _is_body(note: CutNote, kind: int, first: int) -> bool:
    between = set(note.folds[kind + 1 : first])
    fold = note.folds[kind]
    if fold in _LABELS:
        return note.tokens[first].raw[0].isupper() or fold == "sos"
    if fold in _ORDINARY and between and between <= _OF:
        return False
    if fold in _PLACES:
        return bool(between) or fold == "reseau"
    if not fold.startswith("association") or between - _SMALL:
        return True
    if between:  # "association d'un diabète et d'une HTA", "association des diabétiques"
        return False
    return _is_dealt_with(note, first)


def _is_dealt_with(note: CutNote, first: int) -> bool:
    """ "Association Parkinson", "association asthme contactée"; not "association asthme et polypose"."""
    following = note.folds[first + 1 : first + 2]
    if following and (
        following[0] in JOINERS or note.breaks[first + 1] in (Break.SLASH, Break.COMMA)
    ):
        return False
    raw = note.tokens[first].raw
    near = note.folds[max(0, first - _LIST) : first + _LIST + 2]
    return (raw[0].isupper() and not raw.isupper()) or any(f.startswith(_DEALT) for f in near)


def _documents(note: CutNote) -> Iterator[int]:
    for kind in standing(note.places, _DOCUMENTS | _DOUBTFUL):
        first = _behind(note, kind, _DOCUMENT_LINKS)
        if first is None:
            continue
        if note.folds[kind] in _DOCUMENTS or not _ABOUT.isdisjoint(note.folds[kind + 1 : first]):
            yield from _listed(note, first, _DOCUMENT_LINKS)


def _behind(note: CutNote, kind: int, links: Collection[str]) -> int | None:
    """The first word behind `kind` and its links, in the same clause; None where there is none."""
    for at in range(kind + 1, min(kind + 1 + _WALK, len(note.tokens))):
        if note.breaks[at] >= Break.COMMA:
            return None
        if note.folds[at] not in links:
            return at
    return None


def _listed(note: CutNote, first: int, links: Collection[str]) -> Iterator[int]:
    """What the name begins with, and what "et" joins to it: "brochure sur l'asthme et la BPCO"."""
    yield first
    at = first + 1
    while at < min(first + _LIST, len(note.tokens)):
        fold = note.folds[at]
        if note.breaks[at] >= Break.COMMA or fold in _BEHIND or fold.startswith(_DONE):
            return
        if fold in JOINERS:
            following = _behind(note, at, links)
            if following:
                yield from _listed(note, following, links)
            return
        at += 1
