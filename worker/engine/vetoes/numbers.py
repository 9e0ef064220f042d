"""Figures of tables that cannot be what the model took them for: measures, counts, codes of catalogues."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.note import Note
from worker.engine.text.folding import word_set
from worker.engine.vetoes.plans import is_dose_of_day

_FIGURES: Final = str.maketrans("ol|", "011")  # as scanners mistake them; "iii" is a month
_SLASHED: Final = re.compile(r"(\d{1,4})([/.])(\d{1,4})(?:\2(\d{1,4}))?")
_YEARS: Final = range(1850, 2100)
# Catalogues number substances, acts and variants, never persons: "LPP 3162990 ; 3103349", "rs80357877".
_CATALOGUE: Final = re.compile(
    r"(?:\b(?:lpp|snomed(?:[ -]?ct)?|loinc|nabm|ucd|cip(?:7|13)?|omim|orpha(?:net)?|dbsnp|clinvar|cosmic)\b[\s\d;,.:x-]{0,60}|(?<![a-z])(?:rs|cosm|nm_|np_|nc_|ensg|enst))$"
)
# Acts and groups of stays, "KCFA005", "08C481", in a note that speaks of such; "MART123" may be somebody's own.
_CODE: Final = re.compile(r"[a-z]{4}\d{3}|\d\d[ckmz]\d\d[\da-z]")
_CODING: Final = re.compile(r"\b(?:ccam|ghm|ghs|nabm|actes?|cotations?)\b")
# Blood products as ISBT 128 numbers them, "E4793V00".
_BLOOD_PRODUCT: Final = re.compile(r"e\d{4}v\d\d")
# A maker's catalogue number before what is the piece's own: "REF 1808000  SN", "REF 502-03-54E CUPULE 54  LOT".
_ARTICLE_BEFORE: Final = re.compile(r"(?<![\w/])ref\.?[ \t]?:?[ \t]{0,2}$")
_OWN_BEHIND: Final = re.compile(r"[^\n]{0,32}?\b(?:lot|sn|s/n)[ \t:°n]{0,4}[a-z]{0,4}\d")
_NUMBERED: Final = re.compile(
    r"(?:\blots?|n°|\bno|\bnumeros?|\bserie|\bs/?n|\bref\.?|\bdossier|\bidentifiant|\bpatiente?|\bcode|\betiquete?e?s?|\banonymisee?)\s{0,3}:?\s{0,3}$"
)
# "p.Glu23Valfs*17", "c.68_69del": variants of genes and proteins. "n.12345", "INS 12345" and
# "p.12345" may be somebody's own.
_VARIANT_BEFORE: Final = re.compile(r"(?<![a-z])[cgmp]\.\(?([\w*>+-]{0,24})$")
_AMINO: Final = (
    "(?:ala|arg|asn|asp|cys|gln|glu|gly|his|ile|leu|lys|met|phe|pro|ser|thr|trp|tyr|val|ter)"
)
_VARIANT: Final = re.compile(
    rf"{_AMINO}\d{{1,5}}(?:{_AMINO}|\*|=|del|dup|fs)|\d{{1,6}}(?:[_+-]\d{{1,6}}){{0,2}}(?:del|dup|ins|inv|[acgt]>)"
)
# 15 and 18 are days unless they are what is called: "appel du 15", but "appelée le 18", "à appeler le 15".
_EMERGENCY: Final = re.compile(r"1[58]")
_CALLING: Final = re.compile(
    r"(?:\bappel (?:du|au)|(?<!\ba )\b(?:appel(?:er|le|lent|lez|ant)|compos(?:er?|ez|ent|ant)) le|\bregulation du|\bregulateurs? du) $"
)
# "10/10" of eyes, of tissue or of a pain is a score; "vue 8/10", "donneur frère 10/10".
_OF_TEN: Final = re.compile(r"(?:\d|10)/10")
_SCORED: Final = re.compile(
    r"(?:\b(?:vue|vision|acuite(?: visuelle)?|av|od|og|odg|hla|donneu(?:r|se)|geno\w*|compatib\w*|eva|score|monoyer|douleur)(?: (?:frere|soeur|pere|mere|od|og|non apparente))?"
    r"|\d/10 et)[ :=(]{1,3}$"
)
# The edition of a classification or a guideline: "ELN 2022", "GOLD 3 (2011", "CTCAE v4.03".
_EDITION: Final = re.compile(
    r"\b(?:acr|ada|aha|ajcc|ama|asco|ats|ctcae|dsm|easd|easl|eln|ers|esc|esh|esmo|eular|figo|gina|gold|has|kdigo|mds|nccn|oms|recist|rpc|sfar|sfr|spilf|tncd|tnm|uicc|who|calendrier(?: vaccinal)?"
    r"|accord de [a-z]+|criteres (?:de |d')?[a-z/-]+|classification (?:de |d')?[a-z/-]+)(?:[ -]\w{1,9})? ?[(,]? ?$"
)
_PAGE: Final = re.compile(r"\bp(?:ages?|g)?\.? ?$")  # "p. 02/05" of a fax
_FRACTIONS: Final = re.compile(r"\bgy en $")  # "50 Gy en 25" sessions
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_VERSION: Final = re.compile(r"v\.? ?\d{1,4}(?:\.\d{1,3}){0,3}")
_GROUP_OF_STAYS: Final = re.compile(r"\d\d[ckmz]\d\d[\da-z]")
_HARDWARE: Final = word_set("boitier sonde stimulateur defibrillateur pacemaker")
_WORD_BEFORE: Final = re.compile(r"([a-z][\w-]{2,}) (?:(?:od|v[dg]|[av]) )?$")
_REACH: Final = 64  # characters beside a span
_NUMBERS: Final = frozenset({Label.QID, Label.REF})


def is_no_identifier(note: Note, span: Span) -> bool:
    """ "[DATE:17/26]" (no month 26), "appel du [DATE:15]", "rs[AUTRE:80357877]": figures whose form, or whose
    neighbour on the left, says that they are a measure, a public number or a catalogue's code."""
    before = note.folded[max(0, span.start - _REACH) : span.start]
    word = note.words(span)
    if span.subtype == Subtype.DATE and (
        _is_no_date(word.translate(_FIGURES))
        or _is_measure(before, word)
        or is_dose_of_day(note, span.start, span.end)
    ):
        return True
    if span.label == Label.QID and (_VERSION.fullmatch(word) or _is_model(before)):
        return True
    if span.label in (Label.DATE, Label.TEL):
        return bool(_EMERGENCY.fullmatch(word) and _CALLING.search(before))
    if span.label not in _NUMBERS:
        return False
    if _ARTICLE_BEFORE.search(before) and _OWN_BEHIND.match(note.folded, span.end):
        return True
    if _is_variant(before, word + note.folded[span.end : span.end + _REACH]):
        return True
    is_act = _CODE.fullmatch(word) and not _NUMBERED.search(before) and _CODING.search(note.folded)
    is_listed = is_act or _BLOOD_PRODUCT.fullmatch(word) or _CATALOGUE.search(before)
    return span.label == Label.QID and bool(is_listed)


