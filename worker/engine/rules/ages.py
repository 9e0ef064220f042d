"""Ages: "72 ans", "32a", "quarante ans", "âgé de 3 mois", "Age : 45"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.lexicon.terms import NUMBER_WORD
from worker.engine.rules import age_starts
from worker.engine.text.anchors import Anchors, matches_at
from worker.engine.text.document import Document, Shape
from worker.engine.text.tokens import word_set

_HALF: Final = r"(?:\set\sdemie?(?![a-z])|\s1/2|\s½)?"
_MONTHS_TOO: Final = rf"(?:(?:\set\s|\s)(?:\d{{1,2}}|{NUMBER_WORD})\s?(?:mois|semaines)(?![a-z]))?"
_NUMBER: Final = rf"(?:(?<![\d.,/])(?:1[01]\d|\d{{1,2}})(?:[.,]5)?|(?<![a-z-])(?:cent(?:[ -]{NUMBER_WORD})?|{NUMBER_WORD}))"
_YEARS: Final = re.compile(
    rf"(?P<age>{_NUMBER}[ ]{{0,2}}-?(?:ans?(?![a-z'])|a\.?(?=\s?(?:[,;:)(/\n½]|$)))(?:{_HALF}{_MONTHS_TOO}))"
)
_CAPITAL_A: Final = re.compile(r"(?<![\d.,/])(?P<age>\d{1,3}A)(?![\w'])")
_YOUNG: Final = re.compile(
    r"\b(?:agee?s?\s(?:de\s|d')?(?:environ\s)?|(?:a\s)?l'age\sde\s|age\scorrige\s(?:de\s|:\s)?|nourrisson\s(?:de\s|:\s)?|enfant\sde\s|bebe\sde\s|fille\sde\s|fils\sde\s|garcon\sde\s"
    r"|fillette\sde\s|garconnet\sde\s|frere\sde\s|soeur\sde\s|nouveau[ -]ne\sde\s|premature\sde\s|petit\sgarcon\s(?:de\s)?|petite\sfille\s(?:de\s)?|jumeaux\sde\s|jumelles\sde\s|nn\sde\s|(?:nourrisson|enfant|bebe|nouveau-ne|prematuree?)(?:\s[a-z]+){1,3}\sde\s"
    r"|age\s?:\s?|agee?\s?:\s?|prenom\w*\s:\s\w+\s)"
    rf"(?P<age>(?:(?<!\d)\d{{1,3}}(?:[.,]5)?|{NUMBER_WORD})\s?(?:mois|semaines?|jours?|sem|m|j|heures|h)(?![a-z]){_HALF}"
    rf"(?:\s(?:et\s)?\d{{1,2}}\s(?:jours|semaines))?)"
)
_YOUNG_NEWBORN_AT: Final = re.compile(
    rf"\b(?:bronchiolite|otite|operee?|opere|hospitalisee?|marche|convulsions?|varicelle|sevree?|adopte\w*|pyelonephrite|pyelo|invagination|diagnosti\w+|deced\w+)"
    rf"(?:\s[a-z]+){{0,3}}\sa\s(?P<age>(?:\d{{1,2}}|{NUMBER_WORD})\s(?:mois|semaines|jours)(?![a-z]))(?!\s(?:de|d'|apres|du)\b)"
)
# Without a unit, where nothing but an age can follow: "ménopause à 51", "mère DCD à 79 d'un AVC".
_AT_EVENT: Final = re.compile(
    r"\b(?:deced\w+|dcd|morte?s?|menopausee?|menarche|premieres\sregles|(?:grand[ -])?(?:pere|mere)|frere|soeur|oncle|tante)(?:\s[a-z]{2,12}){0,2}\sa\s"
    r"(?P<age>[1-9]\d)(?=\s?(?:[.,;)\n]|$)(?!,?\d)|\s(?:d'une?|de|par|et|ans)\b)(?!\sde\s(?:tension|ta)\b)"
)
_CHILD_SHORT: Final = re.compile(
    r"(?:garcon|fille|enfant|nourrisson|bebe|frere|soeur),?\s(?:\w+\s)?(?P<age>\d{1,2}\s?m)(?![a-z/²])"
)
_OPENS_LINE: Final = re.compile(
    r"^[ \-•*]*(?P<age>\d{1,2}\s(?:mois|semaines))(?=\s?,)", re.MULTILINE
)
_SEX_SLASH: Final = re.compile(
    r"(?<![a-z\d/])[hfm]\s?/\s?(?P<age>(?:1[01]\d|\d\d)(?:\s?ans)?)(?![\d/.,%-]|\s?[a-z])"
)
_IN_PARENTHESES: Final = re.compile(r"\((?P<age>\d{1,2}\smois)\)")
_OF_LIFE: Final = re.compile(
    r"(?<![\d.,/])(?P<age>\d{1,3}\s?(?:mois|semaines?|jours?|heures|j|h))\sde\svie\b"
)
_AFTER_BIRTH: Final = re.compile(
    r"\bnee?(?:\s?\(e\))?\s(?:le\s)?:?\s?\d{1,2}[/. -]\d{1,2}[/. -](?:\d{4}|\d\d)[ (,|-]{1,4}(?P<age>\d{1,2}\s(?:mois|semaines|jours))(?![a-z])"
)
_AFTER_NAME: Final = re.compile(
    r"(?<![\w'-])[A-ZÀ-Ý][\w'-]{1,30},\s(?P<age>\d{1,2}\s(?:mois|semaines|jours))(?=\s?[,;.)])"
)
_FIELD: Final = re.compile(
    r"\b(?:age|agee?(?:\(e\))?)(?:\s\((?:ans|annees)\))?\s?(?::|=|\|)?\s{0,3}(?:de\s)?(?P<age>(?:1[01]\d|\d{1,2})(?:\s?(?:ans?|a|mois|m|y))?(?![a-z\d/]|[.,]\d|\s?(?:sa|semaines?|jours?|h|x|fois)(?![a-z])))"
)
_SEX_COLON: Final = re.compile(
    r"(?:\b(?:h|f|homme|femme|patiente?|m|sexe [mf])\s?[,/]?\s)(?P<age>(?:1[01]\d|\d{2})\s?(?:ans|a|y)(?![a-z]))"
)
# The first number of a list takes its unit from the last: "3 et 5 ans", "12, 8 et 4 ans".
_LIST: Final = re.compile(
    rf"(?P<list>(?:(?<![\d.,/])(?:\d{{1,2}}|{NUMBER_WORD})\s?,\s?)*(?<![\d.,/])(?:\d{{1,2}}|{NUMBER_WORD}))\s(?:et|ou|a)\s(?={_NUMBER}\sans(?![a-z]))"
)
# "enfants (4, 6, 9 ans)": commas alone, after those whose ages they are.
_CHILDREN: Final = re.compile(
    r"\b(?:enfants|fils|filles|freres|soeurs|garcons|agees?|ages|fratrie)\s?[(:]?\s?(?:de\s)?"
    r"(?P<list>\d{1,2}(?:\s?[,/]\s?\d{1,2}){0,7})\s?(?:[,/]|et)\s?(?=\d{1,2}\s?ans(?![a-z]))"
)
# "H 72," "F72" (never the hours H24 and H48) where a line or a parenthesis begins.
_SEX_ALONE: Final = re.compile(
    r"(?:^|[(;|][ ]?|[ ]{2}|\t)[HF][ ]?(?!24|48)(?P<age>[1-9]\d)(?=[ ]?(?:[,;.)|\n]|$|ans?\b|[ ]{2}))",
    re.MULTILINE,
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
# The first words of _DURATION_BEFORE.
_DURATION_WORDS: Final = word_set(
    "depuis il y pendant durant dans tous toutes en apres d duree pour sur voila voici fait recul"
    " survie risque suivi controle prochain prochains dernier derniers dernieres premieres ces les"
    " chaque tabac pdt x ecart delai periode arret evolution traitement espace intervalle"
    " consommation exposition suspendu suspendue retrait mariage carriere anciennete revoir"
    " consultation rappel mortalite recidive pronostic globale"
)
_MORE_THAN_REACH: Final = 12
_SEXES: Final = frozenset({"h", "f"})
_UNITS: Final = ("mois", "semaines", "jours")
_AT_AGE: Final = re.compile(r"\b(?:a|age|agee|l'age)(?: de)? $")
_MODIFIED_AGE: Final = re.compile(r"\bage\w*\s(?:de\s)?(?:plus|moins)\sd[e']\s?$")
_MORE_THAN: Final = re.compile(r"\b(?:plus|moins|pres)\sd[e']\s?$")
_DURATION_AFTER: Final = re.compile(
    r"\s(?:d'evolution|d'arret|de\srecul|de\ssuivi|de\straitement|de\stabac\w*|de\smariage|de\sservice|de\stravail|d'alcool\w*|d'exposition"
    r"|d'abstinence|de\ssevrage|de\sretraite|d'anciennete|de\svie\scommune|de\scarriere|de\ssurvie|auparavant|plus\stot|plus\stard|apres|avant|consecutifs|environ\sapres|de\sdialyse|d'hormono\w+|d'activite|de\sremission)\b"
    r"|\s?/\s?(?:j|jour)\b"
)


_PATTERNS: Final = (
    (_YOUNG, age_starts.young, 0.93),
    (_YOUNG_NEWBORN_AT, age_starts.events, 0.8),
    (_AT_EVENT, age_starts.life_events, 0.8),
    (_FIELD, age_starts.fields, 0.93),
    (_SEX_COLON, age_starts.sexes, 0.9),
    (_CHILD_SHORT, age_starts.children, 0.8),
    (_IN_PARENTHESES, age_starts.parentheses, 0.7),
    (_AFTER_BIRTH, age_starts.births, 0.85),
    (_OF_LIFE, age_starts.of_life, 0.85),
    (_OPENS_LINE, age_starts.line_openings, 0.75),
    (_SEX_SLASH, age_starts.sex_slashes, 0.7),
)


def find_ages(doc: Document) -> Iterator[Span]:
    """Ages of anybody, at any event; never the length of a treatment or of an illness."""
    text, anchors = doc.folded, doc.anchors
    for match in matches_at(_YEARS, text, age_starts.years(anchors)):
        if _is_age(anchors, match.start(), match.end()):
            yield _span(match.start("age"), match.end("age"), 0.93)
    for pattern, starts, score in _PATTERNS:
        for match in matches_at(pattern, text, starts(anchors)):
            yield _span(match.start("age"), match.end("age"), score)
    for match in (
        *matches_at(_CAPITAL_A, doc.text, _before_capital(doc)),
        *matches_at(_AFTER_NAME, doc.text, _names_before_age(doc)),
        *matches_at(_SEX_ALONE, doc.text, _sexes_alone(doc)),
    ):
        yield _span(match.start("age"), match.end("age"), 0.8)
    yield from _listed(anchors)
    if any(matches_at(_CHILD_NOTE, text, age_starts.child_notes(anchors))):
        yield from _child_ages(anchors)


def _before_capital(doc: Document) -> Iterator[int]:
    """The number of "32A"."""
    for index in doc.where.get("a", ()):
        if doc.glued(index) and doc.shapes[index - 1] is Shape.NUMBER:
            yield doc.starts[index - 1]


def _names_before_age(doc: Document) -> Iterator[int]:
    """The capitalised word before ", 6 mois,"."""
    for unit in sorted(index for word in _UNITS for index in doc.where.get(word, ())):
        if doc.word(unit - 2) == ",":
            start = doc.starts[unit - 2]
            while start and (doc.text[start - 1].isalnum() or doc.text[start - 1] in "_'-"):
                start -= 1
            yield start


def _sexes_alone(doc: Document) -> list[int]:
    """What stands before "H 72" and "F72", or their own beginning."""
    found: set[int] = set()
    for index in doc.indices(_SEXES):
        if doc.shape(index + 1) is Shape.NUMBER and doc.shapes[index] is Shape.INITIAL:
            start = doc.starts[index]
            found.update(range(max(0, start - 2), start + 1))
    return sorted(found)


def _child_ages(anchors: Anchors) -> Iterator[Span]:
    text = anchors.text
    for match in matches_at(_MONTHS, text, age_starts.child_months(anchors)):
        before = text[max(0, match.start("age") - 40) : match.start("age")]
        if not _NOT_CHILD.search(before):
            yield _span(match.start("age"), match.end("age"), 0.75)


def _is_age(anchors: Anchors, start: int, end: int) -> bool:
    text = anchors.text
    before = text[max(0, start - 60) : start]
    before = before[before.rfind("\n") + 1 :]
    if _DURATION_AFTER.match(text, end) and not _AT_AGE.search(before):
        return False
    if _MORE_THAN.search(before[-_MORE_THAN_REACH:]):
        return _MODIFIED_AGE.search(before) is not None
    return not anchors.leads_to(_DURATION_BEFORE, start, _DURATION_WORDS, stem="renewal")


def _listed(anchors: Anchors) -> Iterator[Span]:
    lists = matches_at(_LIST, anchors.text, age_starts.lists(anchors))
    told = matches_at(_CHILDREN, anchors.text, age_starts.children_lists(anchors))
    for match in (*lists, *told):
        if match.re is _LIST and not _is_age(anchors, match.start(), match.start()):
            continue
        offset = match.start("list")
        for item in _LIST_ITEM.finditer(match.group("list")):
            yield _span(offset + item.start(), offset + item.end(), 0.8)


def _span(start: int, end: int, score: float) -> Span:
    return Span(start, end, "AGE", "AGE", score, "rule:age")
