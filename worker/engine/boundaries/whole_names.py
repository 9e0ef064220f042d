"""The rest of a place's or a body's name beside what was found of it: the kind before it, what stands in
quotes or after a number behind it, the country or the department in brackets behind a town."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.relabelling.heads import LINK
from worker.engine.text.folding import fold

_PLACED: Final = frozenset({"VILLE", "ADRESSE", "NOM", "PRENOM", "REGION"})
# What begins the name of a place, or a home's address, and is no town.
_SITE: Final = re.compile(
    r"(?<![a-z\d'-])(?P<h>monts?|pic|col|massif|plage|corniche|cap|pointe|presqu'ile|ilot|phare|etang|lagon|morne|ravine|chapelle|epave|section"
    r"|lotissement|lot\.|resid\.|res\.|residence|hlm|immeuble|imm\.|villa|bat\.|lieu-dit|quai|venelle|sentier|voie|rond-point|square|passage)"
    rf"{LINK}$"
)
# A home's name follows at once: "résidence du patient" names none.
_HOMES: Final = frozenset({"residence", "villa", "immeuble", "passage", "voie", "section"})
_KEPT: Final = frozenset({"ADRESSE", "REGION"})  # sub-types that the kind before does not change
_OPENING: Final = re.compile(r" ?[«“\"] ?")
_CLOSING: Final = re.compile(r" ?[»”\"]")
_OPEN: Final = re.compile(r"[«“\"][^«»“”\"]*$")
# "Nogent" s/ "Marne", "Isle" s/ le "Doubs".
_UPON: Final = re.compile(r" ?(?:s/|s/s|/s) ?(?:l['’]|la |le |les )?|/")
# "Pôle Digestif – 4e étage Mer", "HDJ 1, bât. Alice": a ward and where it lies.
_BETWEEN: Final = frozenset({", ", " - ", " – ", " "})
_PART: Final = re.compile(
    r"(?:\d{1,2}(?:er|e|è|ème|eme) )?(?:[ée]tage|niveau|aile|b[âa]t\b|secteur)", re.IGNORECASE
)
_UPON_LEFT: Final = frozenset({"VILLE", "NOM"})
# "Arlon (B)", "Breisach (D)": letters of a plate after a town; "Lens (62)".
_COUNTRY: Final = re.compile(r" ?\((?P<c>B|CH|D|L|E|I|P|NL|GB|UK|PL|RO|DZ|MA|TN|TR|SN|USA)\)")
_DEPARTMENT: Final = re.compile(r" ?\((?P<c>0[1-9]|[1-8]\d|9[0-5]|2[ABab]|97[1-6])\)")
# "unité Widal 1", "HDJ 2", "Timone 2": the number of a ward or a building, where a clause ends.
_NUMBERED: Final = frozenset({"SERVICE", "HOPITAL"})
_NUMBER: Final = re.compile(r" (?:\d{1,2} ?[A-Z]?|[A-Z]\d?)(?=[,;.)»]|\s*(?:\n|$)|\s[-–—(/])")
_TERMINAL: Final = re.compile(r" [1-9](?=[,;)]|\.(?!\d)|\s*(?:\n|$))")  # "ADP Orly 4"
_CAPITAL_AT_END: Final = re.compile(r"[A-ZÀ-Ý][^\W\d_]{2,}$")
# A scanner's figure for a letter: "Vesou1", "Keo1is".
_FIGURE: Final = re.compile(r"[01358](?:[a-zà-ÿ]{1,4})?(?![\w-])")
_MISREAD: Final = frozenset({"LOC", "ORG"})
_SHORT_TOWN: Final = re.compile(r"[A-ZÀ-Ý][\w'’ -]*[b-df-hj-np-tv-z]$")
_DOT: Final = re.compile(r"\.(?P<inside>(?=[),;/]|\s[a-zà-ÿ(]))?")
_BIG: Final = 20_000  # inhabitants
_LEAST_LETTERS: Final = 3
_TAIL: Final = 40  # characters at a span's end that are looked at
_REACH: Final = 32  # characters before a span


def whole_names(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, sorted and apart, with the rest of their names."""
    found: list[Span] = []
    for place, span in enumerate(spans):
        previous = found[-1] if found else None
        headed = _headed(text, span, previous)
        following = spans[place + 1] if place + 1 < len(spans) else None
        if previous is not None and (joined := _joined(text, previous, headed, following)):
            headed = joined
            found.pop()
        whole = _ended(text, headed, following)
        found.append(whole)
        found.extend(_behind(text, whole, following))
    return found


