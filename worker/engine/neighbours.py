"""What stands beside a name that was found is told by the gazetteers: the other half of the name,
an initial, the rest of a list of first names. The model judges each find (`doubt.believed`)."""

from collections.abc import Iterator, Sequence
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.rules import vetoes
from worker.engine.rules.document import NAME_SHAPES, Document, Shape
from worker.engine.rules.name_reader import first_name_count

_RULE: Final = "beside-name"
_SCORE: Final = 0.8
_LEAST_GIVEN, _LEAST_SURNAME = 500, 100  # bearers
_LEAST_LETTERS: Final = 3
_LISTED: Final = frozenset({",", "et", "/", "&"})
_AFTER_LAST: Final = frozenset({",", "et", "/", "&", ".", ";", ")", ""})
_LETTERS: Final = frozenset({Shape.LOWER, Shape.TITLE, Shape.UPPER})


def beside_names(doc: Document, spans: Sequence[Span]) -> Iterator[Span]:
    """Names and initials right after the spans of label PER, and first names listed with one."""
    held = {span.start for span in spans}
    for span in spans:
        if span.label != "PER" or span.subtype not in ("NOM", "PRENOM"):
            continue
        last = doc.index_at(span.end) - 1
        if last < 0 or doc.ends[last] != span.end:
            continue
        following = last + 1
        if following >= len(doc) or doc.starts[following] in held:
            continue
        if doc.same_line(following) and doc.gap(following) == " ":
            yield from _other_half(doc, span, last)
        yield from _listed(doc, span, last)


def _other_half(doc: Document, span: Span, last: int) -> Iterator[Span]:
    """ "popescu ion", "MASSON Claire", "marjorie d."."""
    index = last + 1
    word, shape = doc.folds[index], doc.shapes[index]
    if _is_initial(doc, index):
        yield doc.span(index, index + 1, ("PER", "INITIALES"), _SCORE, _RULE)
        return
    if shape not in _LETTERS or not _may_follow(doc.shapes[last], shape) or _is_word(doc, index):
        return
    wanted = "PRENOM" if span.subtype == "NOM" else "NOM"
    count = first_name_count(word) if wanted == "PRENOM" else lexicon.last_names().get(word, 0)
    if count >= (_LEAST_GIVEN if wanted == "PRENOM" else _LEAST_SURNAME):
        yield doc.span(index, index, ("PER", wanted), _SCORE, _RULE)


def _is_initial(doc: Document, index: int) -> bool:
    """One letter and its dot, at the end of a line, of a column or before a sign."""
    if len(doc.folds[index]) != 1 or not doc.folds[index].isalpha():
        return False
    if doc.word(index + 1) != "." or not doc.glued(index + 1):
        return False
    after = index + 2
    ends = after >= len(doc) or not doc.same_line(after) or len(doc.gap(after)) > 1
    return ends or doc.shapes[after] is Shape.SIGN


def _may_follow(one: Shape, other: Shape) -> bool:
    """Both in small letters, or both with a capital."""
    return (one is Shape.LOWER) == (other is Shape.LOWER)


def _is_word(doc: Document, index: int) -> bool:
    word = doc.folds[index]
    return (
        len(word) < _LEAST_LETTERS
        or vetoes.is_common(word)
        or vetoes.is_veto_word(doc, index)
        or word in lexicon.words("verbs_after_civility")
        or word in lexicon.words("medical_words")
        or word in lexicon.words("relatives")
        or word in lexicon.drugs()
        or (doc.shapes[index] is not Shape.LOWER and word in doc.lower_words)
        or vetoes.eponym_length(doc, index) > 0
    )


def _listed(doc: Document, span: Span, last: int) -> Iterator[Span]:
    """ "Sixte, Hermine et Foulques": what is listed after a first name, written like it."""
    if span.subtype != "PRENOM" or doc.shapes[last] is Shape.LOWER:
        return
    position = last + 1
    while doc.word(position) in _LISTED and doc.same_line(position + 1):
        index = position + 1
        alone = doc.word(index + 1) in _AFTER_LAST or doc.opens_line(index + 1)
        if doc.shape(index) not in NAME_SHAPES or not alone or _is_word(doc, index):
            return
        if lexicon.communes().weights.get((doc.folds[index],), 0) and not first_name_count(
            doc.folds[index]
        ):
            return
        yield doc.span(index, index, ("PER", "PRENOM"), _SCORE, _RULE)
        position = index + 1
