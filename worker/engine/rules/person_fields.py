"""Persons in forms: "Nom : DUPONT", "Opérateur : Dr X", tables with one field a line."""

from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.phrases import match_commune
from worker.engine.rules.name_judgement import is_town, looks_personal, single_kind
from worker.engine.rules.name_reader import Name, is_first_name, name_spans, read_name
from worker.engine.text.document import NAME_SHAPES, Document, Shape
from worker.engine.vetoes import words as vetoes

_TITLES: Final = lexicon.words("titles")
_SEPARATORS: Final = frozenset(
    {",", ";", "/", "&", "et", "-", "–", "—", "+", "•", "|", "ou", "puis"}
)
_NAME_FIELDS: Final = {
    "nom": "NOM",
    "noms": "NOM",
    "naissance": "NOM",
    "naiss": "NOM",
    "usage": "NOM",
    "usuel": "NOM",
    "marital": "NOM",
    "fille": "NOM",
    "prenom": "PRENOM",
    "prenoms": "PRENOM",
}
_SIGNS: Final = frozenset({":", "|", "="})
_FIELDS: Final = _SIGNS | _NAME_FIELDS.keys()
_PERSON_FIELDS: Final = lexicon.words("person_fields")


def find_person_fields(doc: Document) -> Iterator[Span]:
    """Values of the fields that hold a person."""
    for index in doc.indices(_FIELDS):
        if doc.folds[index] in _SIGNS:
            yield from _after_field(doc, index)
        else:
            yield from _bare_field(doc, index)


def _bare_field(doc: Document, index: int) -> Iterator[Span]:
    """ "NOM DUPONT", "Nom<tab>DUPONT", "Nom" alone on its line above "DUPONT"."""
    position = index + 1
    if doc.word(position) == "(" and doc.word(position + 2) == ")":
        position += 3
    kind = _field_kind(doc, index)
    if (
        kind is None
        or (doc.word(position) in ("de", "d") and kind == "NOM")
        or doc.shapes[index] is Shape.LOWER
        or doc.shape(position) not in NAME_SHAPES
    ):
        return
    if not doc.same_line(position):
        below = doc.text[doc.ends[position - 1] : doc.starts[position]].count("\n") == 1
        if not (below and _alone_on_line(doc, index, position)):
            return
    elif len(doc.gap(position)) < 2 and not _stands_out(doc, position, kind):
        return
    yield from _identity_field(doc, position, kind)


def _stands_out(doc: Document, position: int, kind: str) -> bool:
    """In capitals, or a known first name after "Prénom"."""
    known = kind == "PRENOM" and is_first_name(doc.word(position))
    return doc.shape(position) is Shape.UPPER or known


def _alone_on_line(doc: Document, index: int, following: int) -> bool:
    first = index
    while first > 0 and doc.same_line(first):
        first -= 1
    return following - first <= 4


def _after_field(doc: Document, colon: int) -> Iterator[Span]:
    """ "Nom : DUPONT", "Opérateur : Dr X", "Biologistes : F. MERCIER  S. ROY"."""
    before = colon - 1
    while (
        before >= 0
        and doc.word(before) in (")", "s", "e", "(", ".", "/")
        and doc.same_line(before + 1)
    ):
        before -= 1
    if before < 0 or not doc.same_line(before + 1):
        return
    field = doc.folds[before]
    alone = _field_kind(doc, before)
    if alone is None and not _holds_person(field):
        return
    position = colon + 1
    if position >= len(doc):
        return
    if not doc.same_line(position):
        if alone is None and not _opens_with_name(doc, position):
            return
        if doc.text[doc.ends[colon] : doc.starts[position]].count("\n") > 1:
            return
    if doc.word(position) in _TITLES:
        return
    if alone is not None:
        yield from _identity_field(doc, position, alone)
    else:
        yield from _field_list(doc, position)


_HOLDERS: Final = lexicon.words("roles") | lexicon.words("relatives")


def _holds_person(field: str) -> bool:
    """A listed field, a function or a tie, singular or plural."""
    return field in _HOLDERS or field in _PERSON_FIELDS or field.rstrip("s") in _HOLDERS


def _field_kind(doc: Document, index: int) -> str | None:
    field = doc.folds[index]
    kind = _NAME_FIELDS.get(field)
    if field in ("naissance", "naiss", "usage", "usuel", "marital", "fille"):
        near = {doc.word(position) for position in range(index - 4, index)}
        return kind if "nom" in near else None
    if kind == "PRENOM" and _joins_nom(doc, index):
        return "BOTH"
    return kind


