"""Streets, post boxes, postal codes (folded text)."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine import lexicon
from worker.engine.lexicon.terms import DEPARTMENT_NUMBER
from worker.engine.rules.pattern import ALWAYS, Pattern, Rule
from worker.engine.text.tokens import word_set

ADDRESS: Final = Rule("address", Label.LOC, Subtype.ADRESSE)
ZIP: Final = Rule("zip", Label.LOC, Subtype.ZIP, is_sure=True)
# What the very same words are, lists tell better than the model where it hesitates.
TOWN: Final = Rule(
    "town",
    Label.LOC,
    Subtype.VILLE,
    tells_below=0.91,
    examples=("né à [[Oran]]", "21000 [[Dijon]]", "[[Lyon]], le 12 mars"),
)
DEPARTMENT: Final = Rule(
    "departement",
    Label.LOC,
    Subtype.DEPARTEMENT,
    tells_below=ALWAYS,
    examples=("en [[Côte-d'Or]]", "né à Lens ([[62]])"),
)
REGION: Final = Rule(
    "region", Label.LOC, Subtype.REGION, tells_below=ALWAYS, examples=("vit en [[Bretagne]]",)
)
COUNTRY: Final = Rule(
    "pays", Label.LOC, Subtype.PAYS, tells_below=ALWAYS, examples=("né en [[Algérie]]",)
)

_TYPES: Final = (
    r"rues?|avenue|av\.?|ave\.?|boulevard|bd\.?|bld\.?|blvd\.?|boul\.?|allees?|all\.?|impasse|imp\.?|place|pl\.?|quai|chemin|ch\.|che\.?|chem\.?|route"
    r"|rte\.?|cours|square|sq\.?|passage|pass\.?|residence|res\.?|lotissement|lot\.|faubourg|fbg\.?|fg\.?|sentier|sente|ruelle|venelle|montee|cite|villa"
    r"|hameau|domaine|dom\.?|mail|promenade|esplanade|rond[- ]point|voie|traverse|cote|levee|parvis|clos|parc|galerie|rocade|chaussee|porte|r\.|lieu[- ]dit"
    r"|zone|za|zi|zac|pont|port|cour|rempart|coron|quartier|ferme|chateau|lieudit|berge|dreve|rampe"
)
_NUMBER: Final = r"\d{1,4}(?:\s?(?:bis|ter|quater|[a-f](?![a-z'])))?(?:\s?(?:-|/|et)\s?\d{1,4}(?:\s?(?:bis|ter))?)?"
_STOPS: Final = "|".join(map(re.escape, sorted(lexicon.words("street_ends") - {"a"})))
_PARTS: Final = "|".join(sorted(lexicon.words("address_parts")))
# A word of the street's name: no word of a sentence, no postal code, no part of the address behind it.
_NAME_WORD: Final = rf"(?!(?:{_STOPS}|{_PARTS})\b|a [a-z]|\d{{5}}\b|\d\d \d{{3}} [a-z]|le \d)[^\W_]+(?:['-][^\W_]+){{0,6}}(?:(?<=\b[a-z]{{2}})\.|(?<=\b[a-z]{{3}})\.)?"
_FIRST_WORD: Final = r"(?!(?:tel|fax|avec)\b)[^\W_]+(?:['-][^\W_]+){0,6}"
_NAME: Final = rf"{_FIRST_WORD}\.?(?:[ ]{{1,2}}{_NAME_WORD}){{0,8}}"
# Building, box or stairs behind the street.
_MORE: Final = (
    r"(?:(?:\s?[,\-–]\s?|[ ]{1,2})(?:b\.?p\.?\s?(?:n°\s?)?\d{2,6}(?: \d{3})?|c\.?s\.?\s?\d{2,5}(?: \d{3})?|bat(?:iment)?\.?\s[a-z\d]{1,3}"
    r"|appt?\.?(?:artement)?\s?(?:n°\s?)?\d+\w?|apt\.?\s?\d+|appartement \w+|esc(?:alier)?\.? [a-z\d]+|(?:\d{1,2}\s?(?:e|eme|er|ere) )?etage(?: \d+)?|porte \w+"
    r"|entree \w+|res(?:idence|\.)?(?: [a-z'-]+){1,4}|hall \w+|lot\.? \d+|n°\s?\d+|logt \d+|immeuble(?: [a-z'-]+){1,3}|tour [a-z'-]+|allee [a-z\d]\b)(?![a-z\d])){0,4}"
)
_END: Final = r"(?=\s*(?:,?\s?\d{5}|$|[|;\n\t]|,?\s(?:tel|a [a-z])))"

STREET: Final = re.compile(
    rf"(?<![\d/.,])(?<!\d[ ])(?P<n>{_NUMBER})[ ]?,?[ ]{{1,2}}(?P<t>{_TYPES})[ ]{{1,2}}(?P<name>[\"«]?{_NAME}){_MORE}"
)
BARE_STREET: Final = re.compile(
    r"(?<![a-z'])(?P<t>rue|avenue|av\.|boulevard|bd\.?|impasse|allees?|quai|faubourg|square|esplanade|chemin|route|place|lieu[- ]dit|lotissement|hameau"
    r"|montee|ruelle|rond[- ]point|promenade|residence|res\.?|cours|sentier|passage|z\.?a\.?[ce]?|z\.?i\.?|zone (?:artisanale|industrielle|commerciale|d'activites?)"
    r"|parc d'activites?|centre commercial|venelle|traverse|chaussee|parvis|cite(?= (?:des|de la|du|de l'))|domaine de|clos)"
    rf"[ ]{{1,2}}(?:(?:de|du|des|la|le|les|saint|st)[ ]|d'|l'){{0,3}}(?P<name>{_NAME}){_MORE}"
)
# "2 cours de", "3 passage par": an ordinary noun unless a capital follows.
NOUNS: Final = word_set("cours voie parc port porte pont cote passage place zone mail clos cite")
PARTICLES: Final = lexicon.words("street_particles")
OLD_AGE: Final = re.compile(r"\b(?:ehpad|seniors?|autonomie|usld)\b")
DATED: Final = re.compile(r"\d{1,2} (?:mai|novembre|juillet|septembre|aout|juin|fevrier)")

PATTERNS: Final = (
    # Streets whose name is their kind.
    Pattern(
        ADDRESS,
        re.compile(
            r"(?<![\d/.,])\d{1,4}(?:\s?(?:bis|ter))?,?[ ]{1,2}(?:grande?|petite|vieille|haute|basse|grand')[ '-]?(?:rue|place|route|cour)(?:[ ](?:de|du|des)[ ][^\W\d_]+)?(?![a-z])"
        ),
        0.9,
        ("[[12 Grande Rue]]",),
    ),
    Pattern(
        ADDRESS,
        re.compile(
            r"(?m)\b(?:adresse|domicile|demeurant|domiciliee?|adr\.?)(?: (?:du patient|de la patiente|personnelle|postale|actuelle))?\s?[:|]\s?"
            r"(?P<s>(?:\d{1,4}(?: (?:bis|ter))?,?[ ]|lot\.|lotissement|res\.|residence|le |la |les |l'|bat\w*\.?|hameau|lieu-dit|imm\w*|cite|ferme|moulin|quartier|villa|domaine)"
            rf"[^\n|;:\t\d]{{3,60}}?){_END}"
        ),
        0.8,
        ("Adresse : [[12 bis les Bruyères]], 21000 Dijon", "Domicile : [[Le Bourg]]"),
    ),
    Pattern(
        ADDRESS,
        re.compile(r"(?<![a-z\d])(?:b\.?p\.?|c\.?s\.?|tsa)\s?(?:n°\s?)?\d{2,5}(?: \d{2,3})?(?!\d)"),
        0.8,
        ("[[CS 30001]]",),
    ),
    Pattern(
        ZIP,
        re.compile(r"\b(?:code postal|cp|c\.p\.)\s?(?::|\s)\s?(?P<s>\d{5})(?!\d)"),
        0.9,
        ("Code postal : [[21000]]",),
    ),
    Pattern(
        ZIP,
        re.compile(
            r"(?m)(?<=[a-z])[ ,]{1,2}\(?(?P<s>(?:0[1-9]|[1-8]\d|9[0-8])\d{3})(?=\)|\s?(?:$|[,.;\n-]))"
        ),
        0.8,
        ("Beaune ([[21200]])",),
    ),
)
# A code before a town; `towns` looks at what follows.
ZIP_BEFORE_TOWN: Final = re.compile(
    r"(?<![\d.,/-])(?:(?<!\d[ ])|(?<=\d{4}[ ]))(?:[fb]\s?-\s?)?(?P<zip>(?:0[1-9]|[1-8]\d|9[0-8])[ ]?\d{3})(?=(?:[ ]{1,3}|[ ]?-[ ]|,[ ])?[a-z])"
    r"(?!\s?(?:mg|ml|ui|g|cp|euros|pas|/|leuco\w*|elements|plaquettes|gb|copies|mui|par|et|germes|ufc|hematies|hb|crp|plq|vgm|gr)\b)"
)
DEPARTMENT_CODE: Final = re.compile(rf" ?\((?P<s>{DEPARTMENT_NUMBER})\)")
# "Dijon, le 12 mars": the town of a letter.
DATED_LETTER: Final = re.compile(
    r"(?m)(?:^[ \t]?|(?<=[ \t]{2})|(?<=\) )|(?<=- )|(?<=fait a ))(?:[Ff]ait à |À |A )?(?P<town>[A-ZÀ-Ý][^\W\d_]+(?:[-' ’][^\W\d_]+){0,5}),?[ ]{1,2}"
    r"(?:(?:le|LE)[ ](?=\d|1er|premier)|(?=(?i:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)[ ]\d)|(?:le|LE)[ ](?=(?i:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)))"
)
