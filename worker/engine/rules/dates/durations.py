"""Past durations tied to the patient, whole: "depuis 3 semaines", "il y a dix ans"."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine.lexicon.terms import FULL_WEEKDAY, NUMBER_WORD
from worker.engine.rules.pattern import Pattern, Rule

DURATION: Final = Rule("duration", Label.DATE, Subtype.DUREE, is_sure=True)

_UNIT: Final = (
    r"(?:ans?|annees?|mois|semaines?|sem|jours?|jrs?|heures?|minutes?|min|decennies?|siecles?|week[ -]ends?|trimestres?|nuits?|matins?"
    r"|lustres?|hrs?|j|h|a|s)(?![a-z'])"
)
_VAGUE: Final = r"(?:une|un|quelques|plusieurs|de (?:tres )?(?:nombreuses|nombreux|longues?|longs)|nombreuses|tant d'|peu de|des|deja)"
_ABOUT: Final = (
    r"(?:(?:environ|plus d'|plus de|moins d'|moins de|pres d'|pres de|a peu pres|presque|au moins|bientot|a peine|deja|maintenant"
    r"|une? (?:petite|bonne|demi-?)|~|≈|>|<|au total|quasi(?:ment)?|seulement|un peu (?:plus|moins) d'|un peu (?:plus|moins) de|les|ces|le|la|l')\s?){0,4}"
)
_DOZEN: Final = (
    r"(?:une )?(?:demi-)?(?:huitaine|dizaine|douzaine|quinzaine|vingtaine|trentaine|quarantaine|cinquantaine|soixantaine)"
    r"(?: d'annees| de (?:jours|mois|semaines|minutes)| d'heures)?"
)
_COUNT: Final = rf"(?:\d{{1,4}}(?:[.,]\d{{1,2}})?(?:\s?(?:a|-|ou|/|et)\s?\d{{1,4}})?|{NUMBER_WORD}(?: (?:a|ou|et) {NUMBER_WORD})?|{_VAGUE})"
_QUANTITY: Final = (
    rf"(?:{_DOZEN}|{_COUNT}\s?(?:bonnes? |petite?s? |longues? |derniers? |dernieres? |premiers? )?{_UNIT}(?: et demie?)?"
    rf"(?: et (?:\d{{1,2}}|{NUMBER_WORD}) (?:mois|jours|semaines))?)"
)
_PERIOD: Final = (
    r"(?:ete|hiver|printemps|automne|annee|mois|semaine|apres-midi|matinee|journee|nuit)"
)
PATTERNS: Final = (
    Pattern(
        DURATION,
        re.compile(
            r"\b(?:depuis|il y a|y a|ya|voila|voici|(?:ca|cela) fait|dp|dps) (?:maintenant |deja |environ )?"
            rf"(?!(?:1[3-9]|2[0-3]) ?h\b|(?:0?[4-9]|1\d|2[0-3]) ?h ?[0-5]\d){_ABOUT}{_QUANTITY}(?:(?<=h)[0-5]\d(?!\d))?(?: (?:derniere?s?|passee?s?|precedente?s?)(?![a-z])| environ(?![a-z]))?"
        ),
        0.95,
        ("[[depuis 3 semaines]]", "[[il y a une dizaine d'années]]", "[[depuis 2 ans et demi]]"),
    ),
    Pattern(
        DURATION,
        re.compile(
            r"\bdepuis (?:environ )?(?:(?:le|ce) (?:dernier )?week[ -]end|toujours|(?:tres )?longtemps|(?:l'|la (?:petite )?|sa |son )(?:enfance|adolescence|naissance)"
            r"|avant[ -]hier|hier|(?:ce|cette) (?:matin|soir|apres-midi|midi|nuit|semaine|mois|annee)|la veille|l'avant-veille|quelque temps|peu"
            r"|(?:la |le |l')(?:semaine|mois|annee|an|week[ -]end|nuit|ete|hiver|printemps|automne) (?:derniere?|passee?|precedente?)"
            rf"|(?:le |la )?(?:debut|milieu|fin) (?:de l'|du |de la |d'|de ){_PERIOD}(?! (?:de |d')[a-z]{{3,9}}\b)"
            rf"|{FULL_WEEKDAY}(?! \d))(?![a-z])(?: (?:matin|soir|apres-midi|midi|nuit|dernier|derniere|passe)(?![a-z])){{0,2}}"
        ),
        0.93,
        ("[[depuis hier soir]]", "[[depuis la semaine dernière]]", "[[depuis l'enfance]]"),
    ),
    Pattern(
        DURATION,
        re.compile(
            rf"(?<![a-z\d])(?:{_DOZEN}|(?:\d{{1,3}}|{NUMBER_WORD}|quelques|plusieurs) {_UNIT}(?: et demie?)?) (?:auparavant|plus tot)(?![a-z])"
        ),
        0.85,
        ("vu [[3 mois auparavant]]",),
    ),
)
