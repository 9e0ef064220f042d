"""Days, months and seasons in every written form (folded text); the words before a date stay outside."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine.lexicon.terms import (
    DAY,
    DAY_FIRST,
    DAY_WORD,
    DECADE,
    FULL_MONTH,
    FULL_WEEKDAY,
    MONTH,
    UNIT_WORDS,
    WEEKDAY,
    YEAR,
    YEAR_WORD,
)
from worker.engine.rules.pattern import Context, Pattern, Rule

DATE: Final = Rule("date", Label.DATE, Subtype.DATE)

_MONTH_NUMBER: Final = r"(?:0?[1-9]|1[0-2])"
_PADDED_DAY: Final = r"(?:0[1-9]|[12]\d|3[01])"
_PADDED_MONTH: Final = r"(?:0[1-9]|1[0-2])"
_WD: Final = rf"(?:\b{WEEKDAY},?[ ]{{1,3}}(?:le )?)?"
_LAST: Final = r"(?: (?:dernier|prochain|courant)(?![a-z]))?"
_ROMAN: Final = r"(?:i{1,3}|iv|vi{0,3}|ix|xi{0,2})"
# A dental formula, a score, an article of law is written like a date.
_NO_DATE: Final = Context(
    refuses=re.compile(
        r"(?:\b(?:ta|pa|tension|tas|tad|eva|dents?|dent n°|score|glasgow|mmse?|grade|stade|type|oid|version|v|cotation|apgar|cim"
        r"|ratio|titre|gir|art\.?|article|l\.?|r\.?)\s?:?\s?(?:a |est )?)$"
    ),
    reach=16,
)
_MEASURE: Final = r"\b(?:ta|pa|tension|eva|score|glasgow|mmse?|gir|apgar)\b[^.;]{0,12}$"
_NO_MEASURE: Final = Context(refuses=re.compile(_MEASURE), reach=30)
# "appeler le 15": public numbers, not days.
_CALLED: Final = r"\b(?:appel\w*|compos\w+|faire|faites|contact\w*|joindre|regul\w+|112)\s(?:[a-z]+\s)?(?:le|du|par le)\s$"
_NO_CALL: Final = Context(refuses=re.compile(f"{_MEASURE}|{_CALLED}"), reach=30)
# What a fraction of an organ is written like: "1/3 moyen".
_FRACTION: Final = r"(?![1-4]/[2-5] (?:interne|externe|moyen|superieur|inferieur|proximal|distal|anterieur|posterieur|lateral|medial|des?|du)\b)"
_DM: Final = (
    rf"{_FRACTION}(?<![\d/.,-]){DAY}[/.]{_MONTH_NUMBER}"
    r"(?!\d|[/.,-]\d|\s?[%/x]|\s?(?:mmhg|cm|mg|kg|cp|cpr|comprim|amp|sachet|gel|dose|cuill|mesure|verre|paquet))"
)
_BEFORE_DAY: Final = r"(?:\b(?:le|du|au|les|ce|des|jusqu'au|ddr|dg|ddg|dpa|terme|rdv|cs|ctrl|controle|vue?|revue?|operee?|dates?|entree|sortie|t[123])\s?:?\s?)"
_AFTER_DAY: Final = (
    r"(?:(?=\s?[.;:)\]?!\n]|\s?,(?!\d)|\s?$|\s\d{1,2}\s?h|\s?[(+])|(?=\s(?:au (?:matin|soir|midi|decours|domicile|bloc|ch|chu)"
    r"|a \d+\s?h\w*|et|puis|pour|avec|par|dans|chez|en|apres|vers|devant|suite|il|elle|matin|soir|mais|ou|si|sous|sans|car|lors|on"
    r"|patiente?|apyreti\w+|transfert|sortie|retour|reprise|ablation|scanner|irm|nuit|midi|aux?|du|de|est|a ete|sont|avait)\b))"
)

_WHOLE: Final = (
    Pattern(
        DATE,
        re.compile(
            rf"(?:(?<![\d.,/-])(?<![a-z]\d)(?<![a-z][-/.])|(?<=/\d\d-)|(?<=/{YEAR}-)|(?<=[/.-]{YEAR},)|(?<=-{YEAR}/)){_WD}(?:"
            rf"{DAY}[ ]?(?P<g>[/.\-_])[ ]?{_MONTH_NUMBER}[ ]?(?P=g)[ ]?(?:{YEAR}|\d\d)"
            rf"|{YEAR}(?P<t>[-/._]){_PADDED_MONTH}(?P=t){_PADDED_DAY}"
            rf"|{DAY}[/.-]{_ROMAN}[/.-](?:{YEAR}|\d\d)"
            r")(?![\d%]|[.]\d|/\d(?!\d?-)|[,-]\d(?!\d?[/.])|[/-][a-z]|\s?(?:mg|g/|ml|mmol|kg|cm|mm)(?![a-z]))"
        ),
        0.98,
        (
            "vu le [[12/03/2020]]",
            "le [[3.4.20]]",
            "[[2020-03-01]]",
            "le [[12/VI/2019]]",
            "[[12/03/2020]],[[14/03/2020]]",
            "[[12-03-2020]]/[[14-03-2020]]",
        ),
        _NO_DATE,
    ),
    Pattern(
        DATE,
        re.compile(
            rf"(?<![\d/.,-]){_WD}(?<!\d){DAY_FIRST}(?:\s{{1,2}}|-|/|\.)?[ ]?(?:de )?{MONTH}"
            rf"(?:(?:\s{{1,2}}|, |-|/)?(?:de )?(?:{YEAR}|\d\d)(?!\d|[.,:]\d|\s?(?:h|ans?|mois|mg|ml|g|cp|%|x)(?![a-z])|/)"
            rf"|[ ]{YEAR_WORD}|{_LAST})"
        ),
        0.98,
        ("le [[12 février 2020]]", "le [[1er mars]]", "[[lundi 3 mai]]", "le [[12-nov-2019]]"),
    ),
    Pattern(
        DATE,
        re.compile(
            rf"\b(?:{FULL_WEEKDAY} )?{DAY_WORD} (?:de )?{FULL_MONTH}"
            rf"(?: (?:de (?:l'annee |l'an )?)?(?:{YEAR_WORD}|{YEAR}(?!\d))|{_LAST})"
        ),
        0.97,
        ("le [[deux janvier deux mille dix-huit]]", "le [[quinze août 2021]]"),
    ),
    Pattern(
        DATE,
        re.compile(rf"\b{FULL_WEEKDAY} (?:1er|{DAY})(?!\d|/|[.,]\d|\s?(?:h|heures)\b)"),
        0.93,
        ("le [[mardi 12]] vers midi",),
    ),
    Pattern(
        DATE,
        re.compile(
            rf"(?:\b(?:ddn|nee?|naiss\w*|date|le|du|au|ddr|dn)\b\W{{0,4}}|\t)(?P<s>{_PADDED_DAY} {_PADDED_MONTH} (?:{YEAR}|\d\d)"
            rf"|{YEAR}{_PADDED_MONTH}{_PADDED_DAY}|{_PADDED_DAY}{_PADDED_MONTH}{YEAR})"
            r"(?!\d|[ ]?\d(?!\d\s?ans)|[.,/-]\d|[a-z]|\s?(?:mg|g|ml|ui|/|%))"
        ),
        0.85,
        ("DDN [[12 03 1950]]", "Date : [[12022020]]"),
    ),
)

_PARTIAL: Final = (
    Pattern(
        DATE,
        re.compile(
            rf"(?<![a-z\d])(?:{FULL_MONTH}[ ]?[-/][ ]?)?{MONTH}(?:\s{{1,2}}| de (?:l'annee )?|-|/)"
            rf"(?:{YEAR}(?!\d)|{YEAR_WORD}|(?:{DECADE})(?:[ -](?:et[ -])?(?:dix[ -](?:sept|huit|neuf)|{UNIT_WORDS}))?(?![a-z-]))"
        ),
        0.97,
        ("en [[mars 2019]]", "né en [[mars septante-deux]]"),
    ),
    Pattern(
        DATE,
        re.compile(
            r"\b(?:en|depuis|debut|fin|mi|courant|mois de|mois d'|jusqu'en|jusqu'a|d'ici|vers|avant|apres|entre|des)"
            rf"[ -](?:debut |fin |mi-|la mi-|le (?:debut du )?mois de |le (?:debut du )?mois d')?(?P<s>{FULL_MONTH})(?! \d)"
        ),
        0.85,
        ("en [[mars]] il a présenté", "depuis le mois de [[juin]]"),
    ),
    Pattern(
        DATE,
        re.compile(
            r"\b(?:ete|hiver|printemps|automne|noel|toussaint|paques|rentree|pentecote|ascension|assomption|epiphanie|chandeleur|carnaval"
            r"|mardi gras|rameaux|halloween|ramadan|aid(?:[ -](?:el[ -])?(?:fitr|adha|kebir))?|kippour|pessah|hanoucca|nouvel an|jour de l'an"
            rf"|reveillon|saint[ -]sylvestre) (?:de )?{YEAR}(?:[-/](?:{YEAR}|\d\d))?(?!\d)"
        ),
        0.85,
        ("[[été 2019]] : chute", "pendant le [[Ramadan 2023]]"),
    ),
    Pattern(
        DATE,
        re.compile(
            rf"(?<![\d/.,-])(?<![a-z][-/.]){_MONTH_NUMBER}[ ]?[/.-][ ]?{YEAR}(?![\d/]|[-.]\d|[-/][a-z])"
        ),
        0.93,
        ("en [[09/2023]]", "PSA 5,2 en [[09.2018]]"),
        _NO_DATE,
    ),
    Pattern(
        DATE,
        re.compile(rf"(?:{_BEFORE_DAY}|(?=\b{WEEKDAY} ))(?P<s>(?:{WEEKDAY} )?{_DM})"),
        0.9,
        ("sortie le [[12/03]]", "[[lundi 03/05]] à 10h"),
        _NO_MEASURE,
    ),
    Pattern(
        DATE,
        re.compile(rf"(?m)(?:\(|^[ ]{{0,9}}(?:[-•*>] ?)?)(?P<s>{_DM})"),
        0.9,
        ("([[08/11]])", "- [[08/11]] : apyrexie"),
        _NO_MEASURE,
    ),
)

# The first days of a range or of a list take their month from the last: "du 3 au 7 mai".
_TO_LAST: Final = rf"\s?(?:au|et|-|a|et le|et du|ou|ou le|puis le|jusqu'au|, puis le|\+|→|->)\s?(?:{FULL_WEEKDAY} |le )?"
_LAST_DAY: Final = rf"(?=(?:1er|{DAY})\s?{MONTH}|{DAY}[/.]{_MONTH_NUMBER}(?!\d))"
_DAYS: Final = (
    Pattern(
        DATE,
        re.compile(
            rf"\b(?:du|les|entre le|le|des|au|vue?|{FULL_WEEKDAY}) (?:(?:1er|{DAY}) ?, ?){{0,3}}(?P<s>1er|{DAY}){_TO_LAST}{_LAST_DAY}"
        ),
        0.9,
        ("du [[3]] au 7 mai 2021", "entre le [[2]] et le 7 juin"),
    ),
    Pattern(
        DATE,
        re.compile(rf"(?<!\bsur )(?<!\bgrade )\ble (?P<s>1er|{DAY})(?![\d/]|[.,]\d){_AFTER_DAY}"),
        0.8,
        ("sortie le [[12]].", "ablation le [[14]] au matin"),
        _NO_CALL,
    ),
)

PATTERNS: Final = (*_WHOLE, *_PARTIAL, *_DAYS)
