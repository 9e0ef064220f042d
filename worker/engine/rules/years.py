"""Years that stand alone: "en 2010", "(2010)", "appendicectomie 2010"."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.lexicon.terms import DECADE, UNIT_WORDS, YEAR, YEAR_WORD
from worker.engine.text.anchors import Anchors
from worker.engine.text.document import Document
from worker.engine.text.memo import Memo
from worker.engine.text.tokens import word_set

_YEAR: Final = re.compile(
    rf"(?<![\w/.,-]){YEAR}(?![\w]|[.,]\d|/\d|\s?(?:mg|g|gr|kg|ml|cc|ui|mm|cm|kcal|euros?|€|%|µg|ug|mui"
    r"|pg|ng|mmol|µmol|umol|u/|/mm|/ml|/l|g/l|cellules|elements|leuco\w*|pas|m|metres|h|x)(?![a-z\d]))"
)
_BEFORE: Final = re.compile(
    r"(?:\b(?:en|depuis|debut|fin|mi|courant|avant|apres|vers|jusqu'en|des|annees?|an|de|a|et|entre|ou|printemps"
    r"|ete|automne|hiver|noel|puis|toussaint|date|annee|janvier|fin|ddn|dn|naissance|nee?)[ -]?|[(:;]\s?|^[ ]*(?:[-•*·>]\s?|\d{1,2}[.)]\s?)?)$"
)
_RANGE_TAIL: Final = re.compile(
    rf"(?<![\w/.,-])(?P<a>{YEAR})\s?[-/–]\s?(?P<b>{YEAR}|\d\d)(?![\w/.-])"
)
_APOSTROPHE: Final = re.compile(r"\b(?:en|de|depuis)\s(?P<a>'\d\d)(?!\d)")
_SHORT_AFTER_EN: Final = re.compile(
    r"\b(?:en|depuis|annee|annees)\s(?P<a>[0-9]\d)(?![.,]\d)(?=\s?(?:[.,;:)\n]|$|puis\b|et en\b|pour\b|par\b|avec\b|a dijon\b))"
)
# Operations and births carry their year in two figures: "césar 98 et 01", "PTH D 04".
_ACT: Final = (
    r"cesar\w*|avb|ivg|fcs?|pth|ptg|hernie|cataracte|menisque|appendic\w*"
    r"|[a-z]{3,14}(?:ectomie|plastie|tomie)"
)
_SHORT_AFTER_ACT: Final = re.compile(
    rf"\b(?:{_ACT})\s(?:en\s|[dg]\s|droite?\s|gauche\s)?'?"
    r"(?P<a>[0-9]\d)(?:\s?(?:et|,|puis)\s(?P<b>[0-9]\d))?(?=\s?(?:[.,;:)\n](?!\d)|$))"
)
_WEEK_YEAR: Final = re.compile(rf"\b(?:s|sem|semaine)\s?[0-5]?\d[ /-](?P<a>{YEAR})(?!\d)")
_SHORT_PAIR: Final = re.compile(rf"\((?P<a>\d\d)\s(?:et|,|puis)\s(?P<b>{YEAR}|\d\d)\)")
_SAID: Final = rf"(?:{DECADE})(?:[ -]et)?(?:[ -](?:dix[ -](?:sept|huit|neuf)|{UNIT_WORDS}))?"
_AFTER_SAID: Final = (
    r"(?![a-z-]|\s?(?:ans?|mois|jours|heures|minutes|kilos?|pour cent|gouttes|milligrammes)\b)"
)
_IN_WORDS: Final = re.compile(
    rf"\b(?:en|annee|depuis|de l'an)\s(?P<a>{YEAR_WORD}|{_SAID}{_AFTER_SAID})"
)
_GUIDELINE: Final = re.compile(
    r"\b(?:esc|has|oms|who|acr|eular|figo|tnm|uicc|esmo|gold|kdigo|sfar|anaes|aha|ats|ers|dsm|cim|icd|ajcc|gina|eau|afu"
    r"|easl|aasld|esh|snfge|nccn|asco|ckd-epi|eucast|ca-sfm|casfm|inca|iso|nf|ccam|bethesda|recist|recommandations?"
    r"|referentiels?|classifications?|criteres?|consensus|guidelines?|version|edition|conference|loi|decret|arrete du"
    r"|article|code|et al\.?|rome|atlanta|chicago|sydney|paris|revisee?)\b[^.;\n]{0,30}$"
)
_COUNTERS: Final = (
    r"n°|\bno|\bnumero|\bref\w*\.?|\bcode|\bbp|\bcs|\bposte|\bdect|\bbip|\bchambre|\bch|\bport\w*|\btel\w*|\bpdl|\bpn|\bpoids"
    r"|\bpour|\bplaquettes|\bleucocytes|\bgb|\bcpk|\bferritine|\benviron|\bbnp|\btropo\w*"
)
_NUMBER_BEFORE: Final = re.compile(rf"(?:{_COUNTERS}|\bde l'ordre de|\ba \d+ et)\s?:?\s?$")
# The last word of any of them: looked at first, as the whole is slow to look for.
_COUNTS: Final = re.compile(rf"(?:{_COUNTERS}|\bde|\bet)$")
_MAY_COUNT: Final = Memo(lambda word: _COUNTS.search(word) is not None)
_NUMBER_REACH: Final = 30
_WORD_BEFORE: Final = re.compile(r"[a-z)]{3}[ ,]{1,2}(?:\(?[a-z]+\)? )?$")
_AFTER_WORD: Final = re.compile(
    r"\s?(?:[,;:).?\n/]|$|\(|- )|\s(?:et|puis|pour|par|avec|a|au|chez|sans|sur)\b"
)

_LIST_BEFORE: Final = re.compile(r"(?:19|20)\d\d\)?,\s$")
_PLURAL_BEFORE: Final = re.compile(r"\b(?:les|des|ces|aux|ses|mes|deux|trois)\s$")
_AFTER_PARTICIPLE: Final = re.compile(r"\s[a-z]{3,}(?:e|ee|es|i|ie|u|ue)s?\b")


_EN: Final = word_set("en de depuis annee annees")
# The first words of a year in words.
_SPOKEN: Final = word_set(
    "deux mille mil dix cinquante soixante quatre septante huitante octante nonante"
)
_WEEKS: Final = word_set("s sem semaine")
_IS_ACT: Final = Memo(lambda word: re.fullmatch(_ACT, word) is not None)
_SHORT: Final = 2  # figures
_STOPS: Final = frozenset(".,;:)\n") | {""}
_BRACKET: Final = frozenset({"("})


def find_years(doc: Document) -> Iterator[Span]:
    """Years alone, unless they belong to a guideline, a measure or a number."""
    text, anchors = doc.folded, doc.anchors
    for match in anchors.matches(_YEAR, anchors.runs.years):
        if score := _score(text, match.start(), match.end()):
            yield _span(match.start(), match.end(), score)
    for match in anchors.matches(_RANGE_TAIL, anchors.runs.years):
        if not _GUIDELINE.search(text[max(0, match.start() - 50) : match.start()]):
            yield _span(match.start("a"), match.end("a"), 0.85)
            yield _span(match.start("b"), match.end("b"), 0.85)
    for pattern, starts, score in (
        (_APOSTROPHE, _before_short(anchors, "'"), 0.8),
        (_SHORT_AFTER_EN, _before_short(anchors, ""), 0.75),
        (_IN_WORDS, anchors.before(anchors.indices(_SPOKEN), _EN, 4), 0.9),
        (_SHORT_PAIR, anchors.leads(_BRACKET), 0.75),
        (_SHORT_AFTER_ACT, _acts(anchors), 0.7),
        (_WEEK_YEAR, anchors.leads(_WEEKS) if anchors.runs.years else [], 0.8),
    ):
        for match in anchors.matches(pattern, starts):
            for group in (name for name, found in match.groupdict().items() if found):
                yield _span(match.start(group), match.end(group), score)


def _before_short(anchors: Anchors, sign: str) -> list[int]:
    """ "en", "depuis" right before two figures, the sign glued to these or not."""
    starts, words, text = anchors.tokens.starts, anchors.tokens.words, anchors.text
    back = 1 + len(sign)
    found = []
    for start in anchors.runs.of(_SHORT):
        before = text[start - 1]
        if before == sign or (not sign and before.isspace()):
            index = bisect_left(starts, start) - back
            if index >= 0 and words[index] in _EN:
                found.append(starts[index])
    return found


def _acts(anchors: Anchors) -> list[int]:
    """The acts that stand up to three tokens before a number of two figures which ends something."""
    starts, words, text = anchors.tokens.starts, anchors.tokens.words, anchors.text
    closing = [
        start
        for start in anchors.runs.of(_SHORT)
        if (text[start - 1].isspace() or text[start - 1] == "'") and _ends(text, start + _SHORT)
    ]
    found: set[int] = set()
    for index in (bisect_left(starts, start) for start in closing):
        near = range(max(0, index - 3), index)
        found.update(starts[before] for before in near if _IS_ACT[words[before]])
    return sorted(found)


def _ends(text: str, end: int) -> bool:
    """A sign, the end, or "et", "puis" and another year."""
    following = text[end : end + 3]
    return following[:1] in _STOPS or following in (" et", " pu")


def _score(text: str, start: int, end: int) -> float:
    line = text[max(0, start - 50) : start]
    line = line[line.rfind("\n") + 1 :]
    # The longest word before a number is short; only its end need be read.
    number = _MAY_COUNT[line.rstrip().removesuffix(":").rstrip().rpartition(" ")[2]]
    if number and _NUMBER_BEFORE.search(line, max(0, len(line) - _NUMBER_REACH)):
        return 0.0
    if _GUIDELINE.search(line):
        return 0.0
    if _BEFORE.search(line):
        return 0.9
    if _LIST_BEFORE.search(line):
        return 0.8
    if _AFTER_WORD.match(text, end):
        score = 0.7
    elif _AFTER_PARTICIPLE.match(text, end):
        score = 0.65
    else:
        return 0.0
    named = _WORD_BEFORE.search(line) and not _PLURAL_BEFORE.search(line)
    return score if named else 0.0


def _span(start: int, end: int, score: float) -> Span:
    return Span(start, end, "DATE", "DATE", score, "rule:year")
