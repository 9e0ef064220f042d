"""Ages of anybody, at any event: "72 ans", "Age : 45"; never the length of an illness."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine.lexicon.terms import LASTED_BEFORE, NO_AGE_BEFORE, NUMBER_WORD
from worker.engine.rules.pattern import Context, Pattern, Rule

AGE: Final = Rule("age", Label.AGE, Subtype.AGE)
AGE_BY_SEX: Final = Rule("age-by-sex", Label.AGE, Subtype.AGE, is_sure=True)
AGE_OF_LIFE: Final = Rule("age-of-life", Label.AGE, Subtype.AGE, is_sure=True)

_NUMBER: Final = rf"(?:(?<![\d.,/])(?<!\d[nm])(?:1[01]\d|\d{{1,2}})(?:[.,]5)?|(?<![a-z-])(?:cent(?:[ -]{NUMBER_WORD})?|{NUMBER_WORD}))"
_NO_DURATION_AFTER: Final = (
    r"(?! (?:d'evolution|d'arret|de (?:recul|suivi|traitement|tabac\w*|mariage|service|travail|sevrage|retraite|vie commune|carriere|survie|dialyse"
    r"|remission)|d'(?:alcool\w*|exposition|abstinence|anciennete|hormono\w+|activite)|auparavant|plus tot|plus tard|apres|avant|consecutifs"
    r"|environ apres)\b|\s?/\s?(?:j|jour)\b)"
)
PATTERNS: Final = (
    Pattern(
        AGE,
        re.compile(
            rf"{_NUMBER}[ ]{{0,2}}-?(?:ans?(?![a-z'])|a\.?(?=\s?(?:[,;:)(/\n½]|$)))(?: et demie?(?![a-z])| 1/2| ½)?"
            rf"(?:(?: et | )(?:\d{{1,2}}|{NUMBER_WORD})\s?(?:mois|semaines)(?![a-z]))?{_NO_DURATION_AFTER}"
        ),
        0.93,
        ("patient de [[72 ans]]", "F, [[32a]], suivie", "âgée de [[quarante-deux ans]]"),
        Context(refuses=re.compile(f"{NO_AGE_BEFORE.pattern}|{LASTED_BEFORE.pattern}"), reach=60),
    ),
    Pattern(
        AGE,
        re.compile(
            r"\b(?:age|agee?(?:\(e\))?)(?: \((?:ans|annees)\))?\s?[:=|]?\s{0,3}(?:de )?(?P<s>(?:1[01]\d|\d{1,2})(?:\s?(?:ans?|a|mois|m|y))?"
            r"(?![a-z\d/]|[.,]\d|\s?(?:sa|semaines?|jours?|h|x|fois)(?![a-z])))"
        ),
        0.93,
        ("Age : [[45]]",),
    ),
    Pattern(
        AGE_OF_LIFE,
        re.compile(
            r"(?<![\d.,/])(?P<s>\d{1,3}\s?(?:h(?:eures?)?|j(?:ours?)?))(?= de vie\b(?! commune))"
        ),
        0.93,
        ("ictère à [[48 heures]] de vie", "née il y a peu, [[12 h]] de vie"),
    ),
    Pattern(
        AGE_BY_SEX,
        re.compile(r"\bas ?[\[ ](?P<s>\d{3}[dmwy])(?![\da-z])"),
        0.97,
        ("(0010,1010) AS [[032Y]]",),
    ),
    # Behind the letter of the sex; "H/24" and "H/48" are hours.
    Pattern(
        AGE_BY_SEX,
        re.compile(
            r"(?<![\w.'/-])[hf][ ]?(?:[,/|—–]|(?<= )-(?= ))[ ]?(?P<s>(?!24|48|72)(?:1[01]\d|[1-9]\d))(?=[ ]?[,/;|)\n—–]| -|$)"
        ),
        0.9,
        ("H, [[71]], AVC", "F/[[34]]/G2P1"),
    ),
    # A sentence that begins with sex and age; "H 24", "F 32.1" are hours and a code.
    Pattern(
        AGE_BY_SEX,
        re.compile(
            r"(?:(?:^|[.:;!?(—–-])[ \t]*|\n[ \t]*|\b(?:[Pp]atiente?|[Pp]te?|AVP|PEC|SMUR|VSAV|[Mm]otif|[Pp]our|[Bb]ox \d{1,2}|[Cc]h(?:ambre)?\.? \d{1,3}|[Ll]it \d{1,2}|\d{1,2}h(?:\d\d)?)[ ,:–-]{1,3})"
            r"[HF] (?P<s>(?!12\b|24\b|36\b|48\b|72\b)(?:1[01]\d|[1-9]\d))(?=[ ]?[,;:)\n—–+-]|[ ]\(|[ ][A-Za-zÀ-ÿ]{2}|\.[ ]|$)"
        ),
        0.9,
        ("AVP. H [[54]] ATCD HTA", "Box 3 : F [[82]], chute"),
        is_written=True,
    ),
)
