"""Words that only a name's context can turn into a name: abbreviations, drugs, eponyms, ordinary words."""

import re
from collections.abc import Sequence
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.confidence.doubt import Reading
from worker.engine.text.folding import fold

_NAMING: Final = frozenset({"NOM", "PRENOM", "VILLE", "ORGANISME", "SERVICE"})
_PERSONAL: Final = frozenset({"NOM", "PRENOM", "VILLE"})
_LEAST_LETTERS: Final = 3  # two capitals are as often somebody's initials
_BEFORE_A_NAME: Final = re.compile(
    r"(?:\b(?:m|mr|mme|mlle|dr|pr|me|monsieur|madame|mademoiselle|docteur|professeur|maitre"
    r"|nom|prenom|patiente?|nee?)\b\.?\s*:?\s*|(?<![\w.])[a-z]\.\s*)$"
)
# Trades and formulas of letters: with two letters, nobody's initials unless a civility says so.
_TWO_LETTERS: Final = frozenset({"cc", "cf", "ph", "pj", "rv", "sf"})
# Kinds of hospitals and wards that name none.
_BARE_HEADS: Final = frozenset(
    {"ch", "chu", "ehpad", "had", "mt", "smr", "ssr", "usld", "urgences"}
)
_CIVILITY: Final = re.compile(r"(?:mm?|mr|mmes?|mlle|drs?|prs?|me)\.?$")
_NAME_AFTER: Final = re.compile(r"[ \t]+[^\W\d_]{2}")
_ADDRESSED: Final = re.compile(r",|\.\.| [A-ZÀ-Ý]")  # "Maître Roy", "veuillez agréer, Maître,"
_PAIR: Final = 2  # letters of the shortest initials
_OBJECT_IDENTIFIER: Final = re.compile(r"[0-2](?:\.\d{1,9}){4,}")
_ACT: Final = re.compile(r"[a-z]{4}\d{3}")  # an act of the French classification, after its name
_BETWEEN_PARTS: Final = frozenset({" ", ", ", "-", "  "})
_WEEKDAY: Final = r"(?:(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)s?"
# Weekdays alone; days and cycles of a treatment: "jour 29", "C8".
_NO_DATE: Final = re.compile(
    rf"{_WEEKDAY}(?:\W+(?:et |au )?{_WEEKDAY})*|(?:j|c|s|jour|cure|cycle|semaine) ?\d{{1,3}}"
)
_NO_AGE: Final = re.compile(r"[1-9]\d\d|\d+\s?(?:u|ui|mg|ml|g)")
# What comes after them is an eponym, known or not: "score de Vienne", "signe de Machin".
_TERM: Final = re.compile(
    r"\b(?:scores?|classifications?|echelles?|criteres?|index|indice|stades?|grade|test|signe|syndrome|maladie|manoeuvre|reflexe|triangle"
    r"|ligament|pince|drain|sonde|voie|technique|procede|lame|releveur|corset|attelle|consensus|recommandations|regles?|angle|ecarteur|valve)"
    r"(?: (?:de |du |des |d')| (?:dit|dite|type|selon)(?: de)? | )$|\bselon $"
)
_LAST_WORD: Final = re.compile(r"(?P<w>[a-z]+) (?:de |du |des |d'|de la )?$")
_WINDOW: Final = 32  # characters before a span in which such a word may stand
_DOUBTFUL: Final = 0.3  # P(O) from which a word in small letters needs the gazetteers
_DOUBTFUL_INITIALS: Final = 0.3
_SURE_TOWN: Final = 0.05  # P(O) below which a big town is one, though a score bears its name
_BIG: Final = 20_000  # inhabitants
_VALUE: Final = re.compile(r" ?(?:[:=<>]|a |est )? ?\d+[.,]\d")


def without_known_words(
    text: str, spans: Sequence[Span], reading: Reading | None = None
) -> list[Span]:
    """The model's spans without what is known to be no name, unless a civility or a field's name
    stands before it: abbreviations, drugs, eponyms, ordinary words; civilities taken for initials.

    `reading` tells the doubtful ones: a doubtful word in small letters must be in a gazetteer.
    """
    kept: list[Span] = []
    for span, following in zip(spans, [*spans[1:], None], strict=False):
        named = _is_part(text, kept[-1] if kept else None, span) or _is_part(text, span, following)
        signed = bool(kept) and _are_signed(text, kept[-1], span)
        if signed or not _is_no_name(text, span, reading, named=named):
            kept.append(span)
    return kept


