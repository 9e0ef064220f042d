"""Figures of tables that cannot be what the model took them for: measures, counts, codes of catalogues."""

import re
from itertools import pairwise
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine.lexicon.terms import NUMBER_WORD
from worker.engine.note import Note

_FIGURES: Final = str.maketrans("ol|", "011")  # as scanners mistake them; "iii" is a month
_SLASHED: Final = re.compile(r"(\d{1,4})([/.])(\d{1,4})(?:\2(\d{1,4}))?")
_COUNTED: Final = re.compile(
    r"\d{1,4}(?:\s*\+\s*\d{1,4})+|\d{1,2}\.\.\d{1,2}|\d{1,2}[ckmz]\d\d[1-4a-ejtz]"
)
_APART: Final = re.compile(r"\d{1,4}[ \t]{4,}\d{1,5}")  # two cells of a row
_ROW: Final = re.compile(r"\d{1,5}(?:\s+\d{1,5}){2,}")
# "06 07 08 09 10", "03 80 00 00 00"
_PHONE: Final = re.compile(r"(?:0[1-9]|33\s[1-9])(?:\s\d\d){4}")
_YEARS: Final = range(1850, 2100)
# Catalogues number substances, acts and variants, never persons: "LPP 3162990 ; 3103349", "rs80357877".
_CATALOGUE: Final = re.compile(
    r"(?:\b(?:lpp|snomed(?:[ -]?ct)?|loinc|nabm|ucd|cip(?:7|13)?|omim|orpha(?:net)?|dbsnp|clinvar|cosmic)\b[\s\d;,.:x-]{0,60}|(?<![a-z])(?:rs|cosm|nm_|np_|nc_|ensg|enst))$"
)
# Acts and groups of stays, "KCFA005", "08C481", in a note that speaks of such; "MART123" may be somebody's own.
_CODE: Final = re.compile(r"[a-z]{4}\d{3}|\d\d[ckmz]\d\d[\da-z]")
_CODING: Final = re.compile(r"\b(?:ccam|ghm|ghs|nabm|actes?|cotations?)\b")
_NUMBERED: Final = re.compile(
    r"(?:\blots?|n°|\bno|\bnumeros?|\bserie|\bs/?n|\bref\.?|\bdossier|\bidentifiant|\bpatiente?|\bcode|\betiquete?e?s?|\banonymisee?)\s{0,3}:?\s{0,3}$"
)
_LABEL_BEFORE: Final = re.compile(r"\bref\.?\s{0,3}:?\s{0,3}$")
_LABEL_BEHIND: Final = re.compile(r"[^;]{0,40}?\b(?:l[o0]ts?|exp|s/?n)\b")
# "p.Glu23Valfs*17", "c.68_69del", "exon 11 del 557-558": variants of genes and proteins. "n.12345", "INS 12345" and
# "p.12345" may be somebody's own.
_VARIANT_BEFORE: Final = re.compile(r"(?<![a-z])[cgmp]\.\(?([\w*>+-]{0,24})$")
_AMINO: Final = (
    "(?:ala|arg|asn|asp|cys|gln|glu|gly|his|ile|leu|lys|met|phe|pro|ser|thr|trp|tyr|val|ter)"
)
_VARIANT: Final = re.compile(
    rf"{_AMINO}\d{{1,5}}(?:{_AMINO}|\*|=|del|dup|fs)|\d{{1,6}}(?:[_+-]\d{{1,6}}){{0,2}}(?:del|dup|ins|inv|[acgt]>)"
)
_PLACE: Final = re.compile(r"\d{1,5}(?:[-_]\d{1,5})?(?:del|dup|ins|inv)?[a-z]{0,6}")
_PLACE_BEFORE: Final = re.compile(
    r"\b(?:exons?|introns?|codons?)\b(?:[\w ]{0,20} (?:del|dup|ins))? ?$"
)
_FILE: Final = re.compile(r"(?:img_|dsc_|dscn|pict)\d{4}(?:\.[a-z]{3,4})?")
# "PAGE 0l/O2", "feuillet 3/4": parts of a whole.
_PAGE: Final = re.compile(r"\b(?:pages?|feuillets?|volets?)\s?:?\s?$")
_PART: Final = re.compile(r"(\d{1,2})\s?/\s?(\d{1,2})")
# "risque a priori : 1/4", "repas pris 3/4"; but "prise en charge depuis le 2/4", "RDV pris 3/4" are days.
_SHARE: Final = re.compile(r"[0-4]/[2-9]")
_SHARED: Final = re.compile(
    r"(?:\b(?:risque|probabilite|proba|a priori)\b(?:(?!\b(?:l[ae]s?|du|des?|depuis|au|en)\b)[^.;\n]){0,30}(?: (?:de|a)|[:=]) "
    r"|\brepas(?: (?:est|a ete))?(?: (?:pris|mange)s?)?(?: (?:a|aux|les))?\s?:? |\bmange (?:a |aux |les )?)$"
)
# "(2e passage, le 1er le 7 mars)": the first one
_SECOND: Final = re.compile(r"\b(?:2e|2eme|2nd|deuxieme|seconde?)\b[^.;\n]{0,30}$")
_DATED: Final = re.compile(r" (?:le|du) \d")
# Numbers that everybody knows. No day has three figures; 15 and 18 are days unless they are what is called:
# "appel du 15", but "appelée le 18", "à appeler le 15", "contactée le 18".
_PUBLIC: Final = re.compile(r"11[2459]|3114|3919")
_CALLED: Final = re.compile(
    r"\b(?:appel\w*|compos\w+|contact\w*|joindre|regul\w+|aupres|demande|via|signale\w*|par) (?:le|du|au) $"
)
_EMERGENCY: Final = re.compile(r"1[58]")
_CALLING: Final = re.compile(
    r"(?:\bappel (?:du|au)|(?<!\ba )\b(?:appel(?:er|le|lent|lez|ant)|compos(?:er?|ez|ent|ant)) le|\bregulation du|\bregulateurs? du) $"
)
# Stages and genotypes, "T3N1a", "géno 3a"; packs of tobacco.
_STAGED: Final = re.compile(r"\d ?[a-d]")
_STAGE: Final = re.compile(
    r"(?:\b(?:geno\w*|stade|grade|type|classe|groupe|phase) ?|(?<![a-z])[cpy]{0,2}[tnm])$"
)
_TOBACCO: Final = re.compile(
    rf"(?:\d{{1,3}}|{NUMBER_WORD})\s?-?paquets?(?:[\s/-]{{0,3}}(?:annees?|ans?))?"
)
# How long a stay or a treatment lasts: "séjour de 11 semaines". Years and months may be the patient's own wherever
# no preposition says how long: "hospitalisation 82 ans", "IRM à 45 ans", "Doliprane 500 mg 3 ans".
_COUNT: Final = rf"(?:\d{{1,3}}|{NUMBER_WORD})(?:\s?(?:-|a)\s?\d{{1,3}})?\s?"
_LENGTH: Final = re.compile(rf"{_COUNT}(?:ans?|mois|semaines?|sem|jours?|j|h|heures?)")
_SHORT_LENGTH: Final = re.compile(rf"{_COUNT}(?:semaines?|sem|jours?|j|h|heures?)")
_STAY: Final = (
    r"\b(?:sejour|hospitalisation|traitement|arret(?: de travail)?|duree(?: totale)?|immobilisation|cure|platre|corset|surveillance|prescription"
    r"|prolongation|antibiotherapie|convalescence|placement|renouvele)\s"
)
_LASTING: Final = re.compile(rf"{_STAY}(?:de |d'|pendant )$")
_SHORTLY: Final = re.compile(
    rf"(?:{_STAY}(?:pour )?|\b(?:controle|glycemie)\b[^.;\n]{{0,24}} a |\d\s?(?:mg|g|µg|ui|gy|cp)(?:/\w+)?\s)$"
)
_REACH: Final = 64  # characters beside a span
_NUMBERS: Final = frozenset({Label.QID, Label.REF, Label.TEL})


