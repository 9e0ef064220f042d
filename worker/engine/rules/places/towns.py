"""Finds towns, departments, regions and countries where they belong to a person's life or care."""

from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon import Key
from worker.engine.lexicon.phrases import SMALL_WORDS, match_phrase
from worker.engine.rules.pattern import Rule
from worker.engine.rules.places.patterns import (
    COUNTRY,
    DATED_LETTER,
    DEPARTMENT,
    DEPARTMENT_CODE,
    REGION,
    TOWN,
    ZIP,
    ZIP_BEFORE_TOWN,
)
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.text.tokens import word_set
from worker.engine.vetoes import words as vetoes

_HOME: Final = lexicon.words("home_words")  # né, habite, domicilié…
_LIFE: Final = lexicon.words("life_words")
_HOMOGRAPHS: Final = lexicon.words("town_homographs")
# What may stand between "né", "habite" and the town.
_LINKS: Final = word_set(
    "a sur d de pres en dans au aux proximite : seul seule actuellement aussi ) e ( '"
)
_CONTRACTED: Final = {"au": "le", "du": "le", "aux": "les", "la": "la", "le": "le", "les": "les"}
_FIELDS: Final = word_set("ville commune naissance lieu domicile residence")
_BIG, _SMALL_TOWN = 20_000, 300  # inhabitants
_USUAL: Final = 800  # bearers of a surname that is also a town's name
_GIVEN: Final = 200  # bearers of a first name likewise
_LONG_NAMED: Final = 200  # inhabitants from which a name of three words or more is a town
_REACH: Final = 5  # tokens between "né" and the town
_MOST_WORDS: Final = 9  # of an unknown town, signs included
_AREAS: Final = (
    (lexicon.divisions("departments"), DEPARTMENT),
    (lexicon.divisions("regions"), REGION),
    (lexicon.countries(), COUNTRY),
)
_AREA_FIRSTS: Final = frozenset[str]().union(*(phrases.firsts for phrases, _ in _AREAS))
_LIVED: Final = _LIFE | word_set("retour revient rentre rentree provenance rapatrie")
_ABROAD: Final = word_set("virus fievre souche ministere amm incidence")


def find_places(doc: Document) -> Iterator[Span]:
    """ "né à [VILLE:Oran] ([PAYS:Algérie])", "[ZIP:21000] [VILLE:Dijon]", "en [DEPARTEMENT:Côte-d'Or]"."""
    yield from _after_codes(doc)
    yield from _of_letters(doc)
    end = 0
    for index in doc.capitals:
        if index < end:
            continue
        for span, length in _at(doc, index):
            yield span
            end = max(end, index + length)


def _after_codes(doc: Document) -> Iterator[Span]:
    """ "F-[ZIP:21000] [VILLE:DIJON] CEDEX": the code counts before a known town or a capital that closes."""
    for match in ZIP_BEFORE_TOWN.finditer(doc.folded):
        index = doc.index_at(match.end("zip"))
        while doc.word(index) in ("-", ","):
            index += 1
        if index >= len(doc) or doc.shapes[index] not in CAPITAL_SHAPES:
            continue
        length = _commune(doc, index)[0] or _unknown(doc, index)
        if length:
            yield ZIP.span(*match.span("zip"), 0.9)
            yield _span(doc, TOWN, index, length, 0.95)


def _of_letters(doc: Document) -> Iterator[Span]:
    """ "[VILLE:Dijon], le 12 mars"."""
    for match in DATED_LETTER.finditer(doc.text):
        index = doc.index_at(match.start("town"))
        length = _commune(doc, index)[0]
        if length and not vetoes.is_veto_word(doc, index):
            yield _span(doc, TOWN, index, length, 0.93)


def _at(doc: Document, index: int) -> Iterator[tuple[Span, int]]:
    """What starts at a capitalised token, and how many tokens it has."""
    for phrases, rule in _AREAS if doc.folds[index] in _AREA_FIRSTS else ():
        length, key = match_phrase(doc, index, phrases)
        if length and _area_counts(doc, index, length, phrases.weights[key], rule):
            yield _span(doc, rule, index, length, 0.85), length
            return
    if doc.word(index - 1) in _CONTRACTED and (span := _with_article(doc, index)):
        yield span
        return
    length, people = _commune(doc, index)
    score = _town_score(doc, index, length, people) if length else 0.0
    if not score and _is_home(doc, index):
        length, score = _unknown(doc, index), 0.78
    if score and length:
        yield _span(doc, TOWN, index, length, score), length
        yield from _department_behind(doc, index + length)


def _with_article(doc: Document, index: int) -> tuple[Span, int] | None:
    """ "à [VILLE:la Rochelle]", "au [VILLE:Havre]": an article in small letters is a part of the name,
    joined to "à" or not."""
    word = doc.folds[index - 1]
    article = _CONTRACTED[word]
    if not index or doc.shapes[index - 1] is not Shape.LOWER or not doc.same_line(index):
        return None
    length, key = match_phrase(doc, index, lexicon.communes(), after=(article,))
    people = lexicon.communes().weights[key] if length else 0
    first = index if word != article else index - 1
    if people < _SMALL_TOWN or vetoes.has_medical_trigger(doc, index):
        return None
    if word == article and doc.word(index - 2) not in ("a", "de", "sur"):
        return None
    return TOWN.span(doc.starts[first], doc.ends[index + length - 1], 0.8), length


