"""Streets with a number, postal codes, and towns where a code, a field or a birth says that one stands there."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine import lexicon
from worker.engine.lexicon.terms import DEPARTMENT_NUMBER
from worker.engine.rules.pattern import ALWAYS, Context, Pattern, Rule

ADDRESS: Final = Rule("address", Label.LOC, Subtype.ADRESSE)
ZIP: Final = Rule("zip", Label.LOC, Subtype.ZIP, is_sure=True)
DEPARTMENT: Final = Rule(
    "department", Label.LOC, Subtype.DEPARTEMENT, is_sure=True, tells_below=ALWAYS
)
# What the very same words are, the context tells better than the model where it hesitates.
TOWN: Final = Rule("town", Label.LOC, Subtype.VILLE, tells_below=0.91)

_TYPES: Final = (
    r"rue|avenue|av\.|boulevard|bd|bld|blvd|all[ée]es?|impasse|imp\.|place|pl\.|quai|chemin|route|rte|cours|square|passage|r[ée]sidence|lotissement"
    r"|faubourg|fbg|sentier|ruelle|venelle|mont[ée]e|cit[ée]|hameau|domaine|mail|promenade|esplanade|rond[- ]point|voie|traverse|clos|lieu[- ]dit"
)
_NUMBER: Final = r"\d{1,4}(?: ?(?:bis|ter|quater|[a-fA-F](?![\w'’])))?"
_SMALL: Final = (
    r"(?:(?:de|du|des|la|le|les|en|et|aux?|sur|sous|DE|DU|DES|LA|LE|LES|ET)[ ]|[ldLD]['’] ?)"
)
_CAPITAL: Final = r"(?!(?:TEL|FAX|CEDEX|MAIL|BP|CS|Tel|Tél|Fax)\b)[A-ZÀ-Ý][^\W\d_]*"
_DAY: Final = (
    r"\d{1,2} (?:mai|novembre|juillet|septembre|août|juin|MAI|NOVEMBRE|JUILLET|AOUT)(?: \d{4})?"
)
_NAME: Final = (
    rf"{_SMALL}{{0,3}}(?:{_DAY}|{_CAPITAL}(?:(?:\.?[ ]|[-'’]){_SMALL}{{0,2}}{_CAPITAL}){{0,6}})"
)
# Building, box or stairs behind the street.
_MORE: Final = r"(?:(?:,| [-–])? (?:[Bb][âa]t(?:iment)?|[Aa]pp?t|[Aa]ppartement|[Ee]sc(?:alier)?|BP|CS|BAT)\.? ?[A-Z\d]\w{0,5}){0,3}"
_TOWN: Final = r"(?:(?:Le|La|Les|LE|LA|LES|Saint|Sainte|SAINT|SAINTE|Ste?|STE?)[ -]){0,2}[A-ZÀ-Ý][^\W\d_]+(?:-en-[A-ZÀ-Ý][^\W\d_]+|[- ](?:(?:lès|les|le|la|sur|sous|de|du|des|LES|LE|LA|SUR|SOUS)[- ])+[A-ZÀ-Ý][^\W\d_]+|[-'’][A-ZÀ-Ý][^\W\d_]+){0,3}"
_CODE: Final = r"(?:0[1-9]|[1-8]\d|9[0-8])\d{3}"


def _is_town(found: str) -> bool:
    """A commune or a big town abroad, and no region that a commune is called like."""
    key = lexicon.key_of(found)
    return key in lexicon.communes().weights and not lexicon.area_kind(key)


PATTERNS: Final = (
    Pattern(
        ADDRESS,
        re.compile(rf"(?<![\d/.,])(?<!\d ){_NUMBER},? {{1,2}}(?i:{_TYPES}) {{1,2}}{_NAME}{_MORE}"),
        0.93,
        ("[[14 rue Paul Gaffarel, bât. C]] 21000 Dijon", "[[2 rue du 8 mai 1945]]"),
        is_written=True,
    ),
    Pattern(
        ZIP,
        re.compile(r"\b(?:code postal|cp|c\.p\.)\s?(?::|\s)\s?(?P<s>\d{5})(?!\d)"),
        0.9,
        ("Code postal : [[21000]]",),
    ),
    Pattern(
        ZIP,
        re.compile(rf"(?<![\d.,/])(?<!\d-)(?P<s>{_CODE}) {{1,3}}(?={_TOWN}(?!\w| \d))"),
        0.9,
        ("[[21000]] Dijon",),
        is_written=True,
    ),
    Pattern(
        DEPARTMENT,
        re.compile(
            rf"\b(?:departement|dept|dpt)\.?(?: de)?(?: naissance| residence)?\s?:?\s{{0,3}}(?P<s>{DEPARTMENT_NUMBER})(?!\w|[.,/-]\d)"
        ),
        0.96,
        ("Dépt [[51]]   Poids 69",),
    ),
    Pattern(
        TOWN,
        re.compile(rf"(?<![\d.,/])(?<!\d-){_CODE} {{1,3}}(?P<s>{_TOWN})(?!\w| \d)"),
        0.95,
        ("21000 [[Dijon]]", "39000 [[LONS LE SAUNIER]] CEDEX"),
        is_written=True,
    ),
    Pattern(
        TOWN,
        re.compile(rf"(?<!\w){_TOWN}"),
        0.93,
        ("né à [[Oran]]", "habite [[Dole]]", "Lieu de naissance : [[Dijon]]"),
        Context(
            wants=re.compile(
                r"(?:\bnee?s?(?: le [^\n;]{6,20}?)?,? (?:a|au) |\b(?:(?:habit|domicili|demeur)[a-z]{1,6}|resid(?:e|ant)) (?:(?:a|au|sur|pres de) )?"
                r"|\boriginaire d(?:e |u |')|\b(?:ville|commune|lieu de naissance|residence) ?: ?)$"
            ),
        ),
        accepts=_is_town,
        is_written=True,
    ),
)
