"""Finds persons: after what promises a name, and pairs of a first name and a surname anywhere."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.labels import Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.names import first_name_count, is_first_name
from worker.engine.rules.pattern import Rule, find_all
from worker.engine.rules.persons.judgement import is_known, is_pair
from worker.engine.rules.persons.names import Name, read_name, single_kind
from worker.engine.rules.persons.patterns import (
    CIVILITY,
    CONTEXTS,
    INITIAL_NAME,
    PAIR,
    PATTERNS,
    NameContext,
)
from worker.engine.text.document import Document, Shape
from worker.engine.vetoes import words as vetoes

# Between two names of a list; brackets after a name tell a function or an age.
_NEXT: Final = re.compile(
    r"(?:[ ]?\([^()\n]{0,30}\))?(?:[ ]?[,;/&+•–-][ ]?(?:et[ ])?|[ ](?:et|ou|puis)[ ]|[ ]{2,8})(?=[^\W\d_])"
)
_MOST_NAMES: Final = 16
_RARE: Final = 50  # bearers of a surname
_FREQUENT: Final = 500  # bearers of a first name
_MANY: Final = 1_000  # bearers of a surname that is an ordinary word too
_LEAST_LETTERS: Final = 3


def find_persons(doc: Document) -> Iterator[Span]:
    """ "le Dr [INITIALES:J.] [NOM:Petit]", "Nom : [NOM:ROY]", "[PRENOM:Marie] [NOM:DUPONT]"."""
    for context in CONTEXTS:
        for match in context.find(doc):
            yield from _after(doc, match.end(), context, is_promised="\n" not in match.group())
    yield from find_all(PATTERNS, doc)
    yield from _pairs(doc)


def _after(doc: Document, start: int, context: NameContext, *, is_promised: bool) -> Iterator[Span]:
    """On the next line of the text nothing is promised."""
    is_promised &= context.is_promised
    for number in range(_MOST_NAMES if context.is_list else 1):
        name = read_name(doc, start, is_promised=is_promised)
        if not name.parts:
            if context.reads_small:
                yield from _small_name(doc, start, context)
            return
        sure = is_promised and (not number or context.rule is CIVILITY)
        if not sure and not is_known(doc, name):
            return
        if context.rule is CIVILITY and _are_initials(name):
            yield CIVILITY.span(name.parts[0].start, name.end, context.score, Subtype.INITIALES)
        else:
            alone = context.alone or (single_kind(name.words[0]) if name.words else Subtype.NOM)
            yield from _spans(name, context.rule, context.score, alone)
        following = _NEXT.match(doc.text, name.end)
        if following is None:
            return
        start = following.end()


def _spans(name: Name, rule: Rule, score: float, alone: Subtype) -> Iterator[Span]:
    for start, end, subtype in name.kinds(alone):
        yield rule.span(start, end, score, subtype)


def _are_initials(name: Name) -> bool:
    """ "Dr JD", "Pr JLB": capitals that hardly anybody bears as a surname."""
    if len(name.parts) != 1 or not name.words or not name.words[0].is_upper:
        return False
    word = name.words[0].folded
    if len(word) == _LEAST_LETTERS:
        return not set(word) & set("aeiouy")
    return len(word) < _LEAST_LETTERS and lexicon.last_names().get(word, 0) < _RARE


def _small_name(doc: Document, start: int, context: NameContext) -> Iterator[Span]:
    """ "mr [dupont]", "mme [jeanne] [roy]": small letters, but in the gazetteers and no ordinary word."""
    index = doc.index_at(start)
    words = [doc.word(index), doc.word(index + 1)]
    small = doc.shape(index + 1) is Shape.LOWER and doc.same_line(index + 1)
    if doc.starts[index : index + 1] == [start] and small and _bears_article(*words):
        yield context.rule.span(start, doc.ends[index + 1], 0.75)
        return
    if (
        doc.shape(index) is not Shape.LOWER
        or doc.starts[index] != start
        or not (_is_name(words[0]) or _is_told(doc, index))
    ):
        return
    both = small and _is_name(words[1])
    given = context.alone is Subtype.PRENOM or (both and first_name_count(words[0]) >= _FREQUENT)
    kinds = [Subtype.PRENOM if given else Subtype.NOM]
    if both and (given or first_name_count(words[1]) >= _FREQUENT):
        kinds.append(Subtype.NOM if given else Subtype.PRENOM)
    for place, kind in enumerate(kinds, index):
        yield context.rule.span(doc.starts[place], doc.ends[place], 0.75, kind)


def _bears_article(article: str, word: str) -> bool:
    """ "mme le goff": the gazetteer writes it in one word or in two."""
    names = lexicon.last_names()
    known = article + word in names or f"{article} {word}" in names
    return (
        article in lexicon.words("name_particles")
        and known
        and len(word) >= _LEAST_LETTERS
        and not vetoes.is_common(word)
    )


def _is_told(doc: Document, index: int) -> bool:
    """ "mme petit :", "mr blanc sort": an ordinary word that many bear, where no adjective could stand."""
    word, following = doc.folds[index], doc.word(index + 1)
    borne = lexicon.last_names().get(word, 0) >= _MANY and word not in lexicon.words("roles")
    ends = not doc.same_line(index + 1) or doc.shapes[index + 1] in (Shape.SIGN, Shape.NUMBER)
    verb = following in lexicon.words("verbs_after_civility")
    return borne and (ends or verb or (first_name_count(following) >= _FREQUENT))


def _is_name(word: str) -> bool:
    known = word in lexicon.last_names() or is_first_name(word)
    return known and len(word) >= _LEAST_LETTERS and not vetoes.is_only_a_word(word)


def _pairs(doc: Document) -> Iterator[Span]:
    end = 0
    for index in doc.capitals:
        start = doc.starts[index]
        initial = doc.shapes[index] is Shape.INITIAL or doc.following[index] == "."
        # inside a run of letters and figures no name begins, and the run is read once
        if (
            start < end
            or doc.text[start - 1 : start].isalnum()
            or (vetoes.is_common(doc.folds[index]) and not initial)
        ):
            continue
        name = read_name(doc, start, is_promised=False)
        if len(name.parts) > 1:
            end = name.end
            if is_pair(doc, name):
                rule = INITIAL_NAME if name.parts[0].is_initial else PAIR
                yield from _spans(name, rule, 0.8, Subtype.NOM)
