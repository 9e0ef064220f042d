"""Words that only a name's context can turn into a name: abbreviations, drugs, eponyms, ordinary words."""

import re
from collections.abc import Sequence
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.text.folding import word_set
from worker.engine.vetoes.numbers import is_no_identifier
from worker.engine.vetoes.tables import is_no_entity

_NAMING: Final = frozenset(
    {Subtype.NOM, Subtype.PRENOM, Subtype.VILLE, Subtype.ORGANISME, Subtype.SERVICE}
)
_PERSONAL: Final = frozenset({Subtype.NOM, Subtype.PRENOM, Subtype.VILLE})
_IN_TABLES: Final = frozenset({Label.PER, Label.LOC, Label.ORG, Label.DATE})
_LEAST_LETTERS: Final = 3  # two capitals are as often somebody's initials
_BEFORE_A_NAME: Final = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(lexicon.words('titles')))}|nom|prenom|patiente?|pte?|nee?)\b\.?\s*:?\s*|(?<![\w.])[a-z]\.\s*)$"
)
# Trades and formulas of letters: with two letters, nobody's initials unless a civility says so.
_TWO_LETTERS: Final = word_set("cc cf ph pj rv sf p.-s. p.s.")
# Who did something: "saisi par CF", "transmis à SF".
_DONE_BY: Final = re.compile(r"\b(?:par|avec|transmise?s? a|signee?|dictee?|saisie?) ?:? ?$")
# A diploma behind a trade: "ergothérapeute D.E."
_TRADE_BEFORE: Final = re.compile(rf"\b(?:{'|'.join(sorted(lexicon.words('roles')))}),? $")
_CIVILITY: Final = re.compile(r"(?:mm?|mr|mmes?|mlle|drs?|prs?|me)\.?$")
# "Dr M. Gimeno", "J. M. Gimeno": there the "M." is an initial.
_TITLE_BEFORE: Final = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(lexicon.words('titles')))})\b\.?|(?<![\w.])[a-z]\.)\s*$"
)
# A civility to tick: "[ ] M.", "☐ M.".
_BOX_BEFORE: Final = re.compile(r"(?:[\[(][ x]?[\])]|[☐☑☒□■✓✗])[ ]?$")
# In capitals a civility has a name behind it, "M. du Plessis"; "transmis à ME pour suivi" names a person.
_NAME_AFTER: Final = re.compile(
    r"(?:(?<=[a-z])|(?<=[a-z]\.))[ \t]+[^\W\d_]{2}|[ \t]+(?:[a-z]{1,3}[ '’]){0,2}[A-ZÀ-Ý][^\W\d_]"
)
# "K" is a cancer before what it grew in.
_ORGAN_BEHIND: Final = re.compile(
    r" (?:du |de (?:la |l')?)?(?:sein|ovaire|colon|col|prostate|rectum|poumon|orl|vessie|rein|pancreas|estomac|oesophage|larynx|endometre|thyroide)s?\b"
)
_WEEKDAY: Final = r"(?:(?:(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)s?|(?:lun|mar|merc?|jeu|vend?|sam|dim)\b\.?)"
# Weekdays alone; days and cycles of a treatment: "jour 29", "C8"; vertebrae: "L4-L5".
_NO_DATE: Final = re.compile(
    rf"{_WEEKDAY}(?:\W+(?:et |au )?{_WEEKDAY})*|(?:j|c|s|jour|cure|cycle|semaine) ?\d{{1,3}}"
    r"|[cdlst]\d{1,2} ?[-/] ?[cdlst]\d{1,2}"
)
_BETWEEN_PARTS: Final = frozenset({" ", ", ", "-", "  "})
# Days and cycles of a treatment are no past: "depuis J14".
_NO_DURATION: Final = re.compile(r"(?:depuis|dps) [cjs]\d{1,3}")
# Types of values in a DICOM header: "(0010,0010) PN [".
_DICOM: Final = re.compile(r"\([\da-f]{4},[\da-f]{4}\) $")
# Days of dialysis: "L-M-V", "Ma/J/S"; "LMV" signs, too.
_DIALYSIS_BEFORE: Final = re.compile(r"\b(?:\w*dialysee?s?|hd|seances?)\b[^.;\n]{0,24}$")
_DIALYSIS_DAYS: Final = re.compile(
    r"(?:l(?:u|un)?[-/. ]?m(?:e|er)?[-/. ]?v(?:e|en)?|m(?:a|ar)?[-/. ]?j(?:e|eu)?[-/. ]?s(?:a|am)?)"
)
# Nationalities: "touriste irlandaise", "Nationalité : belge".
_NATIONALITY: Final = re.compile(
    r"(?:[a-z]{2,}(?:aise?|oise?|ole?|ien|ienne|ain|aine)|allemande?|belge|tcheque|slovaque|turc|turque)s?"
)
_WINDOW: Final = 32  # characters beside a span in which such a word may stand
_DOUBTFUL: Final = 0.3  # P(O) from which a word that is something else too needs more
_UNSURE: Final = 0.6  # P(O) from which a word in small letters needs the gazetteers
_VERY_DOUBTFUL: Final = 0.85  # the same for one with a capital
# P(O) from which a body is none: below, too many are one.
_NO_BODY_FROM: Final = 0.75
_BODIES: Final = frozenset({Subtype.ORGANISME, Subtype.SERVICE})