def _joins_nom(doc: Document, index: int) -> bool:
    """ "Nom Prénom :", "NOM et prénom :" on one line; not the value of a field "Nom"."""
    before = index - 1
    while doc.word(before) in ("et", "/", "-", ",", "&") and doc.same_line(before + 1):
        before -= 1
    return (
        doc.word(before) in ("nom", "noms") and doc.same_line(before + 1) and doc.same_line(index)
    )


def _identity_field(doc: Document, position: int, kind: str) -> Iterator[Span]:
    name = read_name(doc, position, trusting=True)
    if not name.parts:
        yield from _lower_field(doc, position, kind)
        return
    if kind == "BOTH" or (len(name.words) > 1 and kind == "NOM"):
        spans = name_spans(doc, name, score=0.95, rule="field-name")
        if kind == "NOM" and not any(is_first_name(word.folded) for word in name.words):
            spans = [
                doc.span(
                    name.words[0].first, name.words[-1].last, ("PER", "NOM"), 0.95, "field-name"
                )
            ]
        yield from spans
        return
    for part in name.words:
        yield doc.span(part.first, part.last, ("PER", kind), 0.95, "field-name")
    if not name.words:
        yield from name_spans(doc, name, score=0.9, rule="field-name")
    if kind == "PRENOM":
        position = name.end
        while (
            doc.word(position) == ","
            and doc.shape(position + 1) in NAME_SHAPES
            and is_first_name(doc.word(position + 1))
        ):
            more = read_name(doc, position + 1, trusting=True)
            yield from name_spans(doc, more, score=0.9, rule="field-name", alone="PRENOM")
            position = more.end


def _lower_field(doc: Document, position: int, kind: str) -> Iterator[Span]:
    """ "nom : dupont": a form filled in lower case."""
    if doc.shape(position) is not Shape.LOWER or not doc.same_line(position) or kind == "BOTH":
        return
    word = doc.folds[position]
    known = word in lexicon.last_names() if kind == "NOM" else is_first_name(word)
    if known and not vetoes.is_common(word):
        yield doc.span(position, position, ("PER", kind), 0.85, "field-name")


def _field_list(doc: Document, position: int) -> Iterator[Span]:
    """Names of a person field up to the end of its line, parted by commas or wide blanks."""
    for _ in range(16):
        if position >= len(doc):
            return
        name = read_name(doc, position, trusting=_usual_in_capitals(doc, position))
        if not looks_personal(doc, name) and not _unknown_name(doc, name):
            return
        yield from name_spans(doc, name, score=0.88, rule="field-person", alone=single_kind(name))
        position = _next_in_list(doc, name.end)
        if position < 0:
            return


def _unknown_name(doc: Document, name: Name) -> bool:
    """A capitalised word that no gazetteer knows, where a person is expected."""
    if len(name.words) != 1 or len(name.parts) > 2 or doc.word(name.end) == ":":
        return False
    word = name.words[0]
    if len(word.folded) < 4 or word.folded in doc.lower_words or word.folded in lexicon.drugs():
        return False
    town = is_town(word.folded) or match_commune(doc, word.first)
    return (
        not town
        and not vetoes.eponym_length(doc, word.first)
        and word.folded not in lexicon.abbreviations()
    )


def _usual_in_capitals(doc: Document, position: int) -> bool:
    """ "Patient : PETIT Lucas": an ordinary word, but written like a surname."""
    return (
        doc.shape(position) is Shape.UPPER
        and lexicon.last_names().get(doc.word(position), 0) >= 1000
        and doc.shape(position + 1) in NAME_SHAPES
    )


def _next_in_list(doc: Document, position: int) -> int:
    if not doc.same_line(position):
        return -1
    if doc.word(position) == "(":
        while position < len(doc) and doc.word(position) != ")" and doc.same_line(position + 1):
            position += 1
        position += 1
        if not doc.same_line(position):
            return -1
    if doc.shape(position) is Shape.UPPER and len(doc.word(position)) < 4:
        position += 1  # "Padeano MM, Jankowski C."
    if doc.word(position) in _SEPARATORS and doc.same_line(position + 1):
        return position + 1
    return position if len(doc.gap(position)) >= 2 else -1


def _opens_with_name(doc: Document, position: int) -> bool:
    name = read_name(doc, position, trusting=False)
    return len(name.words) >= 1 and any(is_first_name(word.folded) for word in name.words)
