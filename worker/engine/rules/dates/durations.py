"""How long something of the patient has lasted, whole: "depuis 3 semaines", "il y a 10 ans"; never what lasts or comes."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine.lexicon.terms import FULL_WEEKDAY, NUMBER_WORD, TIME_UNIT
from worker.engine.rules.pattern import Pattern, Rule

DURATION: Final = Rule("duration", Label.DATE, Subtype.DUREE)

_ABOUT: Final = r"(?:(?:environ|env\.?|a peu pres|plus d[e']|moins d[e']|pres d[e']|au moins|presque|deja|maintenant|bientot|bien|[~><+])[ ]?){0,2}"
_AMOUNT: Final = (
    rf"(?:\d{{1,3}}(?:[.,]5)?(?:[ ]?(?:a|à|-|ou|/)[ ]?\d{{1,3}})?|{NUMBER_WORD}|qq|qqs|qques|qlqs?|quelques|plusieurs|des"
    r"|une? (?:bonne |petite )?(?:dizaine|huitaine|quinzaine|vingtaine|trentaine|douzaine) (?:de |d'))"
)
_FURTHER: Final = rf"(?: et demie?(?![a-z])| 1/2|[ ]?½| et (?:\d{{1,2}}|{NUMBER_WORD}) (?:mois|semaines?|jours?)(?![a-z]))?"
_KNOWN: Final = (
    rf"(?:hier(?: soir| matin| midi)?|avant[ -]hier(?: soir| matin)?|ce (?:matin|midi|soir)|cette (?:nuit|semaine|annee)|la veille|la nuit derniere|midi"
    rf"|(?:le mois|l'an|la semaine|l'annee) (?:dernier|derniere|passee?)|l'enfance|l'adolescence|toujours|longtemps"
    rf"|{FULL_WEEKDAY}(?! \d| (?:un|deux|trois)\b)(?: (?:matin|midi|soir|dernier))?)(?![a-z-])"
)
PATTERNS: Final = (
    Pattern(
        DURATION,
        re.compile(
            rf"\b(?:depuis|dps|il y a|(?<!il )y a) {_ABOUT}{_AMOUNT}[ ]?{TIME_UNIT}{_FURTHER}"
        ),
        0.9,
        (
            "fièvre [[depuis 3 jours]]",
            "opéré [[il y a 10 ans et demi]]",
            "tousse [[depuis plus de 2 sem]]",
            "[[y a qq mois]]",
        ),
    ),
    Pattern(
        DURATION,
        re.compile(rf"\b(?:depuis|dps) {_KNOWN}"),
        0.9,
        ("encombrée [[depuis hier soir]]", "suivi [[depuis l'enfance]]"),
    ),
)
