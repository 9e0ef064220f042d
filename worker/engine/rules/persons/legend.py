"""Initials that the note itself explains: "EG = Elsa Grandin", "Dr Edwige Hauterive (EH)", and wherever they stand again."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.names import is_first_name
from worker.engine.rules.pattern import Rule
from worker.engine.text.document import Document
from worker.engine.text.folding import fold

LEGEND: Final = Rule(
    "legend", Label.PER, Subtype.INITIALES, is_sure=True,
    examples=("[[EG]] = Elsa Grandin ; [[SdB]] : Sixtine de Boisgelin\n08h TA 12/7 [[EG]]",),
)  # fmt: skip
_SCORE: Final = 0.9
_LETTER: Final = r"[^\W\d_]"
_NAME: Final = rf"{_LETTER}[\w'’-]{{0,30}}(?:[ ]{_LETTER}[\w'’-]{{0,30}}){{1,3}}"
_BEFORE: Final = re.compile(rf"(?<![\w-])(?P<s>{_LETTER}{{2,4}})[ ]?[=:→][ ]?(?P<name>{_NAME})")
# behind a name only where a civility says that it is one: "Henri Mondor (HM)" is a hospital
_CIVILITY: Final = r"(?:Drs?|Prs?|Docteur|Professeur|Mmes?|Mlle|MM?|Mr)"
_BEHIND: Final = re.compile(
    rf"(?<![\w'’-]){_CIVILITY}\.?[ ](?P<name>{_NAME})[ ]?\([ ]?(?P<s>{_LETTER}{{2,4}})[ ]?\)"
)
_PARTS: Final = re.compile(rf"{_LETTER}+")


def find_legend(doc: Document) -> Iterator[Span]:
    """The explained initials, everywhere in the note as they are written there; those that abbreviate something medical
    only where they are explained."""
    explained: set[str] = set()
    for regex in (_BEFORE, _BEHIND):
        for match in regex.finditer(doc.text):
            short = match["s"]
            if not _are_of(short, match["name"]):
                continue
            yield LEGEND.span(*match.span("s"), _SCORE)
            if fold(short) not in lexicon.abbreviations():
                explained.add(short)
    if explained:
        words = "|".join(map(re.escape, sorted(explained)))
        for match in re.finditer(rf"(?<![\w-])(?:{words})(?![\w-])", doc.text):
            yield LEGEND.span(*match.span(), _SCORE)


def _are_of(short: str, name: str) -> bool:
    """Whether these are the first letters of a first name and what follows: a medical term holds no first name."""
    parts = _PARTS.findall(name)
    tails = (parts[place:] for place in range(len(parts) - 1))
    return any(is_first_name(fold(tail[0])) and _begin(short, tail) for tail in tails)


def _begin(short: str, parts: list[str]) -> bool:
    """Letter by letter, or without the small words between: "SB" and "SdB" of Sixtine de Boisgelin."""
    great = [part for part in parts if not part.islower()]
    letters = {fold("".join(part[0] for part in some)) for some in (parts, great)}
    return len(great) > 1 and fold(short) in letters
