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
PATTERNS: Final = (
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
        re.compile(
            rf"(?:\b(?:ddn|nee?|naiss\w*|date|le|du|au|ddr|dn)\b\W{{0,4}}|\t)(?P<s>{_PADDED_DAY} {_PADDED_MONTH} (?:{YEAR}|\d\d)"
            rf"|{YEAR}{_PADDED_MONTH}{_PADDED_DAY}|{_PADDED_DAY}{_PADDED_MONTH}{YEAR})"
            r"(?!\d|[ ]?\d(?!\d\s?ans)|[.,/-]\d|[a-z]|\s?(?:mg|g|ml|ui|/|%))"
        ),
        0.85,
        ("DDN [[12 03 1950]]", "Date : [[12022020]]"),
    ),
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
)
