"""Forms with one character a box: "Nom |D|U|P|O|N|T|", "N° sécu 2 | 3 8 | 0 2 | 2 2 | 2 2 7 | 8 0 0 |  | 9 1". Phones in
boxes are read by the patterns of phones."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine.rules.pattern import Rule
from worker.engine.text.document import Document

NAME: Final = Rule(
    "boxed-name", Label.PER, Subtype.NOM, is_sure=True,
    examples=("Nom    [[D|U|P|O|N|T]]|", "Prénom : | [[A | N | N | A]] |   |"),
)  # fmt: skip
NUMBER: Final = Rule(
    "boxed-number", Label.QID, Subtype.SECU, is_sure=True,
    examples=("|[[2 | 3 8 | 0 2 | 2 2 | 2 2 7 | 8 0 0 |  | 9 1]] |", "IPP |[[8|0|0|4|1]]|"),
)  # fmt: skip
DAY: Final = Rule(
    "boxed-date", Label.DATE, Subtype.DATE_NAISSANCE, is_sure=True,
    examples=("Né le | [[1 | 4 | 0 | 3 | 1 | 9 | 4 | 1]] |",),
)  # fmt: skip
PLACE: Final = Rule(
    "boxed-place", Label.LOC, Subtype.VILLE, is_sure=True,
    examples=("Commune | [[L | E | N | S]] |", "Code postal [[6|2|3|0|0]]"),
)  # fmt: skip

_SCORE: Final = 0.95
_SIGN: Final = r"[^\W_](?![^\W_])"
_BOX: Final = rf"{_SIGN}(?:[ ]{_SIGN}){{0,5}}"
# four boxes or more; one of them may be empty
_RUN: Final = re.compile(
    rf"(?<![^\W_]){_BOX}(?:[ ]{{0,2}}\|(?:[ ]{{0,3}}\|)?[ ]{{0,2}}{_BOX}){{3,39}}"
)
# What is asked for, by the words before the boxes; the first that is found counts.
_LETTERS: Final = (
    (re.compile(r"\bprenoms?\b"), NAME, Subtype.PRENOM),
    (re.compile(r"\b(?:nom|noms|epouse|patronyme|identite|patiente?)\b"), NAME, Subtype.NOM),
    (re.compile(r"\b(?:commune|ville|localite|lieu)\b"), PLACE, Subtype.VILLE),
)
_FIGURES: Final = (
    (re.compile(r"\bn[ée]+(?:\(e\))? le\b|naissance|\bddn\b"), DAY, Subtype.DATE_NAISSANCE),
    (re.compile(r"\bdates?\b"), DAY, Subtype.DATE),
    (re.compile(r"\b(?:postal|cp)\b"), PLACE, Subtype.ZIP),
    (re.compile(r"\bsecu|\bsecurite soc|\bnir\b|\binsee\b|immatric|\bn° ?ss\b|\bassure"), NUMBER, Subtype.SECU),
    (re.compile(r"\b(?:ipp|nip)\b|\bpatiente?\b"), NUMBER, Subtype.IPP),
    (re.compile(r"\b(?:nda|iep|sejour)\b"), NUMBER, Subtype.NDA),
    (re.compile(r"\bf[il]ness\b"), NUMBER, Subtype.FINESS),
    (re.compile(r"\brpps\b"), NUMBER, Subtype.RPPS),
    (re.compile(r"\badeli\b"), NUMBER, Subtype.ADELI),
    (re.compile(r"n°|\b(?:dossier|numero|carton|lot|identifiant|carte|police|adherent)\b"), NUMBER, Subtype.AUTRE),
)  # fmt: skip
_REACH: Final = 48
# sex, year, month (or 20 to 50), department, commune, rank, key if it is there
_NIR: Final = re.compile(r"[12]\d\d(?:0[1-9]|1[0-2]|[2-5]\d)\d[\dab]\d{6}(?:\d\d)?")


def find_boxes(doc: Document) -> Iterator[Span]:
    """Boxes behind a field's name, and those that hold a social-security number; the items of a score have neither."""
    for match in _RUN.finditer(doc.folded):
        held = "".join(filter(str.isalnum, match.group()))
        before = doc.folded[
            max(0, match.start() - _REACH, _line(doc, match.start())) : match.start()
        ]
        fields = _LETTERS if held.isalpha() else _FIGURES if _is_number(held) else ()
        asked = next(((rule, kind) for name, rule, kind in fields if name.search(before)), None)
        if asked is not None:
            yield asked[0].span(*match.span(), _SCORE, asked[1])
        elif _NIR.fullmatch(held):
            yield NUMBER.span(*match.span(), _SCORE)


def _line(doc: Document, start: int) -> int:
    return doc.text.rfind("\n", 0, start) + 1


def _is_number(held: str) -> bool:
    """Figures, but for the department of Corsica or what a scanner read."""
    return 2 * sum(map(str.isdigit, held)) > len(held)
