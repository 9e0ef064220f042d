"""One span of the model that holds two things: a hospital and its town, a town and its country."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.text.folding import fold

_PARTED: Final = frozenset({Label.LOC, Label.ORG})
_DASH: Final = re.compile(r"\s[-–—]\s(?=[^-–—]+$)")
_AT: Final = re.compile(r"\s(?:à|a)\s(?:la\s|l['’])?(?=[A-ZÀ-Ý][^\W\d_]+)")
# What leads to a body and is no part of its name.
_LEADING: Final = re.compile(
    r"(?:entree?|sortie?|sort|retour|transfert|transferee?|transports?|adressee?|admise?|hospit(?:alisee?)?|hosp|suivie?|vue?|venue?|venant|provenance|destination"
    r"|prestataire|employeur|fournisseur|ambulancier|pedicure|podologue|opticien|audioprothesiste|kine|infirmiere?s?|livraison|convalescence|reeducation|actuellement|depuis|vers|chez)(?:\s?:)?\s"
    r"(?:(?:de la|de|du|des|a la|au|aux|a|par|la|le|les)\s|(?:de |a )?l'|d')*(?=\S)"
)
_COUNTRY_CODE: Final = re.compile(r"(?:F|B|CH|D|L)\s?[-–]\s?(?=\d{4,5}$)")
# Between two places.
_LINK: Final = re.compile(
    r"\s?[,(/–]\s?|\s[-–]\s|\s(?:en|au|aux|à la|a la|à|a|et|puis|dans le|dans la|dans l['’])\s|\s"
)
_LEAST_TOWN: Final = 200  # inhabitants
_LEAST_LETTERS: Final = 6


def part(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """Two spans for one that holds two things: "[HOPITAL PASTEUR - DOLE]" → "[HOPITAL PASTEUR] - [DOLE]",
    "[Vire en Normandie]" → "[Vire] en [Normandie]"; what leads to a body falls off."""
    return [piece for span in spans for piece in _parts(note, span)]


def _parts(note: Note, span: Span) -> list[Span]:
    if span.label not in _PARTED:
        return [span]
    narrow = _narrowed(note, span)
    halves = _town_of_body(note, narrow) if span.label == Label.ORG else _two_places(note, narrow)
    if halves is None:
        return [narrow]
    left, right = halves
    return [*_parts(note, left), *_parts(note, right)]


def _narrowed(note: Note, span: Span) -> Span:
    """Without what only leads to it: "[Prestataire Apard]" → "[Apard]", "[F-67502]" → "[67502]"."""
    if span.label == Label.LOC:
        lead = _COUNTRY_CODE.match(note.written(span))
    else:
        lead = _LEADING.match(note.words(span))
        lead = lead if lead and note.written(span)[lead.end()].isupper() else None
    return replace(span, start=span.start + lead.end()) if lead else span


def _town_of_body(note: Note, span: Span) -> tuple[Span, Span] | None:
    """ "SSR du Val d'Orain | à Chaussin", "HOPITAL PASTEUR | - DOLE"."""
    surface = note.written(span)
    at = _AT.search(surface)
    if at and _is_proper(surface[at.end() :]):
        return _halves(span, at.start(), at.end(), (Label.LOC, Subtype.VILLE))
    dash = _DASH.search(surface)
    if dash and _may_be_town(surface[dash.end() :]):
        return _halves(span, dash.start(), dash.end(), (Label.LOC, Subtype.VILLE))
    return None


def _two_places(note: Note, span: Span) -> tuple[Span, Span] | None:
    """ "Vire | en Normandie", "ORAN | ALGERIE", "Pontarlier, Morteau"."""
    surface = note.written(span)
    if span.subtype in (Subtype.ADRESSE, Subtype.ZIP) or _kind_of(surface):
        return None
    for link in _LINK.finditer(surface):
        left, right = surface[: link.start()], surface[link.end() :].rstrip(")")
        kinds = (_kind_of(left), _kind_of(right)) if left and right else ("", "")
        if _are_two(kinds, link.group()):
            first, second = _halves(span, link.start(), link.end(), (Label.LOC, kinds[1]))
            end = second.start + len(right)
            return replace(first, subtype=kinds[0] or Subtype.VILLE), replace(second, end=end)
    return None


def _are_two(kinds: tuple[str, str], link: str) -> bool:
    """A country, a department or a region after a link; or two known places apart."""
    left, right = kinds
    is_area = right not in ("", Subtype.VILLE)
    return bool(is_area and (link.strip() or left)) or bool(left and right and link.strip(" "))


def _kind_of(surface: str) -> str:
    """Sub-type of a place that a gazetteer holds; "" of any other words."""
    key = lexicon.key_of(surface)
    is_town = lexicon.communes().weights.get(key, 0) >= _LEAST_TOWN
    return lexicon.area_kind(key) or (Subtype.VILLE if is_town else "")


def _may_be_town(surface: str) -> bool:
    """A town, or the first word of towns ("Villefranche"); a saint is as often the hospital's."""
    if fold(surface).startswith("saint"):
        return False
    key = lexicon.key_of(surface)
    begins = key in lexicon.communes().beginnings and len(surface) >= _LEAST_LETTERS
    return _kind_of(surface) == Subtype.VILLE or (begins and not _is_plain(surface))


def _is_plain(surface: str) -> bool:
    """Ordinary words only: "BLOC", "COMPTE RENDU"."""
    return all(word in lexicon.words("common_words") for word in lexicon.key_of(surface))


def _is_proper(surface: str) -> bool:
    """Capitalised words only, but for the small ones inside a name."""
    return all(word[:1].isupper() or len(word) < 4 for word in _words(surface))


def _words(surface: str) -> Iterator[str]:
    return (word for word in re.split(r"[\s'’-]+", surface) if word)


def _halves(span: Span, end: int, start: int, kind: tuple[str, str]) -> tuple[Span, Span]:
    label, subtype = kind
    return (
        replace(span, end=span.start + end),
        replace(span, start=span.start + start, label=label, subtype=subtype),
    )
