"""Finds hospitals, wards, employers, schools and public bodies that bear a name."""

from collections.abc import Iterator
from typing import Final

from annotation.domain.labels import Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.kinds import FIRST_WORDS, KIND, KINDS
from worker.engine.lexicon.phrases import match_commune, match_phrase
from worker.engine.rules.bodies.patterns import (
    BODY,
    BRAND,
    HOSPITAL,
    HOSPITAL_NAME,
    PATTERNS,
)
from worker.engine.rules.pattern import find_all
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.text.folding import word_set
from worker.engine.vetoes import words as vetoes

_PARTICLES: Final = lexicon.words("facility_particles")
_NAME_WORDS: Final = lexicon.words(
    "facility_words"
)  # ordinary words that open a name: "Val", "Clos"
_NOT_IN_NAMES: Final = lexicon.words("not_in_names") | lexicon.words("titles") | {"cedex"}
_CAPITALS_ONLY: Final = lexicon.words("capital_heads")
_SIGNS: Final = frozenset({"'", "-", "&"})
_QUOTES: Final = frozenset({'"', "«", "“", "”", "»"})
_ACRONYMS: Final = lexicon.words("hospital_acronyms") - lexicon.abbreviations()
_GAZETTEERS: Final = (
    (lexicon.phrase_list("brands"), BRAND),
    (lexicon.phrase_list("hospital_names"), HOSPITAL_NAME),
    (lexicon.phrase_list("organisations"), BODY),
)
_KNOWN_FIRSTS: Final = frozenset[str]().union(*(phrases.firsts for phrases, _ in _GAZETTEERS))
_AT: Final = word_set("a au aux de d la l ' vers sur hopital chu site")
_JOBS: Final = lexicon.words("job_words")
_CODE: Final = 3  # letters
_INSIDE: Final = frozenset(
    {"", " ", "\u00a0", "\u202f"}
)  # between the words of a name; a tab parts cells
_MOST_WORDS: Final = 12  # tokens of a name, signs and particles included


def find_bodies(doc: Document) -> Iterator[Span]:
    """ "[HOPITAL:clinique des Trois Chênes]", "[ORGANISME:garage Roy]"; a bare "CHU" or "service" is none."""
    for index in doc.indices(FIRST_WORDS):
        if match := KIND.match(doc.folded, doc.starts[index]):
            yield from _after_kind(doc, *match.span())
    yield from _known(doc)
    yield from find_all(PATTERNS, doc)


def _after_kind(doc: Document, start: int, end: int) -> Iterator[Span]:
    name, written = doc.folded[start:end], doc.text[start:end]
    kind = KINDS[name]
    capitals = kind.in_capitals or name in _CAPITALS_ONLY
    if kind.subtype is Subtype.SERVICE or (capitals and not written.isupper()):
        return
    if name == "sa" and doc.folded[max(0, start - 2) : start].rstrip()[-1:].isdigit():
        return  # weeks of a pregnancy, "34 SA d'AC"
    index = doc.index_at(end)
    last = _name_end(doc, index)
    linked = doc.word(index) in _PARTICLES
    if (
        last < 0
        or doc.folds[index] in FIRST_WORDS
        or (kind.apart and linked and match_commune(doc, last))
    ):
        return
    if kind.subtype is Subtype.HOPITAL:
        yield HOSPITAL.span(start, doc.ends[last], 0.9)
    elif linked or not _is_code(doc, index, last, written):
        yield BODY.span(start, doc.ends[last], 0.82)


def _is_code(doc: Document, index: int, last: int, written: str) -> bool:
    """ "stade III", "foyer FDG": letters of a measure after an ordinary word."""
    short = index == last and doc.shapes[index] is Shape.UPPER and len(doc.folds[index]) <= _CODE
    return doc.shapes[index] is Shape.LOWER or (short and written.islower())


def _name_end(doc: Document, index: int) -> int:
    """The last token of the name that starts at `index`; -1 when none does: "de [Dijon]", "« Les Iris [»]"."""
    last, quoted = -1, doc.word(index) in _QUOTES
    for position in range(index + quoted, min(index + _MOST_WORDS, len(doc))):
        if doc.gap(position) not in _INSIDE:
            break
        word = doc.folds[position]
        if word in _QUOTES:
            return position if quoted and last >= 0 else last
        if doc.shapes[position] in NAME_SHAPES and _is_name_word(doc, position, last):
            last = position
        elif not _is_link(doc, position, word, last):
            break
    return last


def _is_link(doc: Document, position: int, word: str, last: int) -> bool:
    if word in _SIGNS:
        return word == "&" or doc.glued(position)
    if word in ("et", "a", "au", "en", "aux"):
        return last >= 0 and doc.word(position - 1) == "-"
    if word == ".":
        return doc.shapes[position - 1] is Shape.INITIAL
    initial = doc.shapes[position] is Shape.INITIAL and word != "m"
    return word in _PARTICLES or initial


def _is_name_word(doc: Document, position: int, last: int) -> bool:
    word = doc.folds[position]
    if word in _NOT_IN_NAMES or vetoes.is_veto_word(doc, position):
        return False
    if not vetoes.is_common(word) or match_commune(doc, position):
        return True
    if last < 0:
        return word in _NAME_WORDS
    return doc.shapes[position] is not Shape.UPPER or doc.shapes[last] is not Shape.UPPER


def _known(doc: Document) -> Iterator[Span]:
    """Firms known by one name: "Orkyn"; after a word of place hospitals and employers: "à Cochin",
    "ouvrier chez Peugeot"; hospitals by their letters: "CHBM"."""
    for index in doc.indices(_KNOWN_FIRSTS):
        for phrases, rule in _GAZETTEERS if doc.shapes[index] in CAPITAL_SHAPES else ():
            length = match_phrase(doc, index, phrases)
            before = doc.word(index - 1)
            if length and (rule is BRAND or before in _AT or (rule is BODY and before in _JOBS)):
                yield rule.span(doc.starts[index], doc.ends[index + length - 1], 0.8)
    for index in doc.indices(_ACRONYMS):
        told = len(doc.folds[index]) > _CODE or doc.word(index - 1) in _AT
        if told and doc.shapes[index] is Shape.UPPER:
            yield HOSPITAL.span(doc.starts[index], doc.ends[index], 0.75)
