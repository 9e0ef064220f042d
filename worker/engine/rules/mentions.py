"""Other mentions of the names and towns that a note gives once in a sure context."""

from collections.abc import Iterator, Sequence
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon import Key, key_of
from worker.engine.lexicon.names import first_name_count, last_name_count
from worker.engine.rules.pattern import Rule
from worker.engine.text.document import CAPITAL_SHAPES, Document, Shape
from worker.engine.text.tokens import word_set
from worker.engine.vetoes import words as vetoes

_SURE: Final = 0.84
_SCORE: Final = 0.8
_LEAST_LETTERS: Final = 3
_LEAST_BEARERS: Final = 100  # of a surname in small letters
SAME_NAME: Final = Rule(
    "same-name", Label.PER, Subtype.NOM, examples=("M. [[Morvan]] se repose. [[Morvan]] a déjeuné",)
)
SAME_TOWN: Final = Rule(
    "same-town",
    Label.LOC,
    Subtype.VILLE,
    examples=("il habite [[Vesoul]]. Sa soeur, [[Vesoul]], prévenue",),
)
_SPREAD: Final = {Subtype.NOM: SAME_NAME, Subtype.PRENOM: SAME_NAME, Subtype.VILLE: SAME_TOWN}
_OF_PLACE: Final = word_set("a sur ( , - de")


def mentions(doc: Document, spans: Sequence[Span]) -> list[Span]:
    """Other mentions of the sure names and towns among `spans`, none overlapping them.

    Homographs stay out: ordinary words, drugs, eponyms after their trigger, abbreviations.
    """
    sure = _sure(doc.text, spans)
    if not sure:
        return []
    taken = bytearray(len(doc.text))
    for span in spans:
        taken[span.start : span.end] = b"\1" * span.length
    found = []
    for span in _again(doc, sure):
        if taken.find(1, span.start, span.end) == -1:
            taken[span.start : span.end] = b"\1" * span.length
            found.append(span)
    return found


def _sure(text: str, spans: Sequence[Span]) -> dict[Key, Span]:
    """The first sure span of each name that may be spread."""
    found: dict[Key, Span] = {}
    for span in spans:
        if span.subtype in _SPREAD and (span.score or 0.0) >= _SURE:
            key = key_of(text[span.start : span.end])
            if _may_spread(key, span):
                found.setdefault(key, span)
    return found


def _may_spread(key: Key, span: Span) -> bool:
    if sum(map(len, key)) < _LEAST_LETTERS:
        return False
    if len(key) > 1:
        return True
    word = key[0]
    if vetoes.is_common(word) or word in lexicon.abbreviations() or word in lexicon.drugs():
        return False
    return span.subtype != Subtype.PRENOM or first_name_count(word) > 0


def _again(doc: Document, sure: dict[Key, Span]) -> Iterator[Span]:
    by_first: dict[str, list[Key]] = {}
    for key in sorted(sure, key=len, reverse=True):
        by_first.setdefault(key[0], []).append(key)
    for index in doc.indices(by_first.keys()):
        for key in by_first[doc.folds[index]]:
            last = _match(doc, index, key)
            if last >= 0 and _counts(doc, index, last, sure[key]):
                subtype = Subtype(sure[key].subtype)
                rule = _SPREAD[subtype]
                yield rule.span(doc.starts[index], doc.ends[last], _SCORE, subtype)
                break


def _match(doc: Document, index: int, key: Key) -> int:
    """The last token of the name that starts here; -1 when another does."""
    position = index
    for number, word in enumerate(key):
        while number and doc.word(position) in ("-", "'", "."):
            position += 1
        if key_of(doc.word(position) or "?") != (word,) or (number and not doc.same_line(position)):
            return -1
        position += 1
    return position - 1


def _counts(doc: Document, first: int, last: int, span: Span) -> bool:
    """A capital, no eponym after its trigger, no part of a hyphened name."""
    if (
        vetoes.has_medical_trigger(doc, first)
        or vetoes.eponym_length(doc, first) > last - first + 1
    ):
        return False
    word = doc.folds[first]
    if doc.shapes[first] is Shape.LOWER:
        return _is_small_surname(doc, first, last, span)
    if first == last and word in doc.lower_words and doc.shapes[first] is Shape.TITLE:
        return False
    if span.label == Label.LOC and first == last and word in lexicon.words("town_homographs"):
        return doc.word(first - 1) in _OF_PLACE
    return not (_is_joined(doc, first, first - 2) or _is_joined(doc, last + 2, last + 2))


def _is_joined(doc: Document, sign: int, neighbour: int) -> bool:
    """A hyphen joins the name to a capital: "Jean" in "Jean-Petit" is not the Jean named elsewhere."""
    hyphen = doc.word(sign - 1) == "-" and doc.glued(sign) and doc.glued(sign - 1)
    return hyphen and doc.shape(neighbour) in CAPITAL_SHAPES


def _is_small_surname(doc: Document, first: int, last: int, span: Span) -> bool:
    """ "vu avec morvan … selon morvan": written in small letters there and here, and no ordinary word."""
    word = doc.folds[first]
    written = doc.text[span.start : span.end].islower() and span.subtype == Subtype.NOM
    borne = last_name_count(word) >= _LEAST_BEARERS and word not in lexicon.eponyms()
    return first == last and written and borne and not vetoes.is_only_a_word(word)
