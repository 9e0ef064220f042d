"""Absolute dates in every French written form (folded text)."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.lexicon.terms import (
    DAY,
    DAY_FIRST,
    DAY_WORD,
    DECADE,
    FULL_MONTH,
    FULL_WEEKDAY,
    GLUED_MONTH,
    MONTH,
    UNIT_WORDS,
    WEEKDAY,
    YEAR,
    YEAR_WORD,
)
from worker.engine.rules import date_starts
from worker.engine.text.anchors import Anchors, matches_at
from worker.engine.text.document import Document

_WD: Final = rf"(?:\b{WEEKDAY},?\s{{1,3}}(?:le\s)?)?"
_LAST: Final = r"(?:\s(?:dernier|prochain|courant)(?![a-z]))?"

# Examinations and appointments: a date follows.
_EXAM: Final = (
    r"(?:ecbu|hemoc\w*|scanner|irm|tdm|tep|pet(?:[ -]?scan)?|tep-tdm|scinti\w*|mammo\w*|bio|biologie|nfs|crp|ecg|eeg|emg|ett|eto|rp|radio\w*|echo\w*|doppler|coloscopie|colo|fibro\w*|fogd|gastroscopie|endoscopie"
    r"|coro\w*|holter|spiro\w*|efr|bilan|cs|consult\w*|rdv|ctrl|controle|hospitalisation|hospit|sejour|examen|biopsie|chirurgie|frottis|fcv|psa|hba1c|mms|cure|seance|prelevement|psg|polysomno\w*)"
)
# d/m/y with any one separator; ISO; six or eight digits parted by blanks.
_NUMERIC: Final = re.compile(
    rf"(?:(?<![\d.,/-])(?<![a-z]\d)(?<![a-z][-/.])|(?<=/\d\d-)|(?<=/{YEAR}-)){_WD}(?:"
    rf"{DAY}[ ]?(?P<s>[/.\-_])[ ]?(?:0?[1-9]|1[0-2])[ ]?(?P=s)[ ]?(?:{YEAR}|\d\d)"
    rf"|{YEAR}(?P<t>[-/._])(?:0[1-9]|1[0-2])(?P=t)(?:0[1-9]|[12]\d|3[01])"
    rf"|{DAY}[/.-](?:i{{1,3}}|iv|vi{{0,3}}|ix|xi{{0,2}})[/.-](?:{YEAR}|\d\d)"
    r")(?![\d%]|[./]\d|[,-]\d(?!\d?[/.])|[/-][a-z]|\s?(?:mg|g/|ml|mmol|kg|cm|mm)(?![a-z]))"
)
_SPACED: Final = re.compile(
    rf"(?<![\d.,/+-])(?<!\d\s)(?:0[1-9]|[12]\d|3[01])\s(?:0[1-9]|1[0-2])\s(?P<y>{YEAR}|\d\d)"
    r"(?!\d|[ ]?\d(?!\d\s?ans)|[.,/-]\d|\s?(?:mg|g|ml|ui|/|%))"
)
_COMPACT: Final = re.compile(
    rf"(?<![\da-z/-])(?:{YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
    rf"|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2]){YEAR})(?![\da-z])"
)
_LETTERS: Final = re.compile(
    rf"(?<![\d/.,-]){_WD}(?<!\d){DAY_FIRST}(?:\s{{1,2}}|-|/|\.)?\s?(?:de\s)?{MONTH}"
    rf"(?:(?:\s{{1,2}}|,\s|-|/|\.)?\s?(?:de\s)?(?:{YEAR}|\d\d)(?!\d|[.,:]\d|\s?(?:h|ans?|mois|mg|ml|g|cp|%|x)(?![a-z])|/)"
    rf"|\s{YEAR_WORD}|{_LAST})"
)
_GLUED: Final = re.compile(
    rf"(?<![\da-z]){DAY}[-/ .]?{GLUED_MONTH}\.?[-/ .]?(?:{YEAR}|\d\d)(?!\d|:\d|\s?h(?![a-z]))"
)
_SPELLED: Final = re.compile(
    rf"\b(?:{FULL_WEEKDAY}\s)?{DAY_WORD}\s(?:de\s)?{FULL_MONTH}"
    rf"(?:\s(?:de\s(?:l'annee\s|l'an\s)?)?(?:{YEAR_WORD}|{YEAR}(?!\d))|{_LAST})"
)
_MONTH_YEAR: Final = re.compile(
    rf"(?<![a-z\d])(?:{FULL_MONTH}[ ]?[-/][ ]?)?{MONTH}(?:\s{{1,2}}|\sde\s(?:l'annee\s)?|-|/)"
    rf"(?:{YEAR}(?!\d)|{YEAR_WORD}|(?:{DECADE})(?:[ -](?:et[ -])?(?:dix[ -](?:sept|huit|neuf)|{UNIT_WORDS}))?(?![a-z-]))"
)
_MONTH_YY: Final = re.compile(rf"(?<![a-z\d]){MONTH}(?:-|/|\s?')\d\d(?![\d/-]|\s?(?:mg|ml|%))")
_MONTH_SPACE_YY: Final = re.compile(
    rf"(?:\b(?:en|depuis|debut|fin|mi|courant|mois de|des)[ -]|[:(]\s?|\b{_EXAM}\s(?:de\s|d')?)(?P<d>{MONTH}\s\d\d)(?!\d|[/.,]\d|\s?[a-z%])"
)
_MONTH_LAST: Final = re.compile(rf"(?<![a-z\d]){FULL_MONTH}\s(?:dernier|prochain)(?![a-z])")
_MONTH_ALONE: Final = re.compile(
    r"\b(?:en|depuis|debut|fin|mi|courant|mois de|mois d'|jusqu'en|jusqu'a|d'ici|vers|avant|apres|entre|des)"
    rf"[ -](?:debut |fin |mi-|la mi-|le mois de |le mois d')?(?P<d>{FULL_MONTH})(?!\s\d)"
)
_SEASON: Final = re.compile(
    r"\b(?:ete|hiver|printemps|automne|noel|toussaint|paques|rentree|pentecote|ascension|assomption|epiphanie|chandeleur|carnaval|mardi gras|rameaux|halloween"
    r"|ramadan|aid(?:[ -](?:el[ -])?(?:fitr|adha|kebir))?|kippour|pessah|hanoucca|nouvel an|jour de l'an|reveillon|saint[ -]sylvestre|14[ -]juillet|11[ -]novembre)\s"
    rf"(?:de\s)?{YEAR}(?:[-/](?:{YEAR}|\d\d))?(?!\d)"
)
_MONTH_NUMBER: Final = re.compile(
    rf"(?<![\d/.,-])(?<![a-z][-/.])(?:0?[1-9]|1[0-2])[ ]?[/.-][ ]?{YEAR}(?![\d/]|[-.]\d|[-/][a-z])"
)
# d/m alone: only where a date is expected.
_DM: Final = rf"(?<![\d/.,-]){DAY}[/.](?:0?[1-9]|1[0-2])(?!\d|[/.,-]\d|\s?[%/x]|\s?(?:mmhg|cm|mg|kg|cp|cpr|comprim|amp|sachet|gel|dose|cuill|mesure|verre|paquet))"
_DAY_MONTH: Final = re.compile(
    r"(?:\b(?:le|du|au|les|ce|des|jusqu'au|avant le|apres le|depuis le|ddr|dg|ddg|dpa|terme|rdv|cs|ctrl|controle|vu|vue|revu|revue|opere|operee|t1|t2|t3|j\d{{1,2}}|date|dates|entree|sortie"
    rf"|{WEEKDAY}|(?<=[a-z]\s)le)\s?:?\s?|(?<=\()(?=\d)|(?<=\()(?=l\.)|^[ ]*(?:[-•*>]\s?)?(?=\d)|(?<=,\s)(?=\d\d[/.]\d\d))"
    rf"(?P<d>(?:{FULL_WEEKDAY}\s)?{_DM})",
    re.MULTILINE,
)
_AND_DAY_MONTH: Final = re.compile(
    rf"(?<=\d)\s?(?:et|ou|puis|au|-|,)\s(?:le\s|du\s|au\s)?(?P<d>{_DM})(?!\s(?:a|en|o[dg]|og)\b)"
)
# Zero-padded d/m is a date nearly everywhere (measures are refused by what stands before).
_PADDED: Final = re.compile(
    r"(?<![\d/.,a-z-])(?P<d>(?:0[1-9]/(?:0[1-9]|1[0-2])|[12]\d/0[1-9]|3[01]/0[1-9]|0[1-9]/(?:1[3-9]|2\d)|(?<!\ba )(?:1[3-9]|2\d|3[01])/1[0-2]))(?![\d/%a-z-]|[.,]\d|\s?(?:o[dg]|mmhg|cm|mm|mg|ml|cp|a droite|a gauche|j)\b)"
)
_FIRST_MONTH: Final = re.compile(
    rf"(?<![a-z\d])(?<!\d\s)(?P<d>{FULL_MONTH})(?=\s(?:et|ou|a|au|puis|jusqu'en)\s(?:{FULL_MONTH}))"
)
# A month that heads a line: "Mars : 3 chutes".
_MONTH_HEADING: Final = re.compile(rf"^[ \-•*]*(?P<d>{FULL_MONTH})(?=\s?:)", re.MULTILINE)
_SPELLED_DAY: Final = re.compile(
    r"\ble (?P<d>(?:onze|douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt(?:[ -](?:et[ -]un|deux|trois|quatre|cinq|six|sept|huit|neuf))?|trente(?:[ -]et[ -]un)?))(?=\s?[.;,)\n]|\s(?:au (?:matin|soir)|pour|avec|et|puis)\b|$)"
)
_DASHED: Final = re.compile(
    r"\b(?:le|du|au|les|depuis le|jusqu'au|avant le|date|entree|sortie)\s?:?\s?(?P<d>(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|1[0-2]))(?![\d/.,-])"
)
_SHORT_MONTH_YEAR: Final = re.compile(
    r"\b(?:en|depuis|fin|debut|mi|courant|diagnosti\w+|decouv\w+|operee?|traitee?|posee?|recidive|rechute|ablation|exerese|pontage|stent\w*|coro|greffee?|depistee?)[ -](?P<d>(?:0?[1-9]|1[0-2])/\d\d)(?![\d/.,-])"
)
_WEEKDAY_DM: Final = re.compile(rf"\b(?P<d>{WEEKDAY}\s{_DM})")
# "12MAR2023": "mar" is a month only glued to a year.
_ENGLISH_MARCH: Final = re.compile(rf"(?<![\da-z])(?P<d>{DAY}[-/ .]?mar[-/ .]?{YEAR})(?!\d)")
_SPACED_YEAR: Final = re.compile(
    rf"(?:^[ ]*|\()(?P<d>(?:0[1-9]|[12]\d|3[01])\s(?:0[1-9]|1[0-2])\s{YEAR})(?=\s*$|\)|,|\s:)",
    re.MULTILINE,
)
_EXAM_DAY_MONTH: Final = re.compile(
    rf"\b{_EXAM}\s(?:du\s)?(?P<d>{_DM})"
    r"(?=\W|$)",
    re.MULTILINE,
)
# Month and year of an examination, or alone in parentheses: "PET 12/22", "(05/21)".
_EXAM_MONTH_YEAR: Final = re.compile(
    rf"\b{_EXAM}\s(?:de\s|en\s)?(?P<d>(?:0[1-9]|1[0-2])/(?:[01]\d|2[0-9]|9\d))(?![\d/.,%-])"
)
_BRACKETED_MONTH_YEAR: Final = re.compile(
    r"(?:\(|(?<=\d\d/\d\d),\s)(?P<d>(?:0[1-9]|1[0-2])/(?:0\d|1[1-9]|2[1-9]|9\d))(?=\)|,\s\d\d/\d\d)"
)
_EXAM_OF_MONTH: Final = re.compile(rf"\b{_EXAM}\sd(?:e\s|')(?P<d>{FULL_MONTH})(?!\s\d)")
_CURRENT: Final = re.compile(
    rf"\b(?:le|du|au|depuis le)\s(?P<d>{DAY}\s(?:courant|ct|crt)(?![a-z]))"
)
_WEEKDAY_DAY: Final = re.compile(
    rf"\b{FULL_WEEKDAY}\s(?:1er|{DAY})(?!\d|/|[.,]\d|\s?(?:h|heures)\b)"
)
# The first days of a range or of a list take their month from the last: du 3 au 7 mai.
_FIRST_DAYS: Final = re.compile(
    rf"\b(?:du|les|entre le|le|des|au|{FULL_WEEKDAY})\s(?P<list>(?:1er|{DAY})(?:\s?,\s?(?:1er|{DAY}))*)"
    rf"\s?(?:au|et|-|a|et le|et du|ou|ou le|puis le|jusqu'au|, puis le)\s?(?:{FULL_WEEKDAY}\s|le\s)?"
    rf"(?=(?:1er|{DAY})\s?{MONTH}|{DAY}[/.](?:0?[1-9]|1[0-2])(?!\d))"
)
_BARE_FIRST: Final = re.compile(
    rf"(?<![\d/.,-])(?<!\d[ ])(?P<d>{DAY})\s(?:au|et|ou)\s(?:le\s)?(?={DAY}\s?{FULL_MONTH})"
)
_DASH_DAYS: Final = re.compile(rf"(?<![\d/.,-])(?P<d>{DAY})\s?[-/]\s?(?={DAY}\s{FULL_MONTH})")
# "12+13/03", "12→14 mars".
_ARROW_DAYS: Final = re.compile(
    rf"(?<![\d/.,-])(?P<d>{DAY})\s?(?:[+&→>]|->)\s?(?={DAY}\s?{FULL_MONTH}|{DAY}/(?:0?[1-9]|1[0-2])(?![\d/]))"
)
_AFTER_DAY: Final = (
    r"(?=\s?(?:[.;:)\]?!\n]|,(?!\d)|$)|\s\d{1,2}\s?h|\s(?:au (?:matin|soir|midi|decours|domicile|bloc|ch|chu)"
    r"|a \d+\s?h\w*|et (?:le|sort)|puis|pour|avec|par|dans|chez|en|apres|vers|devant|suite|il|elle|matin|soir|mais|ou|si|sous|sans|car|lors|on|patiente?|apyreti\w+|transfert|sortie|retour|reprise|ablation|scanner|irm|puisqu\w*|nuit|midi|aux?|du|de|est|a ete|sont|avait|devant)\b|\s?[(+])"
)
_THE_DAY: Final = re.compile(
    rf"(?<!\bsur )(?<!\bgrade )\ble\s(?P<d>1er|{DAY})(?![\d/]|[.,]\d){_AFTER_DAY}"
)
_OF_DAY: Final = re.compile(
    rf"(?<!\btaille )(?<!\bnumero )(?!appel du 1[578])\b(?<!\bcalibre )(?<!\bgrade )(?:[a-z]{{3,}} du|[a-z]{{3,}} des|jusqu'au|d'ici le) (?P<d>{DAY})(?=\s?(?:[.;:)?!\n]|,(?!\d)|$))"
)
_STAY_DAYS: Final = re.compile(
    rf"\bdu\s(?P<a>{DAY})\sau\s(?P<b>{DAY})(?=\s?(?:[.;:()\n]|,(?!\d)|$)|\s(?:pour|avec|dans|puis|en|chez)\b)"
)
_NIGHT: Final = re.compile(
    rf"\b(?:nuits?|week[ -]?end|we|garde|astreinte|periode|sejour|semaine)\s(?:du|de)\s(?:{FULL_WEEKDAY}\s)?(?P<a>{DAY})\s?(?:au|a|/|-)\s?(?:{FULL_WEEKDAY}\s)?(?P<b>{DAY})(?![\d/%]|[.,]\d|\s?(?:h|mg|ml|ans|sa)\b)"
)
_DAY_OR_DAY: Final = re.compile(
    rf"\b(?:les?|au|au\s)\s?(?P<a>{DAY})\s(?:ou|et)\s(?:le\s)?(?P<b>{DAY})(?![\d/]|[.,]\d)(?=\s?[.;,)\n]|$)"
)

_SIMPLE: Final = (
    (_NUMERIC, date_starts.numeric, 0.98),
    (_LETTERS, date_starts.letters, 0.98),
    (_GLUED, date_starts.glued, 0.95),
    (_SPELLED, date_starts.spelled, 0.97),
    (_MONTH_YEAR, date_starts.months, 0.97),
    (_MONTH_YY, date_starts.months, 0.9),
    (_MONTH_LAST, date_starts.full_months, 0.9),
    (_SEASON, date_starts.seasons, 0.85),
    (_MONTH_NUMBER, date_starts.signed, 0.93),
    (_WEEKDAY_DAY, date_starts.weekdays, 0.93),
)
_GROUPED: Final = (
    (_MONTH_SPACE_YY, date_starts.month_before_year, 0.85),
    (_MONTH_ALONE, date_starts.month_alone, 0.85),
    (_DAY_MONTH, date_starts.day_month, 0.9),
    (_AND_DAY_MONTH, date_starts.after_number, 0.85),
    (_DASHED, date_starts.dashed, 0.85),
    (_PADDED, date_starts.signed, 0.85),
    (_FIRST_MONTH, date_starts.full_months, 0.85),
    (_MONTH_HEADING, date_starts.month_headings, 0.8),
    (_SPELLED_DAY, date_starts.spoken_day, 0.75),
    (_SHORT_MONTH_YEAR, date_starts.events, 0.8),
    (_WEEKDAY_DM, date_starts.any_weekdays, 0.92),
    (_EXAM_DAY_MONTH, date_starts.after_exams, 0.85),
    (_EXAM_MONTH_YEAR, date_starts.after_exams, 0.85),
    (_BRACKETED_MONTH_YEAR, date_starts.bracketed, 0.75),
    (_EXAM_OF_MONTH, date_starts.exam_of_month, 0.8),
    (_CURRENT, date_starts.current, 0.88),
    (_ENGLISH_MARCH, date_starts.english_march, 0.9),
    (_SPACED_YEAR, date_starts.alone_on_line, 0.8),
    (_DASH_DAYS, date_starts.before_day_of_month, 0.85),
    (_ARROW_DAYS, date_starts.before_arrows, 0.85),
    (_BARE_FIRST, date_starts.before_day_of_month, 0.85),
    (_THE_DAY, date_starts.the_day, 0.8),
    (_OF_DAY, date_starts.of_day, 0.75),
)
_NOT_A_DATE_BEFORE: Final = re.compile(
    r"(?:\b(?:ta|pa|tension|tas|tad|eva|dents?|dent n°|score|glasgow|mms|mmse|grade|stade|type|oid|version|v"
    r"|cotation|apgar|cim|ratio|titre|gir|art\.?|article|l\.?|r\.?)\s?:?\s?(?:a\s|est\s)?)$"
)
_FRACTION: Final = re.compile(
    r"[1-4]/[2-5](?=\s(?:interne|externe|moyen|superieur|inferieur|proximal|distal|anterieur|posterieur|lateral|medial|des?|du))"
)
_MEASURE_BEFORE: Final = re.compile(
    r"\b(?:ta|pa|tension|eva|score|glasgow|mmse?|gir|apgar)\b[^.;\n]{0,12}$"
)


# "appeler le 15", "le 112 et le 15": public numbers, not days.
_EMERGENCY: Final = re.compile(
    r"\b(?:appel\w*|compos\w+|faire|faites|contact\w*|joindre|regul\w+|112)\s(?:[a-z]+\s)?(?:le|du|par le)\s$"
)


def find_dates(doc: Document) -> Iterator[Span]:
    """Dates, without the words before them ("le", "du", "en")."""
    text, anchors = doc.folded, doc.anchors
    for pattern, starts, score in _SIMPLE:
        for match in matches_at(pattern, text, starts(anchors)):
            if not _refused(text, match.start(), match.group()):
                yield _span(match.start(), match.end(), text, score)
    for pattern, starts, score in _GROUPED:
        for match in matches_at(pattern, text, starts(anchors)):
            near = text[max(0, match.start() - 30) : match.start("d")]
            if match.group("d") in ("15", "17", "18") and _EMERGENCY.search(near):
                continue
            if not _MEASURE_BEFORE.search(near) and not _FRACTION.match(text, match.start("d")):
                yield _span(match.start("d"), match.end("d"), text, score)
    yield from _listed(text, anchors)
    yield from _digits_only(text, anchors)


def _refused(text: str, start: int, found: str) -> bool:
    """True for a dental formula, a score or a section number that is written like a date."""
    if any(character.isalpha() for character in found):
        return False
    return bool(_NOT_A_DATE_BEFORE.search(text[max(0, start - 14) : start]))


def _listed(text: str, anchors: Anchors) -> Iterator[Span]:
    for match in matches_at(_FIRST_DAYS, text, date_starts.ranges(anchors)):
        offset = match.start("list")
        for day in re.finditer(r"1er|\d+", match.group("list")):
            yield _span(offset + day.start(), offset + day.end(), text, 0.9)
    for pattern, starts in (
        (_STAY_DAYS, date_starts.stays),
        (_NIGHT, date_starts.nights),
        (_DAY_OR_DAY, date_starts.day_or_day),
    ):
        for match in matches_at(pattern, text, starts(anchors)):
            yield _span(match.start("a"), match.end("a"), text, 0.7)
            yield _span(match.start("b"), match.end("b"), text, 0.7)


_DATE_WORD_BEFORE: Final = re.compile(
    r"(?:\b(?:ddn|nee?|naiss\w*|date|le|du|au|ddr|nee? le|dn)\b\W{0,4}|\t)$"
)


_SIX: Final = re.compile(
    r"(?:\bddn|\bd\.d\.n\.|date (?:de )?naiss\w*\.?|\bnee? le)\s?:?\s?(?P<d>(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d)(?![\d.,/-])"
)


def _digits_only(text: str, anchors: Anchors) -> Iterator[Span]:
    for match in matches_at(_SPACED, text, date_starts.spaced(anchors)):
        near = text[max(0, match.start() - 16) : match.start()]
        if _DATE_WORD_BEFORE.search(near):
            yield _span(match.start(), match.end(), text, 0.85)
    for match in matches_at(_SIX, text, date_starts.six_digits(anchors)):
        yield _span(match.start("d"), match.end("d"), text, 0.9)
    for match in matches_at(_COMPACT, text, anchors.runs.eight):
        if _DATE_WORD_BEFORE.search(text[max(0, match.start() - 16) : match.start()]):
            yield _span(match.start(), match.end(), text, 0.85)


def _span(start: int, end: int, text: str, score: float) -> Span:
    """The date without blanks at its edges, and without the full stop of its sentence."""
    while text[start].isspace():
        start += 1
    while text[end - 1].isspace() or (text[end - 1] == "." and _ends_sentence(text, start, end)):
        end -= 1
    return Span(start, end, "DATE", "DATE", score, "rule:date")


def _ends_sentence(text: str, start: int, end: int) -> bool:
    """A dot after an abbreviated month belongs to it, unless the text stops there."""
    following = text[end : end + 2]
    if not following.strip():
        return not following or following[0] == "\n"
    return text[end - 2].isdigit() or end - start < 2
