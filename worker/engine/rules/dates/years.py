"""Years that stand alone: "en 2010", "(2010)", "appendicectomie 2010"."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine.lexicon.terms import YEAR
from worker.engine.rules.pattern import Context, Pattern, Rule

YEAR_ALONE: Final = Rule("year", Label.DATE, Subtype.DATE)

_UNITS: Final = (
    r"\s?(?:mg|g|gr|kg|ml|cc|ui|mm|cm|kcal|euros?|€|%|µg|ug|mui|pg|ng|mmol|µmol|umol|u/|/mm|/ml|/l|g/l|cellules|elements|leuco\w*|pas|m|metres"
    r"|h|x)(?![a-z\d])"
)
_GUIDELINE: Final = (
    r"\b(?:esc|has|oms|who|acr|eular|figo|tnm|uicc|esmo|gold|kdigo|sfar|anaes|aha|ats|ers|dsm|cim|icd|ajcc|gina|eau|afu|easl|aasld|esh"
    r"|snfge|nccn|asco|ckd-epi|eucast|ca-sfm|casfm|inca|iso|nf|ccam|bethesda|recist|recommandations?|referentiels?|classifications?"
    r"|criteres?|consensus|guidelines?|version|edition|conference|loi|decret|arrete du|article|code|et al\.?|rome|atlanta|chicago"
    r"|sydney|paris|revisee?)\b[^.;]{0,30}$"
)
_COUNTED: Final = (
    r"(?:n°|\bno|\bnumero|\bref\w*\.?|\bcode|\bbp|\bcs|\bposte|\bdect|\bbip|\bchambre|\bch|\bport\w*|\btel\w*|\bpdl|\bpn|\bpoids|\bpour"
    r"|\bplaquettes|\bleucocytes|\bgb|\bcpk|\bferritine|\benviron|\bbnp|\btropo\w*|\bde l'ordre de|\ba \d+ et)\s?:?\s?$"
)
_NO_YEAR: Final = re.compile(f"{_GUIDELINE}|{_COUNTED}")
_LONE_YEAR: Final = rf"(?<![\w/.,-]){YEAR}(?![\w]|[.,]\d|/\d|{_UNITS})"
PATTERNS: Final = (
    Pattern(
        YEAR_ALONE,
        re.compile(_LONE_YEAR),
        0.9,
        ("opéré en [[2010]].", "appendicectomie ([[2010]])"),
        Context(
            wants=re.compile(
                r"(?:\b(?:en|depuis|debut|fin|mi|courant|avant|apres|vers|jusqu'en|des|annees?|an|de|a|et|entre|ou|printemps|ete|automne|hiver"
                r"|noel|puis|toussaint|date|annee|ddn|dn|naissance|nee?)[ -]?|[(:;]\s?|^[ ]*(?:[-•*·>]\s?|\d{1,2}[.)]\s?)?)$"
            ),
            refuses=_NO_YEAR,
            reach=50,
        ),
    ),
    Pattern(
        YEAR_ALONE,
        re.compile(
            rf"{_LONE_YEAR}(?=\s?(?:[,;:).?\n/]|$|\(|- )|\s(?:et|puis|pour|par|avec|a|au|chez|sans|sur)\b|\s[a-z]{{3,20}}(?:e|ee|es|i|ie|u|ue)s?\b)"
        ),
        0.7,
        ("IDM [[2014]] stenté",),
        Context(
            wants=re.compile(
                r"(?<!\bles)(?<!\bdes)(?<!\bces)(?<!\baux)(?<!\bses)(?<!\bmes)(?<!deux)(?<!trois)(?<=[a-z)]{3})[ ,]{1,2}(?:\(?[a-z]+\)? )?$|(?:19|20)\d\d\)?, $"
            ),
            refuses=_NO_YEAR,
            reach=50,
        ),
    ),
    Pattern(
        YEAR_ALONE,
        re.compile(rf"(?<![\w/.,-])(?P<s>{YEAR})\s?[-/–]\s?(?P<s2>{YEAR}|\d\d)(?![\w/.-])"),
        0.85,
        ("([[2010]]-[[2012]])",),
        Context(refuses=re.compile(_GUIDELINE), reach=50),
    ),
)
