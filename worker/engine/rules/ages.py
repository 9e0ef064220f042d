"""Ages: "72 ans", "32a", "quarante ans", "âgé de 3 mois", "Age : 45"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.rules.calendar import NUMBER_WORD
from worker.engine.rules.document import Document

_HALF: Final = r"(?:\set\sdemie?(?![a-z])|\s1/2|\s½)?"
_MONTHS_TOO: Final = rf"(?:(?:\set\s|\s)(?:\d{{1,2}}|{NUMBER_WORD})\s?(?:mois|semaines)(?![a-z]))?"
_NUMBER: Final = rf"(?:(?<![\d.,/])(?:1[01]\d|\d{{1,2}})(?:[.,]5)?|(?<![a-z-]){NUMBER_WORD})"
_YEARS: Final = re.compile(
    rf"(?P<age>{_NUMBER}[ ]{{0,2}}-?(?:ans?(?![a-z'])|a\.?(?=\s?(?:[,;:)(/\n½]|$)))(?:{_HALF}{_MONTHS_TOO}))"
)
_CAPITAL_A: Final = re.compile(r"(?<![\d.,/])(?P<age>\d{1,3}A)(?![\w'])")
_YOUNG: Final = re.compile(
    r"\b(?:agee?s?\s(?:de\s|d')?(?:environ\s)?|(?:a\s)?l'age\sde\s|age\scorrige\s(?:de\s|:\s)?|nourrisson\s(?:de\s|:\s)?|enfant\sde\s|bebe\sde\s|fille\sde\s|fils\sde\s|garcon\sde\s"
    r"|fillette\sde\s|garconnet\sde\s|frere\sde\s|soeur\sde\s|nouveau[ -]ne\sde\s|premature\sde\s|petit\sgarcon\s(?:de\s)?|petite\sfille\s(?:de\s)?|jumeaux\sde\s|jumelles\sde\s|nn\sde\s|(?:nourrisson|enfant|bebe|nouveau-ne|prematuree?)(?:\s[a-z]+){1,3}\sde\s"
    r"|age\s?:\s?|agee?\s?:\s?|prenom\w*\s:\s\w+\s)"
    rf"(?P<age>(?:(?<!\d)\d{{1,3}}(?:[.,]5)?|{NUMBER_WORD})\s?(?:mois|semaines?|jours?|sem|m|j|heures)(?![a-z]){_HALF}"
    rf"(?:\s(?:et\s)?\d{{1,2}}\s(?:jours|semaines))?)"
)
_YOUNG_NEWBORN_AT: Final = re.compile(
    rf"\b(?:bronchiolite|otite|operee?|opere|hospitalisee?|marche|convulsions?|varicelle|sevree?|adopte\w*|pyelonephrite|pyelo|invagination|diagnosti\w+|deced\w+)"
    rf"(?:\s[a-z]+){{0,3}}\sa\s(?P<age>(?:\d{{1,2}}|{NUMBER_WORD})\s(?:mois|semaines|jours)(?![a-z]))(?!\s(?:de|d'|apres|du)\b)"
)
_CHILD_SHORT: Final = re.compile(
    r"(?:garcon|fille|enfant|nourrisson|bebe|frere|soeur),?\s(?:\w+\s)?(?P<age>\d{1,2}\s?m)(?![a-z/²])"
)
_OPENS_LINE: Final = re.compile(
    r"^[ \-•*]*(?P<age>\d{1,2}\s(?:mois|semaines))(?=\s?,)", re.MULTILINE
)
_SEX_SLASH: Final = re.compile(
    r"(?<![a-z\d/])[hf]\s?/\s?(?P<age>(?:1[01]\d|\d\d)(?:\s?ans)?)(?![\d/.,%-]|\s?[a-z])"
)
_IN_PARENTHESES: Final = re.compile(r"\((?P<age>\d{1,2}\smois)\)")
_OF_LIFE: Final = re.compile(
    r"(?<![\d.,/])(?P<age>\d{1,3}\s(?:mois|semaines?|jours?|heures|j|h))\sde\svie\b"
)
_AFTER_NAME: Final = re.compile(
    r"(?<![\w'-])[A-ZÀ-Ý][\w'-]{1,30},\s(?P<age>\d{1,2}\s(?:mois|semaines|jours))(?=\s?[,;.)])"
)
_FIELD: Final = re.compile(
    r"\b(?:age|agee?(?:\(e\))?)\s?(?::|=|\|)?\s{0,3}(?:de\s)?(?P<age>(?:1[01]\d|\d{1,2})(?:\s?(?:ans?|a|mois|m|y))?(?![a-z\d/]|[.,]\d|\s?(?:sa|semaines?|jours?|h|x|fois)(?![a-z])))"
)
_SEX_COLON: Final = re.compile(
    r"(?:\b(?:h|f|homme|femme|patiente?|m|sexe [mf])\s?[,/]?\s)(?P<age>(?:1[01]\d|\d{2})\s?(?:ans|a|y)(?![a-z]))"
)
# The first number of a list takes its unit from the last: "3 et 5 ans", "12, 8 et 4 ans".
_LIST: Final = re.compile(
    rf"(?P<list>(?:(?<![\d.,/])(?:\d{{1,2}}|{NUMBER_WORD})\s?,\s?)*(?<![\d.,/])(?:\d{{1,2}}|{NUMBER_WORD}))\s(?:et|ou|a)\s(?={_NUMBER}\sans(?![a-z]))"
)
_LIST_ITEM: Final = re.compile(rf"\d{{1,2}}|{NUMBER_WORD}")

# In a child's note "à 6 mois" is an age; in an adult's it is a check-up.
_CHILD_NOTE: Final = re.compile(
    r"\b(?:nourrisson|bebe|pediatr\w+|neonat\w*|nouveau-ne|creche|allaite\w*|biberons?|carnet de sante|fontanelle|perimetre cranien|enfant de|assistante maternelle|vaccins? a jour)\b"
)
_MONTHS: Final = re.compile(
    rf"(?:\ba|^[ \-•*]*|[(,:]|\bdents?|\benfant|\bgarcon|\bfille|\bvers|\bdes|\bjusqu'a)\s?(?P<age>(?:\d{{1,2}}|{NUMBER_WORD})\s(?:mois|semaines)(?![a-z])(?:\set\sdemi)?)(?!\s(?:de\s(?!vie)|d'(?!age)|apres|plus))",
    re.MULTILINE,
)
_NOT_CHILD: Final = re.compile(
    r"\b(?:revoir|controle|consultation|rdv|rendez-vous|suivi|recul|dans|depuis|pendant|tous les|rappel|traitement|sa\b)[^.\n]{0,30}$"
)

_DURATION_BEFORE: Final = re.compile(
    r"(?:\b(?:depuis|il\sy\sa|y\sa|pendant|durant|dans|tou(?:s|tes)\sles|en|apres|d'ici|duree(?:\s(?:totale\s)?(?:de|d'|:))?|pour"
    r"|sur|voila|voici|fait|recul|survie|risque|suivi|controle|prochains?|derniers?|dernieres|premieres|ces|les|chaque|tabac|pdt|x|ecart|delai|pour\sune\sduree|periode|(?:arret|evolution|traitement|suivi|recul|delai|espace|intervalle|consommation|exposition|suspendue?|retrait|mariage|carriere|anciennete)\s(?:de|d'))"
    r"(?:\s(?:environ|plus\sde|plus\sd'|moins\sde|moins\sd'|pres\sde|au\smoins|de|les|deja|maintenant|une|a|:))*"
    r"|\b(?:survie|risque|revoir|controle|suivi|consultation|recul|renouvel\w+|rappel|mortalite|recidive|pronostic|globale)(?:\s[a-z'%\d]+){0,4}\sa)\s?:?\s?$"
)
_AT_AGE: Final = re.compile(r"\b(?:a|age|agee|l'age)(?: de)? $")
_MODIFIED_AGE: Final = re.compile(r"\bage\w*\s(?:de\s)?(?:plus|moins)\sd[e']\s?$")
_MORE_THAN: Final = re.compile(r"\b(?:plus|moins|pres)\sd[e']\s?$")
_DURATION_AFTER: Final = re.compile(
    r"\s(?:d'evolution|d'arret|de\srecul|de\ssuivi|de\straitement|de\stabac\w*|de\smariage|de\sservice|de\stravail|d'alcool\w*|d'exposition"
    r"|d'abstinence|de\ssevrage|de\sretraite|d'anciennete|de\svie\scommune|de\scarriere|de\ssurvie|auparavant|plus\stot|plus\stard|apres|avant|consecutifs|environ\sapres|de\sdialyse|d'hormono\w+|d'activite|de\sremission)\b"
    r"|\s?/\s?(?:j|jour)\b"
)


def find_ages(doc: Document) -> Iterator[Span]:
    """Ages of anybody, at any event; never the length of a treatment or of an illness."""
    text = doc.folded
    for match in _YEARS.finditer(text):
        if _is_age(text, match.start(), match.end()):
            yield _span(match.start("age"), match.end("age"), 0.93)
    for pattern, score in (
        (_YOUNG, 0.93),
        (_YOUNG_NEWBORN_AT, 0.8),
        (_FIELD, 0.93),
        (_SEX_COLON, 0.9),
        (_CHILD_SHORT, 0.8),
        (_IN_PARENTHESES, 0.7),
        (_OF_LIFE, 0.85),
        (_OPENS_LINE, 0.75),
        (_SEX_SLASH, 0.7),
    ):
        for match in pattern.finditer(text):
            yield _span(match.start("age"), match.end("age"), score)
    for match in (*_CAPITAL_A.finditer(doc.text), *_AFTER_NAME.finditer(doc.text)):
        yield _span(match.start("age"), match.end("age"), 0.8)
    yield from _listed(text)
    if _CHILD_NOTE.search(text):
        yield from _child_ages(text)


def _child_ages(text: str) -> Iterator[Span]:
    for match in _MONTHS.finditer(text):
        before = text[max(0, match.start("age") - 40) : match.start("age")]
        if not _NOT_CHILD.search(before):
            yield _span(match.start("age"), match.end("age"), 0.75)


def _is_age(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 60) : start]
    before = before[before.rfind("\n") + 1 :]
    if _DURATION_AFTER.match(text, end) and not _AT_AGE.search(before):
        return False
    if _MORE_THAN.search(before):
        return _MODIFIED_AGE.search(before) is not None
    return _DURATION_BEFORE.search(before) is None


def _listed(text: str) -> Iterator[Span]:
    for match in _LIST.finditer(text):
        if not _is_age(text, match.start(), match.start()):
            continue
        offset = match.start("list")
        for item in _LIST_ITEM.finditer(match.group("list")):
            yield _span(offset + item.start(), offset + item.end(), 0.8)


def _span(start: int, end: int, score: float) -> Span:
    return Span(start, end, "AGE", "AGE", score, "rule:age")
