"""Sectors of psychiatry, named laboratories and nurseries, and what code finds."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine import lexicon
from worker.engine.rules.pattern import ALWAYS, Pattern, Rule
from worker.engine.vetoes import words as vetoes

# What the very same words are, lists of firms tell better than the model.
BRAND: Final = Rule(
    "brand", Label.ORG, Subtype.ORGANISME, tells_below=ALWAYS, examples=("oxygène par [[Orkyn]]",)
)
HOSPITAL_NAME: Final = Rule(
    "hospital-name", Label.ORG, Subtype.HOPITAL, tells_below=0.91, examples=("suivi à [[Cochin]]",)
)
HOSPITAL: Final = Rule(
    "hospital",
    Label.ORG,
    Subtype.HOPITAL,
    tells_below=ALWAYS,
    examples=("à la [[clinique des Trois Chênes]]", "au [[CHU de Dijon]]"),
)
BODY: Final = Rule(
    "organisation",
    Label.ORG,
    Subtype.ORGANISME,
    tells_below=ALWAYS,
    examples=("[[garage du Lion d'Or]]",),
)
# A capital right after "labo" or "crèche" names one, however ordinary a network finds the name.
NAMED_BODY: Final = Rule("named-body", Label.ORG, Subtype.ORGANISME, is_sure=True)
# Department, adults or children, number: a sector of psychiatry is nothing else.
SECTOR: Final = Rule("psychiatry-sector", Label.ORG, Subtype.SERVICE, is_sure=True)

_WARDS: Final = (
    r"(?:[Uu]nit[eé]|[Ss]ecteur|[Pp][oô]le|[Pp]avillon|UNIT[EÉ]|SECTEUR|P[OÔ]LE|PAVILLON)"
)
_TITLED: Final = (
    r"[A-ZÀ-Ý][\w'’-]+(?:(?: (?:de|du|des|la|&))? [A-ZÀ-Ý][\w'’-]*){0,3}(?: \d{2})?(?![\w-])"
)


_CARE_WORDS: Final = lexicon.abbreviations().union(
    *map(lexicon.words, ("no_acronyms", "capital_heads", "scores"))
)


def _names_care(word: str) -> bool:
    """A word of medicine, an abbreviation, a score."""
    return word in _CARE_WORDS or vetoes.is_common(word)


PATTERNS: Final = (
    Pattern(
        NAMED_BODY,
        re.compile(rf"(?<!\w)(?i:labo|cr[eè]che) (?P<s>{_TITLED})"),
        0.82,
        ("labo [[Synabio]]", "crèche [[Pom de Reinette]]"),
        accepts=lambda found: not _names_care(found.split()[0]),
        is_written=True,
    ),
    Pattern(
        SECTOR,
        re.compile(rf"(?<!\w){_WARDS} (?:n° ?)?\d\d ?[GIgi] ?\d\d(?!\w|[.,/-]\d)"),
        0.66,
        ("suivi par le [[secteur 59G12]]",),
        is_written=True,
    ),
)
