"""Where an edge lies (product.md, span conventions): civilities, titles and « Cedex » stay outside a span,
the sign that belongs to a name stays inside."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.boundaries.name_edges import end_over_line, end_with_figures, with_particles
from worker.engine.boundaries.parting import parted
from worker.engine.lexicon.names import is_first_name
from worker.engine.text.folding import fold

_TITLE: Final = re.compile(
    r"(?:(?:m\.|mm\.|mr\.?|mmes?\.?|mlles?\.?|melle|drs?\.?|prs?\.?|messieurs|monsieur|mesdames|madame|mademoiselle"
    r"|ma[iî]tres?|docteure?s?|professeure?s?|ide|iade|ibode|interne|madarne|mrne|veuve)\s+)+",
    re.IGNORECASE,
)
_CEDEX: Final = re.compile(r"[\s,]*\bcedex(?:\s*\d{1,2})?\W*$", re.IGNORECASE)
_TITLED: Final = frozenset({"NOM", "PRENOM"})
_CITIES: Final = frozenset({"VILLE"})
# What hangs at an edge and belongs to no entity; a dot may end an abbreviation.
_SIGNS: Final = " \t\n,;:–—|*•=<>/"
_PAIRS: Final = (("(", ")"), ("[", "]"), ("«", "»"), ("“", "”"))
_JOINTS: Final = frozenset("'’-.‑")
_JOINED: Final = frozenset({"PER", "LOC", "ORG"})
_CUT_NAME: Final = re.compile(r"[a-z]{0,3}[b-df-hj-np-tv-z]")  # "chr", "cl", "mad"
_CUT_UNIT: Final = re.compile(r"\d ?[ajms]$")  # "4 a", "5 s"
_SINCE: Final = re.compile(
    r"(?<!\w)(?:depuis|pendant|durant|il y a)(?: (?:plus de|environ|près de))? $", re.IGNORECASE
)
_SINCE_REACH: Final = 20  # characters
_MORE: Final = re.compile(r"\. (?=[^\W_])")
_HYPHENS: Final = re.compile(r"[-‑\s]")
# A field's name before a number: "SN 69148820", "ADN 118822".
_FIELD: Final = re.compile(r"(?P<f>[^\W\d_]{2,13}|[SsNn]/[NnSs])\.?\s?(?:n°|:)?\s(?=\S*\d)")
_FIELDS: Final = lexicon.words("number_fields")
_KIND: Final = re.compile(
    r"(?:[Ll]abo|LABO|VSL|UHCD|SAU|[Cc]aisse(?=\s[A-Z]{2})|[Uu]sine)\s(?=[A-ZÀ-Ý])"
)
# A body's department after its name, its legal form, its partners: "ARSLA 34", "Ory et Fils".
_NUMBER: Final = re.compile(
    r"(?: (?:SARL|SAS|SASU|EURL|SCOP|et (?:[Ff]ils|[Aa]ssociés)|& (?:[Ff]ils|[Aa]ssociés))| (?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|97[1-6]))(?=[,.;:)]?(?:\s|$))(?! ?(?:ans|mg|ml|%|h\b))"
)
_CITIES_HEAD: Final = re.compile(
    r"(?:commissariat|gendarmerie|peloton|brigade|pompiers|sapeurs-pompiers|police|gare|VSAV|SMUR|SAMU|UDM)"
    r"(?:\s[^\W\d_]+)?\s(?:(?:de la|de|du|des|d'|d’)\s?)?(?=[A-ZÀ-Ý])"
)


def trimmed(text: str, spans: Iterable[Span]) -> list[Span]:
    """The model's spans without what the conventions leave out; one that is nothing else stays as it is.
    One that holds two things, a body and its town, gives two."""
    return [part for span in spans for part in parted(text, _trim(text, span))]


def _trim(text: str, span: Span) -> Span:
    start, end = _without_signs(text, span.start, span.end)
    subtype, label = span.subtype, span.label
    if subtype in _TITLED and (title := _TITLE.match(text, start, end)):
        start = title.end()
    elif subtype in _CITIES and (cedex := _CEDEX.search(text[start:end])):
        end = start + cedex.start()
    elif label == "QID" and (field := _FIELD.match(text, start, end)):
        start = field.end() if fold(field["f"]) in _FIELDS or _is_known(field["f"]) else start
    elif label == "ORG" and (kind := _KIND.match(text, start, end)):
        start = kind.end()
    elif label == "ORG" and (head := _CITIES_HEAD.match(text, start, end)):
        town = lexicon.key_of(text[head.end() : end])
        if town in lexicon.communes().weights:
            start, label, subtype = head.end(), "LOC", "VILLE"
    if start >= end:
        return span
    return replace(span, start=start, end=end, label=label, subtype=subtype)


def _is_known(word: str) -> bool:
    return word.isupper() and fold(word) in lexicon.abbreviations()


def _without_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """Without signs at both edges, nor a bracket whose other half is outside."""
    first, last = start, end
    while first < last:
        head, tail = text[first], text[last - 1]
        inside = text[first:last]
        if head in _SIGNS or (head == "-" and not inside[1:2].isalnum()) or _opens(inside):
            first += 1
        elif tail in _SIGNS or tail == "-" or _closes(inside):
            last -= 1
        else:
            break
    return (first, last) if first < last else (start, end)


def _opens(inside: str) -> bool:
    return any(inside[0] in pair and pair[1] not in inside[1:] for pair in _PAIRS)


def _closes(inside: str) -> bool:
    return any(inside[-1] in pair and pair[0] not in inside[:-1] for pair in _PAIRS)


def completed(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, sorted and apart, with the signs that belong to them.

    The dot of initials and of a shortened first name, the apostrophe and the hyphen between two
    parts of one name, a surname's particles, figures that were letters.
    """
    found: list[Span] = []
    for told, following in zip(spans, [*spans[1:], None], strict=False):
        told = _since(text, told, found[-1].end if found else 0)
        span = with_particles(text, told, found[-1] if found else None)
        limit = following.start if following else len(text)
        end = end_over_line(text, span, end_with_figures(text, span, limit), limit)
        free = following is None or following.start > end
        dotted = free and text[end : end + 1] == "." and _is_shortened(text, span)
        if free and span.subtype == "ORGANISME" and (number := _NUMBER.match(text, end)):
            end = number.end() if following is None or following.start >= number.end() else end
        end += dotted or (following is not None and _is_joint(text, span, following))
        found.append(replace(span, end=end) if end > span.end else span)
    return found


def _since(text: str, span: Span, floor: int) -> Span:
    """ "[pendant] vingt-deux ans": a duration with the word before it."""
    if span.subtype != "DUREE":
        return span
    match = _SINCE.search(text, max(floor, span.start - _SINCE_REACH), span.start)
    return replace(span, start=match.start()) if match else span


def _is_joint(text: str, span: Span, following: Span) -> bool:
    """One sign between them, without blanks: "Le Floc'h"."""
    near = following.start == span.end + 1 and text[span.end] in _JOINTS
    return near and {span.label, following.label} <= _JOINED


def _is_shortened(text: str, span: Span) -> bool:
    """ "J" of "J. Dupont", "J.B"; "Jean-Cl" and "Mad" before something else on their line: cut
    after a consonant, and no first names."""
    surface = text[span.start : span.end]
    if span.subtype == "AGE":
        return _CUT_UNIT.search(surface) is not None
    if span.subtype == "INITIALES":
        return surface[-1].isalpha() and (len(surface) == 1 or surface[-2] in ".-")
    if span.subtype != "PRENOM" or not _MORE.match(text, span.end):
        return False
    part = fold(_HYPHENS.split(surface)[-1])
    return _CUT_NAME.fullmatch(part) is not None and not is_first_name(part)