def is_no_identifier(note: Note, span: Span) -> bool:
    """ "[DATE:17/26]" (no month 26), "[TEL:0 0 0 150 0 0]", "rs[AUTRE:80357877]": figures whose form, or whose
    neighbour on the left, says that they are a measure, a count or a catalogue's code."""
    before = note.folded[max(0, span.start - _REACH) : span.start]
    word = note.words(span)
    if span.label in (Label.DATE, Label.TEL) and _is_public(word, before):
        return True
    if span.label in (Label.AGE, Label.DATE) and _is_length(word, before):
        return True
    if span.subtype == Subtype.DATE:
        is_share = _SHARE.fullmatch(word) and _SHARED.search(before)
        is_ordinal = (
            word == "1er" and _SECOND.search(before) and _DATED.match(note.folded, span.end)
        )
        figures = word.translate(_FIGURES)
        return bool(is_share or is_ordinal) or _is_page(figures, before) or _is_no_date(figures)
    if span.label not in _NUMBERS:
        return False
    behind = note.folded[span.end : span.end + _REACH]
    if span.label == Label.REF and _LABEL_BEFORE.search(before) and _LABEL_BEHIND.match(behind):
        return True  # the maker's number on an implant's label
    if _FILE.fullmatch(word) or _is_variant(word, before, behind):
        return True
    is_act = (
        _CODE.fullmatch(word) is not None
        and _NUMBERED.search(before) is None
        and _CODING.search(note.folded) is not None
    )
    is_coded = span.label == Label.QID and (is_act or _CATALOGUE.search(before) is not None)
    return is_coded or _is_row(word)


