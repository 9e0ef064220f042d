"""Past durations that are tied to the patient: "depuis 3 semaines", "il y a dix ans"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.lexicon.terms import NUMBER_WORD
from worker.engine.text.anchors import Anchors, merged
from worker.engine.text.document import Document
from worker.engine.text.tokens import word_set

_UNIT: Final = (
    r"(?:ans?|annees?|mois|semaines?|sem|jours?|jrs?|heures?|minutes?|min|decennies?|siecles?|week[ -]ends?|trimestres?"
    r"|nuits?|matins?|lustres?|hrs?|j|h|a|s)(?![a-z'])\.?"
)
_VAGUE: Final = (
    r"(?:une|un|quelques|plusieurs|de (?:tres )?(?:nombreuses|nombreux|longues?|longs)|nombreuses|tant d'|peu de"
    r"|des|deja)"
)
_ABOUT: Final = (
    r"(?:(?:environ|plus d'|plus de|moins d'|moins de|pres d'|pres de|a peu pres|presque|au moins|bientot|a peine"
    r"|deja|maintenant|une? (?:petite|bonne|demi-?)|~|≈|>|<|au total|quasi(?:ment)?|seulement|un peu plus d'|un peu plus de|un peu moins d'|un peu moins de|les|ces|le|la|l'|ces)\s?)*"
)
_DOZEN: Final = (
    r"(?:une\s)?(?:demi-)?(?:huitaine|dizaine|douzaine|quinzaine|vingtaine|trentaine|quarantaine|cinquantaine|soixantaine)"
    r"(?:\sd'annees|\sde\s(?:jours|mois|semaines|minutes)|\sd'heures)?"
)
_COUNT: Final = rf"(?:\d+(?:[.,]\d+)?(?:\s?(?:a|-|ou|/|et)\s?\d+)?|{NUMBER_WORD}(?:\s(?:a|ou|et)\s{NUMBER_WORD})?|{_VAGUE})"
_HALF: Final = r"(?:\set\sdemie?)?"
_MORE: Final = rf"(?:\set\s(?:\d+|{NUMBER_WORD})\s(?:mois|jours|semaines))?"
_QUANTITY: Final = rf"(?:{_DOZEN}|{_COUNT}\s?(?:bonnes? |petite?s? |longues? |derniers? |dernieres? |premiers? )?{_UNIT}{_HALF}{_MORE})"
_LAST: Final = r"(?:derniere?s?|passee?s?|precedente?s?)"

_SINCE: Final = re.compile(
    rf"\b(?:depuis|il\sy\sa|y\sa|ya|voila|voici|(?:ca|cela)\sfait|dp|dps)\s(?:maintenant\s|deja\s|environ\s)?{_ABOUT}{_QUANTITY}"
    rf"(?:\s{_LAST}(?![a-z])|\senviron(?![a-z]))?"
)
_SINCE_WORD: Final = re.compile(
    r"\bdepuis\s(?:environ\s)?(?:(?:le|ce)\s(?:dernier\s)?week[ -]end(?![a-z])|toujours(?![a-z])|(?:tres\s)?longtemps(?![a-z])|(?:l'|la\s(?:petite\s)?|sa\s|son\s)(?:enfance|adolescence|naissance)(?![a-z])|avant[ -]hier|hier|ce|cette|la veille|l'avant-veille|quelque temps|peu(?![a-z])"
    r"|(?:la|le|l')\s?(?:semaine|mois|annee|an|week[ -]end|nuit|ete|hiver|printemps|automne)\s(?:derniere?|passee?|precedente?)"
    r"|(?:le\s)?(?:debut|milieu|fin)\s(?:de\sl'|du\s|de\sla\s|d'|de\s)(?:ete|hiver|printemps|automne|annee|mois|semaine|apres-midi|matinee|journee|nuit)(?!\s(?:de\s|d')[a-z]{3,9}\b)"
    r"|la\sfin\s(?:de\sl'|du\s|de\sla\s)(?:ete|hiver|printemps|automne|annee|mois|semaine)"
    r"|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!\s\d))"
    r"(?:\s(?:matin|soir|apres-midi|midi|nuit|semaine|mois|annee|dernier|derniere|passe|meme))*(?![a-z])"
)
_AGO: Final = re.compile(
    rf"(?<![a-z\d])(?:{_DOZEN}|(?:\d+|{NUMBER_WORD}|quelques|plusieurs)\s{_UNIT}{_HALF})\s(?:auparavant|plus\stot)(?![a-z])"
)
_CLOCK: Final = re.compile(r"^depuis (?:1[3-9]|2[0-3]) ?h\.?$")
_MINUTES: Final = re.compile(r"(?<=h)[0-5]\d(?!\d)")
_FUTURE: Final = re.compile(r"\b(?:revoir|prevoir|pendant)\s$")


_SINCE_WORDS: Final = word_set("depuis y ya voila voici ca cela dp dps")
_DEPUIS: Final = frozenset({"depuis"})
_EARLIER: Final = word_set("auparavant tot")
_LONGEST: Final = 12  # tokens of a duration before "plus tôt"


def _since(anchors: Anchors) -> list[int]:
    """ "depuis", "il y a": the token before each "y" too."""
    starts = anchors.tokens.starts
    there = [starts[index - 1] for index in anchors.indices(_Y) if index]
    return merged(anchors.words(_SINCE_WORDS), there)


_Y: Final = frozenset({"y"})


def _since_word(anchors: Anchors) -> list[int]:
    return anchors.words(_DEPUIS)


def _ago(anchors: Anchors) -> list[int]:
    """Every token a little before "auparavant" and "tôt"."""
    near = {
        position
        for index in anchors.indices(_EARLIER)
        for position in range(max(0, index - _LONGEST), index)
    }
    return [anchors.tokens.starts[position] for position in sorted(near)]


_PATTERNS: Final = (
    (_SINCE, _since, 0.95),
    (_SINCE_WORD, _since_word, 0.93),
    (_AGO, _ago, 0.85),
)


def find_durations(doc: Document) -> Iterator[Span]:
    """Whole durations, trigger included."""
    text, anchors = doc.folded, doc.anchors
    for pattern, starts, score in _PATTERNS:
        for match in anchors.matches(pattern, starts(anchors)):
            end = _without_stop(text, match.end())
            if _CLOCK.search(match.group()):
                continue
            if minutes := _MINUTES.match(text, end):
                end = minutes.end()
            if match.group() not in ("depuis ce", "depuis cette") and not _FUTURE.search(
                text[max(0, match.start() - 12) : match.start()]
            ):
                yield Span(match.start(), end, "DATE", "DUREE", score, "rule:duration")


def _without_stop(text: str, end: int) -> int:
    """A dot that closes the sentence is no part of an abbreviated unit."""
    return end - 1 if text[end - 1] == "." else end
