"""One span of the model that holds two things: a hospital and its town, a town and its country, a body
and its address; and the words around a place or a body that belong to neither."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.text.folding import fold

_PARTED: Final = frozenset({"LOC", "ORG"})
_TOWN: Final = ("LOC", "VILLE")
_COLUMNS: Final = re.compile(r"[ \t]{2,}|\t")
_DASH: Final = re.compile(r"\s[-–—]\s(?=[^-–—]+$)")
_AT: Final = re.compile(r"\s(?:à|a)\s(?:la\s|l['’])?(?=[A-ZÀ-Ý][^\W\d_]+)")
# "chef de clinique des Hôpitaux de Rennes": what comes before the real head of the name.
_FORMER_HEAD: Final = re.compile(
    r"(?i:clinique|service|assistante?)\s(?i:des|de l['’]|de la|du|aux?|à l['’])\s?(?=[Hh][ôo]p|HOP|CH)"
)
_CHIEF: Final = re.compile(r"(?:chef|assistante?|chefs|interne|attachee?)\s(?:de\s)?$")
# What leads to a body and is no part of its name.
_LEADING: Final = re.compile(
    r"(?P<n>(?:entree?|sortie?|sort|retour|transfert|transferee?|transports?|adressee?|admise?|hospit(?:alisee?)?|hosp|suivie?|vue?|venue?|venant|provenance|destination"
    r"|prestataire|employeur|fournisseur|ambulancier|pedicure|podologue|opticien|audioprothesiste|kine|infirmiere?s?|livraison|convalescence|reeducation|actuellement|depuis|vers|chez)(?:\s?:)?\s)?"
    r"(?:(?:de la|de|du|des|a la|au|aux|a|par|la|le|les)\s|(?:de |a )?l'|d')*(?=\S)"
)
_HEAD: Final = re.compile(
    r"(?:ehpad|residence|clinique|poly-?clinique|hopital|chu|chru?|chi|chic|ch|centre|ssr|smr|usld|had|maternite|foyer|institut|taxis?|ambulances?|vsl|pharmacie|laboratoire"
    r"|maison|ets|sarl|societe|entreprise|association|mutuelle|cabinet|ecole|college|lycee|creche)\b"
)
_OF_A_LIFE: Final = re.compile(
    r"(?:(?:habite|habitant|reside|residant|demeurant|demeure|domiciliee?|vit|vivant|hebergee?|logee?|nee?|sise?|installee?|originaire|domicile|adresse|livraison|ferme isolee)\b\s?[:,]?\s?"
    r"(?:(?:actuellement|seule?)\s)?(?:a la |au |aux |a |sur |dans |en |d'|de )?)(?=\S)"
)
_AFTER_TOWN: Final = re.compile(
    r"\s(?:centre(?:[- ]ville)?|nord|sud|est|ouest|ville|intra[- ]muros)$"
)
_COUNTRY_CODE: Final = re.compile(r"(?:F|B|CH|D|L)\s?[-–]\s?(?=\d{4,5}$)")
_CODED_TOWN: Final = re.compile(r"[FBL]-(?P<z>\d{4,5})\s(?=[A-ZÀ-Ý])")
# "hôtel social 5 passage Dubail"; a home for many belongs to its address.
_BEFORE_NUMBER: Final = re.compile(
    r"(?!(?:foyer|r[ée]s|b[âa]t|imm|tour|lot|app|apt|porte|entr[ée]e|n°|chez|cit[ée]))[a-zàâéèêëîïôùûç' ]{3,40}\s(?=\d{1,4},?\s)"
)
_SERVICE_TAIL: Final = re.compile(
    r"\s[-–—]\s(?=[^\W\d_]*ograph|[ÉéEe]tiquette|[Pp]age|[Ff]iche|[Ff]euille|[Dd]emande|[Pp]lanning|[Tt]ransmissions)"
)
_LEGAL_FORM: Final = re.compile(r"[a-zé.]{2,8}\s[-–—]\s(?=[A-ZÀ-Ý\d])")
_STREET: Final = re.compile(
    r"\d{1,4}(?:\s?(?:bis|ter))?,?\s(?:rue|avenue|av|boulevard|bd|place|pl|quai|chemin|route|rte|cours|allee|impasse|square)\b"
)
_HOME: Final = re.compile(
    r"\b(?:res|residence|bat|batiment|appt?|apt|immeuble|tour|villa|lotissement|hameau|lieu|ferme|domaine|foyer|entree|bp|cs|zone|za|zi|zac|rue|avenue|chez)\b"
)
# Between two places.
_LINK: Final = re.compile(
    r"\s?[,(/–]\s?|\s[-–]\s|\s(?:en|au|aux|à la|a la|à|a|et|puis|dans le|dans la|dans l['’])\s|\s"
)
_TOWN_IN_CAPITALS: Final = re.compile(r"\s(?P<t>[A-ZÀ-Ý-]{4,})$")
_BIG: Final = 20_000  # inhabitants
_SMALL: Final = lexicon.words("facility_particles")
# Words of a head, which name nothing.
_GENERIC: Final = _SMALL | lexicon.words("facility_heads")
_CARE_FIELD: Final = re.compile(r"\b(?:etablissement|ehpad|structure|hopital|clinique) ?: ?$")
_REACH: Final = 24  # characters before a span
# "Chemin des Oliviers   N° : 31": another field of the form.
_NEXT_FIELD: Final = re.compile(r"(?:[ \t]{2,}|\t)[^\W\d_]{1,12}°?\s?:")
_LEAST_TOWN: Final = 200  # inhabitants
_LEAST_LETTERS: Final = 6


def parted(text: str, span: Span) -> list[Span]:
    """The spans that `span` holds, in order; itself when it is one thing only."""
    if span.label not in _PARTED:
        code = span.label == "QID" and _CODED_TOWN.match(text, span.start)
        if code and code.start("z") < span.end == code.end("z"):
            return [replace(span, start=code.start("z"), label="LOC", subtype="ZIP")]
        return [span]
    narrow = _narrowed(text, span)
    cut = _cut(text, narrow)
    if cut is None:
        return [narrow]
    left, right = cut
    second = text[right.start : right.end]
    if right.label == "ORG" and _is_plain(second) and not _kind_of(second):
        return parted(text, left)
    return [*parted(text, left), *parted(text, right)]


def _is_plain(surface: str) -> bool:
    """Ordinary words only: "BLOC", "COMPTE RENDU"."""
    return all(word in lexicon.words("common_words") for word in lexicon.key_of(surface))


def _narrowed(text: str, span: Span) -> Span:
    """Without what only leads to it or says where in a town."""
    surface = text[span.start : span.end]
    word = fold(surface)
    if len(word) != len(surface):
        return span
    start, end = span.start, span.end
    if span.label == "ORG":
        start += _lead_of_body(surface, word)
        if (head := _FORMER_HEAD.match(surface)) and _CHIEF.search(fold(text[:start][-12:])):
            start += head.end()
        if tail := _SERVICE_TAIL.search(surface):
            end = span.start + tail.start()
    elif lead := (
        _OF_A_LIFE.match(word)
        or _COUNTRY_CODE.match(surface)
        or _BEFORE_NUMBER.match(surface)
        or _LEGAL_FORM.match(surface)
    ):
        start += lead.end()
    elif field := _NEXT_FIELD.search(surface):
        end = span.start + field.start()
    elif span.subtype == "VILLE" and (tail := _AFTER_TOWN.search(surface)):
        end = span.start + tail.start() if _is_town(surface[: tail.start()]) else end
    return replace(span, start=start, end=end)


def _lead_of_body(surface: str, word: str) -> int:
    """Characters of what only leads to the body; an article with a capital belongs to its name."""
    lead = _LEADING.match(word)
    if lead is None or not lead.end():
        return 0
    written = surface[: lead.end()]
    if _HEAD.match(word, lead.end()):
        return lead.end() if lead["n"] or written.islower() or written.isupper() else 0
    return lead.end() if lead["n"] and surface[lead.end()].isupper() else 0


def _cut(text: str, span: Span) -> tuple[Span, Span] | None:
    if span.label == "ORG":
        return _town_of_body(text, span)
    return _body_of_address(text, span) or _two_places(text, span)


def _town_of_body(text: str, span: Span) -> tuple[Span, Span] | None:
    """ "SSR du Val d'Orain | à Chaussin", "HOPITAL PASTEUR | - DOLE", "BLOC" in another column."""
    surface = text[span.start : span.end]
    if columns := _COLUMNS.search(surface):
        return _halves(span, columns.start(), columns.end(), (span.label, span.subtype))
    at = _AT.search(surface)
    if at and _is_proper(surface[at.end() :]):
        return _halves(span, at.start(), at.end(), _TOWN)
    if (
        surface.isupper()
        and (town := _TOWN_IN_CAPITALS.search(surface))
        and _is_called(surface, town)
    ):
        return _halves(span, town.start(), town.start("t"), _TOWN)
    dash = _DASH.search(surface)
    if (
        dash
        and _may_be_town(surface[dash.end() :])
        and not fold(surface[dash.end() :]).startswith("saint")
    ):
        return _halves(span, dash.start(), dash.end(), _TOWN)
    return None


def _is_called(surface: str, town: re.Match[str]) -> bool:
    """ "CH JACQUES COEUR | BOURGES": a big town after a name that stands by itself; not "CH DOLE"."""
    name = [word for word in lexicon.key_of(surface[: town.start()]) if word not in _GENERIC]
    if not name or fold(surface[: town.start()].split()[-1]) in _SMALL | {"-", "–"}:
        return False
    key = lexicon.key_of(town["t"])
    return lexicon.communes().weights.get(key, 0) >= _BIG


def _body_of_address(text: str, span: Span) -> tuple[Span, Span] | None:
    """ "CYTO-RHÔNE  31, cours Brillier": the name of a body before its street."""
    if span.subtype != "ADRESSE":
        return None
    surface = text[span.start : span.end]
    street = _STREET.search(fold(surface))
    if street is None or not street.start():
        return None
    before = surface[: street.start()]
    name = before.rstrip(" \t-–—:,")
    field = _CARE_FIELD.search(fold(text[max(0, span.start - _REACH) : span.start])) is not None
    far = _COLUMNS.search(before[len(name) :]) or before[len(name) :].strip(" ") in (
        "-",
        "–",
        "—",
        ":",
    )
    if not name or not far or (_HOME.search(fold(name)) and not field):
        return None
    first, second = _halves(span, len(name), street.start(), ("LOC", "ADRESSE"))
    return replace(first, label="ORG", subtype="ORGANISME"), second


def _two_places(text: str, span: Span) -> tuple[Span, Span] | None:
    """ "Vire | en Normandie", "ORAN | ALGERIE", "Pontarlier, Morteau"."""
    surface = text[span.start : span.end]
    if span.subtype in ("ADRESSE", "ZIP") or _kind_of(surface):
        return None
    for link in _LINK.finditer(surface):
        left, right = surface[: link.start()], surface[link.end() :].rstrip(")")
        if not left or not right:
            continue
        kind = _kind_of(right)
        far = kind not in ("", "VILLE")
        if (far and (link.group().strip() or _kind_of(left))) or (
            kind and _kind_of(left) and link.group().strip(" ")
        ):
            first, second = _halves(span, link.start(), link.end(), ("LOC", kind))
            return replace(first, subtype=_kind_of(left) or "VILLE"), replace(
                second, end=second.start + len(right)
            )
    return None


def _kind_of(surface: str) -> str:
    """Sub-type of a place that a gazetteer holds; "" of any other words."""
    key = lexicon.key_of(surface)
    is_town = lexicon.communes().weights.get(key, 0) >= _LEAST_TOWN
    return lexicon.area_kind(key) or ("VILLE" if is_town else "")


def _is_town(surface: str) -> bool:
    return _kind_of(surface) == "VILLE"


def _may_be_town(surface: str) -> bool:
    """A town, or the first word of towns: "Villefranche"."""
    key = lexicon.key_of(surface)
    begins = key in lexicon.communes().beginnings and len(surface) >= _LEAST_LETTERS
    return _is_town(surface) or (begins and not _is_plain(surface))


def _is_proper(surface: str) -> bool:
    """Capitalised words only, but for the small ones inside a name."""
    return all(part[:1].isupper() or len(part) < 4 for part in _words(surface))


def _words(surface: str) -> Iterator[str]:
    return (part for part in re.split(r"[\s'’-]+", surface) if part)


def _halves(span: Span, end: int, start: int, kind: tuple[str, str]) -> tuple[Span, Span]:
    label, subtype = kind
    return (
        replace(span, end=span.start + end),
        replace(span, start=span.start + start, label=label, subtype=subtype),
    )
