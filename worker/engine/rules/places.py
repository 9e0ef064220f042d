"""Towns, departments, regions, countries, where they belong to a person's life or care."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.phrases import (
    SMALL_WORDS,
    match_commune,
    match_phrase,
    opens_phrase,
)
from worker.engine.lexicon.terms import FULL_WEEKDAY_WORDS
from worker.engine.rules.divisions import division_counts, word_before
from worker.engine.rules.name_reader import first_name_count
from worker.engine.rules.place_starts import (
    AFTER_STRONG,
    DIVISIONS_OF,
    DOCTORS,
    OPENS_COMMUNE,
    PROMISING,
    STRONG_AT,
    TO_LE,
    may_be_place,
)
from worker.engine.text.anchors import matches_at
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.vetoes import words as vetoes

_AT: Final = frozenset({"a", "sur", "vers", "pres"})
_BIG: Final = 20_000
# Towns that are ordinary words, eponyms or anatomy when nothing around says "town".
_HOMOGRAPHS: Final = lexicon.words("town_homographs")
_FIELDS: Final = frozenset(
    ["ville", "commune", "naissance", "lieu", "domicile", "residence", "adresse"]
)
_EMERGENCY: Final = frozenset({"smur", "samu", "pompiers", "gendarmerie"})
_AREAS: Final = frozenset({"region", "commune", "village", "ville", "quartier", "banlieue"})
_NAMED_AFTER: Final = _AREAS | _EMERGENCY  # then "de" and a town
_STAY_WORDS: Final = lexicon.words("stay_words")
_BEFORE_UNKNOWN: Final = frozenset({"a", "sur", "de", "pour", "vers"})
_LETTERHEAD: Final = re.compile(
    r"(?:^|(?<=[ \t]{2})|(?<=\)\s)|(?<=-\s)|(?<=,\s)|(?<=fait a )|(?<=Fait à ))[ \t]*(?:Fait à |A |À )?(?P<town>[A-ZÀ-Ý][^\W\d_]+(?:[-' ’][^\W\d_]+){0,5}),?[ ]{1,2}(?:le\s|LE\s|(?=[Ll]undi|[Mm]ardi|[Mm]ercredi|[Jj]eudi|[Vv]endredi|[Ss]amedi|[Dd]imanche))"
    r"(?=\s?(?:\d|[Ll]undi|[Mm]ardi|[Mm]ercredi|[Jj]eudi|[Vv]endredi|[Ss]amedi|[Dd]imanche|LUNDI|MARDI|MERCREDI|JEUDI|VENDREDI|1er|premier|[a-z]+ [a-zéû]+ deux mille))",
    re.MULTILINE,
)
_DEPARTMENT_CODE: Final = re.compile(r"\((?P<d>(?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|97[1-6]))\)")


def find_places(doc: Document) -> Iterator[Span]:
    """Places in sure contexts, and unmistakable ones anywhere."""
    yield from _letterheads(doc)
    yield from _department_codes(doc)
    end = 0
    for index in doc.capitals:
        if index < end or not may_be_place(doc, index):
            continue
        span, length = _place_at(doc, index)
        if span is not None:
            yield span
        end = index + length


_LE: Final = frozenset({"le"}) | FULL_WEEKDAY_WORDS
_DAYS: Final = FULL_WEEKDAY_WORDS | {"premier"}
# Characters of a town and its comma before "le", and of the day after it.
_TOWN_REACH, _DAY_REACH = 160, 40
_TOWN_WORDS: Final = 12  # with the signs between them


def _dated_lines(doc: Document) -> Iterator[re.Match[str]]:
    """ "Dijon, le 12": looked for where "le" or a weekday stands between a capital and a day."""
    text, end = doc.text, 0
    spoken = "mille" in doc.where
    for index in doc.indices(_LE):
        after = doc.word(index + 1)
        if doc.folds[index] == "le" and not (spoken or after[:1].isdigit() or after in _DAYS):
            continue
        if CAPITAL_SHAPES.isdisjoint(doc.shapes[max(0, index - _TOWN_WORDS) : index]):
            continue
        start = doc.starts[index]
        first = max(end, text.rfind("\n", 0, start) + 1, start - _TOWN_REACH)
        for match in _LETTERHEAD.finditer(text, first, doc.ends[index] + _DAY_REACH):
            end = match.end()
            yield match


def _letterheads(doc: Document) -> Iterator[Span]:
    for match in _dated_lines(doc):
        first = doc.index_at(match.start("town"))
        last = doc.index_at(match.end("town")) - 1
        if doc.shapes[first] is Shape.UPPER and vetoes.is_veto_word(doc, first):
            continue
        while first < last and vetoes.is_common(doc.folds[first]) and not match_commune(doc, first):
            first += 1
        if first > last or (vetoes.is_common(doc.folds[first]) and not match_commune(doc, first)):
            continue
        if match_commune(doc, first) or (
            doc.opens_line(first)
            and doc.word(last + 1) == ","
            and not first_name_count(doc.folds[first])
            and last - first < 4
        ):
            length = match_commune(doc, first) or last - first + 1
            yield doc.span(first, first + length - 1, ("LOC", "VILLE"), 0.93, "letterhead")


def _department_codes(doc: Document) -> Iterator[Span]:
    """ "Chalon (71)"."""
    brackets = map(doc.starts.__getitem__, doc.where.get("(", ()))
    for match in matches_at(_DEPARTMENT_CODE, doc.text, brackets):
        before = doc.index_at(match.start()) - 1
        if before >= 0 and doc.shapes[before] in NAME_SHAPES and _ends_with_town(doc, before):
            yield Span(
                match.start("d"), match.end("d"), "LOC", "DEPARTEMENT", 0.85, "rule:department"
            )


def _ends_with_town(doc: Document, last: int) -> bool:
    for first in range(last, max(-1, last - 8), -1):
        if match_commune(doc, first) == last - first + 1:
            return True
    return False


def _place_at(doc: Document, index: int) -> tuple[Span | None, int]:
    for phrases, subtype in DIVISIONS_OF[doc.folds[index]]:
        length, key = match_phrase(doc, index, phrases)
        if length and division_counts(doc, index, length, phrases.weights[key], subtype):
            return doc.span(
                index, index + length - 1, ("LOC", subtype), 0.85, subtype.lower()
            ), length
    if (doc.following[index] == "(" or doc.folds[index - 1] == "(") and _beside_country(doc, index):
        return doc.span(index, index, ("LOC", "VILLE"), 0.8, "town-country"), 1
    if OPENS_COMMUNE[doc.folds[index]]:
        length, key = match_phrase(doc, index, lexicon.communes())
        if length and key:
            population = lexicon.communes().weights[key]
            if score := _town_score(doc, index, length, population):
                last = index + length - 1
                return doc.span(index, last, ("LOC", "VILLE"), score, "town"), length
    span, length = _contracted_or_unknown(doc, index)
    if span is not None:
        return span, length
    compound = doc.following[index] == "-" and _is_compound_town(doc, index)
    if compound or (doc.folds[index - 1] in _BEFORE_PRACTICE and _after_person(doc, index)):
        return _unknown_town(doc, index)
    return None, length


_BEFORE_PRACTICE: Final = frozenset("(,-")  # signs between a doctor and where the doctor works


def _beside_country(doc: Document, index: int) -> bool:
    """ "Cracovie (Pologne)", "Allemagne (Düsseldorf)"."""
    if doc.shapes[index] is not Shape.TITLE or vetoes.is_common(doc.folds[index]):
        return False
    if doc.word(index + 1) == "(" and doc.same_line(index + 2):
        length, _ = match_phrase(doc, index + 2, lexicon.countries())
        if length and doc.word(index + 2 + length) == ")":
            return not match_phrase(doc, index, lexicon.countries())[0]
    if doc.word(index - 1) == "(" and doc.word(index + 1) == ")":
        before = doc.word(index - 2)
        return (before,) in lexicon.countries().weights and doc.shape(index - 2) is Shape.TITLE
    return False


def _town_score(doc: Document, index: int, length: int, population: int) -> float:
    """How sure a commune's name is a town here; 0 refuses."""
    word, position = word_before(doc, index)
    single = length == 1
    fold = doc.folds[index]
    if vetoes.has_medical_trigger(doc, index):
        return 0.0
    if (
        word not in ("a", "au")
        and population < 100_000
        and vetoes.eponym_length(doc, index) > 0
        and not _after_zip(doc, index)
    ):
        return 0.0
    if single and (
        len(fold) < 3
        or (
            doc.shapes[index] is Shape.UPPER
            and (vetoes.is_veto_word(doc, index) or vetoes.is_common(fold))
        )
    ):
        return 0.0
    if single and doc.shapes[index] is Shape.INITIAL:
        return 0.0
    if _after_zip(doc, index):
        return 0.95
    if strong_before(doc, index):
        return 0.93
    if single and vetoes.is_veto_word(doc, index):
        return 0.0
    if word == ":" and doc.word(position - 1) in _FIELDS:
        return 0.9
    if word in _AT and not (single and vetoes.is_common(fold)):
        return _score_at(doc, index, population, word)
    return _free_score(doc, index, length, population, word)