def _joined(text: str, left: Span, right: Span, following: Span | None) -> Span | None:
    """Two spans that are one name: a body and what it is called, a town and its river."""
    between = text[left.end : right.start]
    if left.label == "ORG" and _OPENING.fullmatch(between):
        closing = _CLOSING.match(text, right.end)
        limit = following.start if following is not None else len(text)
        inside = closing is not None and closing.end() <= limit
        return replace(left, end=closing.end()) if closing and inside else None
    if left.subtype == "SERVICE" and between in _BETWEEN and _PART.match(text, right.start):
        return replace(left, end=right.end)
    if left.subtype == right.subtype == "ADRESSE" and between == ", ":
        return replace(left, end=right.end)
    if left.subtype in _UPON_LEFT and right.label in ("LOC", "PER") and _UPON.fullmatch(between):
        if between == "/" and not _is_on_river(text, left, right):
            return None
        return replace(left, end=right.end, label="LOC", subtype="VILLE")
    return None


def _is_on_river(text: str, left: Span, right: Span) -> bool:
    """ "Chalon/Saône"."""
    town, river = (lexicon.key_of(text[side.start : side.end]) for side in (left, right))
    return (*town, "sur", *river) in lexicon.communes().weights


def _headed(text: str, span: Span, previous: Span | None) -> Span:
    """With the kind of place before it: "mont Saint-Clair", "lot. Les Asphodèles"."""
    if span.subtype not in _PLACED or not text[span.start].isupper():
        return span
    floor = previous.end if previous is not None else 0
    begin = max(floor, span.start - _REACH, text.rfind("\n", 0, span.start) + 1)
    before = fold(text[begin : span.start])
    match = _SITE.search(before) if len(before) == span.start - begin else None
    if match is None:
        return span
    at_once = before.endswith(match["h"] + " ")
    if _is_town(text, span) and not at_once:
        return span  # "la chapelle de Lens": the town alone is named
    if match["h"] in _HOMES and (span.label == "PER" or not at_once):
        return span
    subtype = span.subtype if span.subtype in _KEPT else "ADRESSE"
    return replace(span, start=begin + match.start("h"), label="LOC", subtype=subtype)


def _is_town(text: str, span: Span) -> bool:
    key = lexicon.key_of(text[span.start : span.end])
    return key in lexicon.communes().weights


def _ended(text: str, span: Span, following: Span | None) -> Span:
    """With its closing quote, its number, a figure read for a letter, the dot of a shortened town."""
    limit = following.start if following is not None else len(text)
    end = span.end
    for match in _ends(text, span):
        if match is not None and match.end() <= limit:
            end = match.end()
            break
    return replace(span, end=end) if end > span.end else span


def _ends(text: str, span: Span) -> Iterator[re.Match[str] | None]:
    surface = text[span.start : span.end]
    tail = surface[-_TAIL:]
    if span.label in _MISREAD and surface[-1].isalpha():
        yield _FIGURE.match(text, span.end)
    if span.label == "ORG" and _OPEN.search(surface):
        yield _CLOSING.match(text, span.end)
    if span.subtype == "ORGANISME" and _CAPITAL_AT_END.search(tail):
        yield _TERMINAL.match(text, span.end)
    if span.subtype in _NUMBERED and _CAPITAL_AT_END.search(tail):
        yield _NUMBER.match(text, span.end)
    dot = _DOT.match(text, span.end) if span.subtype == "VILLE" else None
    bracketed = text[span.start - 1 : span.start] == "(" and text[span.end : span.end + 2] == ".)"
    if dot is not None and (bracketed or _is_shortened(surface, inside=dot["inside"] is not None)):
        yield dot


def _is_shortened(surface: str, *, inside: bool) -> bool:
    """ "Valenc", "Fribourg-en-Br": cut after a consonant, and no town by itself: a big town begins so,
    or the last word is short and the sentence goes on."""
    if len(surface) > _TAIL or _SHORT_TOWN.search(surface) is None:
        return False
    key = lexicon.key_of(surface)
    if key in lexicon.communes().weights or lexicon.area_kind(key):
        return False
    return (inside and len(key[-1]) <= _LEAST_LETTERS) or _begins_town(" ".join(key))


def _begins_town(cut: str) -> bool:
    towns = _big_towns()
    place = bisect_left(towns, f"{cut}a")  # in the middle of a word
    return len(cut) > _LEAST_LETTERS and place < len(towns) and towns[place].startswith(cut)


@cache
def _big_towns() -> list[str]:
    return sorted(
        " ".join(key) for key, people in lexicon.communes().weights.items() if people >= _BIG
    )


def _behind(text: str, span: Span, following: Span | None) -> Iterator[Span]:
    """The country or the department of a town, in brackets behind it."""
    if span.subtype != "VILLE":
        return
    for pattern, subtype in ((_COUNTRY, "PAYS"), (_DEPARTMENT, "DEPARTEMENT")):
        match = pattern.match(text, span.end)
        if match and (following is None or following.start >= match.end()):
            start, end = match.span("c")
            yield replace(span, start=start, end=end, subtype=subtype)
