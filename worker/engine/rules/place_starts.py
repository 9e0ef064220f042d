"""Which capitals `places` need read at all: what opens a known name, or stands where a town may."""

from typing import Final

from worker.engine import lexicon
from worker.engine.lexicon import Phrases
from worker.engine.lexicon.phrases import SHORT_FORMS
from worker.engine.text.document import Document, Shape
from worker.engine.text.memo import Memo
from worker.engine.text.tokens import word_set

STRONG_AT: Final = lexicon.words("home_words")
TO_LE: Final = {"au": "le", "du": "le", "aux": "les", "des": "les"}
# What may stand between "né", "habite" and the town.
AFTER_STRONG: Final = word_set(
    "a sur de d pres en dans au aux proximite : seul seule actuellement aussi ) e ("
)
# The words before a town that no table holds; "-" and "," may follow a ZIP code.
PROMISING: Final = STRONG_AT | AFTER_STRONG | TO_LE.keys() | word_set("la le les l pour vers - ,")
DOCTORS: Final = frozenset({"dr", "docteur", "pr", "professeur"})
_SIGNS_AROUND: Final = frozenset("-,:()")
_WORDS_AROUND: Final = (PROMISING | {"'"}) - _SIGNS_AROUND
# Words that make a place of a capital after a sign, and how many tokens before it they count.
_MAKERS: Final = STRONG_AT | DOCTORS
_REACH: Final = 14


def may_be_place(doc: Document, index: int) -> bool:
    """Refuses at once a word that opens no known name and that nothing around makes a place."""
    word = doc.folds[index]
    if DIVISIONS_OF[word] or OPENS_COMMUNE[word]:
        return True
    before, after = doc.folds[index - 1], doc.following[index]
    if before in _WORDS_AROUND or after == "(" or after == "-":
        return True
    if before not in _SIGNS_AROUND:
        return doc.shapes[index - 1] is Shape.NUMBER
    if before == "(" and after == ")":
        return True
    near = slice(max(0, index - _REACH), index)
    return Shape.NUMBER in doc.shapes[near] or not _MAKERS.isdisjoint(doc.folds[near])


def _opens_commune(word: str) -> bool:
    return SHORT_FORMS.get(word, word) in lexicon.communes().seconds


OPENS_COMMUNE: Final = Memo(_opens_commune)


def _divisions_of(word: str) -> tuple[tuple[Phrases, str], ...]:
    """The gazetteers that hold a name which begins with this word, and the sub-type they give."""
    key = SHORT_FORMS.get(word, word)
    kinds = (
        (lexicon.divisions("departments"), "DEPARTEMENT"),
        (lexicon.divisions("regions"), "REGION"),
        (lexicon.countries(), "PAYS"),
    )
    return tuple((phrases, subtype) for phrases, subtype in kinds if key in phrases.seconds)


DIVISIONS_OF: Final = Memo(_divisions_of)