_STRONG_REACH: Final = 14  # five words back, apostrophes and all
_LEADS_TO_TOWN: Final = STRONG_AT | AFTER_STRONG


def strong_before(doc: Document, index: int) -> bool:
    """ "né à", "habite", "domicilié sur", "vit près de"."""
    word, position = word_before(doc, index)
    if word not in _LEADS_TO_TOWN:
        return False
    if STRONG_AT.isdisjoint(doc.folds[max(0, index - _STRONG_REACH) : index]):
        return False
    steps = 0
    while word in AFTER_STRONG and steps < 5:
        word, position = word_before(doc, position)
        steps += 1
    if word not in STRONG_AT:
        return False
    if word == "ne":
        return steps > 0 and (
            "é" in doc.surface(position, position).lower() or doc.word(position + 1) in ("a", "(")
        )
    return steps > 0 or word in ("habite", "habitant", "commune")


_AFTER_CODE: Final = frozenset("-,")


def _after_zip(doc: Document, index: int) -> bool:
    position = index - 1
    if doc.shapes[position] is not Shape.NUMBER and doc.folds[position] not in _AFTER_CODE:
        return False
    while position >= 0 and doc.folds[position] in _AFTER_CODE and doc.same_line(position + 1):
        position -= 1
    if position < 0 or doc.shapes[position] is not Shape.NUMBER or not doc.same_line(position + 1):
        return False
    number = doc.folds[position]
    if len(doc.gap(index)) > 3 or (
        doc.word(position - 1) == "-" and doc.glued(position) and len(doc.word(position - 2)) > 1
    ):
        return False
    if len(number) == 5:
        return "01000" <= number < "99000"
    return (
        len(number) == 3
        and position > 0
        and len(doc.folds[position - 1]) == 2
        and doc.folds[position - 1].isdigit()
    )


