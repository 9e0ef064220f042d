"""Reads the proper name that follows the head of an organisation: "CHU *de Dijon*"."""

from typing import Final

from worker.engine import lexicon
from worker.engine.lexicon.phrases import match_commune
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.vetoes import words as vetoes

FACILITY_PARTICLES: Final = lexicon.words("facility_particles")
_FACILITY_WORDS: Final = lexicon.words("facility_words")
_TRAILING_BREAK: Final = frozenset({"cedex"})
_NOT_A_NAME: Final = lexicon.words("not_in_names")
# They open another body's name.
_OTHER_HEADS: Final = lexicon.words("body_heads")
_INNER: Final = frozenset({"a", "au", "en", "et", "sur", "sous", "aux"})
_QUOTES: Final = frozenset({'"', "«", "“"})
_CLOSING_QUOTES: Final = frozenset({'"', "»", "”"})
_MAX_WORDS: Final = 7
_MAX_LINKS: Final = 3


def name_end(doc: Document, index: int, *, capitals: bool, weak: bool) -> int:
    """The last token of the name that starts at `index`; -1 when none does.

    `capitals`: the head is in capitals, so capitals prove nothing. `weak`: the head is an
    ordinary word, so the name must follow at once.
    """
    if doc.word(index) in _QUOTES:
        return _quoted_end(doc, index)
    if weak and doc.word(index) == "-":
        return -1
    last, position, words, links = -1, index, 0, 0
    while words < _MAX_WORDS and links <= _MAX_LINKS and _follows(doc, position):
        if _is_link(doc, position, found=last >= 0, weak=weak):
            links += doc.folds[position] in FACILITY_PARTICLES
            position += 1
            continue
        if _is_cut_word(doc, position) or _is_initial(doc, position):
            position += 2
        elif not _is_name_word(doc, position, capitals=capitals, after=last >= 0):
            break
        last, words, links = position, words + 1, 0
        position += 1
    return last


def _follows(doc: Document, position: int) -> bool:
    if not doc.same_line(position):
        return False
    gap = doc.gap(position)
    return len(gap) <= 1 and "\t" not in gap


def _is_link(doc: Document, position: int, *, found: bool, weak: bool) -> bool:
    """A particle, or a sign inside the name."""
    word = doc.folds[position]
    if word in ("'", "-"):
        return doc.glued(position)
    if word == "&":
        return found and doc.shape(position + 1) in NAME_SHAPES
    if word not in FACILITY_PARTICLES or (
        doc.shapes[position] is Shape.TITLE and word in ("a", "au")
    ):
        return False
    if word in _INNER and not (found and _binds(doc, position)):
        return found and _joins(doc, position)
    return True


def _joins(doc: Document, position: int) -> bool:
    """ "Tournon sur Rhône", "Marches de Bretagne et du Penthièvre"; not "et de l'Amicale"."""
    word, following = doc.folds[position], doc.shape(position + 1)
    if word in ("sur", "sous"):
        return following in NAME_SHAPES and doc.shape(position - 1) in NAME_SHAPES
    linked = doc.word(position + 1) in ("de", "du", "des", "d", "la", "les")
    return word == "et" and linked and _name_after_links(doc, position + 1)


def _name_after_links(doc: Document, position: int) -> bool:
    while doc.word(position) in FACILITY_PARTICLES or doc.word(position) == "'":
        position += 1
    name = doc.shape(position) in NAME_SHAPES and doc.same_line(position)
    another = not _OTHER_HEADS.isdisjoint(doc.folds[position : position + 2])
    return name and not another and doc.folds[position] not in _NOT_A_NAME


def _binds(doc: Document, position: int) -> bool:
    """ "Pont-en-Royans": a particle between hyphens is inside a name."""
    return doc.word(position - 1) == "-" or doc.word(position + 1) == "-"


def _quoted_end(doc: Document, quote: int) -> int:
    """The closing quote of an EHPAD "Les Marronniers"; -1 when it is far or names nothing."""
    if doc.shape(quote + 1) not in CAPITAL_SHAPES:
        return -1
    for position in range(quote + 2, min(quote + 10, len(doc))):
        if not doc.same_line(position):
            return -1
        if doc.folds[position] in _CLOSING_QUOTES:
            return position
    return -1


def _is_cut_word(doc: Document, position: int) -> bool:
    """ "P'tits Loups", "L'Orée"."""
    return (
        doc.shapes[position] is Shape.INITIAL
        and doc.word(position + 1) == "'"
        and position + 2 < len(doc)
        and doc.glued(position + 2)
        and not vetoes.is_common(doc.word(position + 2))
    )


def _is_initial(doc: Document, position: int) -> bool:
    """ "CHU J. Minjoz"."""
    dotted = doc.shapes[position] is Shape.INITIAL and doc.word(position + 1) == "."
    return dotted and doc.shape(position + 2) in NAME_SHAPES and doc.same_line(position + 2)


def _is_name_word(doc: Document, position: int, *, capitals: bool, after: bool) -> bool:
    shape = doc.shapes[position]
    word = doc.folds[position]
    if (
        shape not in NAME_SHAPES
        or word in _TRAILING_BREAK
        or word in ("dr", "pr", "mme", "tel", "fax")
    ):
        return False
    if vetoes.is_veto_word(doc, position) or _is_mixed_abbreviation(doc, position):
        return False
    if word in _NOT_A_NAME:
        return False
    if shape is Shape.UPPER and not capitals and word in lexicon.abbreviations():
        return False
    if doc.shape(position - 1) is Shape.TITLE and doc.word(position - 1) in ("le", "la", "les"):
        return True
    if vetoes.is_common(word) and not match_commune(doc, position):
        return after or word in _FACILITY_WORDS
    return True


def _is_mixed_abbreviation(doc: Document, position: int) -> bool:
    """ "AVCi", "IRMf"."""
    start = doc.starts[position]
    return doc.shapes[position] is Shape.MIXED and doc.text[start : start + 3].isupper()
