"""One span of the model that holds two things: a hospital and its town; or what only leads to a body."""

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

_DASH: Final = re.compile(r"\s[-–—]\s(?=[^-–—]+$)")
_AT: Final = re.compile(r"\s(?:à|a)\s(?:la\s|l['’])?(?=[A-ZÀ-Ý][^\W\d_]+)")
# What leads to a body and is no part of its name.
_LEADING: Final = re.compile(
    r"(?:entree?|sortie?|sort|retour|transfert|transferee?|transports?|adressee?|admise?|hospit(?:alisee?)?|hosp|suivie?|vue?|venue?|venant|provenance|destination"
    r"|prestataire|employeur|fournisseur|ambulancier|pedicure|podologue|opticien|audioprothesiste|kine|infirmiere?s?|livraison|convalescence|reeducation|actuellement|depuis|vers|chez)(?:\s?:)?\s"
    r"(?:(?:de la|de|du|des|a la|au|aux|a|par|la|le|les)\s|(?:de |a )?l'|d')*(?=\S)"
)
_COUNTRY_CODE: Final = re.compile(r"(?:F|B|CH|D|L)\s?[-–]\s?(?=\d{4,5}$)")
_LEAST_TOWN: Final = 200  # inhabitants
_LEAST_LETTERS: Final = 6


def part(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """Two spans for one that holds two things: "[HOPITAL PASTEUR - DOLE]" → "[HOPITAL PASTEUR] - [DOLE]"; what leads
    to a body falls off: "[Prestataire Apard]" → "[Apard]"."""
    return [piece for span in spans for piece in _parts(note, span)]


def _parts(note: Note, span: Span) -> list[Span]:
    if span.label == Label.LOC:
        return [_without(span, _COUNTRY_CODE.match(note.written(span)))]
    if span.label != Label.ORG:
        return [span]
    lead = _LEADING.match(note.words(span))
    named = lead is not None and note.written(span)[lead.end()].isupper()
    return _town_of_body(note, _without(span, lead if named else None))


def _without(span: Span, lead: re.Match[str] | None) -> Span:
    """ "[F-67502]" → "[67502]"."""
    return replace(span, start=span.start + lead.end()) if lead else span


def _town_of_body(note: Note, span: Span) -> list[Span]:
    """ "SSR du Val d'Orain | à Chaussin", "HOPITAL PASTEUR | - DOLE"."""
    surface = note.written(span)
    link = _AT.search(surface)
    if not link or not _is_proper(surface[link.end() :]):
        link = _DASH.search(surface)
        if not link or not _may_be_town(surface[link.end() :]):
            return [span]
    town = replace(span, start=span.start + link.end(), label=Label.LOC, subtype=Subtype.VILLE)
    return [*_town_of_body(note, replace(span, end=span.start + link.start())), town]


def _may_be_town(surface: str) -> bool:
    """A town, or the first word of towns ("Villefranche"); a saint is as often the hospital's."""
    if fold(surface).startswith("saint"):
        return False
    key = lexicon.key_of(surface)
    is_town = lexicon.communes().weights.get(key, 0) >= _LEAST_TOWN and not lexicon.area_kind(key)
    begins = key in lexicon.communes().beginnings and len(surface) >= _LEAST_LETTERS
    return is_town or (begins and not _is_plain(surface))


def _is_plain(surface: str) -> bool:
    """Ordinary words only: "BLOC", "COMPTE RENDU"."""
    return all(word in lexicon.words("common_words") for word in lexicon.key_of(surface))


def _is_proper(surface: str) -> bool:
    """Capitalised words only, but for the small ones inside a name."""
    return all(word[:1].isupper() or len(word) < 4 for word in _words(surface))


def _words(surface: str) -> Iterator[str]:
    return (word for word in re.split(r"[\s'’-]+", surface) if word)
