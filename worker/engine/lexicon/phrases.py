"""Finds the phrases of a gazetteer (towns, countries, hospitals) in a document's tokens."""

from typing import Final

from worker.engine import lexicon
from worker.engine.lexicon import SHORT_FORMS, Phrases
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape

SMALL_WORDS: Final = lexicon.words("small_words")
_SIGNS: Final = frozenset({"-", "'", "/", "."})


def match_phrase(doc: Document, index: int, phrases: Phrases) -> int:
    """Tokens of the longest phrase that starts at `index`; 0 when none does: 3 for "Lons le Saunier".

    Each phrase is one dictionary look-up, so the time does not grow with the gazetteer.
    """
    if index >= len(doc) or doc.folds[index] not in phrases.firsts:
        return 0
    words = [_key_word(doc, index)]
    lasts = [index]
    while tuple(words) in phrases.beginnings and (position := _next_word(doc, lasts[-1])) > 0:
        if not _written_like_a_name(doc, index, position):
            break
        words.append(_key_word(doc, position))
        lasts.append(position)
    for count in range(len(words), 0, -1):
        if tuple(words[:count]) in phrases.weights and not _goes_on(doc, lasts[count - 1]):
            return lasts[count - 1] - index + 1
    return 0


def match_commune(doc: Document, index: int) -> int:
    """Number of tokens of the longest commune name that starts here."""
    if doc.shape(index) not in CAPITAL_SHAPES:
        return 0
    return match_phrase(doc, index, lexicon.communes())


def _key_word(doc: Document, index: int) -> str:
    word = doc.word(index)
    return SHORT_FORMS.get(word, word)


def _next_word(doc: Document, last: int) -> int:
    """The next word of the same name, signs inside it skipped; 0 when the name ends."""
    position = last + 1
    while doc.word(position) in _SIGNS and (doc.glued(position) or doc.word(position) == "-"):
        position += 1
    near = doc.same_line(position) and len(doc.gap(position)) <= 1
    return position if near and doc.shape(position) is not Shape.SIGN else 0


def _written_like_a_name(doc: Document, first: int, position: int) -> bool:
    """A capital, a small word, or a hyphened part: "Savigny-lès-beaune"."""
    if doc.shapes[position] is not Shape.LOWER or doc.shapes[first] is Shape.UPPER:
        return True
    return doc.folds[position] in SMALL_WORDS or doc.word(position - 1) in ("-", "'")


def _goes_on(doc: Document, last: int) -> bool:
    """ "Dijon-Prenois": the word is the beginning of another name."""
    return (
        doc.word(last + 1) == "-"
        and doc.glued(last + 1)
        and doc.glued(last + 2)
        and doc.shape(last + 2) in NAME_SHAPES
    )
