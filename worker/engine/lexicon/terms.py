"""Words of the French calendar and of French numbers, as regular-expression pieces (folded)."""

import re
from typing import Final

from annotation.domain.french import MONTHS

_NAMES: Final = tuple(forms[0] for forms in MONTHS)
# "mar" is a Tuesday before it is a month.
_SHORT: Final = tuple(short for forms in MONTHS for short in forms[1:] if short != "mar")
# An abbreviation may carry its dot; "mars." at the end of a sentence keeps its own.
MONTH: Final = rf"(?:{'|'.join(_NAMES)}|(?:{'|'.join(_SHORT)})\.?)(?![a-z])"
FULL_MONTH: Final = f"(?:{'|'.join(_NAMES)})(?![a-z])"

WEEKDAY: Final = (
    r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|(?:lun|mar|mer|jeu|ven|sam|dim)\.?)"
)
FULL_WEEKDAY: Final = r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"

DAY: Final = r"(?:0?[1-9]|[12]\d|3[01])"
DAY_FIRST: Final = rf"(?:1\s?er|1°|{DAY})"
YEAR: Final = r"(?:19|20)\d\d"

UNIT_WORDS: Final = (
    "un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize"
)
# "3 jours", "48h", "2 sem", as notes shorten them.
TIME_UNIT: Final = r"(?:jours?|jrs?|j|semaines?|sem|s|mois|annees?|ans?|a|(?:heures?|h)(?: du (?:matin|soir))?|minutes?|min)(?![a-z\d'])"
DECADE: Final = "cinquante|soixante|septante|huitante|octante|nonante|quatre[ -]vingts?"
_TENS: Final = f"vingt|trente|quarante|{DECADE}"
# 1 to 99 in words, compound with hyphens or blanks: soixante et onze, quatre-vingt-dix-neuf.
NUMBER_WORD: Final = (
    rf"(?:(?:{_TENS})(?:[ -]et)?(?:[ -](?:dix[ -](?:sept|huit|neuf)|{UNIT_WORDS}))?"
    rf"|dix[ -](?:sept|huit|neuf)|(?:{UNIT_WORDS}))(?![a-z])"
)
DAY_WORD: Final = (
    r"(?:premier|trente[ -]et[ -]un|trente|vingt[ -]et[ -]un"
    r"|vingt[ -](?:deux|trois|quatre|cinq|six|sept|huit|neuf)|vingt|dix[ -](?:sept|huit|neuf)"
    r"|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize)"
)
YEAR_WORD: Final = (
    rf"(?:deux[ -]mille(?:[ -](?:et[ -])?{NUMBER_WORD})?"
    rf"|(?:mille|mil)[ -]neuf[ -]cents?(?:[ -]{NUMBER_WORD})?"
    rf"|dix[ -]neuf[ -]cents?[ -]{NUMBER_WORD})"
)

# The number of a French department: "21", "2a", "974".
DEPARTMENT_NUMBER: Final = r"(?:0[1-9]|[1-8]\d|9[0-5]|2[ab]|97[1-6])"

# Units that are no words and no initials (folded): a number before one is a measure, whatever it looks like.
MEASURE: Final = (
    r"(?:mm/s|k?g/|[kmd]g|mcg|[µn]g|[mcd]l|µl|[cdm]m|µm|nm|m?mol|µmol|umol|meq|m?ui|kcal|kj|[km]?hz|mmhg|cmh2o|[hk]pa|mbar|[mk]v|mah|m?gy|msv|bpm|joules?"
    r"|ohms?|ω|%)(?![a-z\d])"
)

# A law, a decree or a circular is of that day or year for everybody (folded). "arrêté du" may end a treatment, "par arrêté du" is one person's.
LAW_BEFORE: Final = re.compile(
    r"(?:\b(?:loi|decret|circulaire)|(?:l'|\(|\b(?:selon |vu |cf\.? |modele ))arrete)(?: (?:ministerielle?|(?:n° ?)?\d[\d/-]{1,13}))?(?: du| de)?(?: (?:1er|[1-3]?\d))? $"
)
# Lengths of time and ages of a guideline: "a travaillé vingt ans à la mine", "tous les 3 ans", "dépistage à partir de 30 ans" (folded).
# "a vécu 83 ans" and "opérée avant 38 ans" tell somebody's age.
LASTED_BEFORE: Final = re.compile(
    r"(?:\b(?:travaille|exerce|enseigne|milite|navigue)e?s? (?:pres de |plus de |environ )?|\b(?:tous|toutes) les"
    r"|\b(?:depistage|mammographies?|coloscopies?|frottis|recommand\w*|remboursee?s?)\b[^.;\n]{0,32}?\b(?:a partir de|des)) ?\Z"
)
# What tells, right before a number of years, that they are a length of time, a class or a limit (folded).
NO_AGE_BEFORE: Final = re.compile(
    r"(?:\b(?:depuis|il y a|y a|pendant|durant|dans|tou(?:s|tes) les|en|apres|d'ici|duree(?: (?:totale )?(?:de|d'|:))?|sejour de|geno(?:type)?|perinee|dechirure|itt|n°|stade|grade|type|pour|sur|voila|voici"
    r"|fait|recul|survie|risque|suivi|controle|prochains?|derniers?|dernieres|premieres|ces|les|chaque|tabac|pdt|x|ecart|delai|periode|\w*therapie|ht|traitement|ttt|sevrage|remission|garantie|pas avant|hospitalisee?|renouvelee?|longevite"
    r"|(?:arret|evolution|traitement|suivi|recul|delai|espace|intervalle|consommation|exposition|suspendue?|retrait|mariage|carriere"
    r"|anciennete) (?:de|d'))(?: (?:environ|plus de|plus d'|moins de|moins d'|pres de|au moins|de|les|deja|maintenant|une|a|:))*"
    r"|\b(?:survie|risque|revoir|discuter|prevoir|ablation|depose|glycemie|controle|suivi|consultation|recul|renouvel\w+|rappel|mortalite|recidive|pronostic|globale)(?: [a-z'%\d]+){0,4} a"
    r"|(?<!\bage de )(?<!\bagee de )(?<!\bages de )(?:plus|moins|pres) d[e']|[<>≤≥]=?)\s?:?\s?$"
)