def _is_variant(before: str, behind: str) -> bool:
    prefix = _VARIANT_BEFORE.search(before)
    return prefix is not None and _VARIANT.match(prefix[1] + behind) is not None


def _is_measure(before: str, word: str) -> bool:
    """ "vue [8/10]", "ELN [2022]", "CTCAE [v4.03]", "[06C041]"."""
    if _PAGE.search(before) or _FRACTIONS.search(before):
        return True
    if _OF_TEN.fullmatch(word):
        return _SCORED.search(before) is not None
    if _YEAR.fullmatch(word):
        return _EDITION.search(before) is not None
    return bool(_VERSION.fullmatch(word) or _GROUP_OF_STAYS.fullmatch(word))


def _is_model(before: str) -> bool:
    """The number right behind a device's name is its model's: "sonde CAPSUREFIX [4574-53]"."""
    word = _WORD_BEFORE.search(before)
    return word is not None and (word[1] in _HARDWARE or (word[1],) in lexicon.devices())


def _is_no_date(word: str) -> bool:
    """No day, month and year in any order of writing: "13/23", "150/82", "7/22/14"."""
    slashed = _SLASHED.fullmatch(word)
    if slashed is None:
        return False
    first, second, third = slashed[1], slashed[3], slashed[4]
    if third is not None:  # with a whole year it stays hidden, however day and month are written
        has_year = int(first) in _YEARS or int(third) in _YEARS
        return not has_year and not _is_a_date([first, second, third])
    a, b = int(first), int(second)
    day_of_month = 1 <= a <= 31 and 1 <= b <= 12
    month_of_year = 1 <= a <= 12 and (len(second) == 2 or b in _YEARS)
    next_one = b == a + 1  # "14/15 mars", "98/99"
    return not (day_of_month or month_of_year or next_one or a in _YEARS or b in _YEARS)


def _is_a_date(parts: list[str]) -> bool:
    """Day, month and year, or year, month and day; a year of one figure is none, of three is damaged."""
    first, month, last = parts if int(parts[0]) not in _YEARS else parts[::-1]
    is_year = len(last) in (2, 3) or int(last) in _YEARS
    return 1 <= int(first) <= 31 and 1 <= int(month) <= 12 and is_year
