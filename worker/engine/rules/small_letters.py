"""Towns and hospitals typed without capitals: "habite à dijon", "chu de beaune"."""

import re
from collections.abc import Iterator
from itertools import chain, compress
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.memo import Memo
from worker.engine.rules import vetoes
from worker.engine.rules.document import Document, Shape
from worker.engine.rules.phrases import SHORT_FORMS, match_phrase

_HEADS: Final = frozenset(
    {"chu", "ch", "chru", "hopital", "clinique", "polyclinique", "ehpad", "maternite", "ssr"}
)
_LINKS: Final = frozenset({"de", "d", "'", "du"})
_SMALL_TOWN, _TOWN = 500, 2_000
_HOME: Final = re.compile(
    r"\b(?:habit\w+|vit|vivant|resid\w+|domicili\w+|demeurant|ne\(?e?\)?(?: le [\d/ .a-z-]{6,30})?|nee(?: le [\d/ .a-z-]{6,30})?|naissance|originaire|vient|venant|revient|arrive|retourne|repart|rentre)"
    r"(?: (?:seule?|actuellement))?,? ?(?::|a|sur|de|pres de)? ?$"
)


_BEFORE_TOWN: Final = frozenset({"a", "sur", "de", "'", ":"})
_LEADS: Final = Memo(lambda word: word in _BEFORE_TOWN or word.startswith("habit"))


def _opens(word: str) -> bool:
    """True for the heads above, and for words that may begin a town's name here."""
    key = SHORT_FORMS.get(word, word)
    communes = lexicon.communes()
    if word in _HEADS or communes.seconds.get(key):
        return True
    return communes.weights.get((key,), 0) >= _SMALL_TOWN and not _is_ordinary(word)


_OPENS: Final = Memo(_opens)


def find_small_letters(doc: Document) -> Iterator[Span]:
    """Only after words that leave no doubt, and only known towns."""
    openings = [doc.where[word] for word in compress(doc.where, map(_OPENS.__getitem__, doc.where))]
    for index in sorted(chain.from_iterable(openings)):
        word = doc.folds[index]
        before = doc.folds[index - 1]
        leads = _LEADS[before]
        if not (leads or word in _HEADS) or doc.shapes[index] is not Shape.LOWER:
            continue
        if not doc.same_line(index):
            continue
        if leads:
            yield from _town(doc, index, before)
        if word in _HEADS and doc.word(index + 1) in _LINKS:
            yield from _hospital(doc, index)
        elif word in _HEADS and before not in ("la", "une"):
            yield from _named(doc, index)


def _length(doc: Document, index: int) -> tuple[int, int]:
    """Tokens of the longest commune in small letters here, and its population."""
    length, key = match_phrase(doc, index, lexicon.communes(), small=True)
    return length, lexicon.communes().weights[key] if length else 0


def _is_word(doc: Document, index: int, length: int) -> bool:
    return length == 1 and _is_ordinary(doc.folds[index])


def _is_ordinary(word: str) -> bool:
    return (
        len(word) < 4
        or vetoes.is_common(word)
        or word in lexicon.words("town_homographs")
        or word in lexicon.drugs()
    )


def _town(doc: Document, index: int, before: str) -> Iterator[Span]:
    length, population = _length(doc, index)
    if not length or _is_word(doc, index, length) or vetoes.has_medical_trigger(doc, index):
        return
    home = _HOME.search(doc.folded[max(0, doc.starts[index] - 60) : doc.starts[index]])
    doctor = before == "de" and doc.word(index - 3) in (
        "dr",
        "docteur",
        "pompiers",
        "smur",
        "urgences",
    )
    if (
        (home and population >= _SMALL_TOWN)
        or (before == "a" and population >= 20_000)
        or (doctor and population >= _TOWN)
    ):
        yield doc.span(index, index + length - 1, ("LOC", "VILLE"), 0.75, "town-small-letters")


def _hospital(doc: Document, index: int) -> Iterator[Span]:
    """ "chu de dijon": the head, "de", and a known town."""
    start = index + 2 if doc.word(index + 2) != "'" else index + 3
    if start >= len(doc) or doc.shapes[start] is not Shape.LOWER:
        return
    length, population = _length(doc, start)
    if length and population >= _TOWN and not _is_word(doc, start, length):
        last = start + length - 1
        yield doc.span(index, last, ("ORG", "HOPITAL"), 0.78, "hospital-small-letters")


def _named(doc: Document, index: int) -> Iterator[Span]:
    """ "chu dijon"."""
    if doc.word(index) not in ("chu", "ch", "chru") or doc.shape(index + 1) is not Shape.LOWER:
        return
    length, population = _length(doc, index + 1)
    if length and population >= 20_000 and not _is_word(doc, index + 1, length):
        yield doc.span(index, index + length, ("ORG", "HOPITAL"), 0.75, "hospital-small-letters")