def _are_signed(text: str, given: Span, span: Span) -> bool:
    """ "Coralie CC": initials right after a first name."""
    parts = (given.subtype, span.subtype) == ("PRENOM", "INITIALES")
    return parts and text[given.end : span.start] == " " and span.length == _PAIR


def _is_part(text: str, one: Span | None, other: Span | None) -> bool:
    """Two parts of one person's name side by side: the one speaks for the other."""
    if one is None or other is None or one.label != "PER" or other.label != "PER":
        return False
    return one.subtype != other.subtype and text[one.end : other.start] in _BETWEEN_PARTS


def _is_no_name(text: str, span: Span, reading: Reading | None, *, named: bool) -> bool:
    surface = text[span.start : span.end]
    word = fold(surface)
    if span.subtype == "DATE":
        return _NO_DATE.fullmatch(word) is not None
    if span.subtype == "AGE":
        return _NO_AGE.fullmatch(word) is not None
    if span.label == "PER" and word in lexicon.words("titles") and _ADDRESSED.match(text, span.end):
        return True
    before = fold(text[max(0, span.start - _WINDOW) : span.start])
    if span.label in ("QID", "TEL"):
        act = _ACT.fullmatch(word) is not None and before.rstrip(" :").endswith("ccam")
        return act or _OBJECT_IDENTIFIER.fullmatch(word) is not None
    if _BEFORE_A_NAME.search(before):
        return False
    after = text[span.end : span.end + _WINDOW]
    doubt = reading.least_outside(span.start, span.end) if reading is not None else 0.0
    if span.subtype == "VILLE" and doubt < _SURE_TOWN and _is_big_town(surface, before, after):
        return False
    return (
        _is_known_word(text, span, word)
        or (span.subtype in _PERSONAL and not named and _is_medical(surface, word, before, after))
        or _is_doubtful(span, surface, word, doubt)
    )


def _is_big_town(surface: str, before: str, after: str) -> bool:
    """ "Lille", "Genève": a score or a consensus too, but only after such a word, or before its value."""
    if lexicon.communes().weights.get(lexicon.key_of(surface), 0) < _BIG:
        return False
    return _TERM.search(before) is None and _VALUE.match(after) is None


def _is_known_word(text: str, span: Span, word: str) -> bool:
    surface = text[span.start : span.end]
    if span.subtype == "INITIALES":
        is_title = _CIVILITY.fullmatch(word) and _NAME_AFTER.match(text, span.end)
        return bool(is_title) or word in _TWO_LETTERS or _is_abbreviation(surface, word)
    if span.subtype == "HOPITAL":
        bare = surface.isupper() and word in _BARE_HEADS | lexicon.abbreviations()
        return bare and word not in lexicon.words("hospital_acronyms")
    if span.subtype not in _NAMING:
        return False
    is_drug = span.length >= _LEAST_LETTERS and word in lexicon.drugs()
    return is_drug or _is_abbreviation(surface, word)


def _is_abbreviation(surface: str, word: str) -> bool:
    if len(surface) < _LEAST_LETTERS or not surface.isupper():
        return False
    return word in lexicon.abbreviations()


def _is_medical(surface: str, word: str, before: str, after: str) -> bool:
    """An ordinary or medical word, an eponym, a town's name inside "classification de Paris"."""
    if word in lexicon.words("medical_words") or (
        _TERM.search(before) and word not in lexicon.first_names()
    ):
        return True
    last = _LAST_WORD.search(before)
    triggered = last is not None and last["w"] in lexicon.words("medical_triggers")
    key = lexicon.key_of(surface)
    if not key or key in lexicon.hospital_names().weights:
        return False
    longer = key + lexicon.key_of(after)
    for eponym in lexicon.eponyms().get(key[0], ()):
        count = len(eponym.term)
        found = longer[:count] == eponym.term
        if found and (triggered or not eponym.needs_trigger):
            return True
    return False


def _is_doubtful(span: Span, surface: str, word: str, doubt: float) -> bool:
    if span.subtype == "INITIALES":
        return doubt >= _DOUBTFUL_INITIALS and word in lexicon.abbreviations()
    if span.subtype not in _PERSONAL or doubt < _DOUBTFUL or not surface.islower():
        return False
    named = word in lexicon.last_names() or word in lexicon.first_names()
    return not named and lexicon.key_of(surface) not in lexicon.communes().weights
