"""Poisonings: what somebody has swallowed, whatever lies between the verb and the substance.

"A avalé 20 cp d'alprazolam et 10 de zopiclone" → T424 and T426; the circumstance (X40–X65) is a coding rule's. Substances stand
in `data/wordings/poisons.csv`. A word that only counts ("comprimés") speaks when the sentence names no substance.
"""

import re
from collections.abc import Container, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

from icdcoder.domain.context import Status
from icdcoder.domain.mention import Mention
from icdcoder.domain.sections import Section, SectionReader
from icdcoder.domain.tokens import Break, Places, Token, fold_term, fold_text, standing, words
from icdcoder.domain.vocabulary import TermKind
from icdcoder.domain.wordings import read_table

_TRIGGERS: Final = words(
    "ingestion ingere ingeree ingurgite ingurgitee avale avalee absorbe absorbee absorption intoxication intox imv",
    "overdose surdosage gobe sniffe surdose prise pris bu bue",
)
_DRUNK: Final = words("bu bue")  # what is named close behind, and is no drink: "a bu du Destop"
_SIP: Final = 7  # words
_DRINK: Final = "T51"
_MASSIVE: Final = words("massive massivement volontaire volontairement excessive")
_DENIED: Final = words("pas sans aucune aucun nie denie absence ni")
# "A pris 20 Xanax": by somebody who wanted to; not "pris le soir", nor "n'a pas pris".
_HAVE: Final = words("a ai aurait avait ayant avoir")
_MUCH: Final = _MASSIVE | words("boite boites plaquette plaquettes")
_FEW: Final = 5  # tablets
_LONG_AGO: Final = re.compile(
    r"\b(?:en |de |depuis )(?:19|20)\d\d\b|\bil y a (?:\w+ )?(?:mois|ans?)\b|\b(?:an|annee|ete|hiver|automne|printemps|mois|janvier|fevrier|mars|avril|mai"
    r"|juin|juillet|aout|septembre|octobre|novembre|decembre) (?:derniere?|passee?)\b"
)
_REACH: Final = 25  # words from the verb to the last substance
_WHEN: Final = 12  # words before the verb
_ANY: Final = "T509"


@cache
def _substances() -> dict[tuple[str, ...], str]:
    """Folded words of a substance → its code."""
    return {
        tuple(fold_term(part) for part in name.replace("-", " ").split()): row["code"]
        for row in read_table("wordings/poisons.csv")
        for name in row["words"].split("|")
    }


def poisonings(
    tokens: Sequence[Token],
    places: Places,
    text: str,
    hidden: AbstractSet[int],
    conditions: Container[str],
) -> Iterator[Mention]:
    """A mention for each substance that follows a verb of the same sentence."""
    sections: SectionReader | None = None
    for first in standing(places, _TRIGGERS):
        if not _begins(tokens, first, conditions):
            continue
        sections = sections or SectionReader(text)
        section = sections.at(tokens[first].start)
        before = {token.fold for token in tokens[max(0, first - 3) : first]}
        is_past = (
            section is Section.HISTORY or "deja" in before or _is_long_ago(tokens, first, text)
        )
        found = list(_after(tokens, first, hidden))
        named = [own for own in found if own[2] != _ANY]
        for start, end, code in named or found[:1]:
            yield Mention(
                code,
                start,
                end,
                Status.HISTORY if is_past else Status.PRESENT,
                section,
                TermKind.SYNONYM,
                2,
                1.0,
            )


def _begins(tokens: Sequence[Token], at: int, conditions: Container[str]) -> bool:
    if tokens[at].fold == "pris":
        is_too_much = "trop" in [token.fold for token in tokens[at + 1 : at + 3]]
        is_meant = at > 0 and tokens[at - 1].fold in _HAVE and "voluntary" in conditions
        if not is_too_much and not (is_meant and _is_many(tokens[at + 1 : at + 5])):
            return False
    elif tokens[at].fold == "prise":
        follows = [token.fold for token in tokens[at + 1 : at + 4]]
        if follows[:2] == ["en", "charge"]:
            return False
        if _MASSIVE.isdisjoint(follows) and "voluntary" not in conditions:
            return False
    return _DENIED.isdisjoint(token.fold for token in tokens[max(0, at - 3) : at])


def _is_many(taken: Sequence[Token]) -> bool:
    """ "Pris 20 Xanax", "pris deux boîtes", "pris volontairement", not "pris son Doliprane", "pris 2 kg"."""
    folds = [token.fold for token in taken]
    return not _MUCH.isdisjoint(folds) or any(
        fold.isdecimal() and int(fold) >= _FEW for fold in folds if len(fold) < 4
    )


def _is_long_ago(tokens: Sequence[Token], at: int, text: str) -> bool:
    """The sentence before the verb says when: "en septembre dernier, il avait absorbé…"."""
    first = at
    while first and tokens[first].before is not Break.SENTENCE and at - first < _WHEN:
        first -= 1
    said = fold_text(text[tokens[first].start : tokens[at].start])
    return _LONG_AGO.search(said) is not None


def _after(
    tokens: Sequence[Token], first: int, hidden: AbstractSet[int]
) -> Iterator[tuple[int, int, str]]:
    """(start, end, code) of the substances up to the end of the sentence."""
    known = _substances()
    is_drunk = tokens[first].fold in _DRUNK
    end = Break.COMMA if is_drunk else Break.SENTENCE
    for position in range(first + 1, min(len(tokens), first + 1 + (_SIP if is_drunk else _REACH))):
        if tokens[position].before >= end:
            return
        for length in (3, 2, 1):
            taken = tokens[position : position + length]
            code = known.get(tuple(token.fold for token in taken))
            if is_drunk and code and code.startswith(_DRINK):
                return
            if code and position not in hidden and len(taken) == length:
                yield taken[0].start, taken[-1].end, code
                break
