"""Finds persons after what promises a name: a civility, a field, "née"."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.lexicon.names import is_rare
from worker.engine.rules.persons.names import Name, read_name
from worker.engine.rules.persons.patterns import CIVILITY, CONTEXTS, NameContext
from worker.engine.text.document import Document
from worker.engine.vetoes import words as vetoes

# Between two names of a list; brackets after a name tell a function or an age.
_NEXT: Final = re.compile(
    r"(?:[ ]?\([^()\n]{0,30}\))?(?:[ ]?[,;/&+•–-][ ]?(?:et[ ])?|[ ](?:et|ou|puis)[ ]|[ ]{2,8})(?!M{1,2}\.[ ])(?=[^\W\d_])"
)
_MOST_NAMES: Final = 16


def find_persons(doc: Document) -> Iterator[Span]:
    """ "le Dr [INITIALES:J.] [NOM:Petit]", "Nom : [NOM:ROY]", "les Drs [NOM:Petit] et [NOM:Roy]"."""
    for context in CONTEXTS:
        for match in context.find(doc):
            yield from _after(doc, match.end(), context, is_promised="\n" not in match.group())


def _after(doc: Document, start: int, context: NameContext, *, is_promised: bool) -> Iterator[Span]:
    """The names after a context. On the next line of the text, and further on in a list of a field, nothing
    is promised: the gazetteers must know the name."""
    for number in range(_MOST_NAMES if context.is_list else 1):
        name = read_name(doc, start)
        sure = is_promised and (not number or context.rule is CIVILITY)
        if not name.parts or not (sure or _is_known(doc, name)):
            return
        for first, end, subtype in name.kinds(context.alone):
            yield context.rule.span(first, end, context.score, subtype)
        following = _NEXT.match(doc.text, name.end)
        if following is None:
            return
        start = following.end()


def _is_known(doc: Document, name: Name) -> bool:
    """Initials with a word, or a word that somebody bears and that is no word of this note."""
    first = doc.index_at(name.parts[0].start)
    if vetoes.has_medical_trigger(doc, first) or vetoes.is_veto_word(doc, first):
        return False
    words = [word.folded for word in name.words]
    if len(name.parts) > len(words):
        return True
    return any(not is_rare(word) and word not in doc.lower_words for word in words)
