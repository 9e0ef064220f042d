"""Figures of tables that cannot be what the model took them for: measures, counts, codes of catalogues."""

import re
from functools import lru_cache
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.terms import LASTED_BEFORE, LAW_BEFORE
from worker.engine.note import Note
from worker.engine.vetoes.plans import is_dose_of_day

_FIGURES: Final = str.maketrans("ol|", "011")  # as scanners mistake them; "iii" is a month
_SLASHED: Final = re.compile(r"(\d{1,4})([/.])(\d{1,4})(?:\2(\d{1,4}))?")
_YEARS: Final = range(1850, 2100)
# Catalogues number substances, acts and variants, never persons: "LPP 3162990 ; 3103349", "rs80357877".
_CATALOGUE: Final = re.compile(
    r"(?:\b(?:lpp|snomed(?:[ -]?ct)?|loinc|nabm|ucd|cip(?:7|13)?|omim|orpha(?:net)?|dbsnp|clinvar|cosmic)\b[ \t\d;,.:x-]{0,60}|(?<![a-z])(?:rs|cosm|nm_|np_|nc_|ensg|enst))\Z"
)
# Acts and groups of stays, "KCFA005", "08C481", in a note that speaks of such; "MART123" may be somebody's own.
_CODE: Final = re.compile(r"[a-z]{4}\d{3}|\d\d[ckmz]\d\d[\da-z]")
_CODING: Final = re.compile(r"\b(?:ccam|ghm|ghs|nabm|cotations?)\b")
# Blood products as ISBT 128 numbers them, "E4793V00".
_BLOOD_PRODUCT: Final = re.compile(r"e\d{4}v\d\d")
# A maker's catalogue number before what is the piece's own: "REF 1808000  SN", "REF 502-03-54E CUPULE 54  LOT".
_ARTICLE_BEFORE: Final = re.compile(r"(?<![\w/])ref\.?[ \t]?:?[ \t]{0,2}\Z")
_OWN_BEHIND: Final = re.compile(r"[^\n]{0,32}?\b(?:lot|sn|s/n)[ \t:°n]{0,4}[a-z]{0,4}\d")
_NUMBERED: Final = re.compile(
    r"(?:\blots?|n°|\bno|\bnumeros?|\bserie|\bs/?n|\bref\.?|\bdossier|\bidentifiant|\bpatiente?|\bcode|\betiquete?e?s?|\banonymisee?"
    r"|\b(?:bracelet|tube|prelevement|echantillon|lame|biopsie|ponction|anapath|patho|examen|cr))\s{0,3}:?\s{0,3}$"
)
# 15 and 18 are days unless they are what is called: "appel du 15", but "appelée le 18", "à appeler le 15".
_EMERGENCY: Final = re.compile(r"1[58]")
_CALLING: Final = re.compile(
    r"(?:\bappel (?:du|au)|(?<!\ba )\b(?:appel(?:er|le|lent|lez|ant)|compos(?:er?|ez|ent|ant)) le|\bregulation du|\bregulateurs? du) $"
)
# Lines of three figures are nobody's and no day; an extension of a ward is called otherwise ("poste 115").
_PUBLIC_LINE: Final = re.compile(r"11[2459]")
# Of four figures, where the number's name or an article tells it: "le 3114", "numéro national 39 19"; "poste 3114" is a ward's.
_NATIONAL_LINES: Final = lexicon.words("national_lines")
_NATIONAL_BEFORE: Final = re.compile(
    r"\b(?:le|nationale?|vert|suicide|violences?(?: [a-z]+)?|femmes|ecoute|ameli|maltraitance|pharmacie|sos [a-z]+)[ :(]{1,3}$"
)
_ASKED: Final = re.compile(
    r"\b(?:appel\w*|compos\w+|signal\w+|sollicit\w+|contact\w+|heberg\w+|log\w+|suivie?s?|orient\w+|pris\w* en charge)(?: par| via)? (?:le|au|du) $"
)
# The edition of a classification or a guideline: "ELN 2022", "GOLD 3 (2011".
_EDITION: Final = re.compile(
    r"\b(?:aasld|acmg|ada|aha|ajcc|ama|ansm|asco|ata|ats|banff|beers|bts|jdp|jfr|casfm|cfef|ckd-epi|cngof|ctcae|dsm|easd|easl|eln|ers|esc|esge|esh|esmo|eucast|eular|figo|fleischner|gina|gold|has|iadpsg|inca|kdigo|mcdonald|mckhann|nccn|nrd|nrs-?|oms|recist|rpc|sfar|sfe|sfr|spilf|surviving sepsis|tncd|tnm|uicc|who|calendrier(?: vaccinal)?"
    r"|accord de [a-z]+|criteres (?:de |d')?[a-z/-]+|classification (?:de |d')?[a-z/-]+)(?:[ -](?=\w*\d)\w{1,9})? ?[(,]? ?\Z"
)
# "XIXe siècle", "fin du semestre": nobody's day; "l'hiver" may be.
_NO_DAY: Final = re.compile(
    r"(?:(?:fin|debut|milieu) du )?(?:(?:[ivx]{1,5}|\d\d) ?e(?:me)?|semestre|trimestre|week-?end)(?: siecle)?"
)
# "p. 02/05" of a fax; "P. 02/05" is signed.
_PAGE: Final = re.compile(r"\b(?:p|[Pp]ages?|PAGES?|[Pp]g|PG)\.? ?\Z")
_FRACTIONS: Final = re.compile(r"\bgy en $")  # "50 Gy en 25" sessions
_SCORE: Final = r"(?:audit|barthel|bdi|berg|cage|cast|conners|eifel|g8|gad-?7|gds|hamd?|iadl|adl|lysholm|mna(?:-sf)?|mms\w*|moca|mrc|norton|phq-?9|sppb|tinetti|zarit)"
# "feuille de surveillance 3/5", "SPPB 6/12": so many of so many; "séance 7/12" may be a day.
_OF_SO_MANY: Final = re.compile(r"(\d{1,2})/(\d{1,2})")
_COUNTED: Final = re.compile(
    rf"\b(?:feuill?et?s?|page|etiquette|volet|tiers|{_SCORE})(?: (?:de|du|des) [a-z]+)?[ :=(]{{1,3}}$"
)
# Blood pressures in a row or one behind the other: "TA | 12/7 | 13/8", "couché 16/8 debout 11/6".
PRESSURE: Final = re.compile(r"(?:[89]|1\d|2[0-5])/(?:[3-9]|1[0-5])")
_PRESSURES: Final = re.compile(
    r"\b(?:t\.?a|p\.?a|tension\w*|pas/pad|hto|orthostat\w*|couchee?|debout|assise?|bras (?:d\w*|g\w*)|bd|bg)\b[ \t:=|.]*"
    r"(?:(?:[89]|1\d|2[0-5])/(?:[3-9]|1[0-5])\b[ \t,;|>→-]*+(?:puis |et |couchee? |debout |assise? )?+(?:a )?+(?:\d{1,2}h(?:\d\d(?!/))?+ ?+:?+)?+[ \t|]*+){0,24}+$"
)  # possessive: blanks between columns could be shared out in more ways than there is time for
_LINE: Final = 240  # characters of a row of a table
# Sight, far and near: "8/10 P2".
_SIGHT: Final = re.compile(r"\d\d?/10 ?/? ?p ?\d\d?\b")
# Three figures are no day and no year: "le 115"; "0312" may be a day and its month.
_BARE: Final = re.compile(r"\d{3}")
# "Mod. L331-B", "modèle LL-02", "fiche QUAL-F-12": papers of a house.
_PAPER: Final = re.compile(
    r"(?:[a-z]{1,6}[-/._ ]){0,3}[a-z]{0,6}[-_. ]?\d{1,4}(?:[-.]?[a-z]\d?)?(?: ind\.? [a-z])?"
)
_PAPER_BEFORE: Final = re.compile(
    r"\b(?:formulaire|imprime|fiche|procedure|protocole|modele|mod\.?|trame|grille|affiche)(?: (?:type|qualite|interne))? $"
)
# One letter, the place, another letter: "C797S", "V600E", where a gene is spoken of.
_EXCHANGE: Final = re.compile(r"[acdefghiklmnpqrstvwy]\d{2,4}(?:[acdefghiklmnpqrstvwy]|\*|fs)")
_GENE: Final = re.compile(
    r"\b(?:egfr|[kn]ras|braf|pdgfra|jak2|brca[12]?|alk|idh[12]|tp53|esr1|pik3ca|flt3|npm1|hfe|cftr|mutations?|mutee?|muta|variants?|exons?|biopsie liquide|ngs|vaf)\b"
)
# Medicines' own numbers, UCD and CIP, behind a dose; below one they may be somebody's, whose name follows.
_MEDICINE: Final = re.compile(r"9\d{6}|34009\d{8}")
_DOSE: Final = re.compile(
    r"\d ?(?:mg|g|ui|µg|ml|%)(?![a-z/])|\b(?:cp|gel|inj|sach|amp)\b|(?<![\d/])\d/\d(?![\d/])"
)
_SOMEBODY_BEHIND: Final = re.compile(r"[ \t|;,]{1,4}[A-ZÀ-Ý]{2}")
# No ages: temperatures, litres, metres, times a week.
_NO_AGE: Final = re.compile(
    r"1[3-9]\d|[2-9]\d\d|\d{2}[.,]\d|\d+(?:[.,]\d+)? ?(?:l|u|ui|kg|%|°|x ?/.*|x|/ ?(?:mois|j|jour|sem|an)\w*)|(?:[4-9]\d|\d{3}) ?m|1er age"
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_GROUP_OF_STAYS: Final = re.compile(r"\d\d[ckmz]\d\d[\da-z]")
_REACH: Final = 64  # characters beside a span
_NUMBERS: Final = frozenset({Label.QID, Label.REF})


def is_no_identifier(note: Note, span: Span) -> bool:
    """ "[DATE:17/26]" (no month 26), "appel du [DATE:15]", "rs[AUTRE:80357877]": figures whose form, or whose
    neighbour on the left, says that they are a measure, a public number or a catalogue's code."""
    before = note.folded[max(0, span.start - _REACH) : span.start]
    word = note.words(span)
    if span.label == Label.AGE:
        return bool(_NO_AGE.fullmatch(word) or LASTED_BEFORE.search(before))
    if span.subtype == Subtype.DATE and _is_other_figure(note, span, before, word):
        return True
    if span.label in (Label.DATE, Label.TEL):
        is_line = _PUBLIC_LINE.fullmatch(word) and _ASKED.search(before)
        is_asked = is_line or (_EMERGENCY.fullmatch(word) and _CALLING.search(before))
        return bool(is_asked or _is_national_line(before, word))
    return span.label in _NUMBERS and _is_public_number(note, span, before, word)


def _is_other_figure(note: Note, span: Span, before: str, word: str) -> bool:
    """Written like a date: a measure, a pressure, a dose of a day."""
    return bool(
        _NO_DAY.fullmatch(word)
        or is_no_date(word.translate(_FIGURES))
        or _PAGE.search(note.text, max(0, span.start - _REACH), span.start)
        or _is_measure(before, word)
        or _is_pressure(note, span, word)
        or _SIGHT.match(note.folded, span.start)
        or is_dose_of_day(note, span.start, span.end)
    )


def _is_public_number(note: Note, span: Span, before: str, word: str) -> bool:
    """The number of a thing or of a paper that many have."""
    behind = note.folded[span.end : span.end + _REACH]
    is_article = _ARTICLE_BEFORE.search(before) and _OWN_BEHIND.match(behind)
    if is_article or _is_paper(before, word) or _is_national_line(before, word):
        return True
    if span.label != Label.QID:
        return False
    if _BLOOD_PRODUCT.fullmatch(word) or _CATALOGUE.search(before):
        return True
    if _NUMBERED.search(before):
        return False
    is_act = _CODE.fullmatch(word) and _speaks_of_coding(note.folded)
    is_somebodys = before.endswith("\n") and _SOMEBODY_BEHIND.match(note.text, span.end)
    is_medicine = _MEDICINE.fullmatch(word) and _DOSE.search(before) and not is_somebodys
    is_exchange = _EXCHANGE.fullmatch(word) and _GENE.search(before + behind)
    return bool(is_act or is_medicine or is_exchange)


@lru_cache(1)
def _speaks_of_coding(folded: str) -> bool:
    """Asked of one note at each of its numbers, and looked for once."""
    return _CODING.search(folded) is not None


def _is_national_line(before: str, word: str) -> bool:
    return word.replace(" ", "") in _NATIONAL_LINES and bool(_NATIONAL_BEFORE.search(before))


def _is_pressure(note: Note, span: Span, word: str) -> bool:
    if not PRESSURE.fullmatch(word):
        return False
    line = max(note.text.rfind("\n", 0, span.start) + 1, span.start - _LINE)
    return _PRESSURES.search(note.folded, line, span.start) is not None


def _is_paper(before: str, word: str) -> bool:
    is_one = _PAPER.fullmatch(word) and not word.isdigit()
    return bool(is_one and _PAPER_BEFORE.search(before))


def _is_measure(before: str, word: str) -> bool:
    """ "AUDIT [12/40]", "ELN [2022]", "[06C041]"."""
    if _FRACTIONS.search(before) or LAW_BEFORE.search(before):
        return True
    if share := _OF_SO_MANY.fullmatch(word):
        return int(share[1]) <= int(share[2]) and _COUNTED.search(before) is not None
    if _YEAR.fullmatch(word):
        return _EDITION.search(before) is not None
    return _GROUP_OF_STAYS.fullmatch(word) is not None


def is_no_date(word: str) -> bool:
    """No day, month and year in any order of writing: "13/23", "150/82", "7/22/14", "115"."""
    if _BARE.fullmatch(word):
        return True
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
    """Day, month and year, year, month and day, or as machines from abroad print it, "05/23/84"; "00" is an unknown day
    or month. A year of one figure is none, of three is damaged."""
    first, month, last = parts if int(parts[0]) not in _YEARS else parts[::-1]
    if len(last) not in (2, 3) and int(last) not in _YEARS:
        return False
    is_padded = len(first) == len(month) == 2
    least = 0 if is_padded else 1
    if least <= int(first) <= 31 and least <= int(month) <= 12:
        return True
    return is_padded and int(first) <= 12 and int(month) <= 31