def _score_at(doc: Document, index: int, population: int, word: str) -> float:
    if doc.shapes[index] is Shape.INITIAL:
        return 0.0
    if word == "a":
        return 0.88 if population >= 300 or doc.word(index + 1) == "-" else 0.75
    return 0.8 if population >= 2000 else 0.0


def _free_score(doc: Document, index: int, length: int, population: int, word: str) -> float:
    """No preposition of place: only a big or a compound name, homographs left out."""
    fold = doc.folds[index]
    if length == 1 and (fold in doc.lower_words or vetoes.is_common(fold)):
        return 0.0
    upper = doc.shapes[index] is Shape.UPPER
    saint = length == 3 and fold in ("saint", "sainte", "st", "ste")
    if length > 2 and not saint and not first_name_count(fold) and not _starts_hospital(word):
        return 0.8 if population >= 200 and (word not in ("m", "mme", "dr", ".")) else 0.0
    if length > 2 and _is_place_context(doc, index, length):
        return 0.75
    surname = lexicon.last_names().get(fold, 0)
    if fold in _HOMOGRAPHS or surname >= 800 or first_name_count(fold) >= 200:
        return _in_parentheses(doc, index, length, population)
    if _beside_name(doc, index, length):
        return 0.0
    closes = index + length >= len(doc) or doc.opens_line(index + length)
    if population >= _BIG and not (
        upper and surname >= 50 and word not in ("de", "du") and not closes
    ):
        return 0.8
    if (
        word in ("de", "d", "et")
        and population >= 1000
        and (surname < 100 or (surname < 500 and population >= 5000))
        and not upper
    ):
        return 0.7 if word != "et" or _ends_with_town(doc, index - 2) else 0.0
    if word in ("de", "d") and doc.word(index - 2) in lexicon.words("town_heads"):
        return 0.75
    return _in_parentheses(doc, index, length, population)


