"""Names typed without capitals after a civility: "mr dupont"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.rules.name_reader import first_name_count, is_first_name
from worker.engine.text.document import Document, Shape
from worker.engine.vetoes import words as vetoes

_ARTICLES: Final = frozenset({"le", "de", "la"})
_PARTICLES: Final = frozenset({"da", "di", "dos", "el", "ben", "van", "von", "al", "ait", "bou"})
# Endings that French verbs and adjectives hardly have.
_FOREIGN: Final = re.compile(
    r"[a-z]{2,}(?:sk[ai]|ck[ai]|wicz|czyk|vic|vitch|ova|oglu|yan|elli|etti|ucci|escu|poulos|akis|ssen|[gq]uez|inho|eira|oui|ullah|dze)$"
)
_FREQUENT, _MANY = 500, 1_000  # bearers


def civil_name(doc: Document, position: int, rule: str) -> Iterator[Span]:
    """The name in small letters after a civility, when gazetteers or its form tell it."""
    if not _is_lower(doc, position):
        return
    word = doc.folds[position]
    if _is_particle_name(doc, position):
        yield doc.span(position, position + 1, ("PER", "NOM"), 0.75, rule)
    elif word in lexicon.words("verbs_after_civility") or vetoes.is_common(word) or len(word) < 3:
        if word in _ARTICLES and _bears_article(doc, position):
            yield doc.span(position, position + 1, ("PER", "NOM"), 0.75, rule)
        elif _is_usual_surname(word) and _stands_for_a_name(doc, position):
            yield from _known(doc, position, rule)
    elif word in lexicon.last_names() or is_first_name(word):
        yield from _known(doc, position, rule)
    elif _FOREIGN.match(word) and word not in lexicon.drugs():
        yield doc.span(position, position, ("PER", "NOM"), 0.7, rule)


def _is_usual_surname(word: str) -> bool:
    """ "petit", "grand": borne by many, and nobody's function."""
    many = lexicon.last_names().get(word, 0) >= _MANY
    return many and word not in lexicon.words("roles") and len(word) > 3


def _stands_for_a_name(doc: Document, position: int) -> bool:
    """ "mme petit :", "mr grand jean", "mr blanc sort": nothing that an adjective could go with."""
    following = position + 1
    if not doc.same_line(following):
        return True
    word = doc.word(following)
    verb = word in lexicon.words("verbs_after_civility")
    named = first_name_count(word) >= _FREQUENT and not vetoes.is_common(word)
    return doc.shapes[following] in (Shape.SIGN, Shape.NUMBER) or verb or named


def _is_lower(doc: Document, position: int) -> bool:
    return doc.shape(position) is Shape.LOWER and doc.same_line(position)


def _is_particle_name(doc: Document, position: int) -> bool:
    """ "mr da costa", "mme ben salem"."""
    following = doc.word(position + 1)
    return (
        doc.word(position) in _PARTICLES
        and doc.same_line(position + 1)
        and following in lexicon.last_names()
        and not vetoes.is_common(following)
    )


def _bears_article(doc: Document, position: int) -> bool:
    """ "mme le goff": written in one word or in two in the gazetteer."""
    article, following = doc.folds[position], doc.word(position + 1)
    if vetoes.is_common(following) or not doc.same_line(position + 1) or len(following) < 3:
        return False
    names = lexicon.last_names()
    return article + following in names or f"{article} {following}" in names


def _known(doc: Document, position: int, rule: str) -> Iterator[Span]:
    word, following = doc.folds[position], position + 1
    after = doc.word(following)
    free = doc.same_line(following) and not vetoes.is_common(after)
    if is_first_name(word) and after in lexicon.last_names() and free:
        yield doc.span(position, position, ("PER", "PRENOM"), 0.75, rule)
        yield doc.span(following, following, ("PER", "NOM"), 0.75, rule)
        return
    double = after == "-" and doc.glued(following)
    if double and doc.word(position + 2) in lexicon.last_names():
        yield doc.span(position, position + 2, ("PER", "NOM"), 0.75, rule)
        return
    yield doc.span(position, position, ("PER", "NOM"), 0.75, rule)
    if first_name_count(after) >= 1000 and free:
        yield doc.span(following, following, ("PER", "PRENOM"), 0.7, rule)