def veto(note: Note, spans: Sequence[Span], reading: Reading) -> list[Span]:
    """The spans without what is known to be no name, unless a civility or a field's name stands before it:
    "Demande d'[ECBU]" and "signe de [Babinski]" go, "Mme [ECBU]" stays."""
    kept: list[Span] = []
    for span, following in zip(spans, [*spans[1:], None], strict=False):
        previous = kept[-1] if kept else None
        named = _are_parts(note, previous, span) or _are_parts(note, span, following)
        if not _is_no_name(note, span, reading, named=named):
            kept.append(span)
    return kept


def _are_parts(note: Note, one: Span | None, other: Span | None) -> bool:
    """Two parts of one person's name side by side: the one speaks for the other."""
    if one is None or other is None or not one.label == other.label == Label.PER:
        return False
    return one.subtype != other.subtype and note.text[one.end : other.start] in _BETWEEN_PARTS


def _is_no_name(note: Note, span: Span, reading: Reading, *, named: bool) -> bool:
    word = note.words(span)
    is_lower = note.written(span).islower()
    if _is_none_by_form(note, span, word) or is_no_identifier(note, span):
        return True
    if span.label in _IN_TABLES and is_no_entity(note, span, reading):
        return True
    if span.subtype == Subtype.PAYS and is_lower and _is_nationality(note, span, word):
        return True
    before = note.folded[max(0, span.start - _WINDOW) : span.start]
    if _BEFORE_A_NAME.search(before):
        return False
    doubt = reading.least_outside(span.start, span.end)
    is_doubtful = doubt >= _DOUBTFUL and not named
    return (
        (_is_known_word(note, span, word) and (is_doubtful or not _may_be_somebody(note, span)))
        or (span.subtype in _PERSONAL and not named and _is_medical(note, span, doubt))
        or (is_doubtful and _is_device(note, span))
        or _is_unheard_of(note, span, word, doubt)
        or (doubt >= _VERY_DOUBTFUL and not named and _is_nobody(note, span))
        or (doubt >= _NO_BODY_FROM and span.subtype in _BODIES)
    )


def _is_known_word(note: Note, span: Span, word: str) -> bool:
    surface = note.written(span)
    if span.subtype == Subtype.INITIALES:
        before = note.before(span.start)
        is_diploma = word == "d.e." and _TRADE_BEFORE.search(before) is not None
        is_trade = word in _TWO_LETTERS and not _DONE_BY.search(before)
        return is_diploma or is_trade or _is_abbreviation(surface, word)
    if span.subtype == Subtype.HOPITAL:
        return _is_abbreviation(surface, word) and word not in lexicon.words("hospital_acronyms")
    if span.subtype not in _NAMING:
        return False
    is_drug = span.length >= _LEAST_LETTERS and word in lexicon.drugs()
    return is_drug or _is_abbreviation(surface, word)


def _may_be_somebody(note: Note, span: Span) -> bool:
    """A surname, a first name or a town, "GOLD", "Elsa", "Rai": being a known word as well says little."""
    return span.subtype in _PERSONAL and lexicon.is_listed(note.key(span))


