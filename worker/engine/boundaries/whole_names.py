"""The rest of a place's or a body's name beside what was found of it: the kind of place before it, what
stands in quotes behind it, its number, its legal form."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.kinds import LINK
from worker.engine.lexicon.terms import WRITTEN_DEPARTMENT_NUMBER
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.text.tokens import word_set

_PLACED: Final = frozenset(
    {Subtype.VILLE, Subtype.ADRESSE, Subtype.NOM, Subtype.PRENOM, Subtype.REGION}
)
# What begins the name of a place, or a home's address, and is no town.
_SITE: Final = re.compile(
    r"(?<![a-z\d'-])(?P<h>monts?|pic|col|massif|plage|corniche|cap|pointe|presqu'ile|ilot|phare|etang|lagon|morne|ravine|chapelle|epave|section"
    r"|lotissement|lot\.|resid\.|res\.|residence|hlm|immeuble|imm\.|villa|bat\.|lieu-dit|quai|venelle|sentier|voie|rond-point|square|passage)"
    rf"{LINK}$"
)
# A home's name follows at once: "résidence du patient" names none.
_HOMES: Final = word_set("residence villa immeuble passage voie section")
_KEPT: Final = frozenset({Subtype.ADRESSE, Subtype.REGION})  # not changed by the kind before
_OPENING: Final = re.compile(r" ?[«“\"] ?")
_CLOSING: Final = re.compile(r" ?[»”\"]")
_OPEN: Final = re.compile(r"[«“\"][^«»“”\"]*$")
# "Nogent" s/ "Marne", "Isle" s/ le "Doubs".
_UPON: Final = re.compile(r" ?(?:s/|s/s|/s) ?(?:l['’]|la |le |les )?|/")
_UPON_LEFT: Final = frozenset({Subtype.VILLE, Subtype.NOM})
# "Pôle Digestif – 4e étage Mer", "HDJ 1, bât. Alice": a ward and where it lies.
_BETWEEN: Final = frozenset({", ", " - ", " – ", " "})
_PART: Final = re.compile(
    r"(?:\d{1,2}(?:er|e|è|ème|eme) )?(?:[ée]tage|niveau|aile|b[âa]t\b|secteur)", re.IGNORECASE
)
# "unité Widal 1", "HDJ 2", "Timone 2": the number of a ward or a building, where a clause ends.
_NUMBERED: Final = frozenset({Subtype.SERVICE, Subtype.HOPITAL})
_NUMBER: Final = re.compile(r" (?:\d{1,2} ?[A-Z]?|[A-Z]\d?)(?=[,;.)»]|\s*(?:\n|$)|\s[-–—(/])")
_TERMINAL: Final = re.compile(r" [1-9](?=[,;)]|\.(?!\d)|\s*(?:\n|$))")  # "ADP Orly 4"
# A body's department after its name, its legal form, its partners: "ARSLA 34", "Ory et Fils".
_FORM: Final = re.compile(
    rf"(?: (?:SARL|SAS|SASU|EURL|SCOP|et (?:[Ff]ils|[Aa]ssociés)|& (?:[Ff]ils|[Aa]ssociés))| {WRITTEN_DEPARTMENT_NUMBER})(?=[,.;:)]?(?:\s|$))(?! ?(?:ans|mg|ml|%|h\b))"
)
_CAPITAL_AT_END: Final = re.compile(r"[A-ZÀ-Ý][^\W\d_]{2,}$")
# A scanner's figure for a letter: "Vesou1", "Keo1is".
_FIGURE: Final = re.compile(r"[01358](?:[a-zà-ÿ]{1,4})?(?![\w-])")
_TAIL: Final = 40  # characters at a span's end that are looked at


def complete_names(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """The spans with the rest of their names: "mont [Saint-Clair]" → "[mont Saint-Clair]", "[foyer] « [Les
    Iris] »" → "[foyer « Les Iris »]", "[unité Widal] 1" → "[unité Widal 1]"."""
    found: list[Span] = []
    for span, following in zip(spans, [*spans[1:], None], strict=False):
        limit = following.start if following is not None else len(note.text)
        headed = _headed(note, span, found[-1].end if found else 0)
        joined = _joined(note.text, found[-1], headed, limit) if found else None
        if joined is not None:
            found.pop()
        found.append(_ended(note.text, joined or headed, limit))
    return found


def _joined(text: str, left: Span, right: Span, limit: int) -> Span | None:
    """Two spans that are one name: a body and what it is called, a town and its river."""
    between = text[left.end : right.start]
    if left.label == Label.ORG and _OPENING.fullmatch(between):
        closing = _CLOSING.match(text, right.end)
        return replace(left, end=closing.end()) if closing and closing.end() <= limit else None
    if left.subtype == Subtype.SERVICE and between in _BETWEEN and _PART.match(text, right.start):
        return replace(left, end=right.end)
    if left.subtype == right.subtype == Subtype.ADRESSE and between == ", ":
        return replace(left, end=right.end)
    is_place = left.subtype in _UPON_LEFT and right.label in (Label.LOC, Label.PER)
    if (
        is_place
        and _UPON.fullmatch(between)
        and (between != "/" or _is_on_river(text, left, right))
    ):
        return replace(left, end=right.end, label=Label.LOC, subtype=Subtype.VILLE)
    return None


def _is_on_river(text: str, left: Span, right: Span) -> bool:
    """ "Chalon/Saône"."""
    town, river = (lexicon.key_of(text[side.start : side.end]) for side in (left, right))
    return (*town, "sur", *river) in lexicon.communes().weights


def _headed(note: Note, span: Span, floor: int) -> Span:
    """With the kind of place before it: "mont Saint-Clair", "lot. Les Asphodèles"."""
    if span.subtype not in _PLACED or not note.text[span.start].isupper():
        return span
    before = note.before(span.start, floor)
    match = _SITE.search(before)
    if match is None:
        return span
    at_once = before.endswith(match["h"] + " ")
    if not at_once and note.key(span) in lexicon.communes().weights:
        return span  # "la chapelle de Lens": the town alone is named
    if match["h"] in _HOMES and (span.label == Label.PER or not at_once):
        return span
    subtype = span.subtype if span.subtype in _KEPT else Subtype.ADRESSE
    start = note.line_before(span.start, floor) + match.start("h")
    return replace(span, start=start, label=Label.LOC, subtype=subtype)


def _ended(text: str, span: Span, limit: int) -> Span:
    """With its closing quote, its number, its legal form, a figure read for a letter."""
    for match in _ends(text, span):
        if match is not None and match.end() <= limit:
            return replace(span, end=match.end())
    return span


def _ends(text: str, span: Span) -> Iterator[re.Match[str] | None]:
    surface = text[max(span.start, span.end - _TAIL) : span.end]
    if span.label in (Label.LOC, Label.ORG) and surface[-1].isalpha():
        yield _FIGURE.match(text, span.end)
    if span.label == Label.ORG and _OPEN.search(surface):
        yield _CLOSING.match(text, span.end)
    if span.subtype == Subtype.ORGANISME:
        yield _FORM.match(text, span.end)
        yield _TERMINAL.match(text, span.end) if _CAPITAL_AT_END.search(surface) else None
    if span.subtype in _NUMBERED and _CAPITAL_AT_END.search(surface):
        yield _NUMBER.match(text, span.end)