def _span(doc: Document, rule: Rule, index: int, length: int, score: float) -> Span:
    """Over `length` tokens from `index` on."""
    return rule.span(doc.starts[index], doc.ends[index + length - 1], score)


def _commune(doc: Document, index: int) -> tuple[int, int]:
    """Tokens of the longest commune that starts here, and its inhabitants; (0, 0) when none does."""
    key: Key
    length, key = match_phrase(doc, index, lexicon.communes())
    return length, lexicon.communes().weights[key] if length else 0


def _before(doc: Document, index: int) -> tuple[str, int]:
    """The word before on the same line, apostrophes skipped, and its token."""
    position = index - 1
    if position >= 0 and doc.folds[position] == "'" and doc.glued(index):
        position -= 1
    if position < 0 or not doc.same_line(position + 1):
        return "", position
    return doc.folds[position], position


def _is_home(doc: Document, index: int) -> bool:
    """ "né à", "habite", "domicilié sur", "vit près de"; "ne" without accent is the negation."""
    word, position = _before(doc, index)
    for steps in range(_REACH):
        if word in _HOME:
            if word == "ne":
                written = doc.surface(position, position).lower()
                return steps > 0 and ("é" in written or doc.word(position + 1) in ("a", "("))
            return steps > 0 or word in ("habite", "habitant", "commune")
        if word not in _LINKS:
            return False
        word, position = _before(doc, position)
    return False


def _town_score(doc: Document, index: int, length: int, people: int) -> float:
    """How sure the name of a commune is a town here; 0 refuses."""
    word, position = _before(doc, index)
    fold = doc.folds[index]
    single = length == 1
    plain = vetoes.is_veto_word(doc, index) or vetoes.is_common(fold)
    if vetoes.has_medical_trigger(doc, index) or (single and (len(fold) < 3 or plain)):
        return 0.0
    if _is_home(doc, index) or (word == ":" and doc.word(position - 1) in _FIELDS):
        return 0.93
    if word in ("a", "sur", "vers"):
        return 0.88 if people >= _SMALL_TOWN else 0.75
    if length > 2 and people >= _LONG_NAMED and not _is_named_after(doc, index):
        return 0.8
    if single and (fold in doc.lower_words or fold in _HOMOGRAPHS or _is_usual_name(fold)):
        return 0.0
    return 0.8 if people >= _BIG and not _beside_first_name(doc, index, length) else 0.0


def _is_usual_name(word: str) -> bool:
    return (
        lexicon.last_names().get(word, 0) >= _USUAL or lexicon.first_names().get(word, 0) >= _GIVEN
    )


def _is_named_after(doc: Document, index: int) -> bool:
    """ "hôpital Saint-Jean-de-Dieu", "Jean de Vienne"."""
    word = _before(doc, index)[0]
    return word in ("hopital", "clinique", "chu", "ch", "m", "mme", "dr", ".") or bool(
        lexicon.first_names().get(doc.folds[index], 0) and doc.folds[index] != "saint"
    )


def _beside_first_name(doc: Document, index: int, length: int) -> bool:
    """ "Jean Besson", "Besson Jean": a first name on either side makes it a surname."""
    names = lexicon.first_names()
    return any(
        doc.shape(near) in NAME_SHAPES
        and doc.same_line(max(near, index))
        and names.get(doc.word(near), 0) > _USUAL
        for near in (index - 1, index + length)
    )


def _unknown(doc: Document, index: int) -> int:
    """Tokens of a capitalised name that no table holds, up to Cedex or the end of the run."""
    fold = doc.folds[index]
    if doc.shapes[index] is Shape.INITIAL or len(fold) < 3 or vetoes.is_common(fold):
        return 0
    if fold in lexicon.abbreviations() or lexicon.words("titles") & {fold}:
        return 0
    last = index
    for position in range(index + 1, min(index + _MOST_WORDS, len(doc))):
        word = doc.folds[position]
        near = doc.same_line(position) and len(doc.gap(position)) <= 1
        if not near or word == "cedex" or doc.shapes[position] is Shape.NUMBER:
            break
        if doc.shapes[position] in NAME_SHAPES and not vetoes.is_common(word):
            last = position
        elif word not in SMALL_WORDS and word not in ("-", "'"):
            break
    return last - index + 1


def _department_behind(doc: Document, index: int) -> Iterator[tuple[Span, int]]:
    """ "Chalon ([DEPARTEMENT:71])"."""
    match = DEPARTMENT_CODE.match(doc.folded, doc.ends[index - 1])
    if match:
        yield DEPARTMENT.span(*match.span("s"), 0.85), 0


def _area_counts(doc: Document, index: int, length: int, weight: int, rule: Rule) -> bool:
    """Whether a department, a region or a country counts here; `weight` 0 marks a name that is also an
    ordinary word and needs a life around it: "originaire du Nord"."""
    word = _before(doc, index)[0]
    near = {doc.word(index - steps) for steps in range(1, 7)}
    goes_on = doc.word(index + length) == "-" and doc.glued(index + length)
    if vetoes.has_medical_trigger(doc, index) or near & _ABROAD or goes_on:
        return False
    if weight and rule is not COUNTRY:
        return True
    opened = word in ("en", "au", "aux", "a", "(", "pays", ":", "departement", "region")
    return opened or "dans" in (word, doc.word(index - 2)) or bool(near & _LIVED)