def _starts_hospital(word: str) -> bool:
    return word in ("hopital", "clinique", "chu", "ch")


def _is_place_context(doc: Document, index: int, length: int) -> bool:
    word, _ = word_before(doc, index)
    return word in ("a", "de", "(", ",", "-", "sur")


def _in_parentheses(doc: Document, index: int, length: int, population: int) -> float:
    """ "Dr Petit (Dole)", "Dr Petit, Nice" at the end of a line, "Dijon (21)"."""
    word, position = word_before(doc, index)
    after = doc.word(index + length)
    if after == "(" and _DEPARTMENT_CODE.match(doc.text, doc.starts[index + length]):
        return 0.85
    if (
        word == "("
        and after in (")", ",", "-")
        and (
            doc.shape(position - 1) in NAME_SHAPES
            or doc.word(position - 1) in lexicon.words("roles") | lexicon.words("relatives")
        )
        and population >= 500
    ):
        return 0.75
    if (
        word in ("de", "d")
        and doc.folds[index] in _HOMOGRAPHS
        and population >= 50_000
        and doc.shapes[index] is Shape.TITLE
    ):
        return 0.7
    closes = (
        index + length >= len(doc) or doc.opens_line(index + length) or after in (".", ";", ")")
    )
    if (
        word in (",", "-")
        and closes
        and population >= 500
        and (
            doc.shape(position - 1) in NAME_SHAPES
            or doc.word(position - 1) in lexicon.words("roles")
        )
    ):
        return 0.75
    usual = (
        lexicon.last_names().get(doc.folds[index], 0) >= 800
        or first_name_count(doc.folds[index]) >= 200
    )
    if word in (",", "-") and closes and population >= 2000 and not usual:
        return 0.75
    return 0.0


def _beside_name(doc: Document, index: int, length: int) -> bool:
    """ "Jean Besson", "Besson Jean": a first name on either side makes it a surname."""
    before, after = doc.shape(index - 1), doc.shape(index + length)
    if (
        before in NAME_SHAPES
        and doc.same_line(index)
        and first_name_count(doc.word(index - 1)) > 500
        and len(doc.gap(index)) == 1
    ):
        return True
    return (
        after in NAME_SHAPES
        and doc.same_line(index + length)
        and first_name_count(doc.word(index + length)) > 500
        and len(doc.gap(index + length)) == 1
    )


def _contracted_or_unknown(doc: Document, index: int) -> tuple[Span | None, int]:
    """ "au Creusot" (the article stays outside), "né à Gdańsk", "71100 Xville"."""
    word, position = word_before(doc, index)
    if word not in PROMISING and doc.shape(position) is not Shape.NUMBER:
        return None, 0
    if word in TO_LE and position >= 0 and not vetoes.is_common(doc.folds[index]):
        length, key = match_phrase(doc, index, lexicon.communes(), after=(TO_LE[word],))
        if length and (lexicon.communes().weights[key] >= 4000 or strong_before(doc, index)):
            return doc.span(index, index + length - 1, ("LOC", "VILLE"), 0.8, "town"), length
    if word in ("la", "le", "les", "l"):
        return _with_small_article(doc, index, word, position)
    if _after_zip(doc, index) or (strong_before(doc, index) and word != "le"):
        return _unknown_town(doc, index)
    if word in _BEFORE_UNKNOWN and _is_place_like(doc, index, word):
        return _unknown_town(doc, index)
    area = word in ("de", "d") and doc.word(position - 1) in _NAMED_AFTER
    if area or (
        word == "a"
        and doc.word(position - 1) in _STAY_WORDS
        and not opens_phrase(doc, index, lexicon.hospital_names())
    ):
        return _unknown_town(doc, index)
    return None, 0


