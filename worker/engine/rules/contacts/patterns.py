"""Phones, faxes, extensions, addresses of mail and of the web (folded text)."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine.lexicon.terms import MEASURE, NUMBER_WORD
from worker.engine.rules.pattern import Context, Pattern, Rule

PHONE: Final = Rule("phone", Label.TEL, Subtype.TEL, is_sure=True)
FAX: Final = Rule(
    "fax", Label.TEL, Subtype.FAX, is_sure=True, examples=("Fax : [[03 80 00 00 01]]",)
)
MAIL: Final = Rule(
    "mail",
    Label.MAIL,
    Subtype.MAIL,
    is_sure=True,
    examples=("[[p.martin@exemple.fr]]", "[[paul point martin arobase exemple point fr]]"),
)
URL: Final = Rule("url", Label.MAIL, Subtype.URL, is_sure=True)

_SEP: Final = r"[ .\-/]{0,3}"
_TEN: Final = rf"0[1-9](?:{_SEP}\d\d){{4}}"  # a French number, in pairs
_PREFIX: Final = r"(?:\+|00)\s?"
_CALLED: Final = (
    r"(?:tel(?:ephone)?s?|portables?|port|mob(?:ile)?|gsm|fixe|fax|telecopie(?:ur)?|tlc|secretariat\w*|standard|contact|astreinte|ligne"
    r"|joindre|joignable|prevenue?|appel\w*|numero|t|f|garde|sec|tph|domicile|phone)"
)
_INSIDE: Final = (
    r"\b(?:postes?|dect|bips?|ext(?:ension)?|p\.|int(?=\.)|composer le|appeler le|joindre au|abr(?=\.)|interne|biper|beeper|abrege|n° court"
    r"|numero court|ligne(?: directe)?|garde|tel|telephone|secretariat|(?<!poids )sec\.?|fax|appel\w*)\b\.?\s?"
)
_TO_NUMBER: Final = r"(?:n°|no|:|=|\.|\(|au|interne|infirmier\w*|medecin|numero|du service|service|direct|du bureau|bureau|du poste|\s){0,6}"
_SHORT: Final = r"\*?\d(?:[ .-]?\d){2,5}"
# What everybody calls: "appel au 115".
_NO_PUBLIC_LINE: Final = r"(?!(?:(?<=\bappel au )|(?<=\bappels au )|(?<=\bappel du )|(?<=\bappeler le )|(?<=\bcomposer le ))11[2459](?!\d))"
_NO_MORE: Final = (
    rf"(?!\d|[ .,/-]\d|[a-z]|\s?(?:{MEASURE}|(?:g|fois|jours|heures|h|mois|ans)(?![a-z])))"
)
_LEAST_FIGURES: Final = 9  # of a whole number
_DAY, _MONTH = r"(?:0[1-9]|[12]\d|3[01])", r"(?:0[1-9]|1[0-2])"
# Two whole days beside one another: "05/03/21 - 03/12/21".
_TWO_DAYS: Final = rf"{_DAY}(?P<d>[/.-]){_MONTH}(?P=d)\d\d(?!(?P=d))[ .\-/]{{1,3}}{_DAY}(?P=d){_MONTH}(?P=d)\d\d(?!\d)"
_DATE_LIKE: Final = re.compile(r"\d\d([/.-])\d\d\1(?:19|20)\d\d|\d\d/(?:19|20)\d\d-")


def _is_whole_number(found: str) -> bool:
    """Enough figures, and no date with what follows it."""
    return sum(map(str.isdigit, found)) >= _LEAST_FIGURES and _DATE_LIKE.match(found) is None


# Right after a number: another one, or its last pair alone.
_ANOTHER: Final = rf"[.,;/-]{_TEN}(?!\d)|/\d\d(?![\d/.,-])"
# A row of short numbers is a table's: hours "07 08 09 10 11 12", items of a score "0 1 1 2 1 0 1 1 1 2 1". Two
# numbers side by side are none: "03 80 12 34 56  06 39 98 12 34".
_ROW_GOES_ON: Final = rf"(?![ ]{{1,4}}(?!{_TEN}(?!\d))\d{{1,4}}(?!\d))"
_IN_A_ROW: Final = Context(
    refuses=re.compile(rf"^(?!.*{_TEN}[ ]{{1,4}}$).*(?<!\d)\d{{1,4}}[ ]{{1,4}}$"), reach=24
)

PHONES: Final = (
    Pattern(
        PHONE,
        re.compile(
            rf"(?<![\d+_])(?<!\d[.,/:h-])(?!{_TWO_DAYS})"
            rf"(?:(?:(?:\({_PREFIX}33\)|{_PREFIX}33){_SEP}(?:\(0\))?{_SEP}[1-9]|0[1-9]|\(0[1-9]\))(?:{_SEP}\d\d){{4}}"
            rf"|0\s8\d\d{_SEP}\d\d\d?{_SEP}\d\d{_SEP}\d\d?\d?|08\d\d{_SEP}\d{{3}}{_SEP}\d{{3}}|0[1-9]{_SEP}\d\d{_SEP}\d{{3}}{_SEP}\d{{3}}"
            rf"|(?:{_PREFIX}(?!33)[1-9]\d{{0,2}}|\({_PREFIX}(?!33)[1-9]\d{{0,2}}\)){_SEP}(?:\(0\))?(?:{_SEP}\d{{1,4}}){{2,6}}"
            # one figure a box of a form, or parted by blanks
            r"|0(?:[ |]{1,3}[1-9])(?:[ |]{1,3}\d){8}"
            # one other sign between the pairs, always the same
            r"|0[1-9](?P<g>[:,;*·—–_|\\])(?:\d\d(?P=g)){3}\d\d"
            rf")(?:(?={_ANOTHER})|(?!\d|[.,/-]\d|\s?{MEASURE}){_ROW_GOES_ON})"
        ),
        0.97,
        (
            "tél [[06 39 98 12 34]]",
            "([[03.53.01.12.34]])",
            "[[(0041) 22 345 67 89]]",
            "[[+33 (0)6 39 98 12 34]]",
            "|[[0|3|8|0|1|2|3|4|5|6]]|",
            "[[03*80*12*34*57]]",
            "[[03.80.12.34.56]]/06.12.34.56.78",
            "[[03 80 12 34 56]]  [[06 39 98 12 34]]",
        ),
        _IN_A_ROW,
        accepts=_is_whole_number,
    ),
    Pattern(
        PHONE,
        re.compile(
            rf"(?:\b{_CALLED}\b\.?|☎|📞)\s?(?:direct\w*|interne|perso\w*|pro|medical|du service|:|au|n°|\.|\(|-|=|\s){{0,6}}"
            rf"(?P<s>(?:\+\s?)?\d(?:[ .\-/]{{0,2}}\d){{6,14}})(?!\d|[.,/-]\d|\s?(?:{MEASURE}|g(?![a-z])))"
        ),
        0.92,
        ("Tél : [[0639981234]]", "joignable au [[0470 12 34 56]]"),
    ),
    Pattern(
        PHONE,
        re.compile(
            rf"{_INSIDE}{_TO_NUMBER}{_NO_PUBLIC_LINE}(?P<s>{_SHORT}){_NO_MORE}(?:\s?(?:/|ou|et|-)\s?(?P<s2>\d{{3,6}})(?![\d/.]|[a-z]))?"
        ),
        0.85,
        ("poste [[4512]]", "postes [[4512]] et [[4513]]", "DECT [[38 412]]"),
    ),
    Pattern(
        PHONE,
        re.compile(
            rf"\bzero[ -](?:un|deux|trois|quatre|cinq|six|sept|huit|neuf)(?:[ ,-]{{1,2}}(?:zero[ -](?:zero|{NUMBER_WORD})|{NUMBER_WORD})){{4}}"
        ),
        0.85,
        ("[[zéro six trente-neuf quatre-vingt-dix-huit douze trente-quatre]]",),
    ),
)

# An address of mail: what it is called locally, the sign, the host. All three may be dictated ("paul point
# martin arobase exemple point fr") or hidden from machines ("paul.martin (a) exemple [point] fr").
AT: Final = re.compile(
    r"[ ]?(?:[@＠﹫]|[(\[{<][ ]?(?:@|at|a|arobas[ek]?)[ ]?[)\]}>])[ ]?|[ ](?:at|arobas[ek]?)[ ]|(?<=[a-z\d])_at_(?=[a-z\d])"
)
_DOT: Final = r"(?:[ ]?[(\[{][ ]?(?:point|dot|\.)[ ]?[)\]}][ ]?|[ ](?:point|dot)[ ])"
_DASH: Final = r"(?:[ ](?:tiret(?: du)? bas|underscore|tiret|trait d'union|plus)[ ])"
_WORD: Final = r"[a-z0-9][\w.+%-]{0,64}"
# After a spoken dot or dash the name may go on over blanks: "point le goff arobase".
LOCAL: Final = re.compile(
    rf"(?<![\w.+%-])(?:(?:[a-z] ){{1,4}}(?=[a-z] ?{_DOT}))?{_WORD}(?:(?:{_DOT}|{_DASH}){_WORD}(?: [a-z]{{1,20}}){{0,2}}){{0,4}}$"
)
HOST: Final = re.compile(
    rf"[a-z0-9](?:[\w-]|\.(?=[a-z0-9])){{0,120}}(?:(?:{_DOT}|{_DASH})[a-z0-9][\w.-]{{0,40}}){{0,4}}"
)
TOP: Final = re.compile(rf"(?:\.|{_DOT})[a-z]{{2,14}}$")
BLANK_DOT: Final = re.compile(r"[ ]?\.[ ]?(?:fr|com|org|net|eu|be|ch|lu|re|nc|pf)(?![\w-])")

WEB: Final = (
    Pattern(
        URL,
        re.compile(
            r"(?<!www\.)(?:https?://|ftp://|www\.)[^\s<>\"'()\[\]«»]{0,2000}[^\s<>\"'()\[\]«».,;:!?*_-]"
            r"|(?<![\w@.-])(?:[a-z0-9][a-z0-9-]{0,60}\.){1,6}(?:fr|com|org|net|eu|info|gouv|example|io|ch|be|care|sante|health)"
            r"(?:/[^\s<>\"'()\[\]«»]{0,2000}[^\s<>\"'()\[\]«».,;:!?*_-])?(?![\w@]|\.\w)"
        ),
        0.95,
        ("voir [[https://www.exemple.fr/page]].", "site [[chu-exemple.fr]]"),
    ),
)