def _is_public(word: str, before: str) -> bool:
    """The number of a service that everybody may call."""
    is_public = _PUBLIC.fullmatch(word) and _CALLED.search(before)
    return bool(is_public or (_EMERGENCY.fullmatch(word) and _CALLING.search(before)))


def _is_page(word: str, before: str) -> bool:
    """ "page 1/2"; no page is the twelfth of three."""
    part = _PART.fullmatch(word)
    return bool(part and int(part[1]) <= int(part[2]) and _PAGE.search(before))


def _is_variant(word: str, before: str, behind: str) -> bool:
    if _PLACE.fullmatch(word) and _PLACE_BEFORE.search(before):
        return True
    prefix = _VARIANT_BEFORE.search(before)
    return prefix is not None and _VARIANT.match(prefix[1] + word + behind) is not None


def _is_length(word: str, before: str) -> bool:
    """A stage, a quantity of tobacco, the length of a stay or of a treatment."""
    if _TOBACCO.fullmatch(word):
        return True
    is_stage = _STAGED.fullmatch(word) and _STAGE.search(before)
    is_short = _SHORT_LENGTH.fullmatch(word) and _SHORTLY.search(before)
    return bool(is_stage or is_short or (_LENGTH.fullmatch(word) and _LASTING.search(before)))


def _is_no_date(word: str) -> bool:
    """No day, month and year in any order of writing: "13/23", "150/82", "7/22/14", "10 5 5 10", "28z04z"."""
    if _COUNTED.fullmatch(word) or _APART.fullmatch(word):
        return True
    if _ROW.fullmatch(word):
        parts = word.split()
        return max(map(len, parts)) > 1 and not _is_a_date(parts[:3])
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


def _is_row(word: str) -> bool:
    """ "0 0 0 1200 0 0", "1 2 3 4 5 6": zeros, or numbers counted up; a phone or a key in boxes is neither."""
    if not _ROW.fullmatch(word) or _PHONE.fullmatch(word):
        return False
    parts = [int(part) for part in word.split()]
    counted = all(after - before == 1 for before, after in pairwise(parts))
    return counted or 2 * parts.count(0) > len(parts)