_COMPOUND: Final = re.compile(
    r"(?:(?:Saint|Sainte|St|Ste|Notre)-[A-ZÀ-Ý]|[A-ZÀ-Ý][^\W\d_]+-(?:sur|lès|les|lez|le|la|en|de|du|des|sous|aux|d['’]|l['’])-?(?:(?:la|le|les)-)?[A-ZÀ-Ý])"
)


def _is_place_like(doc: Document, index: int, word: str) -> bool:
    """A town that no table holds: "à Villers-les-Prés", "à Malvaux."."""
    if doc.following[index] == "-" and _COMPOUND.match(doc.text, doc.starts[index]):
        return True
    fold = doc.folds[index]
    if (
        word != "a"
        or doc.shapes[index] is not Shape.TITLE
        or len(fold) < 4
        or fold in doc.lower_words
    ):
        return False
    if vetoes.is_common(fold) or fold in lexicon.drugs() or vetoes.eponym_length(doc, index):
        return False
    named = (
        first_name_count(fold) or fold in lexicon.last_names() or fold in lexicon.words("microbes")
    )
    closes = doc.word(index + 1) in (".", ",", ")", ";", "(") or doc.opens_line(
        min(index + 1, len(doc) - 1)
    )
    return not named and closes and not opens_phrase(doc, index, lexicon.hospital_names())


_LINKED: Final = re.compile(
    r"[A-ZÀ-Ý][^\W\d_]+-(?:sur|lès|les|lez|en|sous|de|du|des|la|le)-(?:la-|le-|les-)?[A-ZÀ-Ý][^\W\d_]+"
)


def _is_compound_town(doc: Document, index: int) -> bool:
    """ "Montreuil-en-Forêt" anywhere: the small words between hyphens say it is a town."""
    linked = _LINKED.match(doc.text, doc.starts[index]) is not None
    return linked and not first_name_count(doc.folds[index])


def _after_person(doc: Document, index: int) -> bool:
    """ "Dr Mollard (Malvaux)", "Dr Mollard, Malvaux" at the end of a line: where a doctor works."""
    fold = doc.folds[index]
    if index < 1 or doc.shapes[index] is not Shape.TITLE or len(fold) < 4:
        return False
    closes = doc.word(index + 1) == ")" or index + 1 >= len(doc) or doc.opens_line(index + 1)
    if not closes or vetoes.is_common(fold) or fold in doc.lower_words or fold in lexicon.drugs():
        return False
    if (
        first_name_count(fold)
        or vetoes.eponym_length(doc, index)
        or fold in lexicon.words("scores")
    ):
        return False
    titles = {doc.word(index - steps) for steps in range(2, 7)}
    return bool(titles & DOCTORS) and doc.shape(index - 2) in NAME_SHAPES


def _with_small_article(
    doc: Document, index: int, word: str, position: int
) -> tuple[Span | None, int]:
    """ "vit à la Rochelle": the article in small letters."""
    length, key = match_phrase(doc, index, lexicon.communes(), after=(word,))
    placed = doc.word(position - 1) in ("a", "de", "sur", "vers") or strong_before(doc, position)
    if length and placed and lexicon.communes().weights[key] >= 2000:
        return doc.span(position, index + length - 1, ("LOC", "VILLE"), 0.8, "town"), length
    return None, 0


def _unknown_town(doc: Document, index: int) -> tuple[Span | None, int]:
    """Capitalised words after a sure context, up to Cedex or the end of the run."""
    if doc.shapes[index] is Shape.INITIAL and doc.word(index + 1) != "'":
        return None, 0
    word = doc.folds[index]
    if (
        (word not in ("st", "ste") and len(word) < 3)
        or vetoes.is_common(word)
        or word in lexicon.abbreviations()
    ):
        return None, 0
    last = index
    position = index + 1
    while (
        position < len(doc)
        and position - index < 9
        and doc.same_line(position)
        and len(doc.gap(position)) <= 1
    ):
        word = doc.folds[position]
        if word == "cedex" or doc.shapes[position] is Shape.NUMBER:
            break
        if doc.shapes[position] in NAME_SHAPES and not vetoes.is_common(word):
            last = position
        elif not (word in SMALL_WORDS or word in ("-", "'")):
            break
        position += 1
    return doc.span(index, last, ("LOC", "VILLE"), 0.78, "town-context"), last - index + 1
