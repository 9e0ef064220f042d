"""What a drug did: a state said to come under a drug brings the code of the circumstance (Y40–Y59).

"Vomit sous Contramal" → Y450; "HTA sous amlodipine" is a treatment: only states that drugs are known
to cause (`data/rules/adverse.csv`) count, and the drug follows within a few words.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import Final

from icdcoder.domain.context import Status
from icdcoder.domain.mention import Mention
from icdcoder.domain.tokens import Break, Token, fold_term, words
from icdcoder.domain.vocabulary import TermKind
from icdcoder.domain.wordings import read_table

_LINKS: Final = words(
    "sous ss sur au aux a post induit induite par imputable lie liee du iatrogene apres toxique",
    "imputee impute attribuee attribue secondaire suite consecutive consecutif induits induites liees lies due dus dues",
    "provoque provoquee introduction instauration majoration medicamenteuse medicamenteux toxicite",
)
# What these drugs are rarely blamed for is what they are given for.
_ONLY: Final = {
    "Y423": ("E16", "E87"),
    "Y421": ("E05", "I4", "R00"),
    "Y440": ("I10", "I80", "I82"),
    "Y446": ("T80", "E83", "E87", "R50"),
    "Y420": (
        *("E", "F", "M8", "M62", "G72", "R73", "K25", "K26", "B37", "I10", "R63", "R45", "R60"),
        *("D72", "H", "R066"),
    ),
    "Y468": ("R40", "R41", "F05", "R56"),
    "Y430": ("G2", "R40", "R41", "R33", "F05", "I4", "R53"),
    "Y455": ("K71", "K72", "R74", "T88", "L"),
    "Y514": ("I2", "R00", "I1"),
    "Y441": ("T", "L"),
    "Y443": ("T", "I8", "R56"),
    "Y485": ("G", "D5"),
    "Y532": ("R19", "K52", "E87"),
    "Y533": ("R19", "K52", "E87"),
    "Y534": ("R19", "K52", "E87"),
    "Y577": ("E83", "N20"),
}
# … and so is what a class is given against.
_AGAINST: Final = {
    "R50": ("Y40", "Y41", "Y45"),
    "R33": ("Y40", "Y41", "Y516"),
    "R53": ("Y40", "Y41"),
    "R06": ("Y40", "Y41", "Y556", "Y544", "Y545"),
    "R05": ("Y40", "Y41"),
    "B37": ("Y407",),
    "A49": ("Y40", "Y41"),
    "R11": ("Y531", "Y430"),
    "K2": ("Y531",),
    "K59": ("Y53",),
    "R19": ("Y536",),
    "K52": ("Y536",),
    "R45": ("Y47", "Y49"),
    "R44": ("Y493", "Y494", "Y495"),
    "F05": ("Y494", "Y495", "Y493"),
    "I47": ("Y517", "Y520", "Y522", "Y521"),
    "R000": ("Y522",),
    "R002": ("Y522",),
    "J46": ("Y556",),
    "R60": ("Y544", "Y545", "Y541"),
    "E87": ("Y546",),
    "E83": ("Y546", "Y547"),
    "R56": ("Y46", "Y47"),
    "M10": ("Y548", "Y453", "Y454"),
    "M79": ("Y45",),
    "G2": ("Y467", "Y513"),
    "I6": ("Y445",),
    "R25": ("Y467",),
    "E05": ("Y422",),
    "E16": ("Y546",),
    "M81": ("Y547", "Y577"),
    "M80": ("Y547", "Y577"),
}
_start_of = attrgetter("start")
_ARROW: Final = re.compile(r"[-=]?>|→")
_ARROW_REACH: Final = 4  # words from the drug to the state behind the arrow
_REACH: Final = 9  # words from the state to the drug


@cache
def _drugs() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """First folded word of a drug → its words and the code of its adverse effect, longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for row in read_table("wordings/drugs.csv"):
        for name in row["words"].split("|"):
            parts = tuple(fold_term(part) for part in name.replace("-", " ").split())
            found.setdefault(parts[0], []).append((parts, row["adverse"]))
    return {first: sorted(named, key=lambda own: -len(own[0])) for first, named in found.items()}


def _drug_at(tokens: Sequence[Token], position: int) -> str | None:
    """The code of the drug whose words begin at the position."""
    for named, code in _drugs().get(tokens[position].fold, ()):
        if len(named) == 1 or named == tuple(
            token.fold for token in tokens[position : position + len(named)]
        ):
            return code
    return None


@cache
def _caused() -> tuple[str, ...]:
    return tuple(code for row in read_table("rules/adverse.csv") for code in row["codes"].split())


def adverse_effects(
    mentions: Sequence[Mention], tokens: Sequence[Token], text: str, hidden: AbstractSet[int]
) -> Iterator[Mention]:
    """A mention of the circumstance for each state with its drug; the drug's name is its evidence.

    The drug follows, or an arrow leads from it to the state: "rispéridone -> dystonie".
    """
    for mention in mentions:
        if mention.status is Status.PRESENT and mention.code.startswith(_caused()):
            first = bisect_left(tokens, mention.start, key=_start_of)
            found = _drug_after(first, mention.end, tokens, hidden)
            found = found or _drug_before(first, tokens, text, hidden)
            if found is not None and _is_blamed(mention.code, found[1]):
                token, code = found
                yield replace(
                    mention, code=code, start=token.start, end=token.end, kind=TermKind.SYNONYM
                )


def _is_blamed(state: str, drug: str) -> bool:
    given = next((drugs for prefix, drugs in _AGAINST.items() if state.startswith(prefix)), ())
    return state.startswith(_ONLY.get(drug, "")) and not drug.startswith(given or "?")


def _drug_after(
    first: int, end: int, tokens: Sequence[Token], hidden: AbstractSet[int]
) -> tuple[Token, str] | None:
    is_linked, walked = False, 0
    for position in range(first, len(tokens)):
        token = tokens[position]
        if token.start < end:
            code = _drug_at(tokens, position)
            if (
                code and position not in hidden
            ):  # the state's own words: "neuropathie à l'oxaliplatine"
                return token, code
            is_linked = is_linked or token.fold.startswith("cortico") or token.fold == "sous"
            continue
        walked += 1
        if token.before is Break.SENTENCE or walked > _REACH:
            return None
        is_linked = is_linked or token.fold in _LINKS
        code = _drug_at(tokens, position)
        if code and is_linked and position not in hidden:
            return token, code
    return None


def _drug_before(
    first: int, tokens: Sequence[Token], text: str, hidden: AbstractSet[int]
) -> tuple[Token, str] | None:
    """The drug that an arrow leads from, a few words before the state."""
    for position in range(first - 1, max(-1, first - 1 - _ARROW_REACH), -1):
        if tokens[position + 1].before is Break.SENTENCE:
            return None
        code = _drug_at(tokens, position)
        if code and position not in hidden:
            between = text[tokens[position].end : tokens[first].start]
            return (tokens[position], code) if _ARROW.search(between) else None
    return None