def _is_none_by_form(note: Note, span: Span, word: str) -> bool:
    """What its form, or what stands right before it, tells to be no entity of its label."""
    if span.label == Label.DATE:
        forms = _NO_DURATION if span.subtype == Subtype.DUREE else _NO_DATE
        return forms.fullmatch(word) is not None
    return span.subtype == Subtype.INITIALES and _is_no_initials(note, span, word)


def _is_no_initials(note: Note, span: Span, word: str) -> bool:
    """A civility, "K sein", a type of DICOM, days of dialysis, "mL", "kV"."""
    if note.written(span).islower() and note.text[span.end : span.end + 1].isalpha():
        return True
    before = note.before(span.start)
    is_civility = _CIVILITY.fullmatch(word) and (
        _NAME_AFTER.match(note.text, span.end) or _BOX_BEFORE.search(before)
    )
    if is_civility and not _TITLE_BEFORE.search(before):
        return True
    if word == "k" and _ORGAN_BEHIND.match(note.folded, span.end):
        return True
    is_told = any(sign in word for sign in "-/") or _DIALYSIS_BEFORE.search(before)
    is_days = is_told and _DIALYSIS_DAYS.fullmatch(word)
    return bool(is_days or _DICOM.search(before))


def _is_nationality(note: Note, span: Span, word: str) -> bool:
    if word in lexicon.words("nationalities"):
        return True
    is_one = _NATIONALITY.fullmatch(word) is not None and word not in lexicon.first_names()
    return is_one and not lexicon.area_kind(note.key(span))


def _is_device(note: Note, span: Span) -> bool:
    """ "robot Armeo", "AVP Yamaha"."""
    return span.subtype in _NAMING and note.key(span) in lexicon.phrase_list("devices").weights


def _is_abbreviation(surface: str, word: str) -> bool:
    long = len(surface) >= _LEAST_LETTERS
    return long and surface.isupper() and word in lexicon.abbreviations()


def _is_medical(note: Note, span: Span, doubt: float) -> bool:
    """An ordinary or medical word, or an eponym."""
    word = note.words(span)
    is_ordinary = (
        note.written(span).islower() or doubt >= _DOUBTFUL or not lexicon.is_listed((word,))
    )
    if word in lexicon.words("medical_words") and is_ordinary:
        return True
    return _is_eponym(note, span, doubt)


def _is_eponym(note: Note, span: Span, doubt: float) -> bool:
    key = lexicon.key_of(note.words(span).replace("0", "o"))  # as scanners mistake it
    if not key or key in lexicon.phrase_list("hospital_names").weights:
        return False
    is_named = note.words(span) in lexicon.first_names() or key in lexicon.communes().weights
    is_doubtful = doubt >= _DOUBTFUL and not is_named
    longer = key + lexicon.key_of(note.folded[span.end : span.end + _WINDOW].replace("0", "o"))
    return any(
        longer[: len(eponym.term)] == eponym.term and (is_doubtful or not eponym.needs_trigger)
        for eponym in lexicon.eponyms().get(key[0], ())
    )


def _is_unheard_of(note: Note, span: Span, word: str, doubt: float) -> bool:
    """No name of the gazetteers, in small letters; or initials that abbreviate a medical term."""
    if span.subtype == Subtype.INITIALES:
        return doubt >= _DOUBTFUL and word in lexicon.abbreviations()
    if doubt < _UNSURE or span.subtype not in _PERSONAL or not note.written(span).islower():
        return False
    named = word in lexicon.last_names() or word in lexicon.first_names()
    return not named and note.key(span) not in lexicon.communes().weights


def _is_nobody(note: Note, span: Span) -> bool:
    """ "Framatrix", "GLIMS": no word of it is known as a name, nor the whole as a place."""
    key = note.key(span)
    names = (lexicon.last_names(), lexicon.first_names())
    places = (lexicon.communes().weights, lexicon.phrase_list("hospital_names").weights)
    return (
        span.subtype in (Subtype.NOM, Subtype.PRENOM)
        and not any(word in known for word in key for known in names)
        and not any(key in known for known in places)
        and not lexicon.area_kind(key)
    )
